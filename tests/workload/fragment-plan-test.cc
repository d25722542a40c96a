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
    const FragmentPlan ina(DnnA(), 248);
    const FragmentPlan switchMl(DnnA(), 128);
    for (uint32_t partition = 0; partition < 4; ++partition)
    {
        EXPECT_EQ(ina.FragmentsOf(partition), 16'130U) << "the last one is padded";
        EXPECT_EQ(ina.EndOf(partition), 16'130U * (partition + 1));
        EXPECT_EQ(switchMl.FragmentsOf(partition), 31'250U) << "exactly";
    }
    EXPECT_EQ(ina.Fragments(), 64'520U);
    EXPECT_EQ(switchMl.Fragments(), 125'000U);
    EXPECT_EQ(FragmentPlan(DnnB(), 248).Fragments(), 4U * 8'065U);
}

TEST(FragmentPlan, APartitionIsRoundedUpToWholeFragments)
{
    for (const auto& [bytes, fragments] : {std::pair(1, 1), std::pair(248, 1), std::pair(249, 2)})
    {
        Dnn dnn = DnnA();
        dnn.partitions = {{1, static_cast<uint64_t>(bytes)}};
        const FragmentPlan plan(dnn, 248);
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
}

TEST(FragmentPlan, OfASlowWorkerHasLongerComputation)
{
    const FragmentPlan plan(ThreeLayers(), 100);
    const FragmentPlan slow = plan.SlowedBy(1.5);
    EXPECT_EQ(slow.GetDnn().TotalCompute(), FromMicroseconds(90 + 900));
    EXPECT_EQ(plan.GetDnn().TotalCompute(), FromMicroseconds(60 + 600));
}

} // namespace
} // namespace ns3::esa
