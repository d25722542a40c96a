/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Where the process groups of a trace stand.

#include "chakra-files.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

TEST(ChakraGroups, ProcessGroupsStandInNodesOrInAFile)
{
    const TemporaryDirectory folder;
    ChakraNode own = AllReduceOf(1, 8);
    own.group = "7";
    ChakraNode groups = NodeOf(2, ChakraType::Metadata);
    groups.inputValues = R"([{"pg_name": "7", "ranks": [2, 0]}, {"pg_name": "9", "ranks": []}])";
    WriteRank(folder, 0, {own, groups});
    WriteRank(folder, 1, {});
    WriteRank(folder, 2, {own, groups});
    const ExecutionTrace trace = ReadChakraTrace(folder.Path("t"), {});
    ASSERT_EQ(trace.groups.size(), 1U);
    EXPECT_EQ(trace.groups[0].ranks, (std::vector<uint32_t>{0, 2}));

    WriteRank(folder, 0, {own});
    WriteRank(folder, 2, {own});
    EXPECT_EQ(ErrorOf(folder), "t.0.et: node 1: the process group 7 is not defined");
    folder.Write("t.groups.json", R"({"7": [0, 2]})");
    EXPECT_EQ(ErrorOf(folder), "none");
    folder.Write("t.groups.json", R"({"7": [1, 2]})");
    EXPECT_EQ(ErrorOf(folder), "t.0.et: node 1: rank 0 is not in the process group 7");
    folder.Write("t.groups.json", R"({"7": [0, 0]})");
    EXPECT_EQ(ErrorOf(folder), "t.groups.json: /7 must be a list of different ranks, at least one");
    folder.Write("t.groups.json", R"({"7": [0, 5]})");
    EXPECT_EQ(ErrorOf(folder),
              "t.0.et: node 1: the process group 7 has the rank 5, but there are files of 3 ranks");
    WriteRank(folder, 1, {groups});
    folder.Write("t.groups.json", R"({"7": [0, 1]})");
    EXPECT_EQ(ErrorOf(folder), "t.1.et: node 2: the process group 7 has other ranks than before");
}

TEST(ChakraGroups, TheGroupFileOfAstraSimIsRead)
{
    const TemporaryDirectory folder;
    ChakraNode own = AllReduceOf(1, 8);
    own.group = "7";
    WriteRank(folder, 0, {own});
    WriteRank(folder, 1, {own});
    folder.Write("comm_group.json", R"({"7": [0, 1]})");
    EXPECT_EQ(ErrorOf(folder), "none");
    folder.Write("t.groups.json", R"({"7": [0, 5]})");
    EXPECT_TRUE(HasText(ErrorOf(folder), "has the rank 5")) << "the trace's own file comes first";
}

TEST(ChakraGroups, AGroupsNumberMayBeAFraction)
{
    const TemporaryDirectory folder;
    ChakraNode first = AllReduceOf(1, 8);
    first.group = "7.0";
    ChakraNode second = AllReduceOf(2, 8);
    second.group = "7";
    ChakraNode other = AllReduceOf(3, 8);
    other.group = "v.7";
    WriteRank(folder, 0, {first, second, other});
    WriteRank(folder, 1, {first, second, other});
    folder.Write("t.groups.json", R"({"7": [0, 1], "v.7": [0, 1]})");
    const ExecutionTrace trace = ReadChakraTrace(folder.Path("t"), {});
    EXPECT_EQ(trace.groups.size(), 2U);
    EXPECT_EQ(trace.ranks[0].nodes[0].group, trace.ranks[0].nodes[1].group);
}

} // namespace
} // namespace ns3::esa::test
