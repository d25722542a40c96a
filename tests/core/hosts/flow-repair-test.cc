// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What a reliable flow does about a gap at once, and about silence.

#include "core/constants.h"
#include "core/hosts/sending-flow.h"

#include "ns3/esa-flow-receiver.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa
{
namespace
{

FlowParameters
Repairing(FlowRepair repair, CongestionAlgorithm algorithm = CongestionAlgorithm::Window)
{
    FlowParameters parameters;
    parameters.windowPackets = 20;
    parameters.recovery = true;
    parameters.repair = repair;
    parameters.congestion.algorithm = algorithm;
    return parameters;
}

/// @return a NAK of some packets, which answers a packet of a round
FlowSender::Ack
Nak(uint32_t number, uint32_t missing, uint8_t round = 0)
{
    return {number, round, 0, 0, false, missing};
}

TEST(FlowRepair, AReceiverTellsOfAGapOnce)
{
    FlowReceiver receiver(Repairing(FlowRepair::GoBackN));
    EXPECT_TRUE(receiver.OnData({0}).gaps.empty());
    const auto first = receiver.OnData({3});
    ASSERT_EQ(first.gaps.size(), 1U);
    EXPECT_EQ(first.gaps[0].begin, 1U);
    EXPECT_EQ(first.gaps[0].packets, 2U);
    EXPECT_FALSE(first.isEarly) << "go-back-N drops it";
    EXPECT_TRUE(receiver.OnData({4}).gaps.empty());
    EXPECT_TRUE(receiver.OnData({0}).gaps.empty()) << "a copy is no gap";
    EXPECT_TRUE(receiver.OnData({1, false, 1}).isNew);
    EXPECT_EQ(receiver.OnData({3, false, 1}).gaps.size(), 1U) << "another gap";
}

TEST(FlowRepair, AnAcknowledgementThatIsDueTellsOfTheGapAgain)
{
    FlowReceiver receiver(Repairing(FlowRepair::GoBackN));
    receiver.OnData({1});
    const auto due = receiver.OnData({2, true});
    EXPECT_EQ(due.gaps.size(), 1U) << "the first NAK may be lost";
    EXPECT_FALSE(due.wantsAck) << "the NAK acknowledges";
}

TEST(FlowRepair, AReceiverTellsOfAGapAgainWhenItsRepairIsLost)
{
    for (const FlowRepair repair : {FlowRepair::GoBackN, FlowRepair::SelectiveRepeat})
    {
        FlowReceiver receiver(Repairing(repair));
        EXPECT_EQ(receiver.OnData({1, false, 0}).gaps.size(), 1U);
        EXPECT_EQ(receiver.OnData({2, false, 1}).gaps.size(), 1U) << "0 left before it in round 1";
        EXPECT_TRUE(receiver.OnData({2, false, 1}).gaps.empty());
    }
}

TEST(FlowRepair, AReceiverTellsOfNoGapsWithoutRecovery)
{
    FlowReceiver receiver(FlowParameters{});
    EXPECT_TRUE(receiver.OnData({1, true}).gaps.empty());
    EXPECT_TRUE(receiver.OnData({2, true}).wantsAck);
}

TEST(FlowRepair, SelectiveRepeatKeepsWhatComesEarly)
{
    FlowReceiver receiver(Repairing(FlowRepair::SelectiveRepeat));
    EXPECT_TRUE(receiver.OnData({1}).isEarly);
    const auto second = receiver.OnData({4});
    EXPECT_TRUE(second.isEarly);
    ASSERT_EQ(second.gaps.size(), 1U) << "of the first gap the sender knows";
    EXPECT_EQ(second.gaps[0].begin, 2U);
    EXPECT_EQ(second.gaps[0].packets, 2U);
    EXPECT_FALSE(receiver.OnData({4}).isEarly) << "a copy";
    EXPECT_TRUE(receiver.OnData({0, false, 1}).isNew);
    EXPECT_EQ(receiver.Expected(), 2U);
    EXPECT_TRUE(receiver.OnData({2, false, 2}).isNew);
    EXPECT_TRUE(receiver.OnData({3, false, 2}).isNew);
    EXPECT_EQ(receiver.Expected(), 5U);
}

TEST(FlowRepair, AFlowGoesBackAtOnceAndOncePerGap)
{
    SendingFlow sender(Repairing(FlowRepair::GoBackN));
    sender.Offer({100, 110});
    EXPECT_EQ(sender.Sent(kUs).size(), 10U);
    EXPECT_EQ(sender.SentAfter(Nak(3, 1), 20 * kUs).front().position, 103U);
    EXPECT_EQ(sender.SentAgain(), 7U);
    EXPECT_TRUE(sender.SentAfter(Nak(3, 1), 21 * kUs).empty()) << "it is on its way";
    EXPECT_EQ(sender.SentAfter(Nak(3, 1, 1), 40 * kUs).front().position, 103U)
        << "it is lost again";
}

TEST(FlowRepair, EachRoundInVainSendsHalfAsManyUntilHalfOfABurstArrives)
{
    SendingFlow sender(Repairing(FlowRepair::GoBackN));
    sender.Offer({0, 1000});
    EXPECT_EQ(sender.Sent(kUs).size(), 20U);
    uint8_t round = 0;
    for (const std::size_t packets : {20U, 10U, 5U, 2U, 1U, 1U})
    {
        const auto again = sender.SentAfter(Nak(0, 1, round++), kUs);
        ASSERT_EQ(again.size(), packets);
        EXPECT_EQ(again.front().position, 0U);
    }
    uint32_t next = 0;
    for (const std::size_t packets : {2U, 5U})
    {
        ++next;
        EXPECT_EQ(sender.SentAfter({next, round}, kUs).back().position, next + packets - 1);
    }
    EXPECT_EQ(sender.SentAfter({next + 2, round}, kUs).back().position, next + 2 + 4)
        << "less than half of five";
    EXPECT_EQ(sender.SentAfter({next + 3, round}, kUs).back().position, next + 3 + 9);
}

TEST(FlowRepair, AFalseTimeoutLeavesTheBurstAsItWas)
{
    FlowParameters parameters = Repairing(FlowRepair::GoBackN);
    parameters.windowPackets = 64;
    SendingFlow sender(parameters);
    sender.Offer({0, 200});
    for (const uint8_t round : {uint8_t{0}, uint8_t{1}})
    {
        EXPECT_EQ(sender.Sent(kUs).size(), 64U);
        sender.OnAck(Nak(0, 1, round), kUs);
    }
    EXPECT_EQ(sender.Sent(kUs).size(), 32U) << "a round was in vain";
    EXPECT_EQ(sender.SentAtTimer(2000 * kUs).size(), 1U) << "slow start";
    // answers what left before the timeout
    EXPECT_EQ(sender.SentAfter({4, 2}, 2001 * kUs).size(), 4U) << "as much as has arrived";
}

TEST(FlowRepair, ARoundIsInVainIfLessThanAnEighthArrives)
{
    for (const uint32_t arrived : {2U, 3U}) // of 20
    {
        SendingFlow sender(Repairing(FlowRepair::GoBackN));
        sender.Offer({0, 1000});
        sender.Sent(kUs);
        sender.SentAfter(Nak(0, 1), kUs);
        EXPECT_EQ(sender.SentAfter(Nak(arrived, 1, 1), kUs).size(), arrived == 2 ? 10U : 20U);
    }
}

TEST(FlowRepair, SelectiveRepeatSendsOnlyWhatIsMissing)
{
    SendingFlow sender(Repairing(FlowRepair::SelectiveRepeat));
    sender.Offer({100, 130});
    EXPECT_EQ(sender.Sent(kUs).size(), 20U);
    sender.OnAck(Nak(3, 2), 20 * kUs);
    EXPECT_EQ(PositionsOf(sender.SentAfter(Nak(8, 1), 20 * kUs)),
              (std::vector<uint64_t>{103, 104, 108}));
    EXPECT_EQ(PositionsOf(sender.SentAfter({3, 1}, 40 * kUs)),
              (std::vector<uint64_t>{120, 121, 122}));
    EXPECT_TRUE(sender.SentAfter(Nak(8, 1, 1), 41 * kUs).empty()) << "8 left in round 2";
    EXPECT_EQ(PositionsOf(sender.SentAfter(Nak(8, 1, 2), 42 * kUs)), (std::vector<uint64_t>{108}));
}

/// Lets a flow measure a round trip of 20 us; then the tail of 4 packets is under way.
void
MeasureARoundTrip(SendingFlow& sender, Picoseconds start)
{
    sender.Offer({0, 14});
    EXPECT_EQ(sender.Sent(start).size(), 14U);
    sender.OnAck({10, 0}, start + 20 * kUs);
}

TEST(FlowRepair, ASilentTailIsProbedLongBeforeTheTimeout)
{
    SendingFlow sender(Repairing(FlowRepair::GoBackN));
    MeasureARoundTrip(sender, kUs);
    // 2 x 20 us, and 4 x the first deviation of 10 us
    const Picoseconds probeAt = 101 * kUs;
    EXPECT_EQ(sender.Deadline(), probeAt);
    EXPECT_TRUE(sender.SentAtTimer(probeAt - Picoseconds(1)).empty());
    EXPECT_EQ(PositionsOf(sender.SentAtTimer(probeAt)), std::vector<uint64_t>{13})
        << "the last one";
    EXPECT_EQ(sender.Deadline(), probeAt + 160 * kUs) << "the next waits twice as long";
    EXPECT_EQ(PositionsOf(sender.SentAfter(Nak(12, 1, 1), probeAt + 20 * kUs)),
              (std::vector<uint64_t>{12, 13}));
}

TEST(FlowRepair, AFlowInsideAHostDoesNotProbeWithoutEnd)
{
    SendingFlow sender(Repairing(FlowRepair::GoBackN));
    sender.Offer({0, 2});
    sender.Sent(kUs);
    sender.OnAck({2, 0}, kUs); // the round trip takes no time
    sender.Offer({2, 4});
    sender.Sent(kUs);
    Picoseconds now = kUs;
    for (int probe = 0; probe < 3; ++probe)
    {
        ASSERT_GT(sender.Deadline(), now);
        now = sender.Deadline();
        EXPECT_EQ(PositionsOf(sender.SentAtTimer(now)), std::vector<uint64_t>{3});
    }
}

TEST(FlowRepair, ProbesEndInATimeout)
{
    SendingFlow sender(Repairing(FlowRepair::GoBackN));
    MeasureARoundTrip(sender, kUs);
    std::size_t sent = 0;
    while (sender.Deadline() < FromMicroseconds(1021))
    {
        const Picoseconds now = sender.Deadline();
        sent += sender.SentAtTimer(now).size();
    }
    EXPECT_EQ(sent, 3U) << "after 80, 160 and 320 us";
    EXPECT_EQ(sender.Deadline(), FromMicroseconds(1021));
    EXPECT_EQ(PositionsOf(sender.SentAtTimer(FromMicroseconds(1021))), std::vector<uint64_t>{10})
        << "the first one";
}

TEST(FlowRepair, AFlowThatStillSendsNeedsNoProbe)
{
    FlowParameters parameters = Repairing(FlowRepair::GoBackN, CongestionAlgorithm::Dcqcn);
    parameters.congestion.lineBitsPerS = 50e6; // 242 us a packet
    SendingFlow sender(parameters);
    sender.Offer({0, 10});
    EXPECT_EQ(sender.Sent(kUs).size(), 1U);
    sender.OnAck({1, 0}, 21 * kUs);
    const Picoseconds next = sender.PacedUntil();
    EXPECT_EQ(sender.Sent(next).size(), 1U);
    EXPECT_GT(sender.Deadline(), sender.PacedUntil());
}

TEST(FlowRepair, AnIdleFlowHasNoDeadline)
{
    SendingFlow sender(Repairing(FlowRepair::GoBackN));
    EXPECT_EQ(sender.Deadline(), kNoDeadline);
    sender.Offer({0, 1});
    sender.Sent(kUs);
    EXPECT_EQ(sender.Deadline(), 1001 * kUs) << "nothing is measured yet";
    sender.OnAck({1, 0}, 21 * kUs);
    EXPECT_EQ(sender.Deadline(), kNoDeadline);
}

TEST(FlowRepair, DctcpHalvesItsWindowOncePerWindow)
{
    SendingFlow sender(Repairing(FlowRepair::SelectiveRepeat, CongestionAlgorithm::Dctcp));
    sender.Offer({0, 1000});
    EXPECT_EQ(sender.Sent(kUs).size(), 10U);
    EXPECT_EQ(sender.SentAfter({10, 0}, 21 * kUs).size(), 20U);
    sender.OnAck(Nak(10, 1), 42 * kUs);
    EXPECT_EQ(sender.SentAfter(Nak(12, 1), 42 * kUs).size(), 2U) << "what is missing";
    EXPECT_EQ(sender.SentAfter({30, 2}, 63 * kUs).size(), 10U) << "half of 20";
}

TEST(FlowRepair, SwiftShrinksByItsLargestDecrease)
{
    SendingFlow sender(Repairing(FlowRepair::SelectiveRepeat, CongestionAlgorithm::Swift));
    sender.Offer({0, 1000});
    EXPECT_EQ(sender.Sent(kUs).size(), 10U);
    EXPECT_EQ(sender.SentAfter(Nak(3, 1), 21 * kUs).size(), 1U);
    EXPECT_EQ(sender.SentAfter({10, 1}, 42 * kUs).size(), 5U) << "half of 10";
}

TEST(FlowRepair, DcqcnKeepsItsRate)
{
    FlowParameters parameters = Repairing(FlowRepair::GoBackN, CongestionAlgorithm::Dcqcn);
    SendingFlow sender(parameters);
    sender.Offer({0, 100});
    sender.Sent(kUs);
    const Picoseconds gap = sender.PacedUntil() - kUs;
    EXPECT_EQ(PositionsOf(sender.SentAfter(Nak(0, 1), 21 * kUs)), std::vector<uint64_t>{0});
    EXPECT_EQ(sender.PacedUntil(), 21 * kUs + gap);
}

// A receiver whose packets take several paths.

constexpr Picoseconds kWindow{100};

/// A receiver with a reordering window. @param recovery whether losses are repaired
FlowReceiver
Reordering(bool recovery = true)
{
    FlowParameters parameters;
    parameters.recovery = recovery;
    parameters.repair = FlowRepair::SelectiveRepeat;
    parameters.reorderingWindow = kWindow;
    return FlowReceiver(parameters);
}

TEST(FlowReordering, APacketThatIsOvertakenIsNotMissing)
{
    FlowReceiver receiver = Reordering();
    EXPECT_TRUE(receiver.OnData({0}, Picoseconds(0)).isNew);
    const auto early = receiver.OnData({2}, Picoseconds(10));
    EXPECT_TRUE(early.isEarly);
    EXPECT_TRUE(early.gaps.empty());
    EXPECT_TRUE(receiver.OnData({3}, Picoseconds(109)).gaps.empty());
    EXPECT_TRUE(receiver.OnData({1}, Picoseconds(110)).isNew);
    EXPECT_EQ(receiver.Expected(), 4U);
    EXPECT_TRUE(receiver.OnData({4}, Picoseconds(500)).gaps.empty()) << "nothing is missing";
}

TEST(FlowReordering, AGapIsToldOfWhenItIsOld)
{
    FlowReceiver receiver = Reordering();
    receiver.OnData({2}, Picoseconds(10)); // 0 and 1 are missing
    receiver.OnData({4}, Picoseconds(60)); // 3, too
    const auto first = receiver.OnData({5}, Picoseconds(110));
    ASSERT_EQ(first.gaps.size(), 1U);
    EXPECT_EQ(first.gaps[0].begin, 0U);
    EXPECT_EQ(first.gaps[0].packets, 2U);
    const auto second = receiver.OnData({6}, Picoseconds(160));
    ASSERT_EQ(second.gaps.size(), 1U) << "the first gap was told of";
    EXPECT_EQ(second.gaps[0].begin, 3U);
    EXPECT_EQ(second.gaps[0].packets, 1U);
}

TEST(FlowReordering, WhatIsSentAgainAndLostIsToldOfAgain)
{
    FlowReceiver receiver = Reordering();
    receiver.OnData({1}, Picoseconds(0));
    EXPECT_EQ(receiver.OnData({2}, Picoseconds(100)).gaps.size(), 1U);
    receiver.OnData({3, false, 1}, Picoseconds(150)); // left after the repair of 0
    const auto again = receiver.OnData({4, false, 1}, Picoseconds(250));
    ASSERT_FALSE(again.gaps.empty());
    EXPECT_EQ(again.gaps[0].begin, 0U);
}

TEST(FlowReordering, WithoutRecoveryARequestThatWasEarlyIsAnsweredWhenNothingIsMissing)
{
    FlowReceiver receiver = Reordering(false);
    receiver.OnData({2, true}, Picoseconds(0)); // the last one
    EXPECT_FALSE(receiver.OnData({0}, Picoseconds(10)).wantsAck);
    EXPECT_TRUE(receiver.OnData({1}, Picoseconds(20)).wantsAck) << "no probe would follow";
    EXPECT_FALSE(receiver.OnData({3}, Picoseconds(30)).wantsAck);
}

TEST(FlowReordering, WithoutRecoveryEarlyPacketsAreKept)
{
    FlowReceiver receiver = Reordering(false);
    EXPECT_TRUE(receiver.OnData({1}, Picoseconds(0)).isEarly);
    EXPECT_TRUE(receiver.OnData({2}, Picoseconds(1000)).gaps.empty());
    EXPECT_TRUE(receiver.OnData({0}, Picoseconds(1001)).isNew);
    EXPECT_EQ(receiver.Expected(), 3U);
}

} // namespace
} // namespace ns3::esa
