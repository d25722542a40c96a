// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "stats/timeline-file.h"

#include "ns3/esa-timeline-sink.h"
#include "ns3/esa-track-event-writer.h"

#include <sstream>

namespace ns3::esa::test
{

using nlohmann::json;

TEST(FixedMilli, AreShortAndExact)
{
    const auto text = [](int64_t count) {
        std::ostringstream out;
        out << FixedMilli{count};
        return out.str();
    };
    EXPECT_EQ(text(0), "0");
    EXPECT_EQ(text(1), "0.001");
    EXPECT_EQ(text(10), "0.01");
    EXPECT_EQ(text(100), "0.1");
    EXPECT_EQ(text(1000), "1");
    EXPECT_EQ(text(7050), "7.05");
    EXPECT_EQ(text(1234567), "1234.567");
    EXPECT_EQ(FixedMilli::Whole(3).count, 3000);
    EXPECT_EQ(FixedMilli::Microseconds(Picoseconds(1234999)).count, 1234);
}

/// A timeline that a test writes.
class TrackEvents : public testing::Test
{
  protected:
    std::ostringstream m_out;             ///< the file
    TrackEventWriter m_writer{m_out};     ///< writes it
    TimelineEvents m_events{{&m_writer}}; ///< numbers the tracks
};

TEST_F(TrackEvents, AreWellFormedWhateverTheNames)
{
    const std::string odd = "a \"b\" \\ \n\t\x01";
    const TimelineTrack group = m_events.AddTrack(kTopTrack, odd);
    const TimelineTrack track = m_events.AddTrack(group, odd);
    const TimelineTrack depth = m_events.AddCounter(group, "depth", "bytes");
    m_events.Span(track,
                  "kind",
                  odd,
                  Picoseconds(1500999),
                  Picoseconds(4000000),
                  {{"whole", FixedMilli::Whole(300)}, {"half", {2500}}, {"text", {}, odd}});
    m_events.Value(depth, Picoseconds(2000000), {2500});
    m_events.Value(depth, Picoseconds(3000000), FixedMilli::Whole(0));
    m_writer.Close(Picoseconds(5000000), false);

    const TimelineFile file = ParseTimeline(m_out.str());
    ASSERT_EQ(file.rows.size(), 4u);
    ASSERT_EQ(file.tracks.size(), 1u);
    const TimelineSpan span = file.tracks.begin()->second.at(0);
    EXPECT_EQ(file.rows.at(span.track).path, "run/" + odd + "/" + odd);
    EXPECT_EQ(span.category, "kind");
    EXPECT_EQ(span.name, odd);
    EXPECT_EQ(span.beginNs, 1500) << "picoseconds are cut off";
    EXPECT_EQ(span.endNs, 4000);
    EXPECT_EQ(span.arguments, json({{"whole", 300}, {"half", 2.5}, {"text", odd}}));
    EXPECT_EQ(file.counters.at("run/" + odd + "/depth"), (std::vector<double>{2.5, 0}));
    EXPECT_FALSE(file.isComplete);
}

TEST_F(TrackEvents, PlaceSiblingsInTheOrderInWhichTheyAreAdded)
{
    const TimelineTrack first = m_events.AddTrack(kTopTrack, "z");
    const TimelineTrack second = m_events.AddTrack(kTopTrack, "a");
    m_events.AddTrack(second, "of the second");
    m_events.AddCounter(first, "of the first", "packets");
    m_events.AddTrack(kTopTrack, "m");
    std::map<std::string, uint64_t> ranks;
    for (const auto& [track, row] : ParseTimeline(m_out.str()).rows)
    {
        ranks[row.path] = row.rank;
        EXPECT_EQ(row.ordersChildren, row.unit.empty()) << row.path;
    }
    EXPECT_EQ(ranks,
              (std::map<std::string, uint64_t>{{"run", 0},
                                               {"run/z", 0},
                                               {"run/z/of the first", 0},
                                               {"run/a", 1},
                                               {"run/a/of the second", 0},
                                               {"run/m", 2}}));
}

TEST_F(TrackEvents, HaveArrowsWithTwoEnds)
{
    const TimelineTrack track = m_events.AddTrack(kTopTrack, "track");
    const uint64_t large = 0xfedcba9876543210;
    m_events.Instant(track, "begin", Picoseconds(1000), {large, false}, {});
    m_events.Instant(track, "end", Picoseconds(2000), {large, true}, {});
    const std::vector<TimelineSpan> instants = ParseTimeline(m_out.str()).instants;
    ASSERT_EQ(instants.size(), 2u);
    EXPECT_EQ(instants[0].flow, large);
    EXPECT_FALSE(instants[0].isFlowEnd);
    EXPECT_EQ(instants[1].flow, large);
    EXPECT_TRUE(instants[1].isFlowEnd);
}

TEST_F(TrackEvents, MayBeNone)
{
    m_writer.Close(Picoseconds(0), true);
    const TimelineFile file = ParseTimeline(m_out.str());
    EXPECT_EQ(file.rows.size(), 1u);
    EXPECT_TRUE(file.isComplete);
}

} // namespace ns3::esa::test
