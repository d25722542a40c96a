// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A system whose tasks may be at one of several aggregators.

#include "core/switch/pipeline-rig.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

/// Sets of two.
void
PairOf(const AggregatorRequest& task, Candidates& out)
{
    out.Add(task.named / 2 * 2);
    out.Add(task.named / 2 * 2 + 1);
}

/// No set at all.
void
Nowhere(const AggregatorRequest& /* task */, Candidates& /* out */)
{
}

/// The first resident whose job is odd.
uint32_t
OddJob(const Occupants& occupants)
{
    uint32_t place = 0;
    while (place < occupants.count && occupants.residents[place].job % 2 == 0)
    {
        ++place;
    }
    return place;
}

/// A switch of four aggregators, in sets of two.
class Choice : public testing::Test
{
  protected:
    explicit Choice(const char* system = "esa")
        : record(*FindSystem(system)),
          system(Prepared()),
          pipeline(this->system, 4, random)
    {
    }

    /// @return the switch's decision about a fragment, which names an aggregator
    Decision Gradient(uint16_t job,
                      uint32_t seq,
                      uint16_t worker,
                      uint8_t priority,
                      uint32_t at = 0)
    {
        packet = GradientOf(job, seq, worker, priority);
        packet.aggregator = at;
        return pipeline.Process(packet, Picoseconds(0));
    }

    /// @return the same about a packet without gradient
    Decision Control(PacketKind kind, uint16_t job, uint32_t seq, uint32_t at = 0)
    {
        packet = ControlPacketOf(kind, job, seq);
        packet.aggregator = at;
        return pipeline.Process(packet, Picoseconds(0));
    }

    SystemRecord record;     ///< with the choice
    ScriptedRandom random;   ///< no number is drawn
    System system;           ///< of the record
    SwitchPipeline pipeline; ///< the switch
    InaPacket packet;        ///< the last packet, as it left

  private:
    /// @return the system of the record, with sets of two
    System Prepared()
    {
        record.onSwitch.choice.candidates = &PairOf;
        return System(record);
    }
};

/// ATP's aggregators wait for the result.
class ChoiceOfAtp : public Choice
{
  protected:
    ChoiceOfAtp()
        : Choice("atp")
    {
    }
};

TEST_F(Choice, TasksWithTheSameIndexAreSummedBesideEachOther)
{
    EXPECT_EQ(Gradient(1, 5, 0, 10), kAllocated);
    EXPECT_EQ(Gradient(2, 7, 0, 10), kAllocated);
    EXPECT_EQ(pipeline.Table().Occupied(), 2U);
    EXPECT_EQ(Gradient(2, 7, 1, 10), kCompletedHere);
    EXPECT_EQ(packet.sum.digest, DigestOfAll(2, 7, 2));
    EXPECT_EQ(Gradient(1, 5, 1, 10), kCompletedHere);
    EXPECT_EQ(packet.sum.digest, DigestOfAll(1, 5, 2));
    EXPECT_EQ(pipeline.Table().Occupied(), 0U);
}

TEST_F(Choice, ATaskStaysWhereItIsWhenAnEarlierCandidateBecomesFree)
{
    Gradient(1, 5, 0, 10);
    Gradient(2, 7, 0, 10);
    Gradient(1, 5, 1, 10);
    EXPECT_EQ(pipeline.Table().Occupied(), 1U);
    EXPECT_EQ(Gradient(2, 7, 1, 10), kCompletedHere);
    EXPECT_EQ(packet.sum.digest, DigestOfAll(2, 7, 2));
}

TEST_F(Choice, ANewTaskCollidesWithTheLeastUrgentResidentOfAFullSet)
{
    Gradient(1, 5, 0, 20, 0);
    Gradient(2, 7, 0, 10, 1);
    EXPECT_EQ(Gradient(3, 9, 0, 15, 0), kPreempted);
    EXPECT_EQ(packet.job, 2);
    EXPECT_EQ(packet.aggregator, 1U) << "a sum leaves with the index of its task";
    EXPECT_EQ(packet.sum.digest, DigestOf(2, 7, 0));
    EXPECT_EQ(Gradient(4, 11, 0, 5, 0), kPassedThrough);
    EXPECT_TRUE(packet.collision);
    // The least urgent of 20 and 15 was downgraded to 7, so the next one finds it.
    EXPECT_EQ(Gradient(4, 12, 0, 8, 0), kPreempted);
    EXPECT_EQ(packet.job, 3);
    EXPECT_EQ(packet.aggregator, 0U);
}

