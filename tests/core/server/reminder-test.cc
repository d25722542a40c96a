// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/constants.h"
#include "core/server/server-rig.h"

namespace ns3::esa
{
namespace
{

TEST(ServerOvertaking, ThreeLargerFragmentsCallForAReminder)
{
    ServerRig rig;
    rig.Receive(5, 0b0001);
    EXPECT_TRUE(rig.Receive(6, 0b0001).empty());
    EXPECT_TRUE(rig.Receive(9, 0b0001).empty());
    const auto sent = rig.Receive(6, 0b0010);
    ASSERT_EQ(sent.size(), 1U) << "fragments count, not tasks";
    EXPECT_EQ(sent[0].kind, PacketKind::Reminder);
    EXPECT_EQ(sent[0].job, ServerRig::kJob);
    EXPECT_EQ(sent[0].seq, 5U);
    EXPECT_EQ(sent[0].aggregator, ServerRig::AggregatorOf(5));
    EXPECT_EQ(sent[0].bitmap, 0U);
    EXPECT_EQ(sent[0].sum.digest, 0U);
    EXPECT_EQ(rig.server.GetCounts().remindersOvertaken, 1U);
}

/// @return parameters of a PS whose workers' packets overtake each other
ParameterServerParameters
WithWindow(Picoseconds window)
{
    ParameterServerParameters parameters = ServerRig::Parameters(AggregationPlan(4));
    parameters.reorderingWindow = window;
    return parameters;
}

TEST(ServerReorderingWindow, LargerFragmentsSayNothing)
{
    ServerRig rig("esa", WithWindow(300 * kUs));
    rig.Receive(5, 0b0001);
    for (uint32_t seq = 6; seq < 50; ++seq)
    {
        EXPECT_TRUE(RemindersOf(rig.Receive(seq, 0b0001)).empty());
    }
}

TEST(ServerReorderingWindow, AnEntryThatDoesNotChangeForItCallsForOneReminder)
{
    ServerRig rig("esa", WithWindow(300 * kUs));
    rig.Receive(5, 0b0001, 0 * kUs);
    rig.Receive(6, 0b0001, 100 * kUs);
    EXPECT_TRUE(rig.Tick(299 * kUs).empty());
    EXPECT_EQ(RemindersOf(rig.Tick(300 * kUs)), (Seqs{5}));
    EXPECT_TRUE(rig.Tick(350 * kUs).empty()) << "one a change";
    EXPECT_EQ(RemindersOf(rig.Tick(400 * kUs)), (Seqs{6}));
    rig.Receive(5, 0b0010, 450 * kUs);
    EXPECT_TRUE(rig.Tick(749 * kUs).empty());
    EXPECT_EQ(RemindersOf(rig.Tick(750 * kUs)), (Seqs{5})) << "it has changed";
    EXPECT_EQ(rig.server.GetCounts().remindersOvertaken, 3U);
}

TEST(ServerReorderingWindow, ATimeoutStillRemindsAgain)
{
    ServerRig rig("esa", WithWindow(300 * kUs));
    rig.Receive(5, 0b0001, 0 * kUs);
    rig.Tick(300 * kUs);
    EXPECT_EQ(RemindersOf(rig.Tick(1000 * kUs)), (Seqs{5}));
    EXPECT_EQ(rig.server.GetCounts().remindersTimeout, 1U);
}

TEST(ServerOvertaking, CrossesTheWrapALongWayFromTheFirstFragment)
{
    // Numbers are decoded relative to the latest one, not to the first, which is more than 2^31
    // away.
    ServerRig rig;
    for (const uint32_t seq : {100U, (1U << 30) + 110, (2U << 30) + 120, (3U << 30) + 130})
    {
        EXPECT_EQ(rig.Receive(seq, 0b1111).size(), 1U);
    }
    rig.Receive(UINT32_MAX, 0b0001);
    EXPECT_EQ(rig.Receive(0, 0b1111).size(), 1U);
    rig.Receive(1, 0b1111);
    EXPECT_EQ(RemindersOf(rig.Receive(2, 0b0001)), Seqs{UINT32_MAX});
}

TEST(ServerTimeout, RemindsOfWhatHasNotChangedForOneMillisecond)
{
    ServerRig rig;
    rig.Receive(5, 0b0001, 0 * kMs);
    rig.Receive(5, 0b0010, kMs / 2);
    EXPECT_TRUE(rig.Tick(kMs).empty()) << "the last change counts";
    EXPECT_TRUE(rig.Tick(kMs + kMs / 2 - Picoseconds(1)).empty());
    EXPECT_EQ(RemindersOf(rig.Tick(kMs + kMs / 2)), Seqs{5});
    EXPECT_TRUE(rig.Tick(2 * kMs).empty()) << "the next timeout counts from the last";
    EXPECT_EQ(RemindersOf(rig.Tick(2 * kMs + kMs / 2)), Seqs{5});
    EXPECT_EQ(rig.server.GetCounts().remindersTimeout, 2U);
}

TEST(ServerTimeout, SetsTheCountOfLargerFragmentsGoingAgain)
{
    ServerRig rig;
    rig.Receive(5, 0b0001, 0 * kMs);
    for (uint32_t seq : {6, 7, 8, 9, 10, 11})
    {
        rig.Receive(seq, 0b1111, 0 * kMs);
    }
    EXPECT_EQ(rig.server.GetCounts().remindersOvertaken, 1U) << "the count has stopped";
    EXPECT_EQ(RemindersOf(rig.Tick(kMs)), Seqs{5});
    EXPECT_EQ(RemindersOf(rig.Receive(12, 0b0001, kMs)), Seqs{});
    EXPECT_EQ(RemindersOf(rig.Receive(13, 0b0001, kMs)), Seqs{});
    EXPECT_EQ(RemindersOf(rig.Receive(14, 0b0001, kMs)), Seqs{5});
}

TEST(ServerTimeout, ConcernsEveryOpenEntryAndNoDoneOne)
{
    ServerRig rig;
    rig.Receive(5, 0b0001);
    rig.Receive(6, 0b1111);
    rig.Receive(7, 0b0001);
    EXPECT_EQ(RemindersOf(rig.Tick(kMs)), (Seqs{5, 7}));
}

TEST(ServerTimeout, FollowsTheTimeFromSetUpToCompletion)
{
    ServerRig rig;
    rig.Receive(5, 0b0001, 0 * kMs);
    rig.Receive(5, 0b0010, 9 * kMs);
    rig.Receive(5, 0b1100, 10 * kMs); // smoothed 10 ms, deviation 5 ms
    rig.Receive(6, 0b0001, 10 * kMs);
    EXPECT_TRUE(rig.Tick(40 * kMs - Picoseconds(1)).empty());
    EXPECT_EQ(RemindersOf(rig.Tick(40 * kMs)), Seqs{6});
}

TEST(ServerTimeout, AnEntryThatTimedOutGivesNoSample)
{
    // Karn's rule: otherwise entries that wait for the timer would lengthen it, and the job would
    // stall for seconds.
    ServerRig rig;
    rig.Receive(5, 0b0001, 0 * kMs);
    rig.Tick(kMs);
    rig.Receive(5, 0b1110, 100 * kMs);
    rig.Receive(6, 0b0001, 100 * kMs);
    EXPECT_EQ(RemindersOf(rig.Tick(101 * kMs)), Seqs{6}) << "still the minimum of 1 ms";
}

TEST(ServerAsked, PassesOnOneIn10Microseconds)
{
    // A holdoff of 10 ms would cost ESA 54 % of its time.
    ServerRig rig;
    EXPECT_EQ(rig.Ask(5, 0 * kUs).size(), 1U);
    EXPECT_TRUE(rig.Ask(5, 10 * kUs - Picoseconds(1)).empty());
    EXPECT_EQ(rig.Ask(6, 5 * kUs).size(), 1U) << "of each number";
    EXPECT_EQ(rig.Ask(5, 10 * kUs).size(), 1U);
    EXPECT_TRUE(rig.Ask(5, 11 * kUs).empty()) << "counted from the last that was passed on";
}

TEST(ServerAsked, OpensNoEntryAndArmsNoTimer)
{
    ServerRig rig;
    rig.Ask(5);
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    rig.Receive(6, 0b0001, Picoseconds(1)); // so that there is an entry for the timer
    EXPECT_EQ(RemindersOf(rig.Tick(10 * kMs)), Seqs{6});
    for (uint32_t seq = 7; seq < 20; ++seq)
    {
        rig.Receive(seq, 0b1111, 11 * kMs);
    }
    EXPECT_EQ(rig.server.GetCounts().remindersForwarded, 1U);
    EXPECT_EQ(rig.server.GetCounts().remindersTimeout, 1U);
    EXPECT_EQ(rig.server.GetCounts().remindersOvertaken, 1U) << "of 6";
}

TEST(ServerAsked, AnEntryThatWasAskedForIsSetUpByItsFirstFragment)
{
    ServerRig rig;
    rig.Ask(5, 0 * kMs);
    rig.Receive(5, 0b0001, 50 * kMs);
    EXPECT_EQ(rig.server.OpenEntries(), 1U);
    EXPECT_EQ(rig.Receive(5, 0b1110, 50 * kMs).size(), 1U);
    rig.Receive(6, 0b0001, 50 * kMs);
    EXPECT_EQ(RemindersOf(rig.Tick(51 * kMs)), Seqs{6}) << "the sample was 0, not 50 ms";
}

TEST(ServerAsked, DoesNotPutOffTheTimeout)
{
    ServerRig rig;
    rig.Receive(5, 0b0001);
    EXPECT_EQ(rig.Ask(5, kMs - kUs).size(), 1U);
    EXPECT_EQ(RemindersOf(rig.Tick(kMs)), Seqs{5});
}

TEST(ServerAsked, AtpsPsRemindsNobody)
{
    ServerRig rig("atp");
    rig.Receive(5, 0b0001);
    for (uint32_t seq = 6; seq < 20; ++seq)
    {
        rig.Receive(seq, 0b1111);
    }
    EXPECT_TRUE(rig.Tick(1000 * kMs).empty());
    EXPECT_TRUE(rig.Ask(5, 1000 * kMs).empty());
    EXPECT_EQ(rig.server.GetCounts().Reminders(), 0U);
    EXPECT_EQ(rig.server.OpenEntries(), 1U);
    EXPECT_FALSE(rig.server.NeedsTimer()) << "it would have nothing to check";
}

} // namespace
} // namespace ns3::esa
