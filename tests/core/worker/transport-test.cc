// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/worker/worker-rig.h"

#include "ns3/esa-job-racks.h"

namespace ns3::esa
{
namespace
{

constexpr uint64_t kWrap = uint64_t{1} << 32; ///< where sequence numbers wrap

TEST(WorkerSending, AFragmentIsAddressedByItsPosition)
{
    WorkerRig rig("esa", FixedWindow(4));
    rig.transport.Offer(2);
    const auto sent = rig.Drain();
    ASSERT_EQ(sent.size(), 2U);
    EXPECT_EQ(sent[1].position, 1U);
    const InaPacket& packet = sent[1].packet;
    EXPECT_EQ(packet.kind, PacketKind::Gradient);
    EXPECT_EQ(packet.job, 1);
    EXPECT_EQ(packet.worker, 2);
    EXPECT_EQ(packet.seq, 1U);
    EXPECT_EQ(packet.bitmap, 0b100U);
    EXPECT_EQ(packet.fanIn, 8);
    EXPECT_EQ(packet.aggregator, (SharedPoolIndex{IndexRule::Mix64, 1000, 2}.Index(1, 1)));
    EXPECT_FALSE(packet.version);
}

TEST(WorkerSending, OnlyWhatWasOfferedIsSent)
{
    WorkerRig rig("esa", FixedWindow(100));
    EXPECT_TRUE(rig.Drain().empty());
    rig.transport.Offer(3);
    EXPECT_EQ(rig.Fragments(), Range(0, 3));
    EXPECT_EQ(rig.transport.NextPosition(), 3U);
    rig.transport.Offer(2);
    EXPECT_EQ(rig.Fragments(), Range(3, 5)) << "numbers run on";
}

TEST(WorkerSending, TheWindowCountsFromTheFirstMissingResult)
{
    WorkerRig rig("esa", FixedWindow(4));
    rig.transport.Offer(100);
    EXPECT_EQ(rig.Fragments(), Range(0, 4));
    rig.Result(1);
    rig.Result(2);
    EXPECT_TRUE(rig.Fragments().empty()) << "two are outstanding, but 0 is still missing";
    rig.Result(0);
    EXPECT_EQ(rig.Fragments(), Range(4, 7)) << "3 is the first missing now";
}

TEST(WorkerSending, TheWindowGrowsWithResultsInAnyOrder)
{
    WorkerTransportParameters parameters = FixedWindow(4);
    parameters.window.maxPackets = 500;
    WorkerRig rig("esa", parameters);
    rig.Send(100);
    rig.Result(3);
    EXPECT_EQ(rig.transport.MaxOutstanding(), 5U);
    EXPECT_EQ(rig.Fragments(), Range(4, 5));
}

TEST(WorkerSending, AMarkedResultHalvesTheWindow)
{
    WorkerRig rig("esa", FixedWindow(8));
    rig.Send(100);
    rig.Result(0, Picoseconds(0), true);
    EXPECT_EQ(rig.transport.MaxOutstanding(), 4U);
    EXPECT_TRUE(rig.Fragments().empty());
    rig.Result(1, Picoseconds(0), true);
    EXPECT_EQ(rig.transport.MaxOutstanding(), 4U) << "1 was sent before the halving";
    rig.Results(Range(2, 8));
    EXPECT_GE(rig.Fragments().front(), 8U);
    rig.Result(8, Picoseconds(0), true);
    EXPECT_LE(rig.transport.MaxOutstanding(), 3U) << "8 was sent after it";
}

TEST(WorkerSending, OvertakesDoNotHalveTheWindow)
{
    WorkerRig rig("esa", FixedWindow(20));
    rig.Send(20);
    rig.Results(Range(5, 20));
    EXPECT_EQ(rig.transport.MaxOutstanding(), 20U);
}

TEST(WorkerResults, EachIsNewOnce)
{
    WorkerRig rig("esa", FixedWindow(4));
    rig.Send(4);
    EXPECT_TRUE(rig.Result(2).isNew);
    EXPECT_EQ(rig.Result(1).position, 1U);
    EXPECT_FALSE(rig.Result(2).isNew) << "beyond the first missing";
    EXPECT_TRUE(rig.Result(0).isNew);
    EXPECT_FALSE(rig.Result(0).isNew) << "before the first missing";
    EXPECT_FALSE(rig.transport.Idle());
    EXPECT_TRUE(rig.Result(3).isNew);
    EXPECT_TRUE(rig.transport.Idle());
    EXPECT_FALSE(rig.Result(3).isNew) << "nothing is missing";
}

TEST(WorkerResults, ACopyDoesNotMoveTheWindow)
{
    WorkerTransportParameters parameters = FixedWindow(4);
    parameters.window.maxPackets = 500;
    WorkerRig rig("esa", parameters);
    rig.Send(4);
    rig.Result(2);
    rig.Result(2, Picoseconds(0), true);
    EXPECT_EQ(rig.transport.MaxOutstanding(), 5U);
}

TEST(WorkerResults, StrayOnesAreIgnored)
{
    WorkerRig rig("esa", FixedWindow(4));
    EXPECT_FALSE(rig.Result(0).isNew) << "before anything was sent";
    rig.Send(4);
    EXPECT_FALSE(rig.Result(4).isNew) << "not sent yet";
    EXPECT_FALSE(rig.Result(1'000'000).isNew);
    EXPECT_FALSE(rig.Result(UINT32_MAX).isNew) << "wrapped below the first position";
    EXPECT_FALSE(rig.Result(uint64_t{1} << 31).isNew);
    for (uint64_t position = 0; position < 4; ++position)
    {
        EXPECT_TRUE(rig.Result(position).isNew) << position;
    }
}

TEST(WorkerResults, AreKeptForAsLongAsTheWindowIfAPsMayAskForThem)
{
    WorkerTransportParameters parameters = FixedWindow(8);
    parameters.cachedResults = 8;
    WorkerRig rig("esa", parameters);
    rig.transport.Offer(100);
    for (uint64_t position = 0; position < 100; ++position)
    {
        rig.Drain();
        ASSERT_TRUE(rig.Result(position).isNew);
    }
    for (uint64_t position = 92; position < 100; ++position)
    {
        ASSERT_TRUE(rig.transport.Cache().Find(position));
        EXPECT_EQ(rig.transport.Cache().Find(position)->digest, 1000 + position);
    }
}

TEST(WorkerResults, AreNotKeptOtherwise)
{
    WorkerRig rig("esa", FixedWindow(8));
    rig.Send(1);
    rig.Result(0);
    EXPECT_FALSE(rig.transport.Cache().Find(0));
}

TEST(WorkerWrap, FragmentsAndResultsGoOnAcross2To32)
{
    const uint64_t first = kWrap - 700;
    WorkerRig rig("esa", FixedWindow(300, first));
    rig.transport.Offer(5000);
    uint64_t sent = first;
    // Results of one window come back in reverse order, so that most are ahead of the first
    // missing.
    while (sent < first + 5000)
    {
        const auto leaving = rig.Drain();
        ASSERT_FALSE(leaving.empty());
        for (const auto& out : leaving)
        {
            EXPECT_EQ(out.position, sent);
            EXPECT_EQ(out.packet.seq, static_cast<uint32_t>(sent));
            ++sent;
        }
        for (auto out = leaving.rbegin(); out != leaving.rend(); ++out)
        {
            const auto status = rig.Result(out->position);
            EXPECT_TRUE(status.isNew);
            EXPECT_EQ(status.position, out->position);
            EXPECT_FALSE(rig.Result(out->position).isNew);
        }
    }
    EXPECT_TRUE(rig.transport.Idle());
    EXPECT_EQ(rig.transport.NextPosition(), kWrap + 4300);
    EXPECT_EQ(rig.transport.RepairsSent(), 0U) << "all had come before anyone was asked";
}

TEST(WorkerWrap, RemindersCrossTheWrapToo)
{
    WorkerRig rig("esa", FixedWindow(10, kWrap - 2));
    rig.Send(10);
    rig.Results({kWrap + 1, kWrap + 2, kWrap + 3});
    const auto sent = rig.Drain();
    ASSERT_EQ(sent.size(), 3U);
    EXPECT_EQ(sent[0].packet.seq, UINT32_MAX - 1);
    EXPECT_EQ(sent[2].packet.seq, 0U);
}

TEST(WorkerSlots, AFragmentLeavesWhenItsSlotsLastResultHasArrived)
{
    WorkerTransportParameters parameters = FixedWindow(1);
    parameters.slots = SlotIndex{7, 3};
    WorkerRig rig("switchml", parameters);
    rig.transport.Offer(100);
    EXPECT_EQ(rig.Fragments(), Range(0, 3)) << "one a slot, whatever the congestion window";
    rig.Result(1);
    EXPECT_EQ(rig.Fragments(), Range(4, 5)) << "slots do not wait for each other";
    rig.Result(0);
    EXPECT_EQ(rig.Fragments(), Range(3, 4));
    rig.Result(4);
    EXPECT_EQ(rig.Fragments(), Range(7, 8));
    rig.Result(2);
    EXPECT_EQ(rig.Fragments(), Range(5, 6));
    rig.Result(3);
    EXPECT_EQ(rig.Fragments(), Range(6, 7));
}

TEST(WorkerSlots, AFragmentThatIsNotReadyWaits)
{
    WorkerTransportParameters parameters = FixedWindow(1);
    parameters.slots = SlotIndex{7, 3};
    WorkerRig rig("switchml", parameters);
    rig.Send(3);
    rig.Result(0);
    EXPECT_TRUE(rig.Fragments().empty()) << "its slot is free";
    rig.transport.Offer(1);
    EXPECT_EQ(rig.Fragments(), Range(3, 4));
}

TEST(WorkerSlots, FragmentsCarrySlotAndVersion)
{
    const uint64_t first = kWrap - 2;
    WorkerTransportParameters parameters = FixedWindow(1, first);
    parameters.slots = SlotIndex{7, 3};
    WorkerRig rig("switchml", parameters);
    rig.transport.Offer(9);
    uint64_t position = first;
    while (position < first + 9)
    {
        const auto sent = rig.Drain();
        ASSERT_FALSE(sent.empty());
        for (const auto& out : sent)
        {
            EXPECT_EQ(out.position, position++);
            EXPECT_EQ(out.packet.aggregator, parameters.slots.Index(out.position));
            EXPECT_EQ(out.packet.version, out.packet.aggregator % 2 == 1);
            EXPECT_TRUE(rig.Result(out.position).isNew);
        }
    }
    EXPECT_TRUE(rig.transport.Idle());
}

TEST(WorkerSlots, MarksDoNotMatter)
{
    WorkerTransportParameters parameters = FixedWindow(8);
    parameters.slots = SlotIndex{0, 3};
    WorkerRig rig("switchml", parameters);
    rig.Send(100);
    rig.Result(0, Picoseconds(0), true);
    EXPECT_EQ(rig.Fragments(), Range(3, 4));
}

// A worker of a job with two trees: its fragments go to the groups of their task's tree.

constexpr uint32_t kTrees = 2;

/// @return a job of four workers in two racks; the PS is in a third one. In tree 1 the way of the
///         second rack leads over the switch of the first, which then sums three members
JobRacks
Racks()
{
    const std::vector<SwitchId> rackOf{SwitchId{1}, SwitchId{1}, SwitchId{2}, SwitchId{2}};
    const auto between = [](SwitchId rack, uint32_t tree) -> std::vector<SwitchId> {
        if (tree == 0)
        {
            return {SwitchId{10}};
        }
        return rack == SwitchId{2} ? std::vector{SwitchId{1}} : std::vector<SwitchId>{};
    };
    JobRacks racks = MakeJobRacks(AggregationLevels::All, rackOf, SwitchId{0}, between, 32, kTrees);
    racks.SetGroupIndexes({50, 1000});
    return racks;
}

TEST(WorkerTrees, AFragmentGoesToItsGroupInItsTasksTree)
{
    WorkerTransportParameters parameters = FixedWindow(4);
    parameters.worker = 0;
    parameters.racks = Racks();
    WorkerRig rig("esa", parameters);
    rig.transport.Offer(4);
    const auto sent = rig.Drain();
    ASSERT_EQ(sent.size(), 4U);
    for (const auto& out : sent)
    {
        const WorkerAddress address =
            parameters.racks.AddressOf(0, TreeOfTask(out.packet.seq, kTrees));
        EXPECT_EQ(out.packet.group, address.group) << out.packet.seq;
        EXPECT_EQ(out.packet.bitmap, address.bitmap) << out.packet.seq;
        EXPECT_EQ(out.packet.fanIn, address.fanIn) << out.packet.seq;
    }
    EXPECT_EQ(sent[0].packet.fanIn, 2) << "the two workers of the rack";
    EXPECT_EQ(sent[1].packet.fanIn, 3) << "both workers, and the other rack's sum";
}

} // namespace
} // namespace ns3::esa
