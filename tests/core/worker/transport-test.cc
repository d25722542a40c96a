// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// WorkerProperty has windows, slots and results of all systems; here is what it does not look at.

#include "core/worker/worker-rig.h"

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
        ASSERT_EQ(sent.size(), 3U) << "one a slot, whatever the congestion window";
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

} // namespace
} // namespace ns3::esa
