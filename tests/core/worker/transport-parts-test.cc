// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The interfaces of a worker's transport. Each test replaces a part of a system by one of its own.
// Packets must be complete when the transport returns them.

#include "core/constants.h"
#include "core/worker/worker-rig.h"

#include <memory>

namespace ns3::esa
{
namespace
{

/// When another result arrives, requests the first missing one by a resend with the fragment.
class EagerRepair : public Repair
{
  public:
    /// @param sent list to which positions of sent fragments are added
    explicit EagerRepair(std::vector<StreamPosition>& sent)
        : m_sentPositions(sent)
    {
    }

    void OnSent(StreamPosition position, Picoseconds) override
    {
        m_sentPositions.push_back(position);
    }

    void OnResult(StreamPosition position, const SentFragments& sent, Picoseconds) override
    {
        EXPECT_TRUE(sent.HasResult(position)) << "the transport adds the result first";
        m_wantsAck = !sent.Idle();
    }

    void OnTimer(SentFragments& sent, Picoseconds now) override
    {
        sent.NoteRequested(sent.FirstMissing(), now);
        m_wantsAck = true;
    }

    bool Next(SentFragments& sent, Picoseconds, RepairPacket& out) override
    {
        if (!m_wantsAck)
        {
            return false;
        }
        m_wantsAck = false;
        out = {sent.FirstMissing(), PacketKind::Resend, true, true};
        return true;
    }

    Picoseconds Deadline(const SentFragments&) const override
    {
        return kNoDeadline;
    }

  private:
    std::vector<StreamPosition>& m_sentPositions; ///< of fragments, in their order
    bool m_wantsAck{false};                       ///< whether a result is to be requested
};

/// Lets the worker send one fragment at a time.
class StopAndWait : public Clocking
{
  public:
    void OnReady(const PositionRange& ready, const SentFragments&) override
    {
        m_ready = ready.end;
    }

    void OnResult(const InaPacket&, StreamPosition, const SentFragments&, Picoseconds) override
    {
    }

    uint32_t MaxOutstanding() const override
    {
        return 1;
    }

  private:
    StreamPosition Choose(const SentFragments& sent) override
    {
        return sent.Idle() && sent.End() < m_ready ? sent.End() : kNoPosition;
    }

