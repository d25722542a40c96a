// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "workload/dnns.h"

#include <gtest/gtest.h>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr double kLinkBitsPerS = 100e9; ///< the paper's links

TEST(Dnn, SumsItsBytesAndItsComputation)
{
    EXPECT_EQ(DnnA().GradientBytes(), 16'000'000U);
    EXPECT_EQ(DnnA().TotalCompute(), FromMicroseconds(640));
    EXPECT_EQ(DnnB().GradientBytes(), 8'000'000U);
    EXPECT_EQ(DnnB().TotalCompute(), FromMicroseconds(1280));
    EXPECT_EQ(Dnn{}.GradientBytes(), 0U);
    EXPECT_EQ(Dnn{}.TotalCompute(), Picoseconds(0));
    EXPECT_EQ(ThreeLayers().TotalCompute(), FromMicroseconds(60 + 600));
}

TEST(Dnn, TheBackwardPartGoesFromTheLastLayerToTheFirst)
{
    EXPECT_EQ(ThreeLayers().BackwardEnds(),
              (std::vector<Picoseconds>{FromMicroseconds(600),
                                        FromMicroseconds(500),
                                        FromMicroseconds(300)}));
    EXPECT_EQ(DnnA().BackwardEnds(), std::vector<Picoseconds>(2, Picoseconds(0)));
}

