// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-jitter.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kMax = FromMicroseconds(300);       ///< largest jitter by default
constexpr Picoseconds kStartMax = FromMicroseconds(1000); ///< largest start by default

/// @return a source with its defaults, but for the mode
JitterSource
SourceOf(JitterMode mode)
{
    JitterSource::Parameters parameters;
    parameters.mode = mode;
    return JitterSource(parameters);
}

/// @return the times of partitions whose gradients are ready from the start
std::vector<Picoseconds>
AtOnce(std::size_t partitions)
{
    return std::vector<Picoseconds>(partitions, Picoseconds(0));
}

TEST(Jitter, DoesNotDependOnTheOrderOfTheQuestions)
{
    // Systems ask in different orders, and must get the same delays.
    const JitterSource source = SourceOf(JitterMode::Partition);
    std::vector<uint32_t> questions;
    std::map<uint32_t, std::vector<Picoseconds>> answers;
    for (uint32_t question = 0; question < 512; ++question)
    {
        questions.push_back(question);
        answers[question] =
            source.ReadyTimes(question / 64, question / 8 % 8, question % 8, AtOnce(4));
    }
    std::mt19937 random(1);
    for (std::size_t i = questions.size(); i > 1; --i)
    {
        std::swap(questions[i - 1], questions[random() % i]);
    }
    const JitterSource other = SourceOf(JitterMode::Partition);
    for (const uint32_t question : questions)
    {
        EXPECT_EQ(other.ReadyTimes(question / 64, question / 8 % 8, question % 8, AtOnce(4)),
                  answers[question]);
        other.JobStart(question);
    }
}

TEST(Jitter, EveryIndexChangesTheDraw)
{
    std::set<Picoseconds> draws;
    JitterSource::Parameters parameters;
    for (const auto& [seed, run] : {std::pair(1, 1), std::pair(2, 1), std::pair(1, 2)})
    {
        parameters.seed = seed;
        parameters.run = run;
        const JitterSource source(parameters);
        for (const auto& [job, worker, iteration] :
             {std::tuple(0, 0, 0), std::tuple(1, 0, 0), std::tuple(0, 1, 0), std::tuple(0, 0, 1)})
        {
            draws.insert(source.ReadyTimes(job, worker, iteration, AtOnce(1))[0]);
        }
    }
    EXPECT_EQ(draws.size(), 12U);
}

TEST(Jitter, ModeIterationDelaysAllPartitionsAlike)
{
    const JitterSource source = SourceOf(JitterMode::Iteration);
    std::set<Picoseconds> delays;
    for (uint32_t iteration = 0; iteration < 100; ++iteration)
    {
        const auto ready = source.ReadyTimes(1, 2, iteration, AtOnce(4));
        EXPECT_EQ(ready, std::vector<Picoseconds>(4, ready[0]));
        delays.insert(ready[0]);
    }
    EXPECT_EQ(delays.size(), 100U) << "but each iteration has a random number of its own";
}

TEST(Jitter, APartitionIsReadyWhenAllBeforeItAre)
{
    // The expected maximum of n random numbers of U(0, 1) is n / (n + 1).
    const JitterSource source = SourceOf(JitterMode::Partition);
    constexpr uint32_t kDraws = 4000;
    std::vector<double> mean(4, 0);
    for (uint32_t iteration = 0; iteration < kDraws; ++iteration)
    {
        const auto ready = source.ReadyTimes(0, 0, iteration, AtOnce(4));
        ASSERT_EQ(ready.size(), 4U);
        EXPECT_TRUE(std::is_sorted(ready.begin(), ready.end()));
        EXPECT_GE(ready.front(), Picoseconds(0));
        EXPECT_LT(ready.back(), kMax);
        for (std::size_t partition = 0; partition < 4; ++partition)
        {
            mean[partition] += ToSeconds(ready[partition]) / ToSeconds(kMax) / kDraws;
        }
    }
    EXPECT_NEAR(mean[0], 1.0 / 2, 0.02);
    EXPECT_NEAR(mean[1], 2.0 / 3, 0.02);
    EXPECT_NEAR(mean[2], 3.0 / 4, 0.02);
    EXPECT_NEAR(mean[3], 4.0 / 5, 0.02);
}

TEST(Jitter, MorePartitionsDoNotChangeTheFirstOnes)
{
    const JitterSource source = SourceOf(JitterMode::Partition);
    const auto two = source.ReadyTimes(1, 2, 3, AtOnce(2));
    const auto four = source.ReadyTimes(1, 2, 3, AtOnce(4));
    EXPECT_TRUE(std::equal(two.begin(), two.end(), four.begin()));
    EXPECT_TRUE(source.ReadyTimes(1, 2, 3, AtOnce(0)).empty());
}

TEST(Jitter, DelaysWhatHasBeenComputed)
{
    const std::vector<Picoseconds> computed{FromMicroseconds(50), FromMicroseconds(700)};
    EXPECT_EQ(SourceOf(JitterMode::None).ReadyTimes(1, 2, 3, computed), computed);
    for (const auto mode : {JitterMode::Partition, JitterMode::Iteration})
    {
        const auto delays = SourceOf(mode).ReadyTimes(1, 2, 3, AtOnce(2));
        const auto ready = SourceOf(mode).ReadyTimes(1, 2, 3, computed);
        EXPECT_EQ(ready[0], computed[0] + delays[0]);
        EXPECT_LE(ready[1], computed[1] + delays[1]);
        EXPECT_GT(ready[1], computed[1]) << "the last one's own draw, far after the first";
    }
}

