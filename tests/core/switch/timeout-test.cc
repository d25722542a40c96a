// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums that are not complete in time leave (SwitchPart::timeout). Where no PS sums, what has come
// in time is the result (SystemRecord::HasPartialResults()).

#include "core/switch/group-job.h"

#include "ns3/esa-partial-results.h"

#include <stdexcept>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kTimeout = FromMicroseconds(5);
constexpr Picoseconds kNs = FromMicroseconds(0.001);
constexpr Decision kTimedOut{Outcome::TimedOut, Egress::ToParameterServer};

/// A switch of canary, with sums of three workers.
class SumTimeout : public testing::Test
{
  protected:
    static InaPacket Fragment(uint32_t seq, uint16_t worker)
    {
        InaPacket fragment = GradientOf(1, seq, worker);
        fragment.fanIn = 3;
        fragment.aggregator = seq % 4;
        return fragment;
    }

    /// @return the sum that times out next, at its deadline
    InaPacket NextSum()
    {
        InaPacket sum;
        EXPECT_EQ(m_rig.pipeline.TimeOut(sum, m_rig.pipeline.Deadline()), kTimedOut);
        return sum;
    }

    PipelineRig m_rig{"canary", 4, {{"canary.timeout_us", 5}}}; ///< the switch
};

TEST_F(SumTimeout, ASumLeavesWithWhatHasComeSinceItsFirstFragment)
{
    m_rig.Process(Fragment(6, 0), kNs);
    m_rig.Process(Fragment(6, 2), 3 * kNs);
    ASSERT_EQ(m_rig.pipeline.Deadline(), kNs + kTimeout);
    const InaPacket sum = NextSum();
    EXPECT_EQ(sum.kind, PacketKind::Partial);
    EXPECT_EQ(sum.bitmap, 0b101U);
    EXPECT_EQ(sum.fanIn, 3);
    EXPECT_EQ(sum.seq, 6U);
    EXPECT_EQ(sum.job, 1);
    EXPECT_EQ(sum.aggregator, 2U);
    EXPECT_EQ(sum.sum.digest, DigestOf(1, 6, 0) + DigestOf(1, 6, 2));
    EXPECT_EQ(m_rig.pipeline.Deadline(), kNoDeadline);
    EXPECT_EQ(m_rig.pipeline.Count(Outcome::TimedOut), 1U);
}

TEST_F(SumTimeout, SumsLeaveInTheOrderInWhichTheyBegan)
{
    m_rig.Process(Fragment(7, 0), kNs);
    m_rig.Process(Fragment(6, 0), 2 * kNs);
    EXPECT_EQ(NextSum().seq, 7U);
    EXPECT_EQ(NextSum().seq, 6U);
}

TEST_F(SumTimeout, AJobThatLeavesHasNoDeadline)
{
    m_rig.Process(Fragment(6, 0), kNs);
    m_rig.pipeline.RemoveJob(1, 2 * kNs);
    EXPECT_EQ(m_rig.pipeline.Deadline(), kNoDeadline);
}

TEST(SumTimeouts, AnAggregatorThatFreesItselfTakesAnotherSumOfItsTask)
{
    SystemRecord record = *FindSystem("canary");
    record.onSwitch.release = ReleaseRule::OnCompletion;
    const System system(record);
    ScriptedRandom random;
    SwitchPipeline pipeline(system, 4, random);
    InaPacket first = GradientOf(1, 5, 0);
    pipeline.Process(first, Picoseconds(0));
    InaPacket sum;
    EXPECT_EQ(pipeline.TimeOut(sum, pipeline.Deadline()), kTimedOut);
    EXPECT_EQ(sum.sum.digest, DigestOf(1, 5, 0));
    EXPECT_EQ(pipeline.Table().Occupied(), 0U);
    InaPacket second = GradientOf(1, 5, 1);
    EXPECT_EQ(pipeline.Process(second, Picoseconds(0)), kAllocated);
}

// The index by which the task requests the aggregator, also where indexes are scaled.
TEST(SumTimeouts, ASumHasTheIndexOfItsTask)
{
    const System system(*FindSystem("canary"));
    ScriptedRandom random;
    SwitchPipeline pipeline(system, 2, random, 8);
    InaPacket fragment = GradientOf(1, 5, 0);
    fragment.aggregator = 7;
    pipeline.Process(fragment, Picoseconds(0));
    InaPacket sum;
    pipeline.TimeOut(sum, pipeline.Deadline());
    EXPECT_EQ(sum.aggregator, 7U);
}

/// A switch of trio with two slots; the group of its job has three workers.
class PartialSums : public testing::Test
{
  protected:
    /// @return a worker's fragment; tasks 0, 2, 4 take the same place
    static InaPacket Fragment(uint32_t seq, uint16_t worker)
    {
        InaPacket fragment = GradientOf(1, seq, worker);
        fragment.fanIn = 3;
        fragment.aggregator = seq % 2;
        return fragment;
    }

    /// Task 0 times out without worker 1.
    void TimeOutFirst()
    {
        m_rig.Process(Fragment(0, 0));
        m_rig.Process(Fragment(0, 2));
        InaPacket sum;
        m_rig.pipeline.TimeOut(sum, m_rig.pipeline.Deadline());
    }

    PipelineRig m_rig{"trio", 2}; ///< the switch
};

TEST_F(PartialSums, FillTheMemoryOfTheSwitchAtLast)
{
    PartialResults kept;
    Aggregator aggregator;
    aggregator.fanIn = 3;
    InaPacket next = Fragment(2, 0); // worker 0 has the result, the others do not ask
    for (uint64_t result = 0; result < PartialResults::kMaxResults; ++result)
    {
        kept.Keep(static_cast<uint32_t>(result % 1000), aggregator, next);
    }
    EXPECT_EQ(kept.Count(), PartialResults::kMaxResults);
    EXPECT_THROW(kept.Keep(0, aggregator, next), std::runtime_error);
    kept.RemoveJob(aggregator.job);
    EXPECT_EQ(kept.Count(), 0U);
    kept.Keep(0, aggregator, next);
}

