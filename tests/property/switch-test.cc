// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"
#include "property/property.h"
#include "property/switch-reference.h"

#include <ostream>

namespace ns3::esa
{
namespace
{

constexpr uint32_t kJobs = 2;                           ///< jobs that share the switch
constexpr uint32_t kAggregatorsOfJob = 2;               ///< of a static share
constexpr uint32_t kAggregators = 4;                    ///< in all
constexpr Picoseconds kStaleAge = FromMicroseconds(30); ///< a few steps
constexpr uint32_t kFirstSeq = UINT32_MAX - 1;          ///< numbers wrap soon
constexpr int kUsualFanIn = 3;                          ///< of both jobs

/// A packet, and when it comes.
struct SwitchStep
{
    PacketKind kind;       ///< what it is
    uint32_t job;          ///< whose
    uint32_t task;         ///< its sequence number, from kFirstSeq on
    uint32_t aggregator;   ///< which of its tasks' aggregators, or of all
    uint32_t workers;      ///< bitmap
    int fanIn;             ///< as it says
    uint32_t priority;     ///< as it says
    bool ecn;              ///< whether it is marked
    double draw;           ///< the random number
    uint32_t microseconds; ///< time since the step before
    uint64_t gradient;     ///< what it carries
};

/// How RapidCheck shows a step.
void
showValue(const SwitchStep& step, std::ostream& out)
{
    out << "{kind " << static_cast<int>(step.kind) << ", job " << step.job << ", task " << step.task
        << ", aggregator " << step.aggregator << ", workers " << step.workers << ", fan-in "
        << step.fanIn << ", priority " << step.priority << (step.ecn ? ", ECN" : "") << ", draw "
        << step.draw << ", after " << step.microseconds << " us, gradient " << step.gradient << "}";
}

/// @return kinds of packets that a system's switch meets; mostly fragments
rc::Gen<PacketKind>
Kinds(const SystemRecord& system)
{
    using Kind = PacketKind;
    if (system.onSwitch.memory == MemoryLayout::StaticSlots)
    {
        return rc::gen::weightedElement<Kind>({{20, Kind::Gradient}, {1, Kind::Query}});
    }
    return rc::gen::weightedElement<Kind>({{20, Kind::Gradient},
                                           {2, Kind::Reminder},
                                           {2, Kind::Resend},
                                           {3, Kind::Result},
                                           {1, Kind::Partial},
                                           {1, Kind::WorkerReminder},
                                           {1, Kind::Answer}});
}

rc::Gen<SwitchStep>
SwitchSteps(const SystemRecord& system)
{
    using rc::gen::inRange;
    using rc::gen::set;
    using rc::gen::weightedElement;
    // Most packets are of one worker and have the fan-in of the job. Otherwise hardly any sum would
    // be complete.
    return rc::gen::build<SwitchStep>(
        set(&SwitchStep::kind, Kinds(system)),
        set(&SwitchStep::job, inRange(0U, kJobs)),
        set(&SwitchStep::task, inRange(0U, 4U)),
        set(&SwitchStep::aggregator,
            weightedElement<uint32_t>({{20, 0}, {20, 1}, {1, kAggregators}})),
        set(&SwitchStep::workers,
            weightedElement<uint32_t>(
                {{20, 1}, {20, 2}, {20, 4}, {2, 3}, {2, 6}, {1, 7}, {1, 0}, {1, 8}})),
        set(&SwitchStep::fanIn,
            weightedElement<int>({{60, kUsualFanIn}, {1, 2}, {1, 1}, {1, 0}, {1, 33}})),
        set(&SwitchStep::priority, inRange(0U, 6U)),
        set(&SwitchStep::ecn, weightedElement<bool>({{5, false}, {1, true}})),
        set(&SwitchStep::draw, rc::gen::element(0.0, 0.499, 0.5, 0.999)),
        set(&SwitchStep::microseconds, inRange(0U, 15U)),
        set(&SwitchStep::gradient, rc::gen::arbitrary<uint64_t>()));
}

InaPacket
SwitchPacketOf(const SwitchStep& step, const SystemRecord& system)
{
    InaPacket packet;
    packet.kind = step.kind;
    packet.job = static_cast<uint16_t>(step.job);
    packet.seq = kFirstSeq + step.task;
    // Jobs with a static share never use the same aggregator.
    const bool isStatic = system.onSwitch.memory != MemoryLayout::SharedPool;
    const uint32_t first = isStatic ? step.job * kAggregatorsOfJob : 0;
    packet.aggregator = first + step.aggregator;
    packet.bitmap = step.workers;
    packet.fanIn = static_cast<uint8_t>(step.fanIn);
    packet.priority = static_cast<uint8_t>(step.priority);
    packet.ecn = step.ecn;
    packet.sum.digest = step.gradient;
    return packet;
}

/// Compares a packet that leaves with the expected one.
void
CompareLeaving(const InaPacket& out, const InaPacket& in, const ReferenceSwitch::Leaving& wanted)
{
    RC_ASSERT(static_cast<int>(out.kind) == static_cast<int>(wanted.kind));
    RC_ASSERT(out.job == wanted.job);
    RC_ASSERT(out.seq == wanted.seq);
    RC_ASSERT(int{out.fanIn} == wanted.fanIn);
    RC_ASSERT(out.collision == wanted.collision);
    RC_ASSERT(out.aggregator == in.aggregator);
    if (wanted.priority)
    {
        RC_ASSERT(int{out.priority} == *wanted.priority);
    }
    if (wanted.sum)
    {
        RC_ASSERT(out.bitmap == BitmapOf(wanted.sum->workers));
        RC_ASSERT(out.sum.digest == wanted.sum->sum);
        RC_ASSERT(out.ecn == wanted.sum->ecn);
    }
}

/// Compares a packet with what came in.
void
CompareUntouched(const InaPacket& out, const InaPacket& in)
{
    RC_ASSERT(static_cast<int>(out.kind) == static_cast<int>(in.kind));
    RC_ASSERT(out.job == in.job);
    RC_ASSERT(out.seq == in.seq);
    RC_ASSERT(out.aggregator == in.aggregator);
    RC_ASSERT(out.bitmap == in.bitmap);
    RC_ASSERT(int{out.fanIn} == int{in.fanIn});
    RC_ASSERT(int{out.priority} == int{in.priority});
    RC_ASSERT(out.sum.digest == in.sum.digest);
    RC_ASSERT(out.ecn == in.ecn);
    RC_ASSERT(!out.collision);
}

/// Compares the contents of aggregators with the expected ones.
void
CompareTable(const AggregatorTable& table, const ReferenceSwitch& reference)
{
    uint32_t inUse = 0;
    for (uint32_t index = 0; index < kAggregators; ++index)
    {
        const Aggregator& aggregator = table.At(index);
        const auto found = reference.Residents().find(index);
        const bool isHeld = found != reference.Residents().end();
        RC_ASSERT((aggregator.State() != AggregatorState::Free) == isHeld);
        if (!isHeld)
        {
            continue;
        }
        const ReferenceSwitch::Resident& resident = found->second;
        inUse += aggregator.State() != AggregatorState::Retained ? 1 : 0;
        RC_ASSERT((aggregator.State() != AggregatorState::Aggregating) == resident.isComplete);
        RC_ASSERT(aggregator.job == resident.job);
        RC_ASSERT(aggregator.seq == resident.seq);
        RC_ASSERT(int{aggregator.fanIn} == resident.fanIn);
        RC_ASSERT(int{aggregator.priority} == resident.priority);
        RC_ASSERT(aggregator.bitmap == BitmapOf(resident.contents.workers));
        RC_ASSERT(aggregator.sum.digest == resident.contents.sum);
        RC_ASSERT(aggregator.ecn == resident.contents.ecn);
    }
    RC_ASSERT(table.Occupied() == inUse);
}

/// Random packets through the switch of one system.
using SwitchProperty = testing::TestWithParam<std::string>;

TEST_P(SwitchProperty, DoesWhatTheManualSays)
{
    const SystemRecord& system = *FindSystem(GetParam());
    const auto sequences = rc::gen::container<std::vector<SwitchStep>>(SwitchSteps(system));
    const System made(system);
    CheckProperty([&] {
        StepRandom random;
        SwitchPipeline pipeline(made, kAggregators, random);
        pipeline.SetStaleAge(kStaleAge);
        ReferenceSwitch reference(made, kAggregators, kStaleAge);
        Picoseconds now(0);
        for (const SwitchStep& step : *sequences)
        {
            now += FromMicroseconds(step.microseconds);
            random.next = step.draw;
            const InaPacket in = SwitchPacketOf(step, system);
            InaPacket out = in;
            const Decision decision = pipeline.Process(out, now);
            const auto verdict = reference.Process(in, step.draw, now);
            RC_LOG() << "a packet is " << OutcomeName(decision.outcome) << ", to be "
                     << OutcomeName(verdict.outcome) << "\n";
            RC_ASSERT(std::string(OutcomeName(decision.outcome)) == OutcomeName(verdict.outcome));
            RC_ASSERT(static_cast<int>(decision.egress) == static_cast<int>(verdict.egress));
            if (verdict.leaving)
            {
                CompareLeaving(out, in, *verdict.leaving);
            }
            else if (verdict.egress != Egress::Nowhere)
            {
                CompareUntouched(out, in);
            }
            CompareTable(pipeline.Table(), reference);
        }
    });
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         SwitchProperty,
                         testing::ValuesIn(test::SwitchSystems()),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa
