/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-files-of-comparison.h"

#include "esa-file-roles.h"

#include "ns3/esa-captures.h"
#include "ns3/esa-model-file.h"
#include "ns3/esa-output-directory.h"
#include "ns3/esa-recording-files.h"
#include "ns3/esa-result-writer.h"

#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Adds a file, if the option was given.
void
AddFile(std::vector<FileRole>& files,
        const std::string& option,
        const std::string& path,
        FileUse use)
{
    if (!path.empty())
    {
        files.push_back({option + " " + path, path, use});
    }
}

/// Adds the files that the scenario names.
void
AddScenarioFiles(std::vector<FileRole>& files, const nlohmann::json& named)
{
    for (const std::string group : {"trace", "topology", "placement"})
    {
        AddFile(files,
                group + ".file",
                named.at(group).at("file").get<std::string>(),
                FileUse::Read);
    }
    for (const auto& [letter, dnn] : named.at("dnns").items())
    {
        const std::string model = dnn.value("model", "");
        if (IsModelPath(model))
        {
            AddFile(files, "dnns." + letter + ".model", model, FileUse::Read);
        }
    }
}

} // namespace

void
CheckFilesOfComparison(const ParsedScenario& parsed, const ScenarioOptions& options)
{
    const ValidScenario& scenario = parsed.scenario;
    const std::vector<LinkEnd> captured = options.captures.IsEmpty()
                                              ? std::vector<LinkEnd>()
                                              : CapturePoints(options.captures, scenario);
    std::vector<FileRole> files;
    AddFile(files, "--config", options.configPath, FileUse::Read);
    AddFile(files, "--learn", options.learning.dataPath, FileUse::Read);
    AddScenarioFiles(files, parsed.named);
    AddFile(files, "--accuracy", options.learning.accuracyPath, FileUse::Write);
    for (const std::string& system : scenario->systems)
    {
        for (const uint32_t seed : scenario->seeds)
        {
            const RecordingFiles ofRun = FilesOfRun(options.recording, scenario, system, seed);
            for (const RecordingOption& file : kRecordingOptions)
            {
                AddFile(files, file.option, ofRun.*file.path, FileUse::Write);
            }
            for (const LinkEnd& point : captured)
            {
                const std::string path = CapturePath(options.captures, system, seed, point);
                AddFile(files, "--pcap", path, FileUse::Write);
            }
        }
    }
    if (!options.outDirectory.empty())
    {
        AddFile(files, "--out", options.outDirectory, FileUse::Folder);
        for (const std::string& path : ResultPaths(options.outDirectory))
        {
            files.push_back(
                {"--out " + options.outDirectory + " (" + path + ")", path, FileUse::Write});
        }
    }
    CheckFileRoles(files);
    CheckRecordingFiles(options.recording, scenario);
    CheckCaptures(options.captures, scenario);
    if (!options.learning.accuracyPath.empty())
    {
        CheckOutputFile("--accuracy", options.learning.accuracyPath, options.force);
    }
}

} // namespace ns3::esa
