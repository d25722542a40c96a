// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"
#include "property/property.h"
#include "property/worker-reference.h"

#include "ns3/esa-worker-transport.h"

#include <ostream>

namespace ns3::esa
{
namespace
{

using worker_property::kFirst;
using worker_property::kOvertakes;
using worker_property::kWindow;
using worker_property::ReferenceWorker;

/// Events of a worker.
enum class WorkerEvent : uint8_t
{
    Offer,  ///< more fragments are ready
    Result, ///< a result comes
    Query,  ///< the PS queries
    Time,   ///< nothing comes for a time
};

/// An event.
struct WorkerStep
{
    WorkerEvent event; ///< what
    uint32_t fragment; ///< Offer: how many; Time: how long, as a power of two; else which, from the
                       ///< first missing one less 4 on
    bool ecn;          ///< a result is marked
};

/// How RapidCheck shows a step.
void
showValue(const WorkerStep& step, std::ostream& out)
{
    static const char* const names[]{"Offer", "Result", "Query", "Time"};
    out << "{" << names[static_cast<int>(step.event)] << " " << step.fragment
        << (step.ecn ? ", ECN" : "") << "}";
}

rc::Gen<WorkerStep>
WorkerSteps()
{
    using rc::gen::set;
    using rc::gen::weightedElement;
    return rc::gen::build<WorkerStep>(set(&WorkerStep::event,
                                          weightedElement<WorkerEvent>({{2, WorkerEvent::Offer},
                                                                        {8, WorkerEvent::Result},
                                                                        {3, WorkerEvent::Query},
                                                                        {2, WorkerEvent::Time}})),
                                      set(&WorkerStep::fragment, rc::gen::inRange(0U, 14U)),
                                      set(&WorkerStep::ecn));
}

/// @return what a result of a position holds
uint64_t
SumOf(uint64_t position)
{
    return 1000 * position + 1;
}

WorkerTransport
MakeWorker(const std::string& system)
{
    WorkerTransportParameters parameters;
    parameters.job = 1;
    parameters.worker = 2;
    parameters.aggregation = AggregationPlan(3);
    parameters.firstPosition = kFirst;
    parameters.window = {kWindow, kWindow, kWindow, 0, 1};
    parameters.window.count = WindowCount::Sequence; // as the reference
    parameters.pool = {IndexRule::Mix64, 100, 2};
    parameters.slots = {4, kWindow};
    parameters.share = {4, kWindow};
    parameters.repair.recovery = true;
    parameters.cachedResults = kWindow;
    parameters.repair.reorderingThreshold = kOvertakes;
    return {MakeTransportParts(System(*FindSystem(system)), parameters), parameters};
}

/// Compares the packets that are sent with the expected ones.
void
CompareOutgoing(WorkerTransport& worker,
                ReferenceWorker& reference,
                const SystemRecord& system,
                Picoseconds now)
{
    const auto rule = system.onHost.repair;
    const bool isResend = rule == &kResendThroughSwitch;
    const PacketKind repair = rule == &kRetransmitToSwitch ? PacketKind::Gradient
                              : isResend                   ? PacketKind::Resend
                                                           : PacketKind::WorkerReminder;
    std::set<uint64_t> asked;
    std::set<uint64_t> sent;
    WorkerTransport::OutgoingPacket out;
    while (worker.Poll(now, out))
    {
        const InaPacket& packet = out.packet;
        RC_ASSERT(packet.seq == static_cast<uint32_t>(out.position));
        const bool isFirst = reference.sent.count(out.position) == 0;
        RC_ASSERT(packet.kind == (isFirst ? PacketKind::Gradient : repair));
        // ATP's resend carries the fragment.
        RC_ASSERT(out.bringsGradient == (packet.kind != PacketKind::WorkerReminder));
        RC_ASSERT(packet.bitmap == (out.bringsGradient ? 1U << 2 : 0U));
        RC_ASSERT((isFirst ? sent : asked).insert(out.position).second);
    }
    RC_ASSERT(reference.MayAsk(asked, now));
    RC_ASSERT(sent == reference.Send(now));
}

/// Compares an answer with the expected state of the fragment.
void
CompareAnswer(const WorkerTransport::OutgoingPacket& answer,
              uint64_t position,
              const ReferenceWorker& reference)
{
    const PacketKind kind = answer.packet.kind;
    RC_ASSERT(answer.position == position);
    RC_ASSERT(answer.packet.bitmap == 1U << 2);
    RC_ASSERT(answer.bringsGradient == (kind == PacketKind::Retransmission));
    if (reference.results.count(position) == 0)
    {
        RC_ASSERT(kind == (reference.sent.count(position) > 0 ? PacketKind::Retransmission
                                                              : PacketKind::NotSent));
        return;
    }
    // At least the latest results are kept, as many as the window has.
    RC_ASSERT(kind == PacketKind::Answer ||
              (kind == PacketKind::Received && position + kWindow <= *reference.results.rbegin()));
    if (kind == PacketKind::Answer)
    {
        RC_ASSERT(answer.packet.sum.digest == SumOf(position));
    }
}

/// Random events at a worker of one system.
using WorkerProperty = testing::TestWithParam<std::string>;

TEST_P(WorkerProperty, DoesWhatTheManualSays)
{
    const SystemRecord& system = *FindSystem(GetParam());
    const auto sequences = rc::gen::container<std::vector<WorkerStep>>(WorkerSteps());
    CheckProperty([&] {
        WorkerTransport worker = MakeWorker(GetParam());
        ReferenceWorker reference(system);
        Picoseconds now(0);
        for (const WorkerStep& step : *sequences)
        {
            now += FromMicroseconds(step.event == WorkerEvent::Time ? 1U << step.fragment : 1U);
            const uint64_t position = reference.FirstMissing() - 4 + step.fragment;
            InaPacket packet;
            packet.job = 1;
            packet.seq = static_cast<uint32_t>(position);
            packet.ecn = step.ecn;
            switch (step.event)
            {
            case WorkerEvent::Offer:
                worker.Offer(step.fragment);
                reference.offeredEnd += step.fragment;
                break;
            case WorkerEvent::Result: {
                packet.kind = PacketKind::Result;
                packet.sum.digest = SumOf(position);
                const auto status = worker.OnResult(packet, now);
                RC_ASSERT(status.isNew == reference.Result(position));
                RC_ASSERT(status.position == position);
                break;
            }
            case WorkerEvent::Query:
                packet.kind = PacketKind::Query;
                if (position >= kFirst && system.onHost.repair == &kRemindServer)
                {
                    CompareAnswer(worker.OnQuery(packet), position, reference);
                }
                break;
            case WorkerEvent::Time:
                break;
            }
            if (now >= worker.Deadline())
            {
                worker.OnTimer(now);
                reference.timerRuns = true;
            }
            CompareOutgoing(worker, reference, system, now);
            RC_ASSERT(worker.Idle() == (reference.sent.size() == reference.results.size()));
            RC_ASSERT((worker.Deadline() == kNoDeadline) == worker.Idle());
            RC_ASSERT(worker.Deadline() > now);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         WorkerProperty,
                         testing::ValuesIn(test::SwitchSystems()),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa
