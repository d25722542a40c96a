// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Random dependency graphs of several ranks.

#include "workload/execution/graph.h"

#include "ns3/esa-execution-faults.h"
#include "ns3/esa-execution-state.h"
#include "ns3/esa-execution-trace.h"

#include <gtest/gtest.h>
#include <random>
#include <set>

namespace ns3::esa
{
namespace
{

using test::AddNode;
using test::CollectiveOf;
using test::Computation;

/// What decides, the same with every library.
class Draws
{
  public:
    explicit Draws(uint64_t seed)
        : m_random(seed)
    {
    }

    /// @return a number from the first to below the last
    uint32_t Between(uint32_t first, std::size_t last)
    {
        return first + static_cast<uint32_t>(m_random() % (last - first));
    }

  private:
    std::mt19937_64 m_random; ///< of a seed
};

/// A trace without circles: nodes wait for earlier ones only, and every rank has the same
/// collectives in the same order.
ExecutionTrace
DrawTrace(Draws& draws)
{
    const auto ranks = draws.Between(1, 5);
    const auto groups = draws.Between(1, 4);
    ExecutionTrace trace = test::TraceOf(ranks, groups);
    const auto steps = draws.Between(1, 25);
    for (uint32_t step = 0; step < steps; ++step)
    {
        const auto group = draws.Between(0, 2 * groups);
        for (RankTrace& rank : trace.ranks)
        {
            const auto node = static_cast<uint32_t>(rank.nodes.size());
            std::vector<uint32_t> awaited;
            for (uint32_t i = 0; node > 0 && i < 2; ++i)
            {
                awaited.push_back(draws.Between(0, node));
            }
            AddNode(rank, group < groups ? CollectiveOf(group) : Computation(), awaited);
        }
    }
    return trace;
}

TEST(ExecutionState, RandomGraphsFinishInTheOrderOfTheirDependencies)
{
    for (uint64_t seed = 1; seed <= 300; ++seed)
    {
        SCOPED_TRACE(seed);
        Draws draws(seed);
        const ExecutionTrace trace = DrawTrace(draws);
        ASSERT_TRUE(FindExecutionFaults(trace).empty());
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
                    ASSERT_EQ(ended.count(rank.dependencies[entry.firstDependency + i]), 1U);
                }
                if (entry.kind == ExecutionKind::Collective)
                {
                    ASSERT_GE(node, lastOf[entry.group]);
                    lastOf[entry.group] = node;
                }
                else
                {
                    for (const uint32_t other : running)
                    {
                        ASSERT_NE(rank.nodes[other].kind, ExecutionKind::Compute);
                    }
                }
                running.push_back(node);
            }
            ASSERT_TRUE(!running.empty());
            const auto chosen = running.begin() + draws.Between(0, running.size());
            state.OnDone(*chosen);
            ended.insert(*chosen);
            running.erase(chosen);
        }
        ASSERT_EQ(ended.size(), rank.nodes.size());
    }
}

} // namespace
} // namespace ns3::esa