TEST(FragmentPlan, FourMegabytesAre16130FragmentsOr31250OfSwitchMl)
{
    const FragmentPlan ina(DnnA(), 248, kLinkBitsPerS, PriorityCodec{});
    const FragmentPlan switchMl(DnnA(), 128, kLinkBitsPerS, PriorityCodec{});
    for (uint32_t partition = 0; partition < 4; ++partition)
    {
        EXPECT_EQ(ina.FragmentsOf(partition), 16'130U) << "the last one is padded";
        EXPECT_EQ(ina.EndOf(partition), 16'130U * (partition + 1));
        EXPECT_EQ(switchMl.FragmentsOf(partition), 31'250U) << "exactly";
    }
    EXPECT_EQ(ina.Fragments(), 64'520U);
    EXPECT_EQ(switchMl.Fragments(), 125'000U);
    EXPECT_EQ(FragmentPlan(DnnB(), 248, kLinkBitsPerS, PriorityCodec{}).Fragments(), 4U * 8'065U);
}

TEST(FragmentPlan, APartitionIsRoundedUpToWholeFragments)
{
    for (const auto& [bytes, fragments] : {std::pair(1, 1), std::pair(248, 1), std::pair(249, 2)})
    {
        Dnn dnn = DnnA();
        dnn.partitions = {{1, static_cast<uint64_t>(bytes)}};
        const FragmentPlan plan(dnn, 248, kLinkBitsPerS, PriorityCodec{});
        EXPECT_EQ(plan.Fragments(), static_cast<uint64_t>(fragments)) << bytes;
    }
}

TEST(FragmentPlan, KnowsThePartitionOfAFragment)
{
    Dnn dnn = DnnA();
    dnn.partitions = {{2, 300}, {1, 100}, {1, 250}};
    const FragmentPlan plan = SmallPlan(dnn);
    const std::vector<uint32_t> expected{0, 0, 0, 1, 2, 2, 2};
    ASSERT_EQ(plan.Fragments(), expected.size());
    for (uint64_t fragment = 0; fragment < expected.size(); ++fragment)
    {
        EXPECT_EQ(plan.PartitionOf(fragment), expected[fragment]) << fragment;
    }
}

TEST(FragmentPlan, PrioritiesFollowTheFormulaAlongTheIteration)
{
    for (const Dnn& dnn : {DnnA(), DnnB()})
    {
        const FragmentPlan plan(dnn, 248, kLinkBitsPerS, PriorityCodec{});
        const double sendS = static_cast<double>(dnn.GradientBytes()) * 8 / kLinkBitsPerS;
        const double computeS = ToSeconds(dnn.TotalCompute());
        const auto n = static_cast<double>(plan.Fragments());
        for (uint64_t k = 0; k < plan.Fragments(); k += 97)
        {
            const double remainingS = sendS * (n - static_cast<double>(k)) / n + computeS;
            const double layer = k < plan.EndOf(0) || k >= plan.EndOf(2) ? 2 : 1;
            const double priority = 1 / remainingS * 2 / layer * dnn.commCompRatio;
            EXPECT_NEAR(plan.PriorityOf(k), 255 * priority / 5000, 0.5 + 1e-6) << k;
        }
    }
}

TEST(FragmentPlan, PrioritiesOfDnnAInNumbers)
{
    const FragmentPlan plan(DnnA(), 248, kLinkBitsPerS, PriorityCodec{});
    EXPECT_EQ(plan.PriorityOf(0), 53) << "1 / 1.92 ms x 2/2 x 2 = 1041.67 of 5000";
    EXPECT_EQ(plan.PriorityOf(plan.EndOf(2) - 1), 212) << "layer 1, 1 / 0.96 ms: 4167";
    EXPECT_EQ(plan.PriorityOf(plan.EndOf(2)), 106) << "layer 2 again: half of it";
    EXPECT_EQ(plan.PriorityOf(plan.Fragments() - 1), 159) << "only computation remains: 3125";
}

TEST(FragmentPlan, PrioritiesRiseWithinEachLayer)
{
    const FragmentPlan plan(DnnA(), 248, kLinkBitsPerS, PriorityCodec{});
    for (uint64_t fragment = 1; fragment < plan.Fragments(); ++fragment)
    {
        if (fragment != plan.EndOf(2)) // from layer 1 to layer 2
        {
            ASSERT_GE(plan.PriorityOf(fragment), plan.PriorityOf(fragment - 1)) << fragment;
        }
    }
}

TEST(FragmentPlan, UsesTheCodecItIsGiven)
{
    const FragmentPlan plan(DnnA(), 248, kLinkBitsPerS, PriorityCodec{1000});
    EXPECT_EQ(plan.PriorityOf(0), 255);
    const PriorityCodec log2{5000, PriorityEncoding::Log2};
    EXPECT_EQ(FragmentPlan(DnnA(), 248, kLinkBitsPerS, log2).PriorityOf(0), log2.Encode(1041.67));
}

TEST(FragmentPlan, GradientsAreThereWhenTheBackwardPartOfTheirLayerHasEnded)
{
    EXPECT_EQ(SmallPlan(ThreeLayers()).ComputedTimes(),
              (std::vector<Picoseconds>{FromMicroseconds(300),
                                        FromMicroseconds(300),
                                        FromMicroseconds(500),
                                        FromMicroseconds(600)}));
}

TEST(FragmentPlan, ABucketIsReadyWithTheFrontMostOfItsLayers)
{
    Dnn dnn = ThreeLayers();
    dnn.partitions = {{3, 100}, {2, 100, 2}, {1, 100, 3}};
    EXPECT_EQ(SmallPlan(dnn).ComputedTimes(),
              (std::vector<Picoseconds>{FromMicroseconds(300),
                                        FromMicroseconds(500),
                                        FromMicroseconds(600)}));
    // As urgent as that layer: 100 bytes at 8 Mb/s are 100 us, and the forward parts 60 us.
    const PriorityCodec codec{20000};
    const FragmentPlan plan(dnn, 100, 8e6, codec);
    EXPECT_EQ(plan.PriorityOf(2), codec.Encode(1 / 160e-6 * 3 / 1));
}

TEST(FragmentPlan, TheBackwardPartThatIsLeftIsRemainingTime)
{
    // 400 bytes at 8 Mb/s are 400 us. T of the first fragment: 400 us, 300 us of backward parts
    // and 60 us of forward parts; of the last one: 100 us and the forward parts.
    const PriorityCodec codec{20000};
    const FragmentPlan plan(ThreeLayers(), 100, 8e6, codec);
    EXPECT_EQ(plan.PriorityOf(0), codec.Encode(1 / 760e-6 * 3 / 3));
    EXPECT_EQ(plan.PriorityOf(1), codec.Encode(1 / 660e-6 * 3 / 3));
    EXPECT_EQ(plan.PriorityOf(2), codec.Encode(1 / 360e-6 * 3 / 2)) << "layer 1's is left";
    EXPECT_EQ(plan.PriorityOf(3), codec.Encode(1 / 160e-6 * 3 / 1));
}

TEST(FragmentPlan, KeepsItsDnn)
{
    // The DNN from which it was made may no longer exist.
    EXPECT_EQ(SmallPlan(DnnB()).GetDnn().GradientBytes(), 8'000'000U);
}

TEST(FragmentPlan, OfASlowWorkerHasLongerComputationAndTheSamePriorities)
{
    const FragmentPlan plan(ThreeLayers(), 100, 8e6, PriorityCodec{20000});
    const FragmentPlan slow = plan.SlowedBy(1.5);
    EXPECT_EQ(slow.GetDnn().TotalCompute(), FromMicroseconds(90 + 900));
    EXPECT_EQ(plan.GetDnn().TotalCompute(), FromMicroseconds(60 + 600));
    EXPECT_EQ(slow.PriorityOf(0), plan.PriorityOf(0));
}

} // namespace
} // namespace ns3::esa
