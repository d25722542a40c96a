/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RECORDING_FILES_H
#define ESA_RECORDING_FILES_H

#include "ns3/esa-valid-scenario.h"

#include <array>
#include <cstdint>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What is recorded of a run, and in which files.
 */
struct RecordingFiles
{
    std::string timeline;  ///< Trace Event JSON; empty: none
    std::string occupancy; ///< CSV of the aggregators by state; empty: none
    std::string links;     ///< CSV of what each link has carried; empty: none
    std::string switches;  ///< CSV of what each switch has summed; empty: none
    double sampleUs{10};   ///< time between two values of a counter, and rows of the CSV
    bool replace{false};   ///< whether existing files may be replaced

    /// @return whether anything is recorded
    bool IsEmpty() const
    {
        return !IsSampled() && links.empty() && switches.empty();
    }

    /// @return whether anything is recorded at fixed intervals
    bool IsSampled() const
    {
        return !timeline.empty() || !occupancy.empty();
    }
};

/// An option that names a file of a recording.
struct RecordingOption
{
    const char* option;                ///< its name
    std::string RecordingFiles::*path; ///< the path that the user named
};

/// All of them.
constexpr std::array<RecordingOption, 4> kRecordingOptions{
    {{"--timeline", &RecordingFiles::timeline},
     {"--occupancy", &RecordingFiles::occupancy},
     {"--links", &RecordingFiles::links},
     {"--switches", &RecordingFiles::switches}}};

/**
 * @ingroup esa
 * @brief Get the files of one run. If there are several runs, system and seed become part of the
 * names: FILE-esa-1.json.
 * @param files what the user named
 * @param scenario the scenario
 * @param system system of the run
 * @param seed its seed
 * @return its files
 */
RecordingFiles FilesOfRun(const RecordingFiles& files,
                          const ValidScenario& scenario,
                          const std::string& system,
                          uint32_t seed);

/**
 * @ingroup esa
 * @brief Checks that the files of all runs can be written.
 * @param files what the user named
 * @param scenario the scenario
 * @throws ScenarioError if they cannot; nothing is changed
 */
void CheckRecordingFiles(const RecordingFiles& files, const ValidScenario& scenario);

} // namespace ns3::esa

#endif // ESA_RECORDING_FILES_H
