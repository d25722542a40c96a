// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A PS that fails and starts again knows nothing of tasks, and workers repair what is missing.

#include "core/server/recovering-server.h"

namespace ns3::esa
{
namespace
{

TEST(ServerRestart, ForgetsSums)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.server.Restart();
    EXPECT_EQ(rig.server.OpenEntries(), 0U);
    EXPECT_FALSE(rig.server.NeedsTimer());
    EXPECT_TRUE(rig.Tick(10 * kTimeout).empty());
    EXPECT_TRUE(rig.Receive(5, 0b1110, 10 * kTimeout).empty()) << "worker 0's fragment is gone";
    EXPECT_EQ(rig.Receive(5, 0b0001, 10 * kTimeout).size(), 1U);
}

TEST(ServerRestart, CountsForNothingThatIsGone)
{
    RecoveringServer rig;
    rig.Receive(5, 0b0001);
    rig.server.Restart();
    for (const uint32_t larger : {6, 7, 8, 9})
    {
        EXPECT_EQ(rig.Receive(larger, 0b1111).size(), 1U) << "a result, no reminder";
    }
}

TEST(ServerRestart, ForgetsResultsAndAsksAWorkerForThem)
{
    RecoveringServer rig;
    rig.Receive(5, 0b1111);
    rig.server.Restart();
    const uint16_t asked = OneAsked(rig.AskUrgently(5, 1, kTimeout));
    EXPECT_EQ(ForwardedTo(rig.Answer(PacketKind::Answer, 5, asked, kTimeout), 5), Workers{1});
}

TEST(ServerRestart, ForgetsWhatItWasToSend)
{
    RecoveringServer rig;
    InaPacket packet = ControlPacketOf(PacketKind::Partial, ServerRig::kJob, 5);
    packet.bitmap = 0b1111;
    rig.server.Receive(packet, Picoseconds(0));
    rig.server.Restart();
    EXPECT_FALSE(rig.server.Poll(packet));
}

TEST(ServerRestart, ForgetsQuestionsThatWerePlanned)
{
    ParameterServerParameters parameters = RecoveringServer::Defaults();
    parameters.queryDelay = 100 * kUs;
    RecoveringServer rig(parameters);
    rig.AskOvertaken(5, 1);
    rig.Miss(5);
    ASSERT_TRUE(rig.server.NeedsTimer());
    rig.server.Restart();
    EXPECT_FALSE(rig.server.NeedsTimer());
    EXPECT_TRUE(rig.Miss(5).empty()) << "an answer to a reminder before";
    EXPECT_TRUE(rig.Tick(100 * kUs).empty());
}

TEST(ServerRestart, GoesOnKeepingResults)
{
    ParameterServerParameters parameters = RecoveringServer::Defaults();
    parameters.keptResults = 3000;
    RecoveringServer rig(parameters);
    rig.server.Restart();
    for (uint32_t seq = 0; seq < 3000; ++seq)
    {
        rig.Receive(seq, 0b1111);
    }
    EXPECT_EQ(ForwardedTo(rig.AskUrgently(0, 1, kTimeout), 0), Workers{1});
}

} // namespace
} // namespace ns3::esa
