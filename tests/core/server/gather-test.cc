// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What one worker brings for all others, at the PS.

#include "core/server/server-rig.h"

#include <gtest/gtest.h>
#include <memory>

namespace ns3::esa
{
namespace
{

constexpr uint16_t kGatherers = 4; ///< workers of the job

/// The PS of four workers, which take part in all-gathers and repair losses.
class GatheringServer : public testing::TestWithParam<const char*>
{
  protected:
    GatheringServer()
        : m_rig(GetParam(), Parameters())
    {
    }

    static ParameterServerParameters Parameters()
    {
        ParameterServerParameters parameters =
            ServerRig::Parameters(AggregationPlan(kGatherers), 0, true);
        const std::vector<CollectiveOperation> operations{{CollectiveKind::AllGather}};
        parameters.aggregation.SetRoles(
            std::make_shared<const TaskRoles>(std::vector<uint64_t>{64}, operations, kGatherers));
        parameters.keptResults = 64;
        return parameters;
    }

    /// @return what worker 1 brings, as position 5
    static InaPacket Brought(PacketKind kind)
    {
        InaPacket packet = ServerRig::SumOf(5, FullBitmap(kGatherers));
        packet.kind = kind;
        packet.worker = 1;
        packet.sum.digest = 77;
        return packet;
    }

    ServerRig m_rig;
};

TEST_P(GatheringServer, OneFragmentIsAll)
{
    InaPacket own = Brought(PacketKind::Gradient);
    own.bitmap = 0b10; // where no switch is above all racks, it passes as what it is
    own.collision = true;
    const auto sent = m_rig.Receive(own);
    ASSERT_EQ(sent.size(), 1U);
    EXPECT_EQ(sent[0].kind, PacketKind::Result);
    EXPECT_EQ(sent[0].sum.digest, 77U);
    EXPECT_EQ(m_rig.server.OpenEntries(), 0U);
}

TEST_P(GatheringServer, WhoLacksItGetsItFromTheWorkerThatBringsIt)
{
    const auto queries = m_rig.AskUrgently(5, 3);
    ASSERT_EQ(queries.size(), 1U);
    EXPECT_EQ(queries[0].kind, PacketKind::Query);
    EXPECT_EQ(queries[0].worker, 1);
    EXPECT_FALSE(queries[0].urgent) << "it comes to all when it is sent";
    EXPECT_TRUE(m_rig.AskUrgently(5, 0).empty()) << "an answer is awaited";
    const auto forwards = m_rig.Receive(Brought(PacketKind::Retransmission));
    ASSERT_EQ(forwards.size(), 2U);
    for (const InaPacket& forward : forwards)
    {
        EXPECT_EQ(forward.kind, PacketKind::Forward);
        EXPECT_EQ(forward.sum.digest, 77U);
    }
    EXPECT_EQ(forwards[0].worker, 0);
    EXPECT_EQ(forwards[1].worker, 3);
    const auto later = m_rig.AskUrgently(5, 2, FromMicroseconds(1));
    ASSERT_EQ(later.size(), 1U) << "it is here now";
    EXPECT_EQ(later[0].kind, PacketKind::Forward);
}

TEST_P(GatheringServer, AResultThatWasJustSentIsOnItsWay)
{
    m_rig.Receive(Brought(PacketKind::Gradient));
    EXPECT_TRUE(m_rig.AskUrgently(5, 3, FromMicroseconds(9)).empty());
    EXPECT_EQ(m_rig.AskUrgently(5, 3, FromMicroseconds(11)).size(), 1U);
}

INSTANTIATE_TEST_SUITE_P(Systems, GatheringServer, testing::Values("esa", "atp", "switchml"));

} // namespace
} // namespace ns3::esa
