// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// GOAL schedules, read.

#include "scenario/test-util.h"

#include "ns3/esa-trace-files.h"

#include <utility>

namespace ns3::esa::test
{
namespace
{

/// Reads a schedule.
ExecutionTrace
Read(const std::string& text)
{
    const TemporaryDirectory folder;
    folder.Write("t.goal", text);
    return ReadExecutionTrace(folder.Path("t.goal"), {});
}

/// The first error of a schedule, without the folder; "none".
std::string
ErrorOf(const std::string& text, const TraceOptions& options = {})
{
    const TemporaryDirectory folder;
    folder.Write("t.goal", text);
    const auto lines = ErrorsWhile([&] { ReadExecutionTrace(folder.Path("t.goal"), options); });
    return lines.empty() ? "none" : lines[0].substr(folder.Path("").size());
}

/// A schedule of two ranks, with this in rank 0 and the other end of a message in rank 1.
std::string
InRank0(const std::string& text)
{
    return "num_ranks 2\nrank 0 {\n" + text + "\n}\n";
}

TEST(Goal, HasComputationsAndMessages)
{
    const ExecutionTrace trace = Read("// a comment\n"
                                      "num_ranks 3\n"
                                      "rank 1 {\n"
                                      "a: calc 1500 cpu 7\n"
                                      "b : recv 8 b from 0 tag 5 cpu 2 nic 0 /* another\n"
                                      "comment */\n"
                                      "calc 0\n"
                                      "}\r\n"
                                      "\n"
                                      "rank 0 { x: send 8b to 1 tag 5 }\n");
    ASSERT_EQ(trace.ranks.size(), 3U) << "a rank without a block does nothing";
    EXPECT_TRUE(trace.ranks[2].nodes.empty());
    const std::vector<ExecutionNode>& nodes = trace.ranks[1].nodes;
    ASSERT_EQ(nodes.size(), 3U);
    EXPECT_EQ(nodes[0].kind, ExecutionKind::Compute);
    EXPECT_EQ(nodes[0].duration, FromMicroseconds(1.5));
    EXPECT_EQ(nodes[0].unit, 7U);
    EXPECT_EQ(nodes[0].id, 4U) << "its line";
    EXPECT_EQ(nodes[1].kind, ExecutionKind::Receive);
    EXPECT_EQ(nodes[1].bytes, 8U);
    EXPECT_EQ(nodes[1].peer, 0U);
    EXPECT_EQ(nodes[1].tag, 5U);
    EXPECT_EQ(nodes[2].id, 7U);
    EXPECT_EQ(trace.ranks[0].nodes[0].kind, ExecutionKind::Send);
}

TEST(Goal, EndsAreBeforeStartsAmongTheDependenciesOfANode)
{
    const ExecutionTrace trace = Read(InRank0("a: calc 1\n"
                                              "b: calc 2 cpu 1\n"
                                              "c: calc 3 cpu 2\n"
                                              "c irequires a\n"
                                              "c requires b\n"
                                              "b requires a"));
    const RankTrace& rank = trace.ranks[0];
    EXPECT_EQ(rank.dependencies, (std::vector<uint32_t>{0, 1, 0}));
    EXPECT_EQ(rank.nodes[0].dependencies, 0U);
    EXPECT_EQ(rank.nodes[1].dependencies, 1U);
    EXPECT_EQ(rank.nodes[1].startsAwaited, 0U);
    EXPECT_EQ(rank.nodes[2].firstDependency, 1U);
    EXPECT_EQ(rank.nodes[2].dependencies, 2U);
    EXPECT_EQ(rank.nodes[2].startsAwaited, 1U);
}

TEST(Goal, CountsTheCardsThatMessagesName)
{
    EXPECT_EQ(Read("num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 8b from 0\n}").cards,
              1U);
    EXPECT_EQ(Read(InRank0("calc 1 cpu 0 nic 7")).cards, 1U) << "a computation needs no card";
    EXPECT_EQ(Read("num_ranks 2\nrank 0 {\nsend 8b to 1 tag 0 cpu 1 nic 3\n}\n"
                   "rank 1 {\nrecv 8b from 0 nic 1\n}")
                  .cards,
              4U);
}

TEST(Goal, LabelsAreOfTheirRank)
{
    const ExecutionTrace trace = Read("num_ranks 2\n"
                                      "rank 0 {\n"
                                      "l1: calc 1\n"
                                      "}\n"
                                      "rank 1 {\n"
                                      "calc 1\n"
                                      "l1: calc 2\n"
                                      "l2: calc 3\n"
                                      "l2 requires l1\n"
                                      "}\n");
    EXPECT_EQ(trace.ranks[1].dependencies, std::vector<uint32_t>{1});
}

TEST(Goal, RefusesWhatIsNoSchedule)
{
    const std::string statement =
        " is not allowed: must be LABEL: calc, send or recv, LABEL requires LABEL, or }";
    const std::vector<std::pair<std::string, std::string>> cases{
        {"", "t.goal:1: the end of the file is not allowed: must be num_ranks"},
        {"rank 0 {}", "t.goal:1: rank is not allowed: must be num_ranks"},
        {"num_ranks 0", "t.goal:1: 0 is not allowed: must be a number of ranks from 1 to 32766"},
        {"num_ranks 2\n2", "t.goal:2: 2 is not allowed: must be rank and a number"},
        {"num_ranks 2\nrank 2 {}", "t.goal:2: 2 is not allowed: must be a rank from 0 to 1"},
        {"num_ranks 2\nrank 1 {}\nrank 1 {}", "t.goal:3: rank 1 is there twice"},
        {"num_ranks 2\nrank 1 {\ncalc 1\n", "t.goal:2: rank 1 begins here, and no } ends it"},
        {"num_ranks 2\nrank 1 calc", "t.goal:2: calc is not allowed: must be {"},
        {InRank0("5"), "t.goal:3: 5" + statement},
        {InRank0("l1 calc 5"), "t.goal:3: calc is not allowed: must be : or requires or irequires"},
        {InRank0("l1: wait 5"), "t.goal:3: wait is not allowed: must be calc, send or recv"},
        {InRank0("l1: calc x"),
         "t.goal:3: x is not allowed: must be a number of ns from 0 to 1000"},
        {InRank0("calc 1 calc 2"), "t.goal:3: calc is not allowed: must be cpu or nic, each once"},
        {InRank0("calc 1 cpu 65536"),
         "t.goal:3: 65536 is not allowed: must be a cpu from 0 to 65535"},
        {InRank0("calc 1 cpu 1 cpu 1"), "t.goal:3: cpu is not allowed: must be cpu or nic, each"},
        {InRank0("calc 1 tag 1"), "t.goal:3: tag is not allowed: must be cpu or nic, each once"},
        {InRank0("send 8 to 1"), "t.goal:3: to is not allowed: must be b"},
        {InRank0("send 8b from 1"), "t.goal:3: from is not allowed: must be to"},
        {InRank0("send 8b to 0"), "t.goal:3: 0 is not allowed: must be one of the 2 ranks"},
        {InRank0("recv 8b from -1"), "t.goal:3: -1 is not allowed: must be one of the 2"},
        {InRank0("recv 8b from 1 tag -1"), "t.goal:3: -1 is not allowed: must be a tag from 0"},
        {InRank0("recv 8b from 1 nic 256"),
         "t.goal:3: 256 is not allowed: must be a network card from 0 to 255"},
        {InRank0("l1: calc 1\nl1: calc 1"), "t.goal:4: the label l1 is there twice"},
        {InRank0("l1: calc 1\nl1 requires l2"), "t.goal:4: the label l2 is not allowed"},
        {InRank0("calc 1 /"), "t.goal:3: / is not allowed: must begin a comment"},
        {InRank0("/* calc 1"), "t.goal:3: a comment that begins here is not ended by */"},
        {InRank0("calc -2"), "t.goal:3: - is not allowed: must be words"},
        {InRank0("calc 18446744073709551616"), "t.goal:3: 18446744073709551616 is not allowed"},
        {InRank0(std::string(300, 'x')), "t.goal:3: has a word or number of more than 200"},
        {std::string("\x02\0\0", 3),
         "t.goal:1: \\x02 is not allowed: must be words, numbers, : { } "
         "and comments; GOAL's binary form begins with 4223"},
    };
    for (const auto& [text, wanted] : cases)
    {
        EXPECT_TRUE(HasText(ErrorOf(text), wanted)) << text << "\n" << ErrorOf(text);
    }
    TraceOptions few;
    few.maxRanks = 4;
    EXPECT_TRUE(HasText(ErrorOf("num_ranks 5", few), "from 1 to 4"));
}

TEST(Goal, RefusesMessagesWithoutTheirOtherEnd)
{
    EXPECT_EQ(ErrorOf(InRank0("send 8b to 1 tag 3")),
              "t.goal:3: sends with tag 3 to rank 1, which does not receive it");
    EXPECT_EQ(ErrorOf("num_ranks 2\nrank 0 {\nsend 8b to 1\n}\nrank 1 {\nrecv 9b from 0\n}"),
              "t.goal:6: receives 9 bytes, but line 3 of rank 0 sends 8 bytes");
}

TEST(Goal, RefusesACircle)
{
    const std::string both = "a: recv 8b from %\nb: send 8b to %\nb requires a\n}\n";
    std::string text = "num_ranks 2\nrank 0 {\n" + both + "rank 1 {\n" + both;
    for (const char* other : {"1", "1", "0", "0"})
    {
        text.replace(text.find('%'), 1, other);
    }
    EXPECT_EQ(ErrorOf(text),
              "t.goal:3: waits for itself, by way of line 9 of rank 1, line 8 of rank 1, line 4 of "
              "rank 0");
    EXPECT_EQ(ErrorOf(InRank0("a: calc 1\na irequires a")), "t.goal:3: waits for itself");
}

TEST(Goal, NamesAreItsLabels)
{
    const TemporaryDirectory folder;
    const std::string path = folder.Path("t.goal");
    folder.Write("t.goal",
                 "num_ranks 2\nrank 1 {\none: calc 1\ncalc 2\n}\nrank 0 {\na: calc 1\n}\n");
    const ExecutionTrace trace = ReadExecutionTrace(path, {});
    const TraceNames names(path, trace);
    EXPECT_EQ(names.Of(1, 0), "one");
    EXPECT_EQ(names.Of(1, 1), "");
    EXPECT_EQ(names.Of(0, 0), "a");
    folder.Write("t.goal", "num_ranks 3\nrank 2 {\ncalc 1\n}\n");
    const auto lines = ErrorsWhile([&] { TraceNames(path, trace); });
    EXPECT_TRUE(HasText(Joined(lines), "t.goal: has changed"));
}

TEST(Goal, APathIsTheFileOrThePrefixOfFiles)
{
    const TemporaryDirectory folder;
    folder.Write("schedule.txt", "num_ranks 3\n");
    EXPECT_EQ(CountTraceRanks(folder.Path("schedule.txt"), {}), 3U);
    EXPECT_EQ(TraceFiles(folder.Path("schedule.txt"), 3),
              std::vector<std::string>{folder.Path("schedule.txt")});
    const auto missing = ErrorsWhile([&] { CountTraceRanks(folder.Path("t.goal"), {}); });
    EXPECT_TRUE(HasText(Joined(missing), "t.goal: is missing"));
    const auto prefix = ErrorsWhile([&] { CountTraceRanks(folder.Path("t"), {}); });
    EXPECT_TRUE(HasText(Joined(prefix), "t.0.et: is missing"));
}

} // namespace
} // namespace ns3::esa::test
