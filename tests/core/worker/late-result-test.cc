// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/constants.h"
#include "core/worker/worker-rig.h"

namespace ns3::esa
{
namespace
{

/// A worker that has sent 20 fragments and waits.
class WorkerOvertaking : public testing::TestWithParam<const char*>
{
  protected:
    WorkerOvertaking()
    {
        m_rig.transport.Offer(20);
        m_rig.Drain();
    }

    WorkerRig m_rig{GetParam(), FixedWindow(20)}; ///< the worker
};

TEST_P(WorkerOvertaking, AllMissingBelowTheThirdLargestAreLate)
{
    m_rig.Result(8);
    m_rig.Result(9);
    EXPECT_TRUE(m_rig.Repairs().empty()) << "two may be reordering";
    m_rig.Result(4);
    EXPECT_EQ(m_rig.Repairs(), Range(0, 4)) << "0 to 3 were overtaken by 4, 8 and 9";
    m_rig.Result(10);
    EXPECT_EQ(m_rig.Repairs(), Range(5, 8)) << "the third largest is 8 now";
}

TEST_P(WorkerOvertaking, AResultThatArrivesBeforeItsRepairLeavesCancelsIt)
{
    m_rig.Results({4, 5, 6});
    m_rig.Result(1); // before the worker sends its repair packet
    EXPECT_EQ(m_rig.Repairs(), (Positions{0, 2, 3}));
}

INSTANTIATE_TEST_SUITE_P(Repairs,
                         WorkerOvertaking,
                         testing::Values("esa", "atp"),
                         [](const auto& info) { return std::string(info.param); });

TEST(WorkerRepair, EsaRemindsThePsAndAtpResendsThroughTheSwitch)
{
    for (const auto& [system, kind] : {std::pair("esa", PacketKind::WorkerReminder),
                                       std::pair("straw1", PacketKind::WorkerReminder),
                                       std::pair("straw2", PacketKind::WorkerReminder),
                                       std::pair("atp", PacketKind::Resend)})
    {
        WorkerRig rig(system, FixedWindow(20));
        rig.Send(20);
        rig.Results({1, 2, 3});
        const auto sent = rig.Drain();
        ASSERT_EQ(sent.size(), 1U);
        const InaPacket& repair = sent[0].packet;
        EXPECT_EQ(repair.kind, kind) << system;
        EXPECT_EQ(repair.job, 1);
        EXPECT_EQ(repair.seq, 0U);
        EXPECT_EQ(repair.aggregator, (SharedPoolIndex{IndexRule::Mix64, 1000, 2}.Index(1, 0)));
        EXPECT_EQ(repair.bitmap, 0U);
        EXPECT_FALSE(sent[0].bringsGradient);
    }
}

TEST(WorkerRepair, SwitchMlNeverAsks)
{
    WorkerTransportParameters parameters = FixedWindow(20);
    parameters.slots = SlotIndex{0, 20};
    WorkerRig rig("switchml", parameters);
    rig.Send(20);
    rig.Results(Range(1, 20));
    rig.transport.OnTimer(1000 * kMs);
    EXPECT_TRUE(rig.Drain(1000 * kMs).empty());
}

TEST(WorkerTimeout, ConcernsTheFirstMissingOnly)
{
    WorkerRig rig("esa", FixedWindow(20));
    rig.Send(20);
    rig.Result(0);
    EXPECT_TRUE(rig.RepairsAtTimer(kMs - Picoseconds(1)).empty()) << "1 ms at least";
    EXPECT_EQ(rig.RepairsAtTimer(kMs), Range(1, 2));
    EXPECT_TRUE(rig.Repairs(kMs).empty());
}

TEST(WorkerTimeout, IsRepeatedOneTimeoutLater)
{
    WorkerRig rig("esa", FixedWindow(20));
    rig.Send(2);
    EXPECT_EQ(rig.RepairsAtTimer(kMs), Range(0, 1));
    EXPECT_TRUE(rig.RepairsAtTimer(2 * kMs - Picoseconds(1)).empty());
    EXPECT_EQ(rig.RepairsAtTimer(2 * kMs), Range(0, 1));
}

TEST(WorkerTimeout, MayFollowAnOvertake)
{
    WorkerRig rig("esa", FixedWindow(20));
    rig.Send(20);
    rig.Results({1, 2, 3});
    EXPECT_EQ(rig.Repairs(), Range(0, 1));
    EXPECT_EQ(rig.RepairsAtTimer(kMs), Range(0, 1)) << "the first reminder may have come too early";
}

TEST(WorkerTimeout, IsForgottenWhenTheResultArrivesFirst)
{
    WorkerRig rig("esa", FixedWindow(20));
    rig.Send(2);
    rig.transport.OnTimer(kMs);
    rig.Result(0, kMs);
    EXPECT_TRUE(rig.Repairs(kMs).empty());
}

TEST(WorkerTimeout, ThereIsNoneWhileNothingIsMissing)
{
    WorkerRig rig("esa", FixedWindow(20));
    EXPECT_TRUE(rig.RepairsAtTimer(kMs).empty());
    rig.transport.Offer(1);
    rig.Drain(kMs);
    rig.Result(0, kMs);
    EXPECT_TRUE(rig.RepairsAtTimer(100 * kMs).empty());
}

TEST(WorkerTimeout, FollowsTheTimeFromFragmentToResult)
{
    WorkerRig rig("esa", FixedWindow(1));
    rig.Send(2);
    rig.Result(0, 10 * kMs); // smoothed 10 ms, deviation 5 ms
    EXPECT_EQ(rig.Fragments(10 * kMs), Range(1, 2));
    EXPECT_TRUE(rig.RepairsAtTimer(40 * kMs - Picoseconds(1)).empty());
    EXPECT_EQ(rig.RepairsAtTimer(40 * kMs), Range(1, 2));
}

} // namespace
} // namespace ns3::esa
