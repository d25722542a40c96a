// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "workload/dnns.h"

#include "ns3/esa-fragment-priorities.h"
#include "ns3/esa-system-registry.h"

#include <gtest/gtest.h>

namespace ns3::esa
{
namespace
{

constexpr double kLinkBitsPerS = 100e9; ///< the paper's links

/// @return the priorities of ESA, for fragments of 248 bytes
FragmentPriorities
EsaPriorities(const Dnn& dnn, const PriorityCodec& codec = {})
{
    return {FragmentPlan(dnn, 248), System(*FindSystem("esa")), 8, kLinkBitsPerS, codec};
}

/// @return the same for fragments of 100 bytes on a link of 8 Mb/s
FragmentPriorities
SlowLinkPriorities(const Dnn& dnn, const PriorityCodec& codec)
{
    return {FragmentPlan(dnn, 100), System(*FindSystem("esa")), 8, 8e6, codec};
}

/// A rule of one's own.
double
IterationsLeftOverTime(const FragmentState& fragment)
{
    return fragment.iterationsLeft / (fragment.lastCommunicationS + fragment.sendS) /
           fragment.workers;
}

TEST(FragmentPriorities, FollowTheFormulaAlongTheIteration)
{
    for (const Dnn& dnn : {DnnA(), DnnB()})
    {
        const FragmentPlan plan(dnn, 248);
        const FragmentPriorities priorities = EsaPriorities(dnn);
        const double sendS = static_cast<double>(dnn.GradientBytes()) * 8 / kLinkBitsPerS;
        const double computeS = ToSeconds(dnn.TotalCompute());
        const auto n = static_cast<double>(plan.Fragments());
        for (uint64_t k = 0; k < plan.Fragments(); k += 97)
        {
            const double remainingS = sendS * (n - static_cast<double>(k)) / n + computeS;
            const double layer = k < plan.EndOf(0) || k >= plan.EndOf(2) ? 2 : 1;
            const double priority = 1 / remainingS * 2 / layer * dnn.commCompRatio;
            EXPECT_NEAR(priorities.Of(k), 255 * priority / 5000, 0.5 + 1e-6) << k;
        }
    }
}

TEST(FragmentPriorities, OfDnnAInNumbers)
{
    const FragmentPlan plan(DnnA(), 248);
    const FragmentPriorities priorities = EsaPriorities(DnnA());
    EXPECT_EQ(priorities.Of(0), 53) << "1 / 1.92 ms x 2/2 x 2 = 1041.67 of 5000";
    EXPECT_EQ(priorities.Of(plan.EndOf(2) - 1), 212) << "layer 1, 1 / 0.96 ms: 4167";
    EXPECT_EQ(priorities.Of(plan.EndOf(2)), 106) << "layer 2 again: half of it";
    EXPECT_EQ(priorities.Of(plan.Fragments() - 1), 159) << "only computation remains: 3125";
}

TEST(FragmentPriorities, UseTheCodecTheyAreGiven)
{
    EXPECT_EQ(EsaPriorities(DnnA(), PriorityCodec{1000}).Of(0), 255);
}

TEST(FragmentPriorities, OfABucketAreThoseOfItsFrontMostLayer)
{
    Dnn dnn = ThreeLayers();
    dnn.partitions = {{3, 100}, {2, 100, 2}, {1, 100, 3}};
    // 100 bytes at 8 Mb/s are 100 us, and the forward parts 60 us.
    const PriorityCodec codec{20000};
    EXPECT_EQ(SlowLinkPriorities(dnn, codec).Of(2), codec.Encode(1 / 160e-6 * 3 / 1));
}

TEST(FragmentPriorities, TheBackwardPartThatIsLeftIsRemainingTime)
{
    // 400 bytes at 8 Mb/s are 400 us. T of the first fragment: 400 us, 300 us of backward parts
    // and 60 us of forward parts; of the last one: 100 us and the forward parts.
    const PriorityCodec codec{20000};
    const FragmentPriorities priorities = SlowLinkPriorities(ThreeLayers(), codec);
    EXPECT_EQ(priorities.Of(0), codec.Encode(1 / 760e-6 * 3 / 3));
    EXPECT_EQ(priorities.Of(1), codec.Encode(1 / 660e-6 * 3 / 3));
    EXPECT_EQ(priorities.Of(2), codec.Encode(1 / 360e-6 * 3 / 2)) << "layer 1's is left";
    EXPECT_EQ(priorities.Of(3), codec.Encode(1 / 160e-6 * 3 / 1));
}

TEST(FragmentPriorities, ARuleOfOnesOwnReadsWhatIsMeasured)
{
    SystemRecord own = *FindSystem("esa");
    own.onHost.priority = {&IterationsLeftOverTime, true};
    const System system(own);
    const FragmentPlan plan(ThreeLayers(), 100);
    const PriorityCodec codec{20000};
    const FragmentPriorities priorities(plan, system, 8, 8e6, codec);
    EXPECT_TRUE(priorities.AreMeasured());
    EXPECT_FALSE(EsaPriorities(DnnA()).AreMeasured());
    // 300 of 400 bytes are left: 300 us.
    EXPECT_EQ(priorities.Of(system, plan, 1, 5, FromMicroseconds(200)),
              codec.Encode(5 / 500e-6 / 8));
    EXPECT_EQ(priorities.Of(system, plan, 1, 0, FromMicroseconds(200)), 1) << "0 is the least";
}

} // namespace
} // namespace ns3::esa
