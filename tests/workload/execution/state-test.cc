// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "graph.h"

#include "ns3/esa-execution-state.h"

#include <gtest/gtest.h>

namespace ns3::esa::test
{
namespace
{

/// The nodes that start now.
std::vector<uint32_t>
Started(ExecutionState& state)
{
    std::vector<uint32_t> nodes;
    for (uint32_t node = state.TakeNext(); node != ExecutionState::kNone; node = state.TakeNext())
    {
        nodes.push_back(node);
    }
    return nodes;
}

using Nodes = std::vector<uint32_t>;

TEST(ExecutionState, TheAcceleratorComputesOneNodeAtATimeInTheOrderOfTheTrace)
{
    RankTrace rank;
    const auto first = AddNode(rank, Computation());
    const auto gate = AddNode(rank, CollectiveOf(0));
    const auto early = AddNode(rank, Computation(), {gate});
    const auto late = AddNode(rank, Computation());
    ExecutionState state(rank);
    EXPECT_EQ(Started(state), (Nodes{gate, first}));
    state.OnDone(gate); // now two could compute, and the first of them does
    EXPECT_EQ(Started(state), Nodes{});
    state.OnDone(first);
    EXPECT_EQ(Started(state), Nodes{early});
    state.OnDone(early);
    EXPECT_EQ(Started(state), Nodes{late});
}

TEST(ExecutionState, TheProcessorWorksBesideTheAccelerator)
{
    RankTrace rank;
    const auto onDevice = AddNode(rank, Computation());
    ExecutionNode work = Computation();
    work.kind = ExecutionKind::CpuWork;
    const auto onHost = AddNode(rank, work);
    const auto next = AddNode(rank, work);
    ExecutionState state(rank);
    EXPECT_EQ(Started(state), (Nodes{onDevice, onHost}));
    state.OnDone(onHost);
    EXPECT_EQ(Started(state), Nodes{next});
}

TEST(ExecutionState, UnitsOfARankComputeBesideEachOther)
{
    RankTrace rank;
    ExecutionNode other = Computation();
    other.unit = 3;
    const auto here = AddNode(rank, Computation());
    const auto there = AddNode(rank, other);
    const auto thereNext = AddNode(rank, other);
    const auto hereNext = AddNode(rank, Computation());
    ExecutionState state(rank);
    EXPECT_EQ(Started(state), (Nodes{here, there}));
    state.OnDone(there);
    EXPECT_EQ(Started(state), Nodes{thereNext});
    state.OnDone(here);
    EXPECT_EQ(Started(state), Nodes{hereNext});
}

TEST(ExecutionState, ANodeMayWaitForAStartOnly)
{
    RankTrace rank;
    ExecutionNode other = Computation();
    other.unit = 1;
    const auto first = AddNode(rank, Computation());
    const auto second = AddNode(rank, Computation());
    const auto both = AddNode(rank, other, {first, second});
    rank.nodes[both].startsAwaited = 1; // the second has started, the first has ended
    ExecutionState state(rank);
    EXPECT_EQ(Started(state), Nodes{first});
    state.OnDone(first);
    EXPECT_EQ(Started(state), (Nodes{second, both}));
    state.OnDone(both);
    state.OnDone(second);
    EXPECT_TRUE(state.Finished());
}

TEST(ExecutionState, MessagesOfATagStartInTheOrderOfTheTrace)
{
    RankTrace rank;
    const auto gate = AddNode(rank, Computation());
    const auto first = AddNode(rank, MessageOf(ExecutionKind::Send, 1, 7), {gate});
    const auto other = AddNode(rank, MessageOf(ExecutionKind::Send, 1, 8));
    const auto second = AddNode(rank, MessageOf(ExecutionKind::Send, 1, 7));
    ExecutionState state(rank);
    EXPECT_EQ(Started(state), (Nodes{other, gate})) << "another tag does not wait";
    state.OnDone(gate);
    EXPECT_EQ(Started(state), (Nodes{first, second}));
}

TEST(ExecutionState, CollectivesOfAGroupStartInTheOrderOfTheTrace)
{
    RankTrace rank;
    const auto gate = AddNode(rank, Computation());
    const auto first = AddNode(rank, CollectiveOf(0), {gate});
    const auto second = AddNode(rank, CollectiveOf(0)); // waits for nothing but the first
    const auto other = AddNode(rank, CollectiveOf(1));
    ExecutionState state(rank);
    EXPECT_EQ(Started(state), (Nodes{other, gate}));
    state.OnDone(gate);
    EXPECT_EQ(Started(state), (Nodes{first, second})) << "they need not wait for the end";
}

TEST(ExecutionState, WhatDoesNothingTakesNoUnit)
{
    RankTrace rank;
    const auto a = AddNode(rank, ExecutionNode{});
    const auto b = AddNode(rank, ExecutionNode{}, {a, a});
    ExecutionState state(rank);
    EXPECT_EQ(Started(state), Nodes{a});
    state.OnDone(a);
    EXPECT_EQ(Started(state), Nodes{b}) << "a dependency may be given twice";
}

TEST(ExecutionState, AnEmptyGraphIsFinished)
{
    const RankTrace rank;
    EXPECT_TRUE(ExecutionState(rank).Finished());
}

} // namespace
} // namespace ns3::esa::test
