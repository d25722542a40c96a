// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums at a parameter server.

#include "core/server/server-rig.h"
#include "core/switch-systems.h"

namespace ns3::esa
{
namespace
{

TEST(ServerMerge, FragmentsAndPartialSumsMakeTheResult)
{
    const auto hasPs = [](const SystemRecord& system) { return system.onHost.hasSummingServer; };
    for (const auto& system : test::SwitchSystemsWhere(hasPs))
    {
        SCOPED_TRACE(system);
        ServerRig rig(system);
        EXPECT_TRUE(rig.Receive(9, 0b0100).empty());
        EXPECT_EQ(rig.server.OpenEntries(), 1U);
        EXPECT_TRUE(rig.Receive(9, 0b1001).empty());
        const auto sent = rig.Receive(9, 0b0010);
        ASSERT_EQ(sent.size(), 1U);
        EXPECT_EQ(sent[0].kind, PacketKind::Result);
        EXPECT_EQ(sent[0].job, ServerRig::kJob);
        EXPECT_EQ(sent[0].seq, 9U);
        EXPECT_EQ(sent[0].worker, kAllWorkers);
        EXPECT_EQ(sent[0].aggregator, ServerRig::AggregatorOf(9)) << "ATP frees it by this";
        EXPECT_EQ(sent[0].bitmap, 0b1111U);
        EXPECT_EQ(sent[0].fanIn, 4);
        EXPECT_EQ(sent[0].sum.digest, ServerRig::ResultDigest(9, 4));
        EXPECT_FALSE(sent[0].ecn);
        EXPECT_EQ(rig.server.GetCounts().results, 1U);
        EXPECT_EQ(rig.server.OpenEntries(), 0U);
    }
}

TEST(ServerMerge, AResultSaysThatASumWasContended)
{
    ServerRig rig("a2tp", 3);
    InaPacket passedBy = GradientOf(ServerRig::kJob, 9, 0);
    passedBy.fanIn = 3;
    passedBy.collision = true;
    InaPacket partial = GradientOf(ServerRig::kJob, 9, 1);
    partial.fanIn = 3;
    partial.kind = PacketKind::Partial;
    partial.collision = true;
    EXPECT_TRUE(rig.Receive(passedBy).empty());
    EXPECT_TRUE(rig.Receive(partial).empty());
    const auto sent = rig.Receive(9, 0b100);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_TRUE(sent[0].collision);
}

TEST(ServerMerge, ForgetsAMarkThatIsOlderThanARoundTrip)
{
    constexpr Picoseconds kLast = FromMicroseconds(1000); // before anything was measured: rtoMin
    const auto isMarkedAt = [](bool recovery, Picoseconds now) {
        ServerRig rig("esa", 4, 0, recovery);
        InaPacket marked = ServerRig::SumOf(5, 0b0111);
        marked.ecn = true;
        rig.Receive(marked);
        const auto sent = rig.Receive(5, 0b1000, now);
        return sent.size() == 1 && sent[0].kind == PacketKind::Result && sent[0].ecn;
    };
    for (const bool recovery : {false, true})
    {
        EXPECT_TRUE(isMarkedAt(recovery, kLast));
        EXPECT_FALSE(isMarkedAt(recovery, kLast + Picoseconds(1)))
            << "the windows have answered it";
    }
}

TEST(ServerMerge, AResultThatWasNotKeptIsNotSentEmpty)
{
    ServerRig esa("esa"); // without recovery, it keeps none
    EXPECT_EQ(esa.Receive(5, 0b1111).size(), 1U);
    InaPacket reminder = ControlPacketOf(PacketKind::WorkerReminder, ServerRig::kJob, 5);
    reminder.urgent = true;
    EXPECT_TRUE(esa.Receive(reminder).empty());

    ServerRig atp("atp");
    EXPECT_EQ(atp.Receive(5, 0b1111).size(), 1U);
    InaPacket resend = ControlPacketOf(PacketKind::Resend, ServerRig::kJob, 5);
    resend.bitmap = 0b0010;
    EXPECT_TRUE(atp.Receive(resend).empty());
}

TEST(ServerMerge, APartOfASumIsNotSentAsItsResult)
{
    ServerRig rig("atp");
    rig.Receive(5, 0b0001);
    InaPacket received = ControlPacketOf(PacketKind::Received, ServerRig::kJob, 5);
    rig.Receive(received); // so the task is done elsewhere
    InaPacket resend = ControlPacketOf(PacketKind::Resend, ServerRig::kJob, 5);
    resend.bitmap = 0b0010;
    EXPECT_TRUE(rig.Receive(resend).empty());
}

TEST(ServerMerge, PacketsThatAreNotForItDoNothing)
{
    ServerRig rig;
    for (const auto kind : {PacketKind::Result, PacketKind::Reminder, PacketKind::Resend})
    {
        InaPacket packet = ControlPacketOf(kind, ServerRig::kJob, 9);
        packet.bitmap = kind == PacketKind::Resend ? 0 : 0b1111;
        EXPECT_TRUE(rig.Receive(packet).empty());
    }
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_EQ(rig.server.GetCounts().fragments, 0U);
}

TEST(ServerResults, TellOfCollisionsWhereWorkersChangeTheirAggregators)
{
    for (const bool tells : {false, true})
    {
        ParameterServerParameters parameters = ServerRig::Parameters(AggregationPlan(2));
        parameters.tellsCollisions = tells;
        ServerRig rig("atp", parameters);
        for (const bool collides : {false, true})
        {
            InaPacket packet = ControlPacketOf(PacketKind::Gradient, ServerRig::kJob, collides);
            packet.aggregator = ServerRig::AggregatorOf(collides);
            packet.collision = collides;
            packet.bitmap = 0b01;
            rig.Receive(packet);
            packet.collision = false;
            packet.bitmap = 0b10;
            const auto sent = rig.Receive(packet);
            ASSERT_EQ(sent.size(), 1U);
            EXPECT_EQ(sent[0].collision, tells && collides);
        }
    }
}

} // namespace
} // namespace ns3::esa
