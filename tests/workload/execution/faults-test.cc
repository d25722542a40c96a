// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "graph.h"

#include "ns3/esa-execution-faults.h"

#include <array>
#include <gtest/gtest.h>
#include <string>

namespace ns3::esa::test
{
namespace
{

/// The only fault of a trace, as RANK/NODE: TEXT.
std::string
OnlyFault(const ExecutionTrace& trace)
{
    const auto faults = FindExecutionFaults(trace);
    if (faults.size() != 1)
    {
        return std::to_string(faults.size()) + " faults";
    }
    return std::to_string(faults[0].rank) + "/" + std::to_string(faults[0].node) + ": " +
           faults[0].text;
}

TEST(ExecutionFaults, CollectivesOfAGroupAreTheSameAtAllRanks)
{
    ExecutionTrace trace = TraceOf(3);
    AddNode(trace.ranks[0], CollectiveOf(0, 16));
    AddNode(trace.ranks[1], CollectiveOf(0, 12));
    AddNode(trace.ranks[2], CollectiveOf(0, 16));
    EXPECT_EQ(OnlyFault(trace),
              "1/100: is all_reduce of 12 bytes, but collective 0 of the process group a is "
              "all_reduce of 16 bytes in node 100 of rank 0: they must be the same");
    trace.ranks[1].nodes[0].bytes = 16;
    trace.ranks[1].nodes[0].collective = CollectiveKind::Broadcast;
    EXPECT_EQ(OnlyFault(trace).rfind("1/100: is broadcast", 0), 0U);
}

class UnevenCollective : public testing::TestWithParam<CollectiveKind>
{
};

TEST_P(UnevenCollective, MovesAsIfEachRankBroughtTheMost)
{
    ExecutionTrace trace = TraceOf(3);
    for (uint32_t rank = 0; rank < 3; ++rank)
    {
        ExecutionNode node = CollectiveOf(0, std::array<uint64_t, 3>{12, 16, 0}[rank]);
        node.collective = GetParam();
        AddNode(trace.ranks[rank], node);
        AddNode(trace.ranks[rank], CollectiveOf(0, 8));
    }
    EXPECT_TRUE(FindExecutionFaults(trace).empty());
    EXPECT_EQ(ExecutionMatches(trace).LargestOf(trace, 0, 0).bytes, 16U);
    EXPECT_EQ(CountUnevenCollectives(trace), 1U);
    trace.ranks[1].nodes[0].bytes = kMaxStreamBytes; // the largest one is what moves
    EXPECT_EQ(
        OnlyFault(trace).rfind("0/100: up to here, the collectives of the process group a", 0),
        0U)
        << OnlyFault(trace);
    for (RankTrace& rank : trace.ranks)
    {
        rank.nodes[0].collective = CollectiveKind::ReduceScatter;
    }
    trace.ranks[1].nodes[0].bytes = 16;
    EXPECT_EQ(FindExecutionFaults(trace).size(), 2U) << "of others it is a mistake";
}

INSTANTIATE_TEST_SUITE_P(ExecutionFaults,
                         UnevenCollective,
                         testing::Values(CollectiveKind::AllToAll, CollectiveKind::AllGather));

TEST(ExecutionFaults, AGroupMovesNoMoreThanSequenceNumbersAllow)
{
    ExecutionTrace trace = TraceOf(2);
    for (RankTrace& rank : trace.ranks)
    {
        ExecutionNode gather = CollectiveOf(0, kMaxStreamBytes / 4);
        gather.collective = CollectiveKind::AllGather; // of two ranks, so half of what may move
        AddNode(rank, gather);
        AddNode(rank, CollectiveOf(0, kMaxStreamBytes / 2 - 1000));
    }
    EXPECT_TRUE(FindExecutionFaults(trace).empty());
    for (RankTrace& rank : trace.ranks)
    {
        AddNode(rank, CollectiveOf(0, 1000));
        AddNode(rank, CollectiveOf(0, 1000));
    }
    EXPECT_EQ(OnlyFault(trace),
              "0/102: up to here, the collectives of the process group a move more than "
              "274877906816 bytes in an iteration, which is not allowed (sequence numbers have 32 "
              "bits)");
}

TEST(ExecutionFaults, APairOfRanksMovesNoMoreThanSequenceNumbersAllow)
{
    ExecutionTrace trace = TraceOf(2);
    for (uint32_t tag = 0; tag < 3; ++tag)
    {
        ExecutionNode send = MessageOf(ExecutionKind::Send, 1, tag);
        ExecutionNode receive = MessageOf(ExecutionKind::Receive, 0, tag);
        send.bytes = receive.bytes = kMaxStreamBytes / 2 - 128;
        AddNode(trace.ranks[0], send);
        AddNode(trace.ranks[1], receive);
        EXPECT_EQ(FindExecutionFaults(trace).size(), tag < 2 ? 0U : 1U);
    }
    EXPECT_EQ(OnlyFault(trace).rfind("0/102: up to here, messages to rank 1 move more", 0), 0U);
}

TEST(ExecutionFaults, NoRankLacksACollective)
{
    ExecutionTrace trace = TraceOf(2);
    AddNode(trace.ranks[0], CollectiveOf(0));
    AddNode(trace.ranks[1], CollectiveOf(0));
    AddNode(trace.ranks[1], CollectiveOf(0));
    EXPECT_EQ(OnlyFault(trace),
              "1/101: collective 1 of the process group a is missing at rank 0: every rank of a "
              "group has the same collectives");
}

TEST(ExecutionFaults, MessagesHaveTwoEnds)
{
    ExecutionTrace trace = TraceOf(2);
    AddNode(trace.ranks[0], MessageOf(ExecutionKind::Send, 1, 5));
    EXPECT_EQ(OnlyFault(trace), "0/100: sends with tag 5 to rank 1, which does not receive it");
    trace.ranks[0].nodes[0].kind = ExecutionKind::Receive;
    EXPECT_EQ(OnlyFault(trace), "0/100: receives with tag 5 from rank 1, which does not send it");
    AddNode(trace.ranks[1], MessageOf(ExecutionKind::Send, 0, 5));
    EXPECT_TRUE(FindExecutionFaults(trace).empty());
    trace.ranks[1].nodes[0].bytes = 9;
    EXPECT_EQ(OnlyFault(trace), "0/100: receives 8 bytes, but node 100 of rank 1 sends 9 bytes");
}

TEST(ExecutionFaults, NoNodeWaitsForItself)
{
    ExecutionTrace trace = TraceOf(1);
    AddNode(trace.ranks[0], Computation(), {1});
    AddNode(trace.ranks[0], Computation(), {0});
    EXPECT_EQ(OnlyFault(trace), "0/100: waits for itself, by way of node 101 of rank 0");
    trace.ranks[0].dependencies[1] = 1;
    EXPECT_EQ(OnlyFault(trace), "0/101: waits for itself");
}

TEST(ExecutionFaults, RanksDoNotWaitForEachOther)
{
    // rank 0 begins with the first group, rank 1 with the second
    ExecutionTrace trace = TraceOf(2, 2);
    const auto a = AddNode(trace.ranks[0], CollectiveOf(0));
    AddNode(trace.ranks[0], CollectiveOf(1), {a});
    const auto b = AddNode(trace.ranks[1], CollectiveOf(1));
    AddNode(trace.ranks[1], CollectiveOf(0), {b});
    EXPECT_EQ(OnlyFault(trace),
              "0/100: waits for itself, by way of node 101 of rank 1, node 100 of rank 1, node 101 "
              "of rank 0");
}

TEST(ExecutionFaults, ASenderDoesNotWaitForItsReceiver)
{
    ExecutionTrace trace = TraceOf(2);
    for (uint32_t rank = 0; rank < 2; ++rank)
    {
        const auto sent = AddNode(trace.ranks[rank], MessageOf(ExecutionKind::Send, 1 - rank));
        AddNode(trace.ranks[rank], MessageOf(ExecutionKind::Receive, 1 - rank), {sent});
    }
    EXPECT_TRUE(FindExecutionFaults(trace).empty());
    for (RankTrace& rank : trace.ranks)
    {
        std::swap(rank.nodes[0].kind, rank.nodes[1].kind); // now both receive first
    }
    EXPECT_NE(OnlyFault(trace).find("waits for itself"), std::string::npos);
}

TEST(ExecutionFaults, AreAtMostTwenty)
{
    ExecutionTrace trace = TraceOf(2);
    for (int i = 0; i < 100; ++i)
    {
        AddNode(trace.ranks[0], CollectiveOf(0, 4));
        AddNode(trace.ranks[1], CollectiveOf(0, 8));
    }
    EXPECT_EQ(FindExecutionFaults(trace).size(), 20U);
}

} // namespace
} // namespace ns3::esa::test
