// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What is measured in parts of a run.

#include "ns3/esa-exposed-times.h"
#include "ns3/esa-occupancy.h"
#include "ns3/esa-time-parts.h"
#include "ns3/esa-timeline-sink.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{

/// The tracks of a job with two workers.
class ExposedTimesTest : public testing::Test
{
  protected:
    /// A span of a worker on a track of its own.
    void Span(TimelineTrack worker, const char* category, int64_t beginPs, int64_t endPs)
    {
        m_events.Span(m_events.AddTrack(worker, "track"),
                      category,
                      "span",
                      Picoseconds(beginPs),
                      Picoseconds(endPs),
                      {});
    }

    ExposedTimes m_times;                                          ///< what is tested
    TimelineEvents m_events{{&m_times}};                           ///< gives it events
    TimelineTrack m_job = m_events.AddTrack(kTopTrack, "job 0");   ///< a job
    TimelineTrack m_worker = m_events.AddTrack(m_job, "worker 0"); ///< its worker
};

TEST_F(ExposedTimesTest, AreThoseOfCommunicationWithoutComputation)
{
    Span(m_worker, "iteration", 0, 100);
    Span(m_worker, "computation", 10, 30);
    Span(m_worker, "computation", 30, 40);
    Span(m_worker, "communication", 35, 50); // 5 hidden, 10 exposed
    Span(m_worker, "communication", 20, 45); // the same time twice: 15 more hidden
    Span(m_worker, "computation", 60, 70);   // 10 before it neither
    const std::vector<ExposedTime> times = m_times.Get();
    ASSERT_EQ(times.size(), 1u);
    EXPECT_EQ(times[0].job, "job 0");
    EXPECT_EQ(times[0].name, "worker 0");
    EXPECT_EQ(times[0].total, Picoseconds(60));
    EXPECT_EQ(times[0].computed, Picoseconds(40));
    EXPECT_EQ(times[0].hidden, Picoseconds(20));
    EXPECT_EQ(times[0].exposed, Picoseconds(10));
}

TEST_F(ExposedTimesTest, StandInTheOrderOfTracks)
{
    const TimelineTrack other = m_events.AddTrack(m_job, "worker 1");
    Span(other, "communication", 0, 7);
    Span(m_worker, "computation", 0, 5);
    const std::vector<ExposedTime> times = m_times.Get();
    ASSERT_EQ(times.size(), 2u);
    EXPECT_EQ(times[0].exposed, Picoseconds(0));
    EXPECT_EQ(times[0].computed, Picoseconds(5));
    EXPECT_EQ(times[1].exposed, Picoseconds(7));
    EXPECT_EQ(times[1].computed, Picoseconds(0));
}

TEST(TimeParts, AreBoundedHoweverLongTheRun)
{
    constexpr std::size_t most = 8;
    for (const int64_t samples : {1, 7, 8, 9, 100, 1000})
    {
        int64_t now = 5;
        const auto read = [&now](std::vector<double>& values) {
            values[0] = static_cast<double>(now) * 3;
            values[1] = 1;
        };
        TimeParts parts(Picoseconds(now), 2, most);
        for (int64_t sample = 0; sample < samples; ++sample)
        {
            now += 10;
            parts.Sample(Picoseconds(now), read);
        }
        now += 4;
        parts.Finish(Picoseconds(now), read);
        EXPECT_LE(parts.Count(), most);
        EXPECT_GE(parts.Count(), std::min<std::size_t>(samples, most / 2)) << samples;
        EXPECT_EQ(parts.Border(0), Picoseconds(5));
        EXPECT_EQ(parts.Border(parts.Count()), Picoseconds(now));
        double sum = 0;
        for (std::size_t part = 0; part < parts.Count(); ++part)
        {
            sum += parts.Growth(part, 0);
            if (part > 0 && part + 1 < parts.Count())
            {
                EXPECT_EQ((parts.Border(part + 1) - parts.Border(part)).count(),
                          static_cast<int64_t>(10 * parts.SamplesOfPart()));
                EXPECT_EQ(parts.Growth(part, 1), 0);
            }
        }
        EXPECT_EQ(sum, static_cast<double>(now) * 3) << "what grew in the parts is all there is";
    }
}

TEST(Occupancy, TheAggregatorsOfAllStatesAreAllAggregators)
{
    // One aggregator is never free. Both of its means end in half of a thousandth.
    AggregatorTable table(1);
    OccupancyMeter meter({&table}, Picoseconds(0));
    table.SetState(table.At(0), AggregatorState::Aggregating, Picoseconds(0));
    table.SetState(table.At(0), AggregatorState::Waiting, Picoseconds(500500000));
    const OccupancySample sample = meter.Take(Picoseconds(1000000000));
    EXPECT_EQ(sample.free.count, 0);
    EXPECT_EQ(sample.free.count + sample.aggregating.count + sample.waiting.count, 1000);
    EXPECT_NEAR(static_cast<double>(sample.aggregating.count), 500.5, 0.6);
    table.SetState(table.At(0), AggregatorState::Free, Picoseconds(1250000000));
    const OccupancySample next = meter.Take(Picoseconds(2000000000));
    EXPECT_EQ(next.waiting.count, 250) << "of this period alone";
    EXPECT_EQ(next.aggregating.count, 0);
}

} // namespace ns3::esa::test
