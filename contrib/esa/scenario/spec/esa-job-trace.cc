// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-expand.h"
#include "esa-scenario-rules.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// The limits that the jobs of a trace must keep.
struct JobTraceLimits
{
    uint32_t hosts{0};                         ///< hosts of the topology
    uint32_t psHosts{0};                       ///< those of them that are for PSes, less than all
    WorkerLimit workers;                       ///< of a job, with the systems of the scenario
    std::map<std::string, std::string> models; ///< letters of DNNs, and the model that each names
};

/// What is wrong with a job of a trace.
struct JobTraceError
{
    std::size_t job;     ///< its place in the trace
    const char* field;   ///< its field
    std::string allowed; ///< what is allowed there
};

constexpr std::size_t kMaxJobs = 65536; ///< the job number in the header has 16 bits

constexpr double kMaxTimeS = 1e10;         ///< of a trace, three centuries
constexpr double kMaxIterations = 1000000; ///< as in the schema
constexpr double kMicrosecondsPerSecond = 1e6;

std::string
AllowedModels(const JobTraceLimits& limits)
{
    std::string letters;
    for (const auto& [letter, model] : limits.models)
    {
        letters +=
            (letters.empty() ? "" : ", ") + letter + (model.empty() ? "" : " or " + Shown(model));
    }
    return "a letter of /dnns, or the model of one: " + letters;
}

std::string
AllowedWorkers(const JobTraceLimits& limits)
{
    const uint32_t hosts = limits.hosts - limits.psHosts;
    const std::string forPses =
        limits.psHosts > 0 ? ", " + std::to_string(limits.psHosts) + " of them for PSes" : "";
    return "an integer from 1 to " + (hosts < limits.workers.most
                                          ? std::to_string(hosts) + " (/topology/hosts = " +
                                                std::to_string(limits.hosts) + forPses + ")"
                                          : limits.workers.text);
}

/// The iterations of a job: the number that the model, computing and sending alone, completes
/// in the job's scaled duration, and at least one. A worker alone sends nothing.
/// @param durationUs the scaled duration
/// @return their number, rounded
double
JobTraceIterations(const DnnSpec& dnn, uint32_t workers, double linkGbps, double durationUs)
{
    double aloneUs = dnn.ComputeUs();
    if (workers > 1)
    {
        for (const Dnn::Partition& partition : dnn.partitions)
        {
            aloneUs += static_cast<double>(partition.bytes) * 8 / (linkGbps * 1e3);
        }
    }
    return aloneUs > 0 ? std::max(1.0, std::round(durationUs / aloneUs)) : 1;
}

/// @return what of a job is beyond a simulation, and by which limit; "": nothing is
std::string
BeyondSimulation(const ScenarioDraft& draft, const TraceJobSpec& job)
{
    const double scale = draft->trace.timeScale;
    if (job.submitS * scale > kMaxSimulatedS)
    {
        return ChildPointer(draft.PointerOf(job), "submit_time") +
               " comes within 1e6 simulated seconds";
    }
    const auto dnn = draft->dnns.find(job.dnn);
    const double durationUs = job.durationS * scale * kMicrosecondsPerSecond;
    if (dnn != draft->dnns.end() &&
        JobTraceIterations(dnn->second, job.workers, draft->link.rateGbps, durationUs) >
            kMaxIterations)
    {
        return ChildPointer(draft.PointerOf(job), "duration") + " has at most 1000000 iterations";
    }
    return "";
}

/// Find the DNN that a job of a trace trains.
/// @param models letters of DNNs, and the model that each names
/// @param wanted its name in the trace: a letter, or a model
/// @return the letter; empty if there is none
std::string
LetterOfModel(const std::map<std::string, std::string>& models, const std::string& wanted)
{
    for (const auto& [letter, model] : models)
    {
        if (letter == wanted || (!model.empty() && model == wanted))
        {
            return letter;
        }
    }
    return "";
}

/// A cell with a time; nothing: it holds none.
std::optional<double>
TimeOf(const json& cell)
{
    const bool isTime =
        cell.is_number() && cell.get<double>() >= 0 && cell.get<double>() <= kMaxTimeS;
    return isTime ? std::optional(cell.get<double>()) : std::nullopt;
}

