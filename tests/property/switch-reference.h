// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_PROPERTY_SWITCH_REFERENCE_H
#define ESA_TEST_PROPERTY_SWITCH_REFERENCE_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-system.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ns3::esa
{

/// @return the numbers of the workers whose fragments it carries
inline std::set<int>
WorkersOf(const InaPacket& packet)
{
    std::set<int> workers;
    for (int worker = 0; worker < 32; ++worker)
    {
        if ((packet.bitmap & (1U << worker)) != 0)
        {
            workers.insert(worker);
        }
    }
    return workers;
}

/// @param workers workers whose fragments are in a packet
/// @return true if there are workers, and their job has each of them
inline bool
ArePossible(const std::set<int>& workers, int fanIn)
{
    return !workers.empty() && fanIn <= 32 && *workers.rbegin() < fanIn;
}

/// @return true if no worker is in both
inline bool
AreApart(const std::set<int>& a, const std::set<int>& b)
{
    return std::none_of(a.begin(), a.end(), [&b](int worker) { return b.count(worker) > 0; });
}

inline uint32_t
BitmapOf(const std::set<int>& workers)
{
    uint32_t bitmap = 0;
    for (const int worker : workers)
    {
        bitmap += 1U << worker;
    }
    return bitmap;
}

/// @return true if sequence number a comes before b, in a ring of 2^32
inline bool
IsEarlier(uint32_t a, uint32_t b)
{
    return a != b && b - a < (1U << 31);
}

/// Returns the random number of a step.
class StepRandom : public RandomSource
{
  public:
    explicit StepRandom(double number = 0)
        : next(number)
    {
    }

    double Uniform() override
    {
        return next;
    }

    double next; ///< what it gives
};

/// @brief The switch as the manual describes it, in its simplest form: a map from aggregators to
/// the tasks that hold them. The choices of a system are read from its record. The module's own
/// collision rules are written here a second time.
class ReferenceSwitch
{
  public:
    /// Workers and what their fragments add up to.
    struct Contents
    {
        std::set<int> workers; ///< each of them once
        uint64_t sum{0};       ///< of their gradients
        bool ecn{false};       ///< one of their fragments was marked

        /// Adds the fragments of a packet.
        void Include(const InaPacket& packet)
        {
            workers.merge(WorkersOf(packet));
            sum += packet.sum.digest;
            ecn = ecn || packet.ecn;
        }
    };

    /// A task that holds an aggregator.
    struct Resident
    {
        uint16_t job;             ///< whose it is
        uint32_t seq;             ///< which one
        int fanIn;                ///< workers that make it complete
        Contents contents;        ///< what has come
        int priority;             ///< its priority
        bool isComplete{false};   ///< all have come (and it still holds the aggregator)
        Picoseconds addedTo{0};   ///< when the last came
        bool isDowngraded{false}; ///< its priority was halved since then
        bool isContended{false};  ///< another task has requested the aggregator

        /// @return true if a packet is of the task
        bool IsOf(const InaPacket& packet) const
        {
            return job == packet.job && seq == packet.seq;
        }
    };

    /// The packet that leaves the switch.
    struct Leaving
    {
        PacketKind kind;               ///< what it is
        uint16_t job;                  ///< whose it is
        uint32_t seq;                  ///< of which task
        int fanIn;                     ///< its fan-in
        std::optional<int> priority{}; ///< its priority, if it has one
        std::optional<Contents> sum{}; ///< the sum that it carries, if any
        bool collision{false};         ///< it collided, or (a sum) another task did with it
    };

    /// The expected behaviour of the switch.
    struct Verdict
    {
        Outcome outcome;                  ///< its name
        Egress egress{Egress::Nowhere};   ///< where the packet goes
        std::optional<Leaving> leaving{}; ///< what goes there; nothing: the packet as it came
    };

    /// @param system its system; outlives this
    /// @param staleAge age from which ATP takes an aggregator for stale
    ReferenceSwitch(const System& system, uint32_t aggregators, Picoseconds staleAge)
        : m_system(system),
          m_aggregators(aggregators),
          m_staleAge(staleAge)
    {
    }

    /// @param draw the random number, if one is drawn
    /// @return what the switch is to do
    Verdict Process(const InaPacket& packet, double draw, Picoseconds now)
    {
        if (packet.aggregator >= m_aggregators)
        {
            return {Outcome::Malformed};
        }
        switch (packet.kind)
        {
        case PacketKind::Gradient:
            return Gradient(packet, draw, now);
        case PacketKind::Reminder:
        case PacketKind::Resend:
            return Fetch(packet);
        case PacketKind::Result:
            return Result(packet, now);
        case PacketKind::Query:
        case PacketKind::Forward:
            return {Outcome::Forwarded, Egress::ToWorker};
        default:
            return {Outcome::Forwarded, Egress::ToParameterServer};
        }
    }

    /// @return the tasks that hold aggregators
    const std::map<uint32_t, Resident>& Residents() const
    {
        return m_residents;
    }

  private:
    /// @return the packet with which the switch answers a fragment of a finished task
    Verdict Repeat(const Resident& resident) const
    {
        Verdict verdict = Complete(resident);
        verdict.outcome = Outcome::Repeated;
        verdict.egress = Egress::ToWorker;
        return verdict;
    }

    /// A worker's fragment.
    Verdict Gradient(const InaPacket& packet, double draw, Picoseconds now)
    {
        if (!ArePossible(WorkersOf(packet), packet.fanIn))
        {
            return {Outcome::Malformed};
        }
        Resident* resident = ResidentOf(packet);
        if (resident && resident->IsOf(packet))
        {
            return Join(*resident, packet, now);
        }
        const Resident alone = Settle(packet, now);
        if (static_cast<int>(alone.contents.workers.size()) == alone.fanIn)
        {
            return Complete(alone);
        }
        if (resident)
        {
            return Conflict(*resident, packet, draw, now);
        }
        m_residents.emplace(packet.aggregator, alone);
        return {Outcome::Allocated};
    }

    /// A worker's fragment for the task that holds its aggregator.
    Verdict Join(Resident& resident, const InaPacket& packet, Picoseconds now)
    {
        if (resident.fanIn != packet.fanIn)
        {
            return {Outcome::Malformed};
        }
        const bool isResult = KeepsResults() && resident.isComplete;
        if (isResult || !AreApart(resident.contents.workers, WorkersOf(packet)))
        {
            // the ECN mark of a duplicate counts, too
            resident.contents.ecn = resident.contents.ecn || packet.ecn;
            return isResult ? Repeat(resident) : Verdict{Outcome::Duplicate};
        }
        resident.contents.Include(packet);
        resident.priority = packet.priority;
        resident.addedTo = now;
        resident.isDowngraded = false;
        if (static_cast<int>(resident.contents.workers.size()) < resident.fanIn)
        {
            return {Outcome::Aggregated};
        }
        resident.isComplete = true;
        const Verdict verdict = Complete(resident);
        if (m_system.Record().onSwitch.release == ReleaseRule::OnCompletion)
        {
            m_residents.erase(packet.aggregator);
        }
        return verdict;
    }

    /// A worker's fragment that finds another task.
    Verdict Conflict(Resident& resident, const InaPacket& packet, double draw, Picoseconds now)
    {
        if (KeepsResults() && IsEarlier(packet.seq, resident.seq))
        {
            return {Outcome::Stale};
        }
        if (KeepsResults() && resident.isComplete)
        {
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

    /// A reminder or a resend.
    Verdict Fetch(const InaPacket& packet)
    {
        Resident* resident = ResidentOf(packet);
        const bool isHere = resident && resident->IsOf(packet);
        const bool isResend = packet.kind == PacketKind::Resend;
        const auto workers = WorkersOf(packet);
        const bool brings = isResend && !workers.empty();
        if (brings &&
            (!ArePossible(workers, packet.fanIn) || (isHere && resident->fanIn != packet.fanIn)))
        {
            return {Outcome::Malformed};
        }
        if (!isHere)
        {
            return {Outcome::FetchMissed,
                    isResend || packet.urgent ? Egress::ToParameterServer : Egress::Nowhere};
        }
        if (brings && AreApart(resident->contents.workers, workers))
        {
            resident->contents.Include(packet);
        }
        resident->contents.ecn = resident->contents.ecn || (brings && packet.ecn);
        Leaving partial = Partial(*resident);
        partial.collision = TellsContention(*resident);
        m_residents.erase(packet.aggregator);
        return {Outcome::Fetched, Egress::ToParameterServer, partial};
    }

    /// A result of the PS.
    Verdict Result(const InaPacket& packet, Picoseconds now)
    {
        const Resident* resident = ResidentOf(packet);
        Outcome outcome = Outcome::Returned;
        if (resident && resident->IsOf(packet))
        {
            outcome = Outcome::Released;
        }
        else if (resident && m_system.Record().onSwitch.reclaimsStale &&
                 now - resident->addedTo >= m_staleAge)
        {
            outcome = Outcome::Reclaimed;
        }
        if (outcome != Outcome::Returned)
        {
            m_residents.erase(packet.aggregator);
        }
        return {outcome, Egress::ToWorkers};
    }

    /// @return the packet with a complete sum
    Verdict Complete(const Resident& resident) const
    {
        const bool byServer =
            m_system.Record().onSwitch.resultSource == ResultSource::ParameterServer;
        return {Outcome::Completed,
                byServer ? Egress::ToParameterServer : Egress::ToWorkers,
                Leaving{byServer ? PacketKind::Partial : PacketKind::Result,
                        resident.job,
                        resident.seq,
                        resident.fanIn,
                        {},
                        resident.contents,
                        TellsContention(resident)}};
    }

    /// @return a packet's task, as it holds an aggregator
    static Resident Settle(const InaPacket& packet, Picoseconds now)
    {
        Resident resident{packet.job, packet.seq, packet.fanIn, {}, packet.priority, false, now};
        resident.contents.Include(packet);
        return resident;
    }

    /// @return the packet in which a resident's sum leaves for its PS
    static Leaving Partial(const Resident& resident)
    {
        return {PacketKind::Partial,
                resident.job,
                resident.seq,
                resident.fanIn,
                resident.priority,
                resident.contents};
    }

    /// @return true if a resident's sum tells that another task has requested its aggregator
    bool TellsContention(const Resident& resident) const
    {
        return m_system.Record().onSwitch.reportsContention && resident.isContended;
    }

    /// @return true if an aggregator keeps its result until a later task of its job comes
    bool KeepsResults() const
    {
        return m_system.Record().onSwitch.release == ReleaseRule::OnReuse;
    }

    /// @return the task that holds a packet's aggregator, or nullptr
    Resident* ResidentOf(const InaPacket& packet)
    {
        const auto found = m_residents.find(packet.aggregator);
        return found == m_residents.end() ? nullptr : &found->second;
    }

    /// @return the decision about a packet that finds another task
    CollisionDecision Decide(const Resident& resident,
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
        StepRandom random(draw);
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

    const System& m_system;                   ///< the system
    uint32_t m_aggregators;                   ///< number of aggregators
    Picoseconds m_staleAge;                   ///< of stale aggregators
    std::map<uint32_t, Resident> m_residents; ///< the tasks, by aggregator
};

} // namespace ns3::esa

#endif // ESA_TEST_PROPERTY_SWITCH_REFERENCE_H