    StreamPosition m_ready{0}; ///< one beyond the last that is ready
};

/// Always the same aggregator.
class OneAggregator : public Addressing
{
  public:
    AggregatorAddress Of(StreamPosition) const override
    {
        return {77, false};
    }
};

TEST(TransportParts, ARepairOfOnesOwnIsAskedForItsPacketsFirst)
{
    std::vector<StreamPosition> sent;
    const WorkerTransportParameters parameters = FixedWindow(4);
    TransportParts parts = MakeTransportParts(System(*FindSystem("esa")), parameters);
    parts.repair = std::make_unique<EagerRepair>(sent);
    WorkerRig rig(std::move(parts), parameters);
    rig.transport.Offer(10);
    EXPECT_EQ(rig.Fragments(), Range(0, 4));
    EXPECT_EQ(sent, Range(0, 4));

    rig.Result(0);
    const auto leaving = rig.Drain();
    ASSERT_EQ(leaving.size(), 2U);
    const InaPacket& repair = leaving[0].packet;
    EXPECT_EQ(repair.kind, PacketKind::Resend);
    EXPECT_EQ(leaving[0].position, 1U);
    EXPECT_TRUE(repair.urgent);
    EXPECT_EQ(repair.bitmap, 1U << 2) << "the fragment is in it";
    EXPECT_TRUE(leaving[0].bringsGradient);
    EXPECT_EQ(repair.aggregator, (SharedPoolIndex{IndexRule::Mix64, 1000, 2}.Index(1, 1)));
    EXPECT_EQ(leaving[1].packet.kind, PacketKind::Gradient);
    EXPECT_EQ(leaving[1].position, 4U);
    EXPECT_EQ(rig.transport.RepairsSent(), 1U);

    EXPECT_EQ(rig.RepairsAtTimer(kMs), Range(1, 2));
    EXPECT_EQ(rig.transport.RepairsSent(), 2U);
}

TEST(TransportParts, AClockingOfOnesOwnHoldsFragmentsBack)
{
    const WorkerTransportParameters parameters = FixedWindow(100);
    TransportParts parts = MakeTransportParts(System(*FindSystem("esa")), parameters);
    parts.clocking = std::make_unique<StopAndWait>();
    WorkerRig rig(std::move(parts), parameters);
    rig.transport.Offer(3);
    for (StreamPosition position = 0; position < 3; ++position)
    {
        EXPECT_EQ(rig.Fragments(), Range(position, position + 1));
        rig.Result(position);
    }
    EXPECT_TRUE(rig.Drain().empty());
    EXPECT_EQ(rig.transport.MaxOutstanding(), 1U);
}

TEST(TransportParts, AnAddressingOfOnesOwnIsInEveryPacket)
{
    const WorkerTransportParameters parameters = FixedWindow(4);
    TransportParts parts = MakeTransportParts(System(*FindSystem("esa")), parameters);
    parts.addressing = std::make_unique<OneAggregator>();
    WorkerRig rig(std::move(parts), parameters);
    rig.Send(4);
    rig.Results({1, 2, 3});
    const auto reminders = rig.Drain();
    ASSERT_EQ(reminders.size(), 1U);
    EXPECT_EQ(reminders[0].packet.aggregator, 77U);
    EXPECT_EQ(rig.Query(0).packet.aggregator, 77U);
}

TEST(FinishedPackets, ACopyForASlotIsWhatWasSent)
{
    WorkerTransportParameters parameters = FixedWindow(4);
    parameters.slots = {5, 4};
    parameters.repair.recovery = true;
    WorkerRig rig("switchml", parameters);
    rig.transport.Offer(4);
    const auto first = rig.Drain();
    rig.transport.OnTimer(kMs);
    const auto again = rig.Drain(kMs);
    ASSERT_EQ(first.size(), 4U);
    ASSERT_EQ(again.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i)
    {
        EXPECT_EQ(again[i].position, first[i].position);
        EXPECT_EQ(again[i].packet.aggregator, first[i].packet.aggregator);
    }
}

TEST(WindowSlots, AWindowWithoutCapHasNoPlaces)
{
    WorkerTransportParameters parameters = FixedWindow(4);
    parameters.window.maxPackets = 0;
    parameters.pool = SharedPoolIndex{IndexRule::WindowSlot, 1000, 2};
    const SharedPoolIndex linear{IndexRule::Linear, 1000, 2};
    WorkerRig rig("atp", parameters);
    rig.transport.Offer(4);
    const auto sent = rig.Drain();
    ASSERT_EQ(sent.size(), 4U);
    for (const auto& out : sent)
    {
        EXPECT_EQ(out.packet.aggregator, linear.Index(parameters.job, out.packet.seq));
    }
}

TEST(WindowSlots, APlaceKeepsItsAggregatorUntilAResultTellsOfACollision)
{
    WorkerTransportParameters parameters = FixedWindow(4);
    parameters.pool = SharedPoolIndex{IndexRule::WindowSlot, 1000, 2};
    const WindowSlotIndex index(1000, 4, parameters.job);
    WorkerRig rig("atp", parameters);
    rig.transport.Offer(12);
    for (const auto& out : rig.Drain())
    {
        EXPECT_EQ(out.packet.aggregator, index.Index(out.position, 0));
    }
    for (const uint64_t position : {0, 1, 2, 3})
    {
        InaPacket result = WorkerRig::ResultOf(position);
        result.collision = position == 1;
        rig.transport.OnResult(result, Picoseconds(0));
        rig.transport.OnResult(result, Picoseconds(0)); // a copy changes nothing
    }
    for (const auto& out : rig.Drain())
    {
        EXPECT_EQ(out.packet.aggregator, index.Index(out.position % 4, out.position == 5 ? 1 : 0));
    }
}

} // namespace
} // namespace ns3::esa
