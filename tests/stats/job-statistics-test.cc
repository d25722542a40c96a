// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The iterations of jobs, also of jobs that go on with fewer workers, and how times are
// distributed.

#include "ns3/esa-critical-path.h"
#include "ns3/esa-job-statistics.h"
#include "ns3/esa-job-times.h"

#include <cstdint>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3::esa
{
namespace
{

/// An iteration of a worker of job 1, in us; its last result comes at its end.
IterationRecord
Record(uint16_t worker, uint32_t iteration, int64_t beginUs, int64_t endUs = 0)
{
    const auto us = [](int64_t time) { return Picoseconds(1000000 * time); };
    return {1, worker, iteration, us(beginUs), us(endUs), us(endUs)};
}

/// The second of two jobs has 3 workers and 3 iterations.
class SmallerJob : public testing::Test
{
  protected:
    SmallerJob()
    {
        statistics.AddJob(1, 1);
        statistics.AddJob(3, 3);
        statistics.SetJobDoneCallback([this](uint32_t job) { done.push_back(job); });
    }

    /// Workers end an iteration.
    void End(uint32_t iteration, int64_t beginUs, int64_t endUs, uint16_t workers)
    {
        for (uint16_t worker = 0; worker < workers; ++worker)
        {
            statistics.OnIteration(Record(worker, iteration, beginUs, endUs));
        }
    }

    JobStatistics statistics;   ///< of both jobs
    std::vector<uint32_t> done; ///< jobs that have ended
};

TEST_F(SmallerJob, CountsTheIterationThatBeganAnewFromItsFirstBeginning)
{
    End(0, 10, 20, 3);
    // Worker 1 is ahead of worker 0, and worker 2 is lost.
    statistics.OnIteration(Record(1, 1, 21, 30));
    statistics.Shrink(1, 2, 1, {Record(0, 1, 20), Record(1, 2, 30), Record(2, 1, 19)});
    EXPECT_FALSE(statistics.HasEnded(1));
    End(1, 40, 52, 2);
    End(2, 52, 60, 2);
    EXPECT_EQ(done, std::vector<uint32_t>{1});
    EXPECT_TRUE(statistics.HasEnded(1));
    const std::vector<double> expected{0.010, 0.052 - 0.019, 0.008};
    const std::vector<double> times = statistics.IterationMs(1);
    ASSERT_EQ(times.size(), expected.size());
    for (std::size_t i = 0; i < times.size(); ++i)
    {
        EXPECT_NEAR(times[i], expected[i], 1e-9) << i;
    }
}

TEST_F(SmallerJob, EndsIfOnlyTheLostWorkerHadNotEnded)
{
    End(0, 0, 10, 3);
    End(1, 10, 20, 3);
    End(2, 20, 30, 2);
    statistics.Shrink(1, 2, 3, {Record(2, 2, 19)});
    EXPECT_EQ(done, std::vector<uint32_t>{1});
    EXPECT_EQ(statistics.JobEnd(1), Picoseconds(30000000));
    EXPECT_NEAR(statistics.IterationMs(1).at(2), 0.011, 1e-9);
    bool areAllDone = false;
    statistics.SetDoneCallback([&areAllDone] { areAllDone = true; });
    IterationRecord other = Record(0, 0, 0, 50);
    other.job = 0;
    statistics.OnIteration(other);
    EXPECT_TRUE(areAllDone);
}

TEST(JobStatisticsTest, TheEndOfAJobIsKnownWhenAllWorkersHaveSaidTheirs)
{
    JobStatistics statistics;
    statistics.AddJob(2, 3);
    statistics.AddJob(1, 3);
    std::vector<Picoseconds> ends;
    statistics.SetJobEndingCallback(
        [&ends](uint32_t /* job */, Picoseconds end) { ends.push_back(end); });
    statistics.OnEnding(0, Picoseconds(70));
    EXPECT_TRUE(ends.empty());
    statistics.OnEnding(1, Picoseconds(50));
    statistics.OnEnding(0, Picoseconds(60));
    EXPECT_EQ(ends, (std::vector<Picoseconds>{Picoseconds(50), Picoseconds(70)}));
}

TEST(JobStatisticsTest, TheLinkIsUsedUntilTheLastResult)
{
    JobStatistics statistics;
    statistics.AddJob(1, 1);
    statistics.SetLeastBusySeconds(0, 10e-6, 0);
    IterationRecord record = Record(0, 0, 0, 40);
    record.job = 0;
    record.lastResult = Picoseconds(20000000); // the last layer computes for as long
    statistics.OnIteration(record);
    EXPECT_NEAR(statistics.Utilization(0), 0.5, 1e-9);
}

TEST(JobStatisticsTest, AWorkerIsLateByWhatItBeginsAfterTheFirstOneOfItsIteration)
{
    JobStatistics statistics;
    statistics.AddJob(2, 2);
    for (const uint32_t iteration : {0, 1})
    {
        for (const uint16_t worker : {0, 1}) // the second one begins 5 us later, and ends last
        {
            const int64_t beginUs = 100 * iteration + 5 * worker;
            IterationRecord record = Record(worker, iteration, beginUs, beginUs + 20);
            record.job = 0;
            auto path = std::make_shared<CriticalPath>();
            path->begin = record.begin;
            record.path = path;
            statistics.OnIteration(record);
        }
    }
    EXPECT_NEAR(statistics.JctPartsMs().at(static_cast<std::size_t>(TimePart::Late)), 0.005, 1e-9);
}

/// @return the values from n down to 1
std::vector<double>
Down(int n)
{
    std::vector<double> values;
    for (; n > 0; --n)
    {
        values.push_back(n);
    }
    return values;
}

TEST(Distribution, OfOneValueIsThatValue)
{
    const Distribution one = Describe({2.5});
    for (const double value : {one.mean, one.least, one.median, one.p95, one.p99, one.most})
    {
        EXPECT_EQ(value, 2.5);
    }
}

TEST(Distribution, APercentileIsTheSmallestValueThatThisShareDoesNotExceed)
{
    const Distribution hundred = Describe(Down(100));
    EXPECT_DOUBLE_EQ(hundred.mean, 50.5);
    EXPECT_EQ(hundred.least, 1);
    EXPECT_EQ(hundred.median, 50);
    EXPECT_EQ(hundred.p95, 95);
    EXPECT_EQ(hundred.p99, 99);
    EXPECT_EQ(hundred.most, 100);
}

TEST(Distribution, OfFewValuesTheHighPercentilesAreTheLargest)
{
    const Distribution three = Describe(Down(3));
    EXPECT_EQ(three.median, 2);
    EXPECT_EQ(three.p95, 3);
    const Distribution two = Describe(Down(2));
    EXPECT_EQ(two.median, 1);
}

} // namespace
} // namespace ns3::esa
