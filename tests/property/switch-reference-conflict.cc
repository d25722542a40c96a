// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "property/switch-reference.h"
#include "property/worker-set.h"

// The reference switch, when a fragment finds another task in its aggregator.

namespace ns3::esa
{
namespace
{

/// Returns the random number of one step.
class OneNumber : public RandomSource
{
  public:
    explicit OneNumber(double number)
        : m_number(number)
    {
    }

    double Uniform() override
    {
        return m_number;
    }

  private:
    double m_number; ///< the number
};

} // namespace

CollisionDecision
ReferenceSwitch::Decide(const Resident& resident,
                        const InaPacket& packet,
                        double draw,
                        Picoseconds now) const
{
    const auto rule = m_system.Record().onSwitch.collide.decide;
    const auto preemptIf = [](bool preempts) {
        return preempts ? CollisionDecision::Preempt : CollisionDecision::PassThrough;
    };
    if (rule == &PreemptByPriority)
    {
        return packet.priority > resident.priority ? CollisionDecision::Preempt
                                                   : CollisionDecision::PassThroughAndDowngrade;
    }
    if (rule == &AlwaysPassThrough || rule == &AlwaysPreempt)
    {
        return preemptIf(rule == &AlwaysPreempt);
    }
    if (rule == &PreemptAtRandom)
    {
        return preemptIf(draw < 0.5);
    }
    // A rule of the user's own is called, with the reference's view of the two tasks.
    OneNumber random(draw);
    return rule({{BitmapOf(resident.contents.workers),
                  resident.job,
                  static_cast<uint8_t>(resident.fanIn),
                  static_cast<uint8_t>(resident.priority),
                  resident.isDowngraded},
                 {packet.bitmap, packet.job, packet.fanIn, packet.priority, false},
                 now - resident.addedTo,
                 random,
                 m_system});
}

ReferenceSwitch::Verdict
ReferenceSwitch::Conflict(Resident& resident, const InaPacket& packet, double draw, Picoseconds now)
{
    if (KeepsResults() && IsEarlier(packet.seq, resident.seq))
    {
        return {Outcome::Stale};
    }
    if (KeepsResults() && (resident.isComplete || resident.hasTimedOut))
    {
        if (m_system.Record().HasPartialResults())
        {
            Kept kept{resident, {}};
            for (int worker = 0; worker < resident.fanIn; ++worker)
            {
                kept.mayAsk.insert(worker);
            }
            for (const int worker : WorkersOf(packet))
            {
                kept.mayAsk.erase(worker);
            }
            m_kept[packet.aggregator].push_back(kept);
        }
        resident = Settle(packet, now);
        return {Outcome::Allocated};
    }
    const CollisionDecision decision = Decide(resident, packet, draw, now);
    if (decision == CollisionDecision::Preempt)
    {
        const Leaving partial = Partial(resident);
        resident = Settle(packet, now);
        return {Outcome::Preempted, Egress::ToParameterServer, partial};
    }
    if (decision == CollisionDecision::PassThroughAndDowngrade)
    {
        resident.priority /= 2;
        resident.isDowngraded = true;
    }
    resident.isContended = true;
    const Resident alone = Settle(packet, now);
    return {Outcome::PassedThrough,
            Egress::ToParameterServer,
            Leaving{PacketKind::Gradient,
                    packet.job,
                    packet.seq,
                    packet.fanIn,
                    packet.priority,
                    alone.contents,
                    true}};
}

} // namespace ns3::esa
