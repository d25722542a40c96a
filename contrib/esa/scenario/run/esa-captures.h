/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CAPTURES_H
#define ESA_CAPTURES_H

#include "esa-capture-points.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-fabric.h"
#include "ns3/packet.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A file of the frames of a link, in the format of libpcap, with times in nanoseconds.
 *
 * It is created at the first frame, so there is none of an idle host.
 */
class CaptureFile
{
  public:
    /**
     * @param path path of the file
     * @param bytes most bytes of a frame that are kept
     * @param replace whether a file may be replaced
     */
    CaptureFile(const std::string& path, uint32_t bytes, bool replace);

    /// @param frame a frame that the link carries now
    void Add(Ptr<const Packet> frame);

    /// Writes the rest.
    void End();

    /**
     * @brief Gives the file its name, if there was a frame.
     * @throws std::runtime_error if the file could not be written
     */
    void Commit();

  private:
    /// Creates the file. Returns whether there is one.
    bool Begin();

    std::string m_path;               ///< path of the file
    uint32_t m_bytes;                 ///< most bytes of a frame that are kept
    bool m_replace;                   ///< whether a file may be replaced
    std::optional<AtomicFile> m_file; ///< the file, from the first frame on
    std::string m_error;              ///< why it could not be created
    std::vector<uint8_t> m_data;      ///< the frame
};

/**
 * @ingroup esa
 * @brief The captures of a run.
 */
class Captures
{
  public:
    /**
     * @param options what is captured
     * @param scenario the scenario
     * @param system the system
     * @param seed the seed
     * @param fabric its network, which has not run yet, and must not run after this is destroyed
     */
    Captures(const CaptureOptions& options,
             const ValidScenario& scenario,
             const std::string& system,
             uint32_t seed,
             const EsaFabric& fabric);

    /// Writes the rest of the files, since the run is over.
    void End();

    /**
     * @brief Gives the files their names.
     * @throws std::runtime_error if a file could not be written; the others are there
     */
    void Commit();

  private:
    std::vector<std::unique_ptr<CaptureFile>> m_files; ///< one per end of a link
};

/**
 * @ingroup esa
 * @brief Check that the captures of all runs can be written.
 * @param options what is captured
 * @param scenario the scenario
 * @throws ScenarioError if they cannot, or if existing files would be replaced
 */
void CheckCaptures(const CaptureOptions& options, const ValidScenario& scenario);

} // namespace ns3::esa

#endif // ESA_CAPTURES_H
