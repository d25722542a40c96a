/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-trace.h"

#include "esa-job-trace-file.h"
#include "esa-job-trace-rules.h"

#include "ns3/esa-config-error.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// The jobs of a file.
json
ReadJobs(const json& config, const std::filesystem::path& path)
{
    JobTraceRows rows = ParseJobTrace(ReadTextFile(path.string()), path.string());
    std::vector<std::string> lines;
    for (const JobTraceError& error : FindJobTraceErrors(config, rows.jobs))
    {
        lines.push_back(PrintableAscii(
            path.string() + ":" + std::to_string(rows.lines[error.job]) + ": " + error.field +
            ": " + NotAllowed(rows.jobs[error.job][error.field], error.allowed)));
    }
    if (!lines.empty())
    {
        throw ScenarioError(lines);
    }
    return rows.jobs;
}

/// Jobs that fit the hosts at a time, if all are as small as the smallest.
uint64_t
MostJobsAtOnce(const json& config)
{
    const json& trace = config.at("trace");
    const uint64_t asked = trace.at("max_jobs").get<uint64_t>();
    if (asked > 0)
    {
        return asked;
    }
    uint64_t smallest = UINT64_MAX;
    for (const json& job : trace.at("jobs"))
    {
        smallest = std::min(smallest, job.at("gpu_num").get<uint64_t>());
    }
    const uint64_t fit = WholeNumber(config, "/topology/hosts") / smallest;
    return std::clamp<uint64_t>(fit, 1, trace.at("jobs").size());
}

} // namespace

void
ExpandJobTrace(json& config, const std::filesystem::path& folder)
{
    json& trace = config.at("trace");
    const std::string file = trace.at("file").get<std::string>();
    if (!file.empty())
    {
        if (!trace.at("jobs").empty())
        {
            throw ScenarioError({"/trace/jobs: must be [] where /trace/file names a file"});
        }
        trace["jobs"] = ReadJobs(config, folder / file);
        trace["file"] = "";
    }
    if (!HasJobTrace(config))
    {
        return;
    }
    uint64_t workers = 1;
    std::string letters;
    for (json& job : trace.at("jobs"))
    {
        workers = std::max(workers, job.at("gpu_num").get<uint64_t>());
        const std::string letter = LetterOfModel(config, job.at("model").get<std::string>());
        if (!letter.empty())
        {
            job["model"] = letter;
            letters += letters.find(letter) == std::string::npos ? letter : "";
        }
    }
    json& jobs = config.at("jobs");
    jobs["count"] = MostJobsAtOnce(config);
    jobs["workers"] = workers;
    if (!letters.empty())
    {
        jobs["workload"] = letters;
    }
}

} // namespace ns3::esa