TEST_F(PartialSums, AreKeptWhileAWorkerMayAsk)
{
    TimeOutFirst();
    EXPECT_EQ(m_rig.Process(Fragment(2, 0)), kAllocated);
    EXPECT_EQ(m_rig.Process(Fragment(2, 2)), kAggregated);
    InaPacket late = Fragment(0, 1);
    EXPECT_EQ(m_rig.Process(late), kRepeated);
    EXPECT_EQ(late.bitmap, 0b101U) << "the workers in it";
    EXPECT_EQ(m_rig.Process(Fragment(2, 1)), kCompletedHere) << "all have the result now";
    EXPECT_EQ(m_rig.Process(Fragment(0, 1)), kStale);
}

TEST_F(PartialSums, GoWithTheirJobAndWithAFailure)
{
    TimeOutFirst();
    m_rig.Process(Fragment(2, 0));
    m_rig.pipeline.RemoveJob(1, Picoseconds(0));
    m_rig.Process(Fragment(4, 0));
    EXPECT_EQ(m_rig.Process(Fragment(0, 1)), kStale);
    InaPacket sum;
    m_rig.pipeline.TimeOut(sum, m_rig.pipeline.Deadline());
    m_rig.Process(Fragment(6, 0));
    m_rig.pipeline.Forget(Picoseconds(0));
    m_rig.Process(Fragment(8, 0));
    EXPECT_EQ(m_rig.Process(Fragment(4, 1)), kStale);
}

/// Two racks of two workers, and the rack of the PS, whose switch has the root.
class PartialRacks : public testing::Test
{
  protected:
    /// @return a fragment; tasks 0, 2, 4 take the same place
    static InaPacket Fragment(uint32_t seq, uint16_t worker)
    {
        InaPacket fragment = GradientOf(1, seq, worker);
        const WorkerAddress address = TwoRacks().AddressOf(worker);
        fragment.group = address.group;
        fragment.bitmap = address.bitmap;
        fragment.aggregator = seq % 2;
        return fragment;
    }

    RackSite m_leaf{"trio", SwitchId{0}}; ///< of the first rack
    RackSite m_root{"trio", kRackOfPs};   ///< of the root
};

TEST_F(PartialRacks, OnlyTheRootTimesOut)
{
    m_leaf.Process(Fragment(0, 0));
    EXPECT_EQ(m_leaf.pipeline.Deadline(), kNoDeadline) << "a rack is in a result as a whole";
    InaPacket sum = Fragment(0, 1);
    m_leaf.Process(sum);
    m_root.Process(sum);
    EXPECT_NE(m_root.pipeline.Deadline(), kNoDeadline);
}

TEST_F(PartialRacks, ALateWorkerGetsTheResultFromTheRoot)
{
    InaPacket other = Fragment(0, 2); // the other rack's sum
    other.group = TwoRacks().Tree().Root();
    other.bitmap = 0b10;
    m_root.Process(other);
    InaPacket result;
    m_root.pipeline.TimeOut(result, m_root.pipeline.Deadline());
    EXPECT_EQ(result.bitmap, 0b10U);
    m_leaf.Process(Fragment(0, 0));
    EXPECT_EQ(m_leaf.Process(Fragment(2, 0)), kAllocated) << "worker 0 has the result";

    InaPacket late = Fragment(0, 1);
    EXPECT_EQ(m_leaf.Process(late), (Decision{Outcome::Late, Egress::ToParameterServer}));
    EXPECT_EQ(late.group, TwoRacks().Tree().Root());
    EXPECT_EQ(m_root.Process(late), kRepeated);
    EXPECT_EQ(late.sum.digest, DigestOf(1, 0, 2));
    EXPECT_EQ(late.bitmap, 0b10U);
    EXPECT_EQ(late.worker, 1);
    EXPECT_FALSE(late.urgent);
}

// The result of the root was lost on its way to one worker, and the others of its rack went on.
TEST_F(PartialRacks, ACopyAsksTheRootAlthoughItsRackIsNotComplete)
{
    m_leaf.Process(Fragment(0, 0));
    InaPacket copy = Fragment(0, 0);
    EXPECT_EQ(m_leaf.Process(copy), (Decision{Outcome::Late, Egress::ToParameterServer}));
    EXPECT_TRUE(copy.urgent);
    EXPECT_EQ(m_leaf.Process(Fragment(0, 1)), kCompletedForPs);
}

TEST_F(PartialRacks, AQuestionIsNoSumOfItsRack)
{
    InaPacket question = Fragment(0, 1);
    question.group = TwoRacks().Tree().Root();
    question.bitmap = 0b1;
    question.urgent = true;
    EXPECT_EQ(m_root.Process(question), kStale);
    EXPECT_EQ(m_root.pipeline.Table().Occupied(), 0U);
}

// The sum of a rack that was lost on its way comes again with a copy of a fragment.
TEST_F(PartialRacks, ACompleteSumGoesUpAgain)
{
    m_leaf.Process(Fragment(0, 0));
    m_leaf.Process(Fragment(0, 1));
    InaPacket copy = Fragment(0, 1);
    EXPECT_EQ(m_leaf.Process(copy), (Decision{Outcome::Repeated, Egress::ToParameterServer}));
    EXPECT_EQ(m_root.Process(copy), kAllocated);
}

} // namespace
} // namespace ns3::esa
