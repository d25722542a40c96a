// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CAPTURES_H
#define ESA_CAPTURES_H

#include "esa-link-ends.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-fabric.h"
#include "ns3/esa-scenario.h"
#include "ns3/nstime.h"
#include "ns3/packet.h"
#include "ns3/pcap-file-wrapper.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Options about packet captures. Without a prefix, nothing is captured.
struct CaptureOptions
{
    std::string prefix;             ///< --pcap: how the names of the files begin
    std::vector<std::string> links; ///< --pcap-hosts: which links; empty: all, at their lower ends
    uint32_t bytes{65535};          ///< --pcap-bytes: bytes of a frame that are kept at most
    uint64_t maxBytes{1000000000};  ///< --pcap-max: bytes of all files of a run at most
    bool replace{false};            ///< --force: whether existing files may be replaced

    /// @return true if nothing is captured
    bool IsEmpty() const
    {
        return prefix.empty();
    }
};

/// List the ends of links that are captured.
/// @return the ends, hosts first
/// @throws ScenarioError if the options name a link that is not there
std::vector<LinkEnd> CapturePoints(const CaptureOptions& options, const ValidScenario& scenario);

/// @return the path of the file of the frames at a point
std::string CapturePath(const CaptureOptions& options,
                        const std::string& system,
                        uint32_t seed,
                        const LinkEnd& point);

/**
 * @ingroup esa
 * @brief The bytes that the captures of a run may still take.
 *
 * Captures of a long simulation can fill a disk. All captures of a run end at the same time, so
 * that a frame can be followed from link to link up to there.
 */
class CaptureBudget
{
  public:
    /// @param bytes bytes of all files
    explicit CaptureBudget(uint64_t bytes)
        : m_left(bytes)
    {
    }

    /// @return whether that many bytes may be written; if not, nothing is written from now on
    bool HasRoom(uint64_t bytes);

    /// Notes that bytes are written, for which there is room.
    void Spend(uint64_t bytes)
    {
        m_left -= bytes;
    }

    /// @return when the first frame was left out; nothing: none was
    std::optional<Time> End() const
    {
        return m_end;
    }

  private:
    uint64_t m_left;           ///< bytes that may be written
    std::optional<Time> m_end; ///< when the first frame was left out
};

/// @ingroup esa
/// @brief A file of the frames of a link, in the format of libpcap, with times in nanoseconds.
///
/// It is created at the first frame, so there is none of an idle host.
class CaptureFile
{
  public:
    /// @param options what is kept of a frame, and whether a file may be replaced; they outlive
    /// this
    /// @param budget what all files may take; it outlives this
    CaptureFile(const std::string& path, const CaptureOptions& options, CaptureBudget& budget);

    /// @param frame a frame that the link carries now
    void Add(Ptr<const Packet> frame);

    /// Writes the rest.
    void End();

    /// Gives the file its name, if there was a frame.
    /// @param isInterrupted whether it holds a part of the run, which its name shows
    /// @throws std::runtime_error if the file could not be written
    void Commit(bool isInterrupted);

  private:
    /// Creates the file. Returns whether there is one.
    bool Begin();

    /// Removes the file if it could not be written.
    void GiveUpIfFailed();

    std::string m_path;               ///< path of the file
    const CaptureOptions& m_options;  ///< what is kept
    CaptureBudget& m_budget;          ///< what all files may take
    std::optional<AtomicFile> m_file; ///< the file, from the first frame on
    Ptr<PcapFileWrapper> m_capture;   ///< writes into it
    std::string m_error;              ///< why it could not be written
};

/// @ingroup esa
/// @brief The captures of a run.
class Captures
{
  public:
    /// @param fabric its network, which has not run yet, and must not run after this is destroyed
    Captures(const CaptureOptions& options,
             const ValidScenario& scenario,
             const std::string& system,
             uint32_t seed,
             const EsaFabric& fabric);

    /// Writes the rest of the files, since the run is over.
    void End();

    /// @return when the captures end, if they end before the run
    std::optional<Time> EndsEarly() const
    {
        return m_budget.End();
    }

    /// Gives the files their names.
    /// @throws std::runtime_error if a file could not be written; the others are there
    void Commit(bool isInterrupted);

  private:
    CaptureOptions m_options;                          ///< what is captured
    CaptureBudget m_budget;                            ///< what all files may take
    std::vector<std::unique_ptr<CaptureFile>> m_files; ///< one per end of a link
};

/// Check that the scenario can be captured so.
/// @throws ScenarioError if it cannot
void CheckCaptures(const CaptureOptions& options, const ValidScenario& scenario);

} // namespace ns3::esa

#endif // ESA_CAPTURES_H
