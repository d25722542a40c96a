/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-trace-rules.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

namespace ns3::esa
{
namespace
{

constexpr double kMaxTimeS = 1e10;         ///< of a trace, three centuries
constexpr double kMaxSimulatedS = 1e6;     ///< ns-3 counts up to nine times as much
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

/// Adds an error. Its text is not made if it would not be shown.
template <typename F>
void
AddJobTraceError(std::vector<JobTraceError>& errors, std::size_t job, const char* field, F allowed)
{
    if (errors.size() <= kMaxErrorLines)
    {
        errors.push_back({job, field, allowed()});
    }
}

/**
 * @brief The iterations of a job: the number that the model, computing and sending alone, completes
 * in the job's scaled duration, and at least one.
 * @param dnn the DNN
 * @param linkGbps rate of the links
 * @param durationUs the scaled duration
 * @return their number, rounded
 */
double
JobTraceIterations(const DnnSpec& dnn, double linkGbps, double durationUs)
{
    double aloneUs = 0;
    for (const LayerSpec& layer : dnn.layers)
    {
        aloneUs += layer.forwardUs + layer.backwardUs;
    }
    for (const PartitionSpec& partition : dnn.partitions)
    {
        aloneUs += static_cast<double>(partition.bytes) * 8 / (linkGbps * 1e3);
    }
    return std::max(1.0, std::round(durationUs / aloneUs));
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
        JobTraceIterations(dnn->second, draft->link.rateGbps, durationUs) > kMaxIterations)
    {
        return ChildPointer(draft.PointerOf(job), "duration") + " has at most 1000000 iterations";
    }
    return "";
}

/// Refuses a list that is not empty.
template <typename T>
void
RequireEmpty(const ScenarioDraft& draft, const std::vector<T>& list, ConfigErrors& errors)
{
    if (!list.empty())
    {
        draft.Refuse(errors, list, "[] with a /trace, whose jobs come and go");
    }
}

} // namespace

bool
IsTraceTime(double seconds)
{
    return seconds >= 0 && seconds <= kMaxTimeS;
}

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

std::vector<JobTraceError>
FindJobTraceErrors(const std::vector<JobTraceRow>& rows, const JobTraceLimits& limits)
{
    const std::string times = "a number of seconds from 0 to 1e10";
    std::vector<JobTraceError> errors;
    double before = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
    {
        const JobTraceRow& row = rows[i];
        if (!row.submitS)
        {
            AddJobTraceError(errors, i, "submit_time", [&] { return times; });
        }
        else if (*row.submitS < before)
        {
            AddJobTraceError(errors, i, "submit_time", [&] {
                return "at least " + ShortText(before) +
                       ", that of the job before: jobs stand in the order in which they are "
                       "submitted";
            });
        }
        before = std::max(before, row.submitS.value_or(before));
        if (!row.workers || *row.workers < 1 ||
            *row.workers > std::min(limits.hosts - limits.psHosts, limits.workers.most))
        {
            AddJobTraceError(errors, i, "gpu_num", [&] { return AllowedWorkers(limits); });
        }
        if (!row.durationS)
        {
            AddJobTraceError(errors, i, "duration", [&] { return times; });
        }
        if (LetterOfModel(limits.models, row.model).empty())
        {
            AddJobTraceError(errors, i, "model", [&] { return AllowedModels(limits); });
        }
    }
    return errors;
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
                                                     scenario.link.rateGbps,
                                                     job.durationS * usPerTraceSecond));
    }
}

void
CheckJobTrace(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const uint32_t hosts = draft->topology.hosts;
    const uint32_t psHosts = draft->HasServersForPses() ? 0 : draft->PsHosts();
    if (psHosts >= hosts)
    {
        return; // CheckTopologyOfTrace() says so
    }
    JobTraceLimits limits{hosts, psHosts, LimitOfWorkers(draft.Written()), {}};
    for (const auto& [letter, dnn] : draft->dnns)
    {
        limits.models[letter] = "";
    }
    std::vector<JobTraceRow> rows;
    for (const TraceJobSpec& job : draft->trace.jobs)
    {
        rows.push_back({job.submitS, job.workers, job.durationS, job.dnn});
    }
    for (const JobTraceError& error : FindJobTraceErrors(rows, limits))
    {
        const TraceJobSpec& job = draft->trace.jobs[error.job];
        Refuse(errors,
               draft.Written(),
               ChildPointer(draft.PointerOf(job), error.field),
               error.allowed);
    }
}

void
CheckJobTraceScale(const ScenarioDraft& draft, ConfigErrors& errors)
{
    for (const TraceJobSpec& job : draft->trace.jobs)
    {
        if (const std::string beyond = BeyondSimulation(draft, job); !beyond.empty())
        {
            draft.Refuse(errors, draft->trace.timeScale, "so small that " + beyond);
            return;
        }
    }
}

void
CheckBesideJobTrace(const ScenarioDraft& draft, ConfigErrors& errors)
{
    if (!draft->trace.jobs.empty())
    {
        RequireEmpty(draft, draft->placement.jobs, errors);
        RequireEmpty(draft, draft->faults.workerPauses, errors);
        RequireEmpty(draft, draft->faults.psRestarts, errors);
    }
}

} // namespace ns3::esa
