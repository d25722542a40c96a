/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-execution-timeline.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;
using Kind = ExecutionEvent::Kind;

/// A trace of one rank: a computation, and two collectives of a group.
std::shared_ptr<const ExecutionTrace>
SmallTrace()
{
    auto trace = std::make_shared<ExecutionTrace>();
    trace->groups = {{"tensor", {0, 1}}};
    ExecutionNode computation;
    computation.id = 10;
    computation.kind = ExecutionKind::Compute;
    ExecutionNode sum;
    sum.id = 11;
    sum.kind = ExecutionKind::Collective;
    sum.bytes = 4096;
    ExecutionNode gather = sum;
    gather.id = 12;
    gather.collective = CollectiveKind::AllGather;
    trace->ranks.push_back({{computation, sum, gather}, {}});
    return trace;
}

/// The timeline of the trace, to which a test gives events.
class RankTimelineTest : public testing::Test
{
  protected:
    /// Something happens at a time in microseconds.
    void Tell(int64_t us, Kind kind, uint32_t node = 0, uint32_t iteration = 0)
    {
        m_timeline.OnEvent({kind, 0, iteration, node}, Picoseconds(us * 1'000'000));
    }

    /// The spans of a category, as "name begin end" in microseconds.
    std::vector<std::string> Spans(const std::string& category) const
    {
        std::vector<std::string> spans;
        for (const json& event : m_events)
        {
            if (event["ph"] == "X" && event["cat"] == category)
            {
                const int begin = event["ts"];
                const int length = event["dur"];
                spans.push_back(event["name"].get<std::string>() + " " + std::to_string(begin) +
                                " " + std::to_string(begin + length));
            }
        }
        return spans;
    }

    /// The name of the track of the n-th span of a category.
    std::string TrackOf(const std::string& category, std::size_t number) const
    {
        json track;
        for (const json& event : m_events)
        {
            if (event["ph"] == "X" && event["cat"] == category && number-- == 0)
            {
                track = event["tid"];
            }
        }
        for (const json& event : m_events)
        {
            if (event["name"] == "thread_name" && event["tid"] == track)
            {
                return event["args"]["name"];
            }
        }
        return "none";
    }

    /// Ends the file.
    void Close(int64_t us)
    {
        m_timeline.Close(Picoseconds(us * 1'000'000));
        m_writer.Close(true);
        m_events = json::parse(m_out.str())["traceEvents"];
    }

    std::ostringstream m_out;         ///< the file
    TraceEventWriter m_writer{m_out}; ///< writes it
    ExecutionTimeline m_timeline{m_writer, 0, SmallTrace(), [](uint32_t, uint32_t node) {
                                     return node == 1 ? "sum" : "";
                                 }}; ///< what is tested
    json m_events;                   ///< what is in the file
};

using Texts = std::vector<std::string>;

TEST_F(RankTimelineTest, SaysWhatARankWaitsForWhileItComputesNothing)
{
    Tell(5, Kind::IterationBegins);
    Tell(5, Kind::NodeBegins, 1); // 3 us alone, then beside a computation
    Tell(8, Kind::NodeBegins, 2);
    Tell(12, Kind::NodeEnds, 1);
    Tell(12, Kind::NodeBegins, 0);
    Tell(20, Kind::NodeEnds, 2);
    Tell(30, Kind::NodeEnds, 0);
    Tell(30, Kind::IterationEnds);
    Close(40);
    EXPECT_EQ(Spans("job iteration"), Texts{"iteration 0 5 30"});
    EXPECT_EQ(Spans("iteration"), Texts{"iteration 0 5 30"});
    EXPECT_EQ(Spans("computation"), Texts{"node 10 12 30"});
    EXPECT_EQ(Spans("communication"), (Texts{"sum 5 12", "node 12 8 20"}));
    EXPECT_EQ(Spans("waiting"), Texts{"sum 5 12"}) << "the all-gather is hidden";
}

TEST_F(RankTimelineTest, SharesAWaitAmongTheOnesThatEndOneAfterTheOther)
{
    Tell(0, Kind::IterationBegins);
    Tell(0, Kind::NodeBegins, 0);
    Tell(4, Kind::NodeEnds, 0);
    Tell(4, Kind::NodeBegins, 1);
    Tell(4, Kind::NodeBegins, 2);
    Tell(9, Kind::NodeEnds, 2);
    Tell(11, Kind::NodeEnds, 1);
    Tell(11, Kind::IterationEnds);
    Close(11);
    EXPECT_EQ(Spans("waiting"), (Texts{"node 12 4 9", "sum 9 11"}));
}

TEST_F(RankTimelineTest, SpansThatOverlapStandOnDifferentTracks)
{
    Tell(0, Kind::IterationBegins);
    Tell(0, Kind::NodeBegins, 1);
    Tell(1, Kind::NodeBegins, 2);
    Tell(2, Kind::NodeEnds, 1);
    Tell(3, Kind::NodeBegins, 1, 1); // the first track is free again
    Tell(4, Kind::NodeEnds, 2);
    Tell(5, Kind::NodeEnds, 1);
    Close(5);
    EXPECT_EQ(Spans("communication"), (Texts{"sum 0 2", "node 12 1 4", "sum 3 5"}));
    EXPECT_EQ(TrackOf("communication", 0), "group tensor");
    EXPECT_EQ(TrackOf("communication", 1), "group tensor (2)");
    EXPECT_EQ(TrackOf("communication", 2), "group tensor");
}

TEST_F(RankTimelineTest, WritesWhatHasNotEndedWhenTheRunStops)
{
    Tell(0, Kind::IterationBegins);
    Tell(1, Kind::NodeBegins, 0);
    Tell(2, Kind::NodeBegins, 1);
    Close(7);
    EXPECT_EQ(Spans("computation"), Texts{"node 10 1 7"});
    EXPECT_EQ(Spans("communication"), Texts{"sum 2 7"});
    const json last = m_events.back();
    EXPECT_EQ(last["args"], json::parse(R"({"iteration": 0, "node": 11, "kind": "all_reduce",
                              "with": "group tensor", "bytes": 4096, "ended": 0})"));
}

} // namespace
} // namespace ns3::esa::test