TEST_F(Choice, ARuleOfOnesOwnChoosesTheResident)
{
    record.onSwitch.choice.victim = &OddJob;
    Gradient(2, 7, 0, 10);
    Gradient(1, 5, 0, 20);
    EXPECT_EQ(Gradient(3, 9, 0, 30), kPreempted);
    EXPECT_EQ(packet.job, 1);
}

/// The resident that has held its aggregator for longest.
uint32_t
Oldest(const Occupants& occupants)
{
    const auto* const end = occupants.residents + occupants.count;
    return std::max_element(
               occupants.residents,
               end,
               [](const CollidingTask& a, const CollidingTask& b) { return a.age < b.age; }) -
           occupants.residents;
}

TEST_F(Choice, ARuleCanChooseTheOldestResident)
{
    record.onSwitch.choice.victim = &Oldest;
    const auto process = [this](uint16_t job, uint16_t worker, int64_t at) {
        packet = GradientOf(job, 5, worker, job);
        packet.fanIn = 3;
        packet.aggregator = 0;
        return pipeline.Process(packet, Picoseconds(at));
    };
    process(1, 0, 10);
    process(2, 0, 20);
    process(1, 1, 30); // adds to the oldest
    EXPECT_EQ(process(3, 0, 40), kPreempted);
    EXPECT_EQ(packet.job, 1);
    EXPECT_EQ(process(4, 0, 50), kPreempted);
    EXPECT_EQ(packet.job, 2);
}

/// Counts what jobs hold.
class Held : public testing::Test
{
  protected:
    explicit Held(const CollisionRule& rule = kPreemptByPriority)
        : record(*FindSystem("esa")),
          system(Prepared(rule)),
          pipeline(system, 4, random)
    {
    }

    /// @return the switch's decision about the first fragment of a task
    Decision Gradient(uint16_t job, uint32_t seq, uint8_t priority, uint32_t at)
    {
        InaPacket packet = GradientOf(job, seq, 0, priority);
        packet.aggregator = at;
        return pipeline.Process(packet, Picoseconds(0));
    }

    /// @return how many aggregators a job holds
    uint32_t By(uint16_t job) const
    {
        return HeldByJobs{pipeline.Table().Held()}.HeldBy(job);
    }

    SystemRecord record;     ///< that counts
    ScriptedRandom random;   ///< no number is drawn
    System system;           ///< of the record
    SwitchPipeline pipeline; ///< the switch

  private:
    /// @return the system of the record, with a rule
    System Prepared(const CollisionRule& rule)
    {
        record.onSwitch.countsHeld = true;
        record.onSwitch.collide = rule;
        return System(record);
    }
};

/// The job that holds more makes room.
CollisionDecision
PreemptWhoHoldsMore(const Collision& collision)
{
    return collision.HeldBy(collision.resident.job) > collision.HeldBy(collision.newcomer.job)
               ? CollisionDecision::Preempt
               : CollisionDecision::PassThrough;
}

class HeldByTwoJobs : public Held
{
  protected:
    HeldByTwoJobs()
        : Held(CollisionRule(&PreemptWhoHoldsMore))
    {
    }
};

TEST_F(Held, FollowsEachChangeOfHands)
{
    EXPECT_EQ(By(1), 0U);
    Gradient(1, 1, 10, 0);
    Gradient(1, 2, 10, 1);
    Gradient(2, 1, 10, 2);
    EXPECT_EQ(By(1), 2U);
    EXPECT_EQ(By(2), 1U);
    EXPECT_EQ(Gradient(2, 9, 20, 0), kPreempted);
    EXPECT_EQ(By(1), 1U);
    EXPECT_EQ(By(2), 2U);
    EXPECT_EQ(Gradient(3, 9, 1, 0), kPassedThrough);
    EXPECT_EQ(By(3), 0U);
    InaPacket second = GradientOf(1, 2, 1);
    second.aggregator = 1;
    EXPECT_EQ(pipeline.Process(second, Picoseconds(0)), kCompletedHere);
    EXPECT_EQ(By(1), 0U) << "its sum has left";
    InaPacket reminder = ControlPacketOf(PacketKind::Reminder, 2, 1);
    reminder.aggregator = 2;
    EXPECT_EQ(pipeline.Process(reminder, Picoseconds(0)), kFetched);
    EXPECT_EQ(By(2), 1U);
    EXPECT_EQ(pipeline.RemoveJob(2, Picoseconds(0)), 1U);
    EXPECT_EQ(By(2), 0U);
    Gradient(4, 1, 10, 3);
    pipeline.LoseSums(Picoseconds(0));
    EXPECT_EQ(By(4), 0U);
}

