// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Random dependency graphs of several ranks.

#include "property.h"
#include "workload/execution/graph.h"

#include "ns3/esa-execution-faults.h"
#include "ns3/esa-execution-state.h"
#include "ns3/esa-execution-trace.h"

#include <set>

namespace ns3::esa
{
namespace
{

using test::AddNode;
using test::CollectiveOf;
using test::Computation;

/// A trace without circles: nodes wait for earlier ones only, and every rank has the same
/// collectives in the same order.
ExecutionTrace
DrawTrace()
{
    const auto ranks = *rc::gen::inRange<uint32_t>(1, 5);
    const auto groups = *rc::gen::inRange<uint32_t>(1, 4);
    ExecutionTrace trace = test::TraceOf(ranks, groups);
    const auto steps = *rc::gen::inRange<uint32_t>(1, 25);
    for (uint32_t step = 0; step < steps; ++step)
    {
        const auto group = *rc::gen::inRange<uint32_t>(0, 2 * groups);
        for (RankTrace& rank : trace.ranks)
        {
            const auto node = static_cast<uint32_t>(rank.nodes.size());
            std::vector<uint32_t> awaited;
            for (uint32_t i = 0; node > 0 && i < 2; ++i)
            {
                awaited.push_back(*rc::gen::inRange<uint32_t>(0, node));
            }
            AddNode(rank, group < groups ? CollectiveOf(group) : Computation(), awaited);
        }
    }
    return trace;
}

TEST(ExecutionProperty, RandomGraphsFinishInTheOrderOfTheirDependencies)
{
    CheckProperty([] {
        const ExecutionTrace trace = DrawTrace();
        RC_ASSERT(FindExecutionFaults(trace).empty());
        const RankTrace& rank = trace.ranks.front();
        ExecutionState state(rank);
        std::vector<uint32_t> running;
        std::set<uint32_t> ended;
        std::vector<uint32_t> lastOf(trace.groups.size(), 0);
        while (!state.Finished())
        {
            for (uint32_t node = state.TakeNext(); node != ExecutionState::kNone;
                 node = state.TakeNext())
            {
                const ExecutionNode& entry = rank.nodes[node];
                for (uint32_t i = 0; i < entry.dependencies; ++i)
                {
                    RC_ASSERT(ended.count(rank.dependencies[entry.firstDependency + i]) == 1U);
                }
                if (entry.kind == ExecutionKind::Collective)
                {
                    RC_ASSERT(node >= lastOf[entry.group]);
                    lastOf[entry.group] = node;
                }
                else
                {
                    for (const uint32_t other : running)
                    {
                        RC_ASSERT(rank.nodes[other].kind != ExecutionKind::Compute);
                    }
                }
                running.push_back(node);
            }
            RC_ASSERT(!running.empty());
            const auto chosen = running.begin() + *rc::gen::inRange<std::size_t>(0, running.size());
            state.OnDone(*chosen);
            ended.insert(*chosen);
            running.erase(chosen);
        }
        RC_ASSERT(ended.size() == rank.nodes.size());
    });
}

} // namespace
} // namespace ns3::esa
