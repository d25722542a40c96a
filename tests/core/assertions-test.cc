// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "assertions.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-assert.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-parameter-server.h"
#include "ns3/esa-priority-rule.h"
#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-sequence-ring.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-system.h"
#include "ns3/esa-wire-format.h"

// Each test breaks an invariant of the core. A broken invariant is a bug of this module, not a
// mistake of its user.

namespace ns3::esa
{
namespace
{

TEST(AssertionDeathTest, SaysWhereAndWhatShouldHold)
{
    EXPECT_ASSERTION(ESA_ASSERT(1 + 1 == 3, "sums are right"),
                     "assertions-test.cc:[0-9]+: assertion failed: sums are right .1 \\+ 1 == 3.");
}

TEST(Assertion, EvaluatesItsConditionOnceOrNever)
{
    int evaluated = 0;
    ESA_ASSERT(++evaluated == 1, "the first time");
#ifdef NS3_ASSERT_ENABLE
    EXPECT_EQ(evaluated, 1);
#else
    EXPECT_EQ(evaluated, 0);
#endif
}

TEST(CoreAssertionDeathTest, MeasuredTimesAreNotNegative)
{
    RtoEstimator rto(FromMicroseconds(1000));
    EXPECT_ASSERTION(rto.AddSample(Picoseconds(-1)), "measured time is not negative");
}

TEST(CoreAssertionDeathTest, RangesDoNotEndBeforeTheyBegin)
{
    SequenceRing<int> ring;
    EXPECT_ASSERTION(ring.Reserve(2, 1), "does not end before it begins");
}

TEST(CoreAssertionDeathTest, FieldsHaveRoomForWhatIsWritten)
{
    InaPacket wide;
    wide.fanIn = 33;
    EXPECT_ASSERTION(EncodeInaHeader(wide), "32 at most");
    EXPECT_ASSERTION(FullBitmap(33), "32 bits");
    EXPECT_ASSERTION((HalfPair{0, INT16_MIN}.ToWord()), "no lane is -32768");
    EXPECT_ASSERTION(FixedPoint(0), "above 0");
}

TEST(CoreAssertionDeathTest, ValuesAreAskedForOnlyWhereThereAreSome)
{
    const PayloadRef none;
    EXPECT_ASSERTION(static_cast<void>(none.Values()[0]), "only where there are some");
}

TEST(CoreAssertionDeathTest, EveryWorkerHasANumberOfItsJob)
{
    const GradientOracle oracle(0, 2, false);
    InaPacket fragment;
    EXPECT_ASSERTION(oracle.Fill(fragment, 2), "below the number of workers");
    EXPECT_ASSERTION(AggregationPlan(2).AddressOf(2), "below the number of workers");
}

TEST(CoreAssertionDeathTest, ATreeIsNamedByItsNumberAndNotByATask)
{
    const std::vector<SwitchId> rackOf(2);
    const AggregationTree tree(rackOf, rackOf[0]);
    const AggregationPlan three(rackOf, rackOf[0], {tree, tree, tree});
    EXPECT_ASSERTION(static_cast<void>(three.Tree(3)), "below the number of trees");
    EXPECT_EQ(&three.TreeOfTask(4), &three.Tree(1));
}

TEST(CoreAssertionDeathTest, APartOfMemoryIsNotEmpty)
{
    EXPECT_ASSERTION((ShareIndex{0, 0}.Index(5)), "an aggregator at least");
    EXPECT_ASSERTION((SlotIndex{0, 0}.Index(5)), "a slot at least");
    EXPECT_ASSERTION((SharedPoolIndex{IndexRule::Crc32, 0, 1}.Index(1, 5)), "at least");
}

TEST(CoreAssertionDeathTest, PrioritiesAreOfTasksUnderWay)
{
    const System system(*FindSystem("esa"));
    // in place, as there is no assertion in other builds that would use a variable
    EXPECT_ASSERTION((PriorityByRemainingTime(FragmentState{1, 2, 8, 0, 0, 0, 0, 1, 0, 0, system})),
                     "time remains");
    EXPECT_ASSERTION((PriorityByRemainingTime(FragmentState{3, 2, 8, 0, 0, 0, 1, 1, 0, 0, system})),
                     "counted from 1");
}

TEST(CoreAssertionDeathTest, TheTableCountsEveryChangeOfState)
{
    AggregatorTable table(2);
    AggregatorTable other(1);
    table.SetState(table.At(1), AggregatorState::Aggregating, FromMicroseconds(5));
    EXPECT_ASSERTION(table.SetState(other.At(0), AggregatorState::Free, FromMicroseconds(6)),
                     "only its own aggregators");
    EXPECT_ASSERTION(table.At(2), "dropped before");
    EXPECT_ASSERTION(AggregatorTable(0), "at least one aggregator");
}

} // namespace
} // namespace ns3::esa
