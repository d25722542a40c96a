/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-rules.h"
#include "esa-topology-build.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Number of workers of a job.
std::size_t
WorkersOf(const Scenario& scenario, uint32_t job)
{
    const auto& placed = scenario.placement.jobs;
    return job < placed.size() ? placed[job].workerHosts.size() : scenario.jobs.workers;
}

/// Place of the first of a link's faults that needs repair; empty if none does.
std::string
HarmOf(const ScenarioDraft& draft, const LinkFaultSpec& spec)
{
    for (const auto member : {&LinkFaultSpec::lossProbability,
                              &LinkFaultSpec::burstProbability,
                              &LinkFaultSpec::duplicateProbability,
                              &LinkFaultSpec::reorderProbability})
    {
        if (spec.*member > 0)
        {
            return draft.PointerOf(spec.*member);
        }
    }
    if (!spec.lostPackets.empty())
    {
        return draft.PointerOf(spec.lostPackets);
    }
    return spec.down.empty() ? "" : draft.PointerOf(spec.down);
}

/// Place of the first fault that needs repair; empty if none does.
std::string
FirstHarm(const ScenarioDraft& draft)
{
    const Scenario::Faults& faults = draft->faults;
    std::string harm = HarmOf(draft, faults.everyLink);
    for (auto entry = faults.linkEntries.begin(); entry != faults.linkEntries.end(); ++entry)
    {
        harm = harm.empty() ? HarmOf(draft, entry->spec) : harm;
    }
    if (harm.empty() && !faults.psRestarts.empty())
    {
        harm = draft.PointerOf(faults.psRestarts);
    }
    return harm;
}

/// Whether a job of this number exists; if not, an error is appended.
bool
CheckJobNumber(const ScenarioDraft& draft, const uint32_t& job, ConfigErrors& errors)
{
    const uint32_t jobs = draft->jobs.count;
    if (job < jobs)
    {
        return true;
    }
    draft.Refuse(errors,
                 job,
                 "a job number from 0 to " + std::to_string(jobs - 1) + " (" +
                     draft.Quote(draft->jobs.count) + ")");
    return false;
}

/// Checks that faults of links name existing hosts, and times that end after they begin.
void
CheckLinkFaults(const ScenarioDraft& draft, ConfigErrors& errors)
{
    for (const LinkFaultEntry& entry : draft->faults.linkEntries)
    {
        if (draft.KnowsNetwork()) // how many hosts there are
        {
            CheckHostNumbers(draft, entry.hosts, errors);
        }
        for (const LinkFaultSpec::Outage& time : entry.spec.down)
        {
            if (time.untilUs <= time.fromUs)
            {
                draft.Refuse(errors, time.untilUs, "more than " + draft.Quote(time.fromUs));
            }
        }
    }
}

/// Checks that pauses and restarts name existing jobs and workers.
void
CheckServerFaults(const ScenarioDraft& draft, ConfigErrors& errors)
{
    for (const WorkerPauseSpec& pause : draft->faults.workerPauses)
    {
        if (!CheckJobNumber(draft, pause.job, errors))
        {
            continue;
        }
        const std::size_t workers = WorkersOf(*draft, pause.job);
        if (pause.worker >= workers)
        {
            draft.Refuse(errors,
                         pause.worker,
                         "a worker of job " + std::to_string(pause.job) + ", from 0 to " +
                             std::to_string(workers - 1));
        }
    }
    for (const PsRestartSpec& restart : draft->faults.psRestarts)
    {
        CheckJobNumber(draft, restart.job, errors);
    }
}

/// Checks that what is slow exists.
void
CheckSlow(const ScenarioDraft& draft, ConfigErrors& errors)
{
    for (const SlowSpec& entry : draft->faults.slow)
    {
        if (!draft.KnowsNetwork())
        {
            return; // nobody knows which hosts and links there are
        }
        CheckHostNumbers(draft, entry.hosts, errors);
        draft.Require(entry.between.empty() || !LinksOf(draft->routes->Graph(), entry).empty(),
                      errors,
                      entry.between,
                      "the names of two nodes that a link connects");
    }
}

/// Checks that recovery is enabled if a fault would stop a job for ever.
void
CheckRecovery(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const std::string harm = FirstHarm(draft);
    draft.Require(harm.empty() || draft->recovery.enabled,
                  errors,
                  draft->recovery.enabled,
                  "true where " + harm + " causes faults that need repair");
}

void
CheckRestarts(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const auto& restarts = draft->faults.psRestarts;
    const std::string keepNoResults = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return system.onSwitch.resultSource == ResultSource::ParameterServer;
    });
    const std::string hostsSum = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return system.SumsInHosts();
    });
    if (restarts.empty())
    {
        return;
    }
    draft.Require(keepNoResults.empty(),
                  errors,
                  restarts,
                  "[] with " + keepNoResults +
                      " (workers keep no results, so a PS that starts again empty loses those "
                      "that some workers still lack)");
    draft.Require(hostsSum.empty(),
                  errors,
                  restarts,
                  "[] with " + hostsSum + " (their servers' restart is not modelled)");
}

} // namespace

std::vector<ScenarioRule>
FaultRules()
{
    return {
        {{"/faults/links", "/topology", "/link", "/jobs", "/placement/ps", "/trace"},
         CheckLinkFaults},
        {{"/faults/worker_pauses",
          "/faults/ps_restarts",
          "/jobs/count",
          "/jobs/workers",
          "/placement"},
         CheckServerFaults},
        {{"/faults/slow", "/topology", "/link", "/jobs", "/placement/ps", "/trace"}, CheckSlow},
        {{"/systems", "/faults/ps_restarts"}, CheckRestarts},
        {{"/faults", "/recovery/enabled"}, CheckRecovery},
    };
}

} // namespace ns3::esa
