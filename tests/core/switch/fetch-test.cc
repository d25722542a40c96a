// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"
#include "core/switch/pipeline-rig.h"

namespace ns3::esa
{
namespace
{

TEST(PipelineFetch, AReminderTakesThePartialSumAndFreesTheAggregator)
{
    const auto reminds = [](const SystemRecord& system) { return system.onHost.psReminds; };
    for (const auto& system : test::SwitchSystemsWhere(reminds))
    {
        PipelineRig rig(system);
        InaPacket resident = GradientOf(1, 5, 1, 77);
        resident.ecn = true;
        resident.sum.values = PayloadRef(FragmentValues{111});
        rig.Process(resident);

        InaPacket reminder = ControlPacketOf(PacketKind::Reminder, 1, 5);
        EXPECT_EQ(rig.Process(reminder), kFetched) << system;
        EXPECT_EQ(reminder.kind, PacketKind::Partial);
        EXPECT_EQ(reminder.job, 1);
        EXPECT_EQ(reminder.seq, 5U);
        EXPECT_EQ(reminder.bitmap, 0b10U);
        EXPECT_EQ(reminder.fanIn, 2);
        EXPECT_EQ(reminder.priority, 77);
        EXPECT_TRUE(reminder.ecn);
        EXPECT_EQ(reminder.sum.digest, DigestOf(1, 5, 1));
        ASSERT_TRUE(reminder.sum.values);
        EXPECT_EQ(reminder.sum.values.Values()[0], 111);
        EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
        EXPECT_EQ(rig.Process(GradientOf(1, 5, 0)), kAllocated);
    }
}

TEST(PipelineFetch, AFetchedSumHasNothingOfThePacketThatFetchesIt)
{
    PipelineRig rig("esa");
    rig.Process(GradientOf(1, 5, 1));
    InaPacket reminder = ControlPacketOf(PacketKind::Reminder, 1, 5);
    reminder.bitmap = 0b1;
    reminder.sum.digest = 12345;
    rig.Process(reminder);
    EXPECT_EQ(reminder.bitmap, 0b10U);
    EXPECT_EQ(reminder.sum.digest, DigestOf(1, 5, 1));
}

TEST(PipelineFetch, AReminderThatFindsNothingOfItsTaskIsDropped)
{
    constexpr Decision kMissed{Outcome::FetchMissed, Egress::Nowhere};
    PipelineRig rig("esa");
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Reminder, 1, 5)), kMissed) << "free";
    rig.Process(GradientOf(1, 5, 0, 9));
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Reminder, 1, 6)), kMissed)
        << "other fragment";
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Reminder, 2, 5)), kMissed) << "other job";
    EXPECT_EQ(rig.Process(GradientOf(2, 7, 0, 9)), kPassedThrough) << "no harm to the resident";
}

TEST(PipelineFetch, AnUrgentReminderIsAnsweredWhetherItFindsSomethingOrNot)
{
    constexpr Decision kMissed{Outcome::FetchMissed, Egress::ToParameterServer};
    PipelineRig rig("esa");
    InaPacket miss = ControlPacketOf(PacketKind::Reminder, 1, 5);
    miss.urgent = true;
    miss.bitmap = 0b1;
    miss.sum.digest = 12345;
    EXPECT_EQ(rig.Process(miss), kMissed);
    EXPECT_EQ(miss.kind, PacketKind::Partial);
    EXPECT_TRUE(miss.urgent);
    EXPECT_EQ(miss.bitmap, 0U);
    EXPECT_EQ(miss.sum.digest, 0U);
    rig.Process(GradientOf(1, 5, 1));
    InaPacket hit = ControlPacketOf(PacketKind::Reminder, 1, 5);
    hit.urgent = true;
    EXPECT_EQ(rig.Process(hit), kFetched);
    EXPECT_EQ(hit.kind, PacketKind::Partial);
    EXPECT_TRUE(hit.urgent);
    EXPECT_EQ(hit.bitmap, 0b10U);
}

TEST(PipelineFetch, APreemptedSumIsNoAnswer)
{
    PipelineRig rig("straw1");
    rig.Process(GradientOf(1, 5, 1));
    InaPacket newcomer = GradientOf(2, 7, 0);
    EXPECT_EQ(rig.Process(newcomer).outcome, Outcome::Preempted);
    EXPECT_FALSE(newcomer.urgent);
}

TEST(PipelineFetch, QueriesAndForwardedResultsGoToTheirWorker)
{
    constexpr Decision kForwarded{Outcome::Forwarded, Egress::ToWorker};
    PipelineRig rig("esa");
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Query, 1, 5)), kForwarded);
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Forward, 1, 5)), kForwarded);
}

TEST(PipelineFetch, AReminderAfterCompletionFindsNothing)
{
    PipelineRig rig("esa");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(1, 5, 1));
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Reminder, 1, 5)).outcome,
              Outcome::FetchMissed);
}