TEST(Jitter, GradientsThatAreThereEarlyWaitForTheirTurn)
{
    const std::vector<Picoseconds> computed{FromMicroseconds(9), FromMicroseconds(4)};
    EXPECT_EQ(SourceOf(JitterMode::None).ReadyTimes(1, 2, 3, computed),
              std::vector<Picoseconds>(2, FromMicroseconds(9)));
}

TEST(Jitter, PacketsAreDelayedAndPartitionsAreNot)
{
    for (const auto mode : {JitterMode::Packet, JitterMode::PacketInOrder})
    {
        const JitterSource source = SourceOf(mode);
        EXPECT_TRUE(source.DelaysPackets());
        EXPECT_EQ(source.ReadyTimes(1, 2, 3, AtOnce(4)), AtOnce(4));
    }
    EXPECT_FALSE(SourceOf(JitterMode::Partition).DelaysPackets());
    EXPECT_EQ(SourceOf(JitterMode::Packet).ReorderingWindow(), kMax);
    EXPECT_EQ(SourceOf(JitterMode::PacketInOrder).ReorderingWindow(), Picoseconds(0))
        << "what keeps its order is not overtaken";
}

TEST(Jitter, DelaysOfPacketsAreUniformAndEachIndexChangesThem)
{
    const JitterSource source = SourceOf(JitterMode::Packet);
    constexpr uint32_t kDraws = 20'000;
    double sum = 0;
    double product = 0; // of neighbours
    for (uint32_t position = 0; position < kDraws; ++position)
    {
        const Picoseconds delay = source.PacketDelay(1, 2, 3, position);
        EXPECT_GE(delay, Picoseconds(0));
        EXPECT_LT(delay, kMax);
        EXPECT_NE(delay, source.PacketDelay(2, 2, 3, position));
        EXPECT_NE(delay, source.PacketDelay(1, 3, 3, position));
        EXPECT_NE(delay, source.PacketDelay(1, 2, 4, position));
        const double share = static_cast<double>(delay.count()) / kMax.count();
        const Picoseconds next = source.PacketDelay(1, 2, 3, position + 1);
        sum += share;
        product += share * static_cast<double>(next.count()) / kMax.count();
        EXPECT_EQ(delay, SourceOf(JitterMode::PacketInOrder).PacketDelay(1, 2, 3, position));
    }
    EXPECT_NEAR(sum / kDraws, 0.5, 0.01);
    EXPECT_NEAR(product / kDraws, 0.25, 0.01);
}

TEST(Jitter, MaximumZeroIsNoJitter)
{
    JitterSource::Parameters parameters;
    parameters.max = Picoseconds(0);
    parameters.startMax = Picoseconds(0);
    const JitterSource source(parameters);
    EXPECT_EQ(source.ReadyTimes(1, 2, 3, AtOnce(2)), std::vector<Picoseconds>(2, Picoseconds(0)));
    EXPECT_EQ(source.JobStart(1), Picoseconds(0));
}

TEST(Jitter, IsAsLongInRelationToASlice)
{
    for (const JitterMode mode : {JitterMode::Partition, JitterMode::Iteration})
    {
        const JitterSource whole = SourceOf(mode);
        const JitterSource slice = whole.Sliced(0.25);
        const auto ofWhole = whole.ReadyTimes(1, 2, 3, AtOnce(8));
        const auto ofSlice = slice.ReadyTimes(1, 2, 3, AtOnce(8));
        for (std::size_t i = 0; i < ofWhole.size(); ++i)
        {
            EXPECT_NEAR(ofSlice[i].count(), 0.25 * ofWhole[i].count(), 2);
        }
        EXPECT_NEAR(slice.JobStart(3).count(), 0.25 * whole.JobStart(3).count(), 2);
        EXPECT_EQ(whole.Sliced(1).ReadyTimes(1, 2, 3, AtOnce(8)), ofWhole);
    }
    const JitterSource packets = SourceOf(JitterMode::Packet);
    EXPECT_EQ(packets.Sliced(0.25).PacketDelay(1, 2, 3, 4), packets.PacketDelay(1, 2, 3, 4));
    EXPECT_EQ(packets.Sliced(0.25).ReorderingWindow(), packets.ReorderingWindow());
}

TEST(JobStart, IsUniformUpToItsMaximumWhateverTheMode)
{
    constexpr uint32_t kJobs = 4000;
    double mean = 0;
    for (uint32_t job = 0; job < kJobs; ++job)
    {
        const Picoseconds start = SourceOf(JitterMode::Partition).JobStart(job);
        EXPECT_GE(start, Picoseconds(0));
        EXPECT_LT(start, kStartMax);
        EXPECT_EQ(SourceOf(JitterMode::None).JobStart(job), start);
        mean += ToMilliseconds(start) / kJobs;
    }
    EXPECT_NEAR(mean, 0.5, 0.02);
}

} // namespace
} // namespace ns3::esa