TEST_F(HeldByTwoJobs, IsWhatARuleGets)
{
    Gradient(1, 1, 10, 0);
    EXPECT_EQ(Gradient(2, 1, 0, 0), kPreempted) << "1 to 0";
    EXPECT_EQ(Gradient(1, 2, 0, 0), kPreempted) << "1 to 0, the other way round";
    Gradient(2, 3, 0, 1);
    EXPECT_EQ(Gradient(2, 4, 99, 0), kPassedThrough) << "1 to 1";
}

TEST_F(Choice, GivesWhatAJobHoldsOnlyIfItIsCounted)
{
    record.onSwitch.choice.victim = [](const Occupants& occupants) {
        return occupants.HeldBy(occupants.newcomer.job);
    };
    Gradient(1, 5, 0, 10);
    Gradient(2, 7, 0, 10);
    EXPECT_THROW(Gradient(3, 9, 0, 10), std::logic_error);
}

TEST_F(Choice, AReminderFetchesItsTaskFromAnyCandidate)
{
    Gradient(1, 5, 0, 10);
    Gradient(2, 7, 0, 10);
    EXPECT_EQ(Control(PacketKind::Reminder, 2, 7), kFetched);
    EXPECT_EQ(packet.sum.digest, DigestOf(2, 7, 0));
    EXPECT_EQ(Control(PacketKind::Reminder, 3, 9).outcome, Outcome::FetchMissed);
    EXPECT_EQ(pipeline.Table().Occupied(), 1U);
}

TEST_F(ChoiceOfAtp, AResultFreesItsOwnTask)
{
    Gradient(1, 5, 0, 0);
    Gradient(2, 7, 0, 0);
    Gradient(2, 7, 1, 0);
    EXPECT_EQ(pipeline.Table().Occupied(), 2U) << "one waits for its result";
    EXPECT_EQ(Control(PacketKind::Result, 2, 7), kReleased);
    EXPECT_EQ(Control(PacketKind::Result, 2, 7), kReturned);
    EXPECT_EQ(pipeline.Table().Occupied(), 1U);
    EXPECT_EQ(Gradient(1, 5, 1, 0), kCompletedForPs);
}

TEST_F(ChoiceOfAtp, AResultFreesTheStaleResidentThatWasNotUsedForLongest)
{
    pipeline.SetStaleAge(Picoseconds(100));
    InaPacket first = GradientOf(1, 5, 0);
    InaPacket second = GradientOf(2, 7, 0);
    pipeline.Process(second, Picoseconds(10));
    pipeline.Process(first, Picoseconds(5)); // in the second place, but older
    InaPacket result = ControlPacketOf(PacketKind::Result, 3, 9);
    EXPECT_EQ(pipeline.Process(result, Picoseconds(107)).outcome, Outcome::Reclaimed);
    EXPECT_EQ(Control(PacketKind::Resend, 2, 7).outcome, Outcome::Fetched) << "it is still here";
}

TEST_F(Choice, OfNothingOrOfWhatTheSwitchHasNotEndsTheRun)
{
    record.onSwitch.choice.candidates = &Nowhere;
    EXPECT_THROW(Gradient(1, 5, 0, 10), std::logic_error);
    record.onSwitch.choice.candidates = [](const AggregatorRequest& task, Candidates& out) {
        out.Add(task.aggregators);
    };
    EXPECT_THROW(Gradient(1, 5, 0, 10), std::logic_error);
    record.onSwitch.choice = {&PairOf, [](const Occupants& occupants) { return occupants.count; }};
    Gradient(1, 5, 0, 10);
    Gradient(2, 7, 0, 10);
    EXPECT_THROW(Gradient(3, 9, 0, 10), std::logic_error);
}

} // namespace
} // namespace ns3::esa