TEST(PipelineFetch, AResendTakesThePartialSumToThePs)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 1));
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    resend.worker = 0;
    EXPECT_EQ(rig.Process(resend), kFetched);
    EXPECT_EQ(resend.kind, PacketKind::Partial);
    EXPECT_EQ(resend.bitmap, 0b10U) << "its sender's bit is not added: it has no gradient";
    EXPECT_EQ(resend.sum.digest, DigestOf(1, 5, 1));
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
}

TEST(PipelineFetch, AResendTakesACompleteSumThatWaits)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(1, 5, 1));
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 5);
    EXPECT_EQ(rig.Process(resend), kFetched);
    EXPECT_EQ(resend.bitmap, 0b11U);
    EXPECT_EQ(resend.sum.digest, DigestOf(1, 5, 0) + DigestOf(1, 5, 1));
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 1, 5)), kReturned) << "freed already";
}

TEST(PipelineFetch, AResendThatFindsNothingGoesOnToThePs)
{
    constexpr Decision kMissed{Outcome::FetchMissed, Egress::ToParameterServer};
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    InaPacket resend = ControlPacketOf(PacketKind::Resend, 1, 6);
    EXPECT_EQ(rig.Process(resend), kMissed);
    EXPECT_EQ(resend.kind, PacketKind::Resend);
    EXPECT_EQ(resend.seq, 6U);
    EXPECT_EQ(rig.Process(GradientOf(1, 5, 1)), kCompletedForPs) << "no harm to the resident";
}

TEST(PipelineFetch, AResendBringsItsFragmentAndItsMark)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    InaPacket resend = GradientOf(1, 5, 1);
    resend.kind = PacketKind::Resend;
    resend.ecn = true;
    EXPECT_EQ(rig.Process(resend), kFetched);
    EXPECT_EQ(resend.bitmap, 0b11U);
    EXPECT_EQ(resend.sum.digest, DigestOf(1, 5, 0) + DigestOf(1, 5, 1));
    EXPECT_TRUE(resend.ecn) << "the sum has a fragment that was marked";
}

TEST(PipelineFetch, AResendWhoseFragmentIsInTheSumIsNotAddedAgain)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    InaPacket resend = GradientOf(1, 5, 0);
    resend.kind = PacketKind::Resend;
    EXPECT_EQ(rig.Process(resend), kFetched);
    EXPECT_EQ(resend.bitmap, 0b01U);
    EXPECT_EQ(resend.sum.digest, DigestOf(1, 5, 0));
}

TEST(PipelineResult, AtpFreesTheAggregatorWhenItsResultPasses)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(1, 5, 1));
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
    InaPacket result = ControlPacketOf(PacketKind::Result, 1, 5);
    result.sum.digest = 42;
    result.bitmap = 0b11;
    EXPECT_EQ(rig.Process(result), kReleased);
    EXPECT_EQ(result.kind, PacketKind::Result);
    EXPECT_EQ(result.sum.digest, 42U) << "the sum is the one that the PS sent";
    EXPECT_EQ(result.bitmap, 0b11U);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 0U);
}

TEST(PipelineResult, AtpFreesNoOtherTasksAggregator)
{
    PipelineRig rig("atp");
    rig.Process(GradientOf(1, 5, 0));
    rig.Process(GradientOf(1, 5, 1));
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 1, 6)), kReturned);
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 2, 5)), kReturned);
    EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
    EXPECT_EQ(rig.Process(ControlPacketOf(PacketKind::Result, 1, 5)), kReleased);
}

TEST(PipelineResult, ElsewhereAResultFromThePsJustPasses)
{
    const auto isElsewhere = [](const SystemRecord& system) {
        return system.onSwitch.release != ReleaseRule::OnResult;
    };
    for (const auto& system : test::SwitchSystemsWhere(isElsewhere))
    {
        PipelineRig rig(system);
        rig.Process(GradientOf(1, 5, 0));
        InaPacket result = ControlPacketOf(PacketKind::Result, 2, 7);
        result.sum.digest = 42;
        EXPECT_EQ(rig.Process(result), kReturned) << system;
        EXPECT_EQ(result.sum.digest, 42U);
        EXPECT_EQ(rig.pipeline.Table().Occupied(), 1U);
    }
}

TEST(PipelineForward, WhatIsNotForTheSwitchGoesOnToThePsUnchanged)
{
    for (const auto& system : test::SwitchSystems())
    {
        for (const PacketKind kind : {PacketKind::Partial, PacketKind::WorkerReminder})
        {
            PipelineRig rig(system);
            rig.Process(GradientOf(1, 5, 0));
            InaPacket packet = ControlPacketOf(kind, 1, 5);
            packet.bitmap = 0b10;
            packet.sum.digest = 42;
            EXPECT_EQ(rig.Process(packet), kForwarded) << system;
            EXPECT_EQ(packet.kind, kind);
            EXPECT_EQ(packet.bitmap, 0b10U);
            EXPECT_EQ(packet.sum.digest, 42U);
            EXPECT_EQ(rig.Process(GradientOf(1, 5, 1)).outcome, Outcome::Completed)
                << "the aggregator still holds worker 0's fragment only";
        }
    }
}

} // namespace
} // namespace ns3::esa
