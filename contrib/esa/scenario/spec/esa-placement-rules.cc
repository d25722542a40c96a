// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-rules.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Checks that the PSes that do not run beside workers find hosts in a fat tree or graph.
void
CheckPsHosts(ScenarioDraft& draft, uint64_t free)
{
    if (draft->PsHosts() <= free)
    {
        return;
    }
    draft.Refuse(draft->topology.psHosts,
                 "0, for PSes beside workers" +
                     (free > 0 ? ", or at most " + std::to_string(free) : "") +
                     ", as the jobs' workers leave " + std::to_string(free) + " of the " +
                     std::to_string(draft->Hosts()) + " hosts");
}

/// A multiple of a number that is not smaller than another number.
uint64_t
RoundedUp(uint64_t number, uint64_t factor)
{
    return (number + factor - 1) / factor * factor;
}

/// Checks that without a placement there is a host for every worker, and for the PSes that do not
/// run beside workers.
void
CheckDefaultPlacement(ScenarioDraft& draft)
{
    const uint64_t count = draft->jobs.count;
    const uint64_t workers = draft->jobs.workers;
    if (!draft->placement.jobs.empty() || !draft->trace.jobs.empty())
    {
        return; // hosts are chosen by another rule
    }
    const bool isShared = !draft->HasServersForPses(); // hosts are those of workers and PSes
    const uint64_t hosts = isShared ? draft->Hosts() : draft->topology.hosts;
    if (count * workers > hosts)
    {
        draft.Add(
            {{"/jobs",
              std::to_string(count) + " jobs x " + std::to_string(workers) + " workers = " +
                  std::to_string(count * workers) + " is not allowed: must be at most " +
                  (isShared ? "the " + std::to_string(hosts) + " hosts of the topology"
                            : draft.Quote(draft->topology.hosts)) +
                  ", unless " + draft.PointerOf(draft->placement.jobs) + " says where they run" +
                  (isShared
                       ? ""
                       : "; topology.hosts=" +
                             std::to_string(RoundedUp(count * workers, draft->topology.racks)) +
                             " makes room")}});
        return;
    }
    if (isShared)
    {
        CheckPsHosts(draft, hosts - count * workers);
    }
}

/// Checks that no more jobs sum in rings than there are.
void
CheckRingJobs(ScenarioDraft& draft)
{
    if (draft->trace.jobs.empty() && draft->execution.traces.empty())
    {
        draft.RequireAtMost(draft->jobs.rings, draft->jobs.count);
    }
}

/// Checks that jobs have no more workers than every system of the scenario takes.
void
CheckWorkers(ScenarioDraft& draft)
{
    const WorkerLimit limit = LimitOfWorkers(draft.Written());
    draft.Require(!draft->trace.jobs.empty() || draft->jobs.workers <= limit.most,
                  draft->jobs.workers,
                  "at most " + limit.text);
}

/// Checks that a job is not split over more racks than there are.
void
CheckRacksPerJob(ScenarioDraft& draft)
{
    draft.Require(draft->placement.racksPerJob <= draft->Racks(),
                  draft->placement.racksPerJob,
                  AtMost(draft->Racks()) + ", the racks of the topology");
}

/// Checks that jobs.count and jobs.workers agree with the placement.
void
CheckPlacementSizes(ScenarioDraft& draft)
{
    const auto& jobs = draft->placement.jobs;
    if (jobs.empty() || !draft->trace.jobs.empty())
    {
        return;
    }
    const std::string& place = draft.PointerOf(jobs);
    draft.Require(jobs.size() == draft->jobs.count,
                  draft->jobs.count,
                  Only(jobs.size()) + ", the number of entries of " + place);
    std::size_t largest = 0;
    for (const JobPlacement& job : jobs)
    {
        largest = std::max(largest, job.workerHosts.size());
    }
    draft.Require(largest == draft->jobs.workers,
                  draft->jobs.workers,
                  Only(largest) + ", the workers of the largest job of " + place);
}

/// The host numbers that exist, for messages.
std::string
AllowedHosts(const ScenarioDraft& draft)
{
    const uint32_t hosts = draft->Hosts();
    return "a host number from 0 to " + std::to_string(hosts - 1) + " (/topology has " +
           std::to_string(hosts) + " hosts, PS hosts included)";
}

/// Checks that a placement names existing hosts.
void
CheckPlacementHosts(ScenarioDraft& draft)
{
    for (const JobPlacement& job : draft->placement.jobs)
    {
        CheckHostNumbers(draft, job.workerHosts);
        draft.Require(job.psHost < draft->Hosts(), job.psHost, AllowedHosts(draft));
    }
}

} // namespace

void
CheckHostNumbers(ScenarioDraft& draft, const std::vector<uint32_t>& hosts)
{
    for (std::size_t i = 0; i < hosts.size(); ++i)
    {
        if (hosts[i] >= draft->Hosts())
        {
            draft.RefuseAt(draft.PointerOf(hosts) + "/" + std::to_string(i), AllowedHosts(draft));
        }
    }
}

void
ApplyPlacementRules(ScenarioDraft& draft)
{
    CheckDefaultPlacement(draft);
    CheckWorkers(draft);
    CheckRingJobs(draft);
    CheckRacksPerJob(draft);
    CheckPlacementSizes(draft);
    CheckPlacementHosts(draft);
}

} // namespace ns3::esa
