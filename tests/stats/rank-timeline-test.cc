// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-timeline.h"

#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

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

/// Keeps spans as "name begin end" in microseconds.
class SpanKeeper : public TimelineSink
{
  public:
    void OnTrack(TimelineTrack track, TimelineTrack, const std::string& name) override
    {
        m_tracks[track] = name;
    }

    void OnSpan(TimelineTrack track,
                const char* category,
                const std::string& name,
                Picoseconds begin,
                Picoseconds end,
                TimelineArguments arguments) override
    {
        spans[category].push_back(name + " " + Us(begin) + " " + Us(end));
        tracks[category].push_back(m_tracks[track]);
        last.clear();
        for (const TimelineArgument& argument : arguments)
        {
            last += std::string(last.empty() ? "" : " ") + argument.name + "=";
            last += argument.text.data() != nullptr ? std::string(argument.text)
                                                    : std::to_string(argument.value.count / 1000);
        }
    }

    std::map<std::string, std::vector<std::string>> spans;  ///< by category
    std::map<std::string, std::vector<std::string>> tracks; ///< names of their tracks
    std::string last;                                       ///< arguments of the last one

  private:
    static std::string Us(Picoseconds time)
    {
        return std::to_string(time.count() / 1'000'000);
    }

    std::map<TimelineTrack, std::string> m_tracks; ///< names
};

/// The timeline of the trace, to which a test gives events.
class RankTimelineTest : public testing::Test
{
  protected:
    /// Something happens at a time in microseconds.
    void Tell(int64_t us, Kind kind, uint32_t node = 0, uint32_t iteration = 0)
    {
        m_timeline.OnEvent({kind, 0, iteration, node}, Picoseconds(us * 1'000'000));
    }

    std::vector<std::string> Spans(const std::string& category)
    {
        return m_keeper.spans[category];
    }

    /// The name of the track of the n-th span of a category.
    std::string TrackOf(const std::string& category, std::size_t number)
    {
        return m_keeper.tracks[category].at(number);
    }

    void Close(int64_t us)
    {
        m_timeline.Close(Picoseconds(us * 1'000'000));
    }

    SpanKeeper m_keeper;                  ///< keeps what is written
    TimelineEvents m_events{{&m_keeper}}; ///< writes it
    ExecutionTimeline m_timeline{m_events, 0, SmallTrace(), [](uint32_t, uint32_t node) {
                                     return node == 1 ? "sum" : "";
                                 }}; ///< what is tested
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
    EXPECT_EQ(m_keeper.last,
              "iteration=0 node=11 kind=all_reduce with=group tensor bytes=4096 ended=0");
}

} // namespace
} // namespace ns3::esa::test
