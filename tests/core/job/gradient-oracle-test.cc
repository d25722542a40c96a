// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-gradient-oracle.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr uint16_t kJob = 3; ///< the oracle's job

/// With digests only, and with all values.
class Oracle : public testing::TestWithParam<bool>
{
  protected:
    /// @return an oracle of a job, with digests or values as the parameter says
    static GradientOracle Of(uint16_t job, uint32_t workers)
    {
        return GradientOracle(job, workers, GetParam());
    }

    /// @return the gradients of one worker
    static GradientSum FragmentOf(const GradientOracle& oracle,
                                  uint32_t seq,
                                  uint32_t worker,
                                  uint16_t job = kJob)
    {
        InaPacket fragment;
        fragment.job = job;
        fragment.seq = seq;
        oracle.Fill(fragment, worker);
        return fragment.sum;
    }

    /// @return a result for a task that sums the fragments of these workers
    InaPacket ResultOf(uint32_t seq, const std::vector<uint32_t>& workers) const
    {
        InaPacket result;
        result.job = kJob;
        result.seq = seq;
        for (const uint32_t worker : workers)
        {
            result.sum.Add(FragmentOf(m_oracle, seq, worker));
        }
        return result;
    }

    const GradientOracle m_oracle = Of(kJob, 4); ///< of a job with four workers
};

TEST_P(Oracle, AcceptsEachWorkersFragmentOnceInAnyOrder)
{
    for (const uint32_t seq : {0U, 1U, 64519U, UINT32_MAX})
    {
        EXPECT_TRUE(m_oracle.IsExact(ResultOf(seq, {0, 1, 2, 3}))) << seq;
        EXPECT_TRUE(m_oracle.IsExact(ResultOf(seq, {3, 1, 0, 2}))) << seq;
    }
}

TEST_P(Oracle, AcceptsJobsOfOneAndOf32Workers)
{
    for (const uint32_t workers : {1U, 32U})
    {
        const GradientOracle oracle = Of(kJob, workers);
        InaPacket result;
        result.job = kJob;
        result.seq = 17;
        for (uint32_t worker = 0; worker < workers; ++worker)
        {
            EXPECT_FALSE(oracle.IsExact(result)) << "after " << worker;
            result.sum.Add(FragmentOf(oracle, 17, worker));
        }
        EXPECT_TRUE(oracle.IsExact(result));
    }
}

TEST_P(Oracle, AddsTheFragmentsOfAllWorkers)
{
    const InaPacket expected = ResultOf(7, {0, 1, 2, 3});
    const GradientSum sum = m_oracle.SumOf(7);
    EXPECT_EQ(sum.digest, expected.sum.digest);
    ASSERT_EQ(static_cast<bool>(sum.values), GetParam()) << "values are carried only if asked for";
    if (sum.values)
    {
        EXPECT_EQ(sum.values.Values(), expected.sum.values.Values());
    }
}

TEST_P(Oracle, RejectsASumThatDoesNotCountEachWorkerOnce)
{
    const std::vector<std::vector<uint32_t>> sums{{1, 2, 3},
                                                  {0, 2, 3},
                                                  {0, 1, 3},
                                                  {0, 1, 2},
                                                  {},
                                                  {0, 1, 2, 3, 3},
                                                  {0, 1, 2, 2},
                                                  {0, 1, 2, 3, 0, 1, 2, 3}};
    for (const auto& workers : sums)
    {
        EXPECT_FALSE(m_oracle.IsExact(ResultOf(5, workers))) << testing::PrintToString(workers);
    }
}

TEST_P(Oracle, ComparesASumWithTheWorkersInIt)
{
    const InaPacket result = ResultOf(5, {0, 3});
    EXPECT_TRUE(m_oracle.IsExactOf(result, {0, 3}));
    EXPECT_TRUE(m_oracle.IsExactOf(result, {3, 0}));
    EXPECT_FALSE(m_oracle.IsExactOf(result, {0}));
    EXPECT_FALSE(m_oracle.IsExactOf(result, {0, 2}));
    EXPECT_FALSE(m_oracle.IsExactOf(result, {0, 2, 3}));
    EXPECT_FALSE(m_oracle.IsExactOf(result, {}));
}

