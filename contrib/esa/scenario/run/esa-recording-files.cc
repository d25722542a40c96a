/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-recording-files.h"

#include "ns3/esa-atomic-file.h"
#include "ns3/esa-scenario-error.h"

#include <filesystem>
#include <nlohmann/json.hpp>
#include <system_error>

namespace ns3::esa
{
namespace
{

namespace fs = std::filesystem;

/// The file of one run. path: what the user named, or empty
std::string
PathOfRun(const std::string& path, const std::string& system, uint32_t seed)
{
    if (path.empty())
    {
        return path;
    }
    const fs::path named(path);
    const std::string run = "-" + system + "-" + std::to_string(seed);
    return (named.parent_path() / (named.stem().string() + run + named.extension().string()))
        .string();
}

/// Throws if one of the files cannot be written.
void
CheckFiles(const RecordingFiles& files)
{
    for (const RecordingOption& file : kRecordingOptions)
    {
        if (const std::string& path = files.*file.path; !path.empty())
        {
            CheckOutputFile(file.option, path, files.replace);
        }
    }
}

/// Throws if there would be more samples than a run can take in seconds. Idle times of a trace have
/// their samples, too.
void
CheckSamples(const RecordingFiles& files, const Scenario& scenario)
{
    constexpr double kMaxSamples = 1e7;
    const double lastStartUs = scenario.trace.jobs.empty() ? scenario.jobs.startMaxUs
                                                           : scenario.trace.jobs.back().submitUs;
    if (files.IsSampled() && lastStartUs / files.sampleUs > kMaxSamples)
    {
        throw ScenarioError({"--sample-us " + ShortText(files.sampleUs) +
                             ": is not allowed: the last job starts at " + ShortText(lastStartUs) +
                             " us, so it must be at least " + ShortText(lastStartUs / kMaxSamples) +
                             " (10000000 samples)"});
    }
}

} // namespace

RecordingFiles
FilesOfRun(const RecordingFiles& files,
           const ValidScenario& scenario,
           const std::string& system,
           uint32_t seed)
{
    RecordingFiles ofRun = files;
    if (scenario->systems.size() * scenario->seeds.size() > 1)
    {
        for (const RecordingOption& file : kRecordingOptions)
        {
            ofRun.*file.path = PathOfRun(files.*file.path, system, seed);
        }
    }
    return ofRun;
}

void
CheckRecordingFiles(const RecordingFiles& files, const ValidScenario& scenario)
{
    if (!files.timeline.empty() && !scenario->trace.jobs.empty())
    {
        throw ScenarioError(
            {"--timeline " + files.timeline +
             ": is not allowed with a trace, whose workers come and go; use --occupancy"});
    }
    CheckSamples(files, *scenario);
    for (const RecordingOption& file : kRecordingOptions)
    {
        const std::string& path = files.*file.path;
        if (std::error_code ignored; fs::is_directory(path, ignored)) // with several runs, too
        {
            throw ScenarioError(
                {std::string(file.option) + " " + path + ": is a directory; name a file"});
        }
    }
    for (const std::string& system : scenario->systems)
    {
        for (const uint32_t seed : scenario->seeds)
        {
            CheckFiles(FilesOfRun(files, scenario, system, seed));
        }
    }
}

} // namespace ns3::esa
