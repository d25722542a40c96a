/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-rules.h"
#include "esa-systems-with.h"

#include "ns3/esa-host-sum.h"

#include <algorithm>
#include <cstdint>
#include <string>

namespace ns3::esa
{
namespace
{

/// Workers of the smallest job.
uint32_t
SmallestJob(const Scenario& scenario)
{
    uint32_t smallest = scenario.jobs.workers;
    for (const JobPlacement& job : scenario.placement.jobs)
    {
        smallest = std::min(smallest, static_cast<uint32_t>(job.workerHosts.size()));
    }
    return smallest;
}

/// The systems of the module that know an operation, for messages.
std::string
SystemsThatKnow(CollectiveKind kind)
{
    std::string names;
    for (const SystemRecord& system : Systems())
    {
        const SystemRecord* fallback = FallbackOf(system);
        if (KnowsOperation(system.onHost.sum, kind) &&
            (!fallback || KnowsOperation(fallback->onHost.sum, kind)))
        {
            names += (names.empty() ? "" : ", ") + std::string(system.name);
        }
    }
    return names;
}

} // namespace

void
CheckCollective(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const auto& jobs = draft->jobs;
    if (jobs.collective == CollectiveKind::AllReduce)
    {
        return;
    }
    const std::string others = SystemsWhere(draft.Written(), [&jobs](const SystemRecord& system) {
        return !KnowsOperation(system.onHost.sum, jobs.collective);
    });
    if (!others.empty())
    {
        draft.Refuse(errors,
                     jobs.collective,
                     "\"all_reduce\" with " + others + " (this operation is known to " +
                         SystemsThatKnow(jobs.collective) + ")");
    }
    if (!draft->trace.jobs.empty() || !draft->trace.file.empty())
    {
        draft.Refuse(errors, jobs.collective, "\"all_reduce\" with a trace of jobs");
        return;
    }
    const uint32_t workers = SmallestJob(*draft);
    if (jobs.root >= workers)
    {
        draft.Refuse(errors,
                     jobs.root,
                     "the number of a worker of every job, from 0 to " +
                         std::to_string(workers - 1));
    }
    if (jobs.collective == CollectiveKind::SendReceive && workers < 2)
    {
        draft.Refuse(errors, jobs.collective, "another operation for a job of one worker");
    }
}

} // namespace ns3::esa
