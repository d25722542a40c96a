/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-trace.h"

#include "esa-job-trace-rules.h"

#include "ns3/esa-csv-rows.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr std::size_t kMaxJobs = 65536; ///< the job number in the header has 16 bits

/// The limits that the jobs must keep.
JobTraceLimits
LimitsOf(const json& config)
{
    JobTraceLimits limits{config.at("topology").at("hosts").get<uint32_t>(),
                          0, // how many are for PSes follows from the jobs
                          LimitOfWorkers(config),
                          {}};
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        limits.models[letter] = dnn.value("model", "");
    }
    return limits;
}

/// A cell with a time.
std::optional<double>
TimeOf(const json& cell)
{
    const bool isTime = cell.is_number() && IsTraceTime(cell.get<double>());
    return isTime ? std::optional(cell.get<double>()) : std::nullopt;
}

/// A row of a file.
JobTraceRow
RowOf(const json& job)
{
    const json& workers = job.at("gpu_num");
    JobTraceRow row{TimeOf(job.at("submit_time")),
                    {},
                    TimeOf(job.at("duration")),
                    job.at("model").get<std::string>()};
    if (workers.is_number_integer() && workers >= 0 && workers <= UINT32_MAX)
    {
        row.workers = workers.get<uint32_t>();
    }
    return row;
}

/// The jobs of a file.
json
ReadJobs(const json& config, const std::filesystem::path& path)
{
    JobTraceRows file = ParseJobTrace(ReadTextFile(path.string()), path.string());
    std::vector<JobTraceRow> rows;
    std::transform(file.jobs.begin(), file.jobs.end(), std::back_inserter(rows), RowOf);
    std::vector<std::string> lines;
    for (const JobTraceError& error : FindJobTraceErrors(rows, LimitsOf(config)))
    {
        lines.push_back(Shown(path.string()) + ":" + std::to_string(file.lines[error.job]) + ": " +
                        error.field + ": " +
                        NotAllowed(file.jobs[error.job][error.field], error.allowed));
    }
    if (!lines.empty())
    {
        throw ScenarioError(lines);
    }
    return file.jobs;
}

/// Number of jobs that fit the hosts at a time if all are as small as the smallest.
uint64_t
MaxJobsAtOnce(const json& config)
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
    const json& topology = config.at("topology");
    const auto hosts = topology.at("hosts").get<uint64_t>();
    const auto psHosts = topology.at("ps_hosts").get<uint64_t>();
    uint64_t fit = hosts / smallest;
    if (topology.at("kind") != "leaf_spine")
    {
        // PSes have hosts of the same kind: a number that is given, or one each
        fit = psHosts > 0 ? (hosts - std::min(hosts, psHosts)) / smallest : hosts / (smallest + 1);
    }
    return std::clamp<uint64_t>(fit, 1, trace.at("jobs").size());
}

} // namespace

JobTraceRows
ParseJobTrace(const std::string& text, const std::string& origin)
{
    const CsvForm form{{"submit_time", "gpu_num", "duration", "model"},
                       "job",
                       kMaxJobs,
                       std::to_string(kMaxJobs) + " jobs (the job number in the header has 16 "
                                                  "bits)"};
    JobTraceRows rows;
    for (const CsvRow& row : ParseCsvRows(text, origin, form))
    {
        json job = json::object();
        for (std::size_t column = 0; column < form.columns.size(); ++column)
        {
            const std::string& cell = row.cells[column];
            const bool isText = column + 1 == form.columns.size();
            job[form.columns[column]] = isText ? json(cell) : CsvValue(cell);
        }
        rows.jobs.push_back(job);
        rows.lines.push_back(row.line);
    }
    return rows;
}

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
    if (trace.at("jobs").empty())
    {
        return;
    }
    const auto models = LimitsOf(config).models;
    uint64_t workers = 1;
    std::string letters;
    for (json& job : trace.at("jobs"))
    {
        workers = std::max(workers, job.at("gpu_num").get<uint64_t>());
        const std::string letter = LetterOfModel(models, job.at("model").get<std::string>());
        if (!letter.empty())
        {
            job["model"] = letter;
            letters += letters.find(letter) == std::string::npos ? letter : "";
        }
    }
    json& jobs = config.at("jobs");
    if (!jobs.is_object())
    {
        return; // an error that is known
    }
    jobs["count"] = MaxJobsAtOnce(config);
    jobs["workers"] = workers;
    if (!letters.empty())
    {
        jobs["workload"] = letters;
    }
}

} // namespace ns3::esa
