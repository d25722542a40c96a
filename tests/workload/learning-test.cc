/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "ns3/esa-learning-workers.h"

#include <algorithm>
#include <cstdint>
#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kWorkers = 3;
constexpr uint32_t kPayloadBytes = 248;

/// Workers that learn without a network between them. The test makes the sums.
class LearningWithoutNetwork : public testing::TestWithParam<GradientPrecision>
{
  protected:
    LearningWithoutNetwork()
        : m_data{4, 3, {}, {}},
          m_learning{&m_data, {4, 30, 3}, kWorkers, 8, 0.1, 5, GetParam()}
    {
        for (uint32_t sample = 0; sample < 30; ++sample)
        {
            for (uint32_t feature = 0; feature < 4; ++feature)
            {
                m_data.inputs.push_back(((sample + 1) * (feature + 3)) % 7 / 7.0);
            }
            m_data.labels.push_back(sample % 3);
        }
        // 150 parameters in the front layer and 93 in the rear, the front layer in two parts
        m_dnn.layerCompute = {Picoseconds(1), Picoseconds(1)};
        m_dnn.precision = GetParam();
        const uint64_t bytes = BytesPerGradient(GetParam());
        m_dnn.partitions = {{2, 93 * bytes}, {1, 80 * bytes}, {1, 70 * bytes}};
    }

    /**
     * @brief Gives a worker all sums of an iteration.
     * @param workers the workers
     * @param iteration number of the iteration
     * @param worker the worker
     */
    static void GiveSums(LearningWorkers& workers, uint32_t iteration, uint32_t worker)
    {
        for (uint32_t place = 0; place < Fragments(); ++place)
        {
            Fragment result;
            result.seq = iteration * Fragments() + place;
            for (uint32_t summand = 0; summand < kWorkers; ++summand)
            {
                result.sum.values.Add(PayloadRef(workers.ValuesOf(result.seq, summand)));
            }
            workers.OnResult(worker, result);
        }
    }

    /// Fragments of an iteration: the partitions fill 1.5, 1.3 and 1.1, or half of that.
    static uint32_t Fragments()
    {
        return IsPair(GetParam()) ? 3 : 6;
    }

    DataSet m_data;            ///< what is learnt
    SharedLearning m_learning; ///< what the workers have in common
    Dnn m_dnn;                 ///< how packets carry the parameters
};

TEST_P(LearningWithoutNetwork, WorkersLearnWhatSumsInFixedPointTeach)
{
    ASSERT_TRUE(Fits(m_learning.shape, m_dnn));
    LearningWorkers workers(m_learning, m_dnn, kPayloadBytes);
    LocalLearning local(m_learning, GradientSumming::FixedPoint);
    LocalLearning exact(m_learning, GradientSumming::Exact);
    for (uint32_t iteration = 0; iteration < 20; ++iteration)
    {
        // Workers get their sums one after the other. The first ones are in the next iteration
        // already when the last ones get theirs.
        for (uint32_t worker = 0; worker < kWorkers; ++worker)
        {
            GiveSums(workers, iteration, worker);
            workers.OnIteration(worker);
        }
        local.Step();
        exact.Step();
        for (uint32_t worker = 0; worker < kWorkers; ++worker)
        {
            ASSERT_EQ(workers.ModelOf(worker).Parameters(), local.Model().Parameters())
                << "worker " << worker << " after iteration " << iteration;
        }
    }
    const double apart = LargestDifference(local.Model().Parameters(), exact.Model().Parameters());
    EXPECT_GT(apart, 0);
    EXPECT_LT(apart, IsPair(GetParam()) ? 1e-3 : 1e-6);
    EXPECT_LT(local.Model().ScoreOn(m_data).loss,
              Perceptron(m_learning.shape, m_learning.seed).ScoreOn(m_data).loss);
}

TEST_P(LearningWithoutNetwork, ValuesOfIterationsThatAreOverAreZero)
{
    LearningWorkers workers(m_learning, m_dnn, kPayloadBytes);
    const FragmentValues first = workers.ValuesOf(2, 1);
    EXPECT_NE(first, FragmentValues{});
    EXPECT_EQ(workers.ValuesOf(Fragments(), 1), FragmentValues{}) << "not computed yet";
    workers.OnIteration(1);
    EXPECT_EQ(workers.ValuesOf(2, 1), first) << "others may still need the sum";
    workers.OnIteration(1);
    EXPECT_EQ(workers.ValuesOf(2, 1), FragmentValues{}) << "all workers have it";
}

TEST_P(LearningWithoutNetwork, ADnnFitsIfItHasTheLayersOfThePerceptron)
{
    EXPECT_EQ(ShapeFor(m_dnn, m_data).hidden, 30U);
    const uint64_t bytes = BytesPerGradient(GetParam());
    Dnn other = m_dnn; // of as many bytes
    other.precision = IsPair(GetParam()) ? GradientPrecision::Single : GradientPrecision::Brain;
    EXPECT_FALSE(Fits(m_learning.shape, other));
    Dnn split = m_dnn; // in the middle of a parameter
    split.partitions = {{2, 93 * bytes}, {1, 80 * bytes + 1}, {1, 70 * bytes - 1}};
    EXPECT_FALSE(Fits(m_learning.shape, split));
    Dnn smaller = m_dnn;
    smaller.partitions[0].bytes -= bytes;
    EXPECT_FALSE(Fits(m_learning.shape, smaller));
    Dnn deeper = m_dnn;
    deeper.layerCompute.emplace_back(1);
    EXPECT_FALSE(Fits(m_learning.shape, deeper));
    Dnn empty = m_dnn; // of the front layer, no unit is left
    empty.partitions = {{2, 3 * 4}};
    EXPECT_FALSE(Fits(ShapeFor(empty, m_data), empty));
}

INSTANTIATE_TEST_SUITE_P(Precisions,
                         LearningWithoutNetwork,
                         testing::Values(GradientPrecision::Single,
                                         GradientPrecision::Half,
                                         GradientPrecision::Brain));

TEST(GradientCodec, APairLeavesRoomForAllWorkers)
{
    const GradientCodec codec(GradientPrecision::Brain, 8);
    EXPECT_EQ(codec.ToFixed(100.0F), INT16_MAX / 8);
    EXPECT_EQ(codec.ToFixed(-100.0F), -(INT16_MAX / 8));
    EXPECT_EQ(codec.ToFixed(1.0F / 16384), 2);
    EXPECT_EQ(codec.ToFloat(2), 1.0F / 16384);
    EXPECT_EQ(codec.ToFixed(1e-6F), 0) << "the range of the exponent is lost";
}

TEST(GradientCodec, OnlyBrainRoundsToEightBits)
{
    const float value = 259.0F / 32768; // nine significant bits
    EXPECT_EQ(GradientCodec(GradientPrecision::Single, 2).ToFixed(value), 790405);
    EXPECT_EQ(GradientCodec(GradientPrecision::Half, 2).ToFixed(value), 259);
    EXPECT_EQ(GradientCodec(GradientPrecision::Brain, 2).ToFixed(value), 260);
}

} // namespace
} // namespace ns3::esa