/// Check the jobs of a trace: times from 0 in ascending order, no more workers than hosts or
/// bits in a bitmap, and a model that exists.
/// @param jobs as in trace.jobs; of a file, a cell may hold anything
/// @return what is wrong; of a flood, the first ones
std::vector<JobTraceError>
FindJobTraceErrors(const json& jobs, const JobTraceLimits& limits)
{
    const std::string times = "a number of seconds from 0 to 1e10";
    std::vector<JobTraceError> errors;
    double before = 0;
    for (std::size_t i = 0; i < jobs.size() && errors.size() <= kMaxErrorLines; ++i)
    {
        const json& job = jobs[i];
        const auto submitS = TimeOf(job.at("submit_time"));
        if (!submitS)
        {
            errors.push_back({i, "submit_time", times});
        }
        else if (*submitS < before)
        {
            errors.push_back({i,
                              "submit_time",
                              "at least " + ShortText(before) +
                                  ", that of the job before: jobs stand in the order in which "
                                  "they are submitted"});
        }
        before = std::max(before, submitS.value_or(before));
        const json& workers = job.at("gpu_num");
        if (!workers.is_number_integer() || workers < 1 ||
            workers > std::min(limits.hosts - limits.psHosts, limits.workers.most))
        {
            errors.push_back({i, "gpu_num", AllowedWorkers(limits)});
        }
        if (!TimeOf(job.at("duration")))
        {
            errors.push_back({i, "duration", times});
        }
        if (LetterOfModel(limits.models, job.at("model").get<std::string>()).empty())
        {
            errors.push_back({i, "model", AllowedModels(limits)});
        }
    }
    return errors;
}

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

/// The jobs of a file.
json
ReadJobs(const json& config, const std::string& path)
{
    JobTraceRows file = ParseJobTrace(ReadTextFile(path), path);
    std::vector<std::string> lines;
    for (const JobTraceError& error : FindJobTraceErrors(file.jobs, LimitsOf(config)))
    {
        lines.push_back(Shown(path) + ":" + std::to_string(file.lines[error.job]) + ": " +
                        error.field + ": " +
                        NotAllowed(file.jobs[error.job][error.field], error.allowed));
    }
    ThrowLines(lines);
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

/// Checks each job of a trace.
void
CheckJobTrace(ScenarioDraft& draft)
{
    const uint32_t hosts = draft->topology.hosts;
    const uint32_t psHosts = draft->HasServersForPses() ? 0 : draft->PsHosts();
    if (psHosts >= hosts)
    {
        return; // CheckTopologyOfTrace() reports it
    }
    JobTraceLimits limits = LimitsOf(draft.Written());
    limits.psHosts = psHosts;
    for (const JobTraceError& error :
         FindJobTraceErrors(draft.Written().at("trace").at("jobs"), limits))
    {
        const TraceJobSpec& job = draft->trace.jobs[error.job];
        draft.RefuseAt(ChildPointer(draft.PointerOf(job), error.field), error.allowed);
    }
}

/// Checks that the jobs of a trace are neither submitted too late nor train too long.
void
CheckJobTraceScale(ScenarioDraft& draft)
{
    for (const TraceJobSpec& job : draft->trace.jobs)
    {
        if (const std::string beyond = BeyondSimulation(draft, job); !beyond.empty())
        {
            draft.Refuse(draft->trace.timeScale, "so small that " + beyond);
            return;
        }
    }
}

/// Checks that nothing beside a trace names jobs by number: placement, pauses, restarts.
void
CheckBesideJobTrace(ScenarioDraft& draft)
{
    if (!draft->trace.jobs.empty())
    {
        const Allowed none = NoElements() + " with a /trace, whose jobs come and go";
        const Scenario::Faults& faults = draft->faults;
        draft.Require(draft->placement.jobs.empty(), draft->placement.jobs, none);
        draft.Require(faults.workerPauses.empty(), faults.workerPauses, none);
        draft.Require(faults.psFailures.empty(), faults.psFailures, none);
    }
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
    for (const CsvLine& row : ParseCsvRows(text, origin, form))
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
    ExpandJobs(config, "trace", folder, [&config](const std::string& path) {
        return ReadJobs(config, path);
    });
    json& trace = config.at("trace");
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
    jobs["count"] = MaxJobsAtOnce(config);
    jobs["workers"] = workers;
    if (!letters.empty())
    {
        jobs["workload"] = letters;
    }
}

void
ScaleJobTrace(Scenario& scenario)
{
    const double usPerTraceSecond = kMicrosecondsPerSecond * scenario.trace.timeScale;
    for (TraceJobSpec& job : scenario.trace.jobs)
    {
        job.submitUs = job.submitS * usPerTraceSecond;
        job.iterations =
            static_cast<uint32_t>(JobTraceIterations(scenario.dnns.at(job.dnn),
                                                     job.workers,
                                                     scenario.link.rateGbps,
                                                     job.durationS * usPerTraceSecond));
    }
}

void
ApplyJobTraceRules(ScenarioDraft& draft)
{
    CheckJobTrace(draft);
    CheckJobTraceScale(draft);
    CheckBesideJobTrace(draft);
}

} // namespace ns3::esa
