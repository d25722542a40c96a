// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What one worker brings for all others: who sends it, what comes early, and how it is repaired.

#include "core/worker/worker-rig.h"

#include <memory>

namespace ns3::esa
{
namespace
{

/// @return worker 2 of 8, which takes part in an all-gather: it brings positions 2, 10, 18, ...
WorkerTransportParameters
Gathering(WorkerTransportParameters parameters)
{
    const std::vector<CollectiveOperation> operations{{CollectiveKind::AllGather}};
    parameters.aggregation.SetRoles(
        std::make_shared<const TaskRoles>(std::vector<uint64_t>{64}, operations, 8));
    return parameters;
}

TEST(Gather, AWorkerSendsItsOwnAndWaitsForTheOthers)
{
    WorkerRig rig("esa", Gathering(FixedWindow(16)));
    rig.transport.Offer(64);
    EXPECT_EQ(rig.Fragments(), (Positions{0, 2, 10})) << "all take part in the first";
    EXPECT_FALSE(rig.transport.Idle());
    EXPECT_TRUE(rig.Result(0).isNew);
    EXPECT_TRUE(rig.Result(1).isNew);
    EXPECT_TRUE(rig.Result(2).isNew);
    EXPECT_EQ(rig.Fragments(), (Positions{18})) << "its window has moved by three";
}

TEST(Gather, ItsFragmentIsACompleteSum)
{
    WorkerRig rig("esa", Gathering(FixedWindow(16)));
    rig.transport.Offer(64);
    const auto sent = rig.Drain();
    ASSERT_EQ(sent.size(), 3U);
    EXPECT_EQ(sent[0].packet.bitmap, 0b100U) << "all take part in the first";
    EXPECT_EQ(sent[1].packet.fanIn, 8);
    EXPECT_EQ(sent[1].packet.bitmap, FullBitmap(8));
    EXPECT_FALSE(sent[1].packet.collision);
}

TEST(Gather, IfThePsSumsItPassesTheSwitches)
{
    auto parameters = FixedWindow(16);
    // two racks, without a switch above both
    const SwitchTree switches{{SwitchId{0}, {std::nullopt, 0, SwitchSums::Workers}},
                              {SwitchId{1}, {SwitchId{0}, 0, SwitchSums::Workers}}};
    std::vector<SwitchId> rackOf(8, SwitchId{0});
    std::fill(rackOf.begin() + 4, rackOf.end(), SwitchId{1});
    const AggregationTree tree(rackOf, SwitchId{0}, switches);
    ASSERT_TRUE(tree.SumsAtServer());
    parameters.aggregation = AggregationPlan(rackOf, SwitchId{0}, {tree});
    WorkerRig rig("esa", Gathering(parameters));
    rig.transport.Offer(64);
    const auto sent = rig.Drain();
    ASSERT_EQ(sent.size(), 3U);
    EXPECT_FALSE(sent[0].packet.collision);
    EXPECT_TRUE(sent[1].packet.collision);
    EXPECT_EQ(sent[1].packet.bitmap, 0b100U);
}

TEST(Gather, WhatComesEarlyIsKept)
{
    WorkerRig rig("esa", Gathering(FixedWindow(16)));
    EXPECT_FALSE(rig.Result(1).isNew);
    EXPECT_FALSE(rig.Result(1).isNew) << "a copy";
    EXPECT_FALSE(rig.Result(0).isNew) << "it needs this worker";
    EXPECT_FALSE(rig.Result(2).isNew) << "nobody else brings its own";
    InaPacket early;
    EXPECT_FALSE(rig.transport.TakeEarly(0, early));
    EXPECT_FALSE(rig.transport.TakeEarly(2, early));
    rig.transport.Offer(64);
    EXPECT_EQ(rig.transport.PollFragment(Picoseconds(0)), 0U);
    EXPECT_EQ(rig.transport.PollFragment(Picoseconds(0)), 1U);
    ASSERT_TRUE(rig.transport.TakeEarly(1, early));
    EXPECT_EQ(early.seq, 1U);
    EXPECT_TRUE(rig.transport.OnResult(early, Picoseconds(0)).isNew);
    EXPECT_FALSE(rig.transport.TakeEarly(1, early)) << "it is taken once";
}

TEST(Gather, LaterOnesOfTheSameWorkerShowALoss)
{
    for (const char* system : {"esa", "atp"})
    {
        SCOPED_TRACE(system);
        auto parameters = Gathering(Recovering(64));
        parameters.window.count = WindowCount::Outstanding;
        WorkerRig rig(system, parameters);
        rig.Send(64);
        rig.Results({8, 16, 9, 17, 3, 4, 5}); // of all workers
        EXPECT_EQ(rig.Repairs(), Positions{}) << "of one worker, two came that are later";
        rig.Result(25);
        WorkerTransport::OutgoingPacket repair;
        ASSERT_TRUE(rig.transport.PollRecovery(Picoseconds(0), repair));
        EXPECT_EQ(repair.position, 1U) << "9, 17 and 25 have overtaken it";
        EXPECT_EQ(repair.packet.kind, PacketKind::WorkerReminder);
        EXPECT_TRUE(repair.packet.urgent);
        EXPECT_FALSE(repair.bringsGradient);
        EXPECT_EQ(repair.packet.bitmap, 0U);
    }
}

TEST(Gather, OnlyWhoBringsItAnswersWithIt)
{
    WorkerRig rig("esa", Gathering(Recovering(16)));
    InaPacket query;
    query.kind = PacketKind::Query;
    query.job = 1;
    query.seq = 2;
    EXPECT_EQ(rig.transport.OnQuery(query).packet.kind, PacketKind::NotSent);
    rig.Send(64);
    auto answer = rig.transport.OnQuery(query);
    EXPECT_EQ(answer.packet.kind, PacketKind::Retransmission);
    EXPECT_EQ(answer.packet.bitmap, FullBitmap(8));
    EXPECT_TRUE(answer.bringsGradient);
    // The sign that the task is done has no sum, so there is nothing to answer with but the data.
    InaPacket done = WorkerRig::ResultOf(2);
    done.sum = GradientSum{};
    EXPECT_TRUE(rig.transport.OnResult(done, Picoseconds(0)).isNew);
    EXPECT_EQ(rig.transport.OnQuery(query).packet.kind, PacketKind::Retransmission);
}

TEST(Gather, WaitingShowsNoRoundTrip)
{
    // What others bring comes a second after this worker began to wait, and shows nothing of the
    // network: a fragment of its own is as late as before.
    auto parameters = Gathering(Recovering(16));
    WorkerRig rig("switchml", parameters);
    rig.Send(64);
    const Picoseconds first = rig.transport.Deadline();
    rig.Results({0, 1}, FromMicroseconds(1e6));
    rig.Fragments(FromMicroseconds(1e6));
    rig.transport.OnTimer(first);
    EXPECT_LE(rig.transport.Deadline(), FromMicroseconds(1e6) + 2 * first);
}

} // namespace
} // namespace ns3::esa