TEST_P(Oracle, RejectsFragmentsOfOtherTasksAndJobs)
{
    const GradientOracle other = Of(kJob + 1, 4);
    const GradientSum strays[]{FragmentOf(m_oracle, 6, 3), FragmentOf(other, 5, 3, kJob + 1)};
    for (const GradientSum& stray : strays)
    {
        InaPacket mixed = ResultOf(5, {0, 1, 2});
        mixed.sum.Add(stray);
        EXPECT_FALSE(m_oracle.IsExact(mixed));
    }
    InaPacket swapped = ResultOf(5, {0, 1, 2, 3});
    swapped.seq = 6;
    EXPECT_FALSE(m_oracle.IsExact(swapped));
    InaPacket foreign = ResultOf(5, {});
    for (uint32_t worker = 0; worker < 4; ++worker)
    {
        foreign.sum.Add(FragmentOf(other, 5, worker, kJob + 1));
    }
    EXPECT_FALSE(m_oracle.IsExact(foreign));
}

INSTANTIATE_TEST_SUITE_P(Gradients, Oracle, testing::Bool(), [](const auto& info) {
    return info.param ? "Values" : "Digests";
});

TEST(OracleValues, OneWrongValueIsFoundThoughTheDigestIsRight)
{
    const GradientOracle oracle(kJob, 1, true);
    InaPacket fragment;
    fragment.job = kJob;
    fragment.seq = 5;
    oracle.Fill(fragment, 0);
    ASSERT_TRUE(oracle.IsExact(fragment));
    FragmentValues values = fragment.sum.values.Values();
    values[61] ^= 1;
    fragment.sum.values = PayloadRef(values);
    EXPECT_FALSE(oracle.IsExact(fragment));
    EXPECT_FALSE(oracle.IsExactOf(fragment, std::vector<uint16_t>{0}));
    fragment.sum.values = PayloadRef();
    EXPECT_FALSE(oracle.IsExact(fragment)) << "values that went missing";
    EXPECT_FALSE(oracle.IsExactOf(fragment, std::vector<uint16_t>{0}));
}

TEST(OracleValues, ThirtyTwoWorkersDoNotReachTheLimitsOfASum)
{
    // A sum that saturates depends on the order in which gradients are added, and would be rejected
    // at random.
    const GradientOracle oracle(kJob, 32, true);
    for (uint32_t seq = 0; seq < 100; ++seq)
    {
        for (uint32_t worker = 0; worker < 32; ++worker)
        {
            InaPacket fragment;
            fragment.job = kJob;
            fragment.seq = seq;
            oracle.Fill(fragment, worker);
            for (const int32_t value : fragment.sum.values.Values())
            {
                ASSERT_LE(std::abs(int64_t{value}) * 32, INT32_MAX);
            }
        }
    }
}

/// Gradients that a program supplies: 1000 t + w for worker w in task t.
class CountedValues : public GradientValues
{
  public:
    FragmentValues ValuesOf(uint32_t seq, uint32_t worker) const override
    {
        FragmentValues values;
        values.fill(static_cast<int32_t>(1000 * seq + worker));
        return values;
    }
};

TEST(OracleValues, MayComeFromOutside)
{
    const GradientOracle oracle(kJob,
                                2,
                                true,
                                GradientPrecision::Single,
                                std::make_shared<CountedValues>());
    InaPacket result;
    result.job = kJob;
    result.seq = 5;
    oracle.Fill(result, 0);
    EXPECT_EQ(result.sum.values.Values()[61], 5000);
    InaPacket other = result;
    oracle.Fill(other, 1);
    EXPECT_EQ(other.sum.values.Values()[0], 5001);
    result.sum.Add(other.sum);
    EXPECT_TRUE(oracle.IsExact(result));
    FragmentValues wrong = result.sum.values.Values();
    ++wrong[17];
    result.sum.values = PayloadRef(wrong);
    EXPECT_FALSE(oracle.IsExact(result));
}

} // namespace
} // namespace ns3::esa
