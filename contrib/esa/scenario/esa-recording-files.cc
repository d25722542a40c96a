/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-recording-files.h"

#include "esa-output-directory.h"
#include "esa-scenario-error.h"

#include <filesystem>
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

/// Refuses a file that cannot be written, or is there. option: who names it
void
CheckFile(const std::string& option, const std::string& path, bool replace)
{
    const std::string origin = option + " " + path;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (fs::is_directory(status))
    {
        throw ScenarioError({origin + ": is a directory; name a file"});
    }
    if (!replace && fs::exists(status))
    {
        throw ScenarioError(
            {origin + ": is there already; name another file, or overwrite it with --force"});
    }
    CheckOutputDirectory(origin, path);
}

/// Refuses files of which one cannot be written.
void
CheckFiles(const RecordingFiles& files, bool replace)
{
    if (!files.timeline.empty())
    {
        CheckFile("--timeline", files.timeline, replace);
    }
    if (!files.occupancy.empty())
    {
        CheckFile("--occupancy", files.occupancy, replace);
    }
}

} // namespace

RecordingFiles
FilesOfRun(const RecordingFiles& files,
           const Scenario& scenario,
           const std::string& system,
           uint32_t seed)
{
    RecordingFiles ofRun = files;
    if (scenario.systems.size() * scenario.seeds.size() > 1)
    {
        ofRun.timeline = PathOfRun(files.timeline, system, seed);
        ofRun.occupancy = PathOfRun(files.occupancy, system, seed);
    }
    return ofRun;
}

void
CheckRecordingFiles(const RecordingFiles& files, const Scenario& scenario, bool replace)
{
    if (!files.timeline.empty() &&
        fs::path(files.timeline).lexically_normal() == fs::path(files.occupancy).lexically_normal())
    {
        throw ScenarioError(
            {"--timeline and --occupancy " + files.occupancy + ": name two different files"});
    }
    CheckFiles(files, true); // a directory is none, whatever becomes of the name
    for (const std::string& system : scenario.systems)
    {
        for (const uint32_t seed : scenario.seeds)
        {
            CheckFiles(FilesOfRun(files, scenario, system, seed), replace);
        }
    }
}

} // namespace ns3::esa
