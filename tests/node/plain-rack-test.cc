// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A rack of plain classes trains without ns-3, step by step and in rounds.

#include "node/plain-rack.h"

#include <gtest/gtest.h>

namespace ns3::esa::test
{
namespace
{

/// Checks that all workers have trained.
void
ExpectExactSums(const PlainRack& rack)
{
    for (const auto& worker : rack.Workers())
    {
        EXPECT_FALSE(worker->IsTraining());
        EXPECT_EQ(worker->Results(), 2 * worker->Job()->plan.Fragments());
        EXPECT_EQ(worker->WrongResults(), 0U);
        EXPECT_EQ(rack.Ends()[worker->Worker()].size(), 2U);
    }
}

/// With each of some systems.
using PlainRackTest = testing::TestWithParam<std::string>;

TEST_P(PlainRackTest, TrainsWithExactSums)
{
    PlainRack rack(GetParam(), 4, 64);
    rack.Run(1);
    ExpectExactSums(rack);
}

TEST_P(PlainRackTest, IterationsEndAtTheSameTimesInRounds)
{
    PlainRack steps(GetParam(), 4, 64);
    steps.Run(1);
    PlainRack rounds(GetParam(), 4, 64);
    rounds.Run(PlainRack::kDelay.count() / 1000);
    EXPECT_EQ(rounds.Ends(), steps.Ends());
    EXPECT_EQ(rounds.Pipeline().Received(), steps.Pipeline().Received());
}

TEST_P(PlainRackTest, ThreadsChangeNothing)
{
    const int64_t round = PlainRack::kDelay.count() / 1000;
    PlainRack alone(GetParam(), 4, 64);
    alone.Run(round);
    for (const uint32_t threads : {2U, 3U})
    {
        PlainRack shared(GetParam(), 4, 64, threads);
        shared.Run(round);
        EXPECT_EQ(shared.Ends(), alone.Ends());
        EXPECT_EQ(shared.Pipeline().Received(), alone.Pipeline().Received());
    }
}

TEST(PlainRackWithoutPs, ReceivesNothingFromAPsThatHasFailed)
{
    constexpr int64_t kSteps = 3'000'000; // longer than both iterations, and the first timeout
    PlainRack whole("atp", 4, 64);
    whole.Run(1, kSteps);
    EXPECT_FALSE(whole.Workers().front()->IsTraining());
    PlainRack failed("atp", 4, 64);
    failed.Ps().Fail();
    failed.Run(1, kSteps);
    for (const auto& worker : failed.Workers())
    {
        EXPECT_EQ(worker->Results(), 0U);
    }
}

/// With each system that has a timeout.
using LateWorker = testing::TestWithParam<std::string>;

TEST_P(LateWorker, TimesOutAndEndsWithExactSums)
{
    PlainRack rack(GetParam(), 4, 64);
    rack.Pause(1, FromMicroseconds(2000));
    rack.Run(1);
    EXPECT_GT(rack.Pipeline().Count(Outcome::TimedOut), 0U);
    ExpectExactSums(rack);
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         LateWorker,
                         testing::Values("canary", "trio"),
                         [](const auto& info) { return info.param; });

INSTANTIATE_TEST_SUITE_P(
    Systems,
    PlainRackTest,
    testing::Values("esa", "atp", "switchml", "ring", "double_tree", "byteps", "canary", "trio"),
    [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa::test
