/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-bottleneck-note.h"

#include "ns3/esa-schema-explainer.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace ns3::esa
{
namespace
{

std::string
PercentOf(double share)
{
    return std::to_string(std::lround(100 * share)) + " %";
}

/// Whether a job could have more trees.
bool
HasFurtherTrees(const ValidScenario& scenario)
{
    const uint32_t trees = scenario->aggregation.trees;
    return trees < scenario->routes->MaxTrees(trees + 1);
}

/// The fields that take load from the link; empty: there are none.
std::string
AdviceOf(const ValidScenario& scenario)
{
    std::vector<std::string> advice;
    if (scenario->aggregation.levels != AggregationLevels::All)
    {
        advice.emplace_back("aggregation.levels=all sums them on the way");
    }
    if (HasFurtherTrees(scenario))
    {
        advice.push_back("aggregation.trees=" + std::to_string(scenario->aggregation.trees + 1) +
                         " or more sends them over several links");
    }
    return JoinWords(advice);
}

/// What repairs without losses tell.
std::string
RepairsOf(const RunResult& result)
{
    if (result.packetsLost > 0 || result.queries + result.retransmissions == 0)
    {
        return "";
    }
    return "; no packet was lost, but packets waited there for longer than timeouts: " +
           std::to_string(result.remindersWorker) + " reminders, " +
           std::to_string(result.queries) + " queries, " + std::to_string(result.retransmissions) +
           " retransmissions";
}

} // namespace

std::vector<std::string>
BottleneckNotes(const ValidScenario& scenario, const std::vector<RunResult>& results)
{
    std::vector<std::string> notes;
    const std::string advice = AdviceOf(scenario);
    for (const std::string& system : scenario->systems)
    {
        const auto run = std::find_if(results.begin(), results.end(), [&](const RunResult& result) {
            return result.system == system && result.bottleneck;
        });
        if (run != results.end() && !advice.empty())
        {
            const Bottleneck& link = *run->bottleneck;
            notes.push_back(system + ": sums of several racks meet at " + link.sender +
                            ", a link into the rack of a PS, which was busy for " +
                            PercentOf(link.utilization) + " of the time (links between switches: " +
                            PercentOf(link.mean) + "); " + advice + RepairsOf(*run));
        }
    }
    return notes;
}

} // namespace ns3::esa
