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
#include <string>
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
        Picoseconds begunAt{0};   ///< when the first came
        bool hasTimedOut{false};  ///< what had come by the timeout has left
    };

    /// A result that workers may still request.
    struct Kept
    {
        Resident task;        ///< as it held its aggregator
        std::set<int> mayAsk; ///< workers that may not have it
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
    Verdict Process(const InaPacket& packet, double draw, Picoseconds now);

    /// @return true if a task that holds an aggregator has waited for the timeout
    bool IsDue(Picoseconds now) const;

    /// @param aggregator of a task that has waited for the timeout
    /// @return what the switch is to do; nothing: it is to wait
    std::optional<Verdict> TimeOut(uint32_t aggregator, Picoseconds now);

    /// @return the tasks that hold aggregators
    const std::map<uint32_t, Resident>& Residents() const
    {
        return m_residents;
    }

  private:
    /// @return true if a task has waited for the timeout, and has not left
    bool IsDue(const Resident& resident, Picoseconds now) const;
    /// A fragment of an earlier task than the one that holds its aggregator; nothing: it is of no
    /// such task, or results do not lack workers.
    std::optional<Verdict> Earlier(const InaPacket& packet) const;
    /// Workers have sent a fragment: they have all earlier results.
    void NoteSent(const InaPacket& packet);
    /// @return the packet with which the switch answers a fragment of a finished task
    Verdict Repeat(const Resident& resident) const;
    /// A worker's fragment.
    Verdict Gradient(const InaPacket& packet, double draw, Picoseconds now);
    /// A worker's fragment for the task that holds its aggregator.
    Verdict Join(Resident& resident, const InaPacket& packet, Picoseconds now);
    /// A worker's fragment that finds another task.
    Verdict Conflict(Resident& resident, const InaPacket& packet, double draw, Picoseconds now);
    /// A reminder or a resend.
    Verdict Fetch(const InaPacket& packet);
    /// A result of the PS.
    Verdict Result(const InaPacket& packet, Picoseconds now);
    /// @return the packet with a complete sum
    Verdict Complete(const Resident& resident) const;
    /// @return a packet's task, as it holds an aggregator
    static Resident Settle(const InaPacket& packet, Picoseconds now);
    /// @return the packet in which a resident's sum leaves for its PS
    static Leaving Partial(const Resident& resident);
    /// @return true if a resident's sum tells that another task has requested its aggregator
    bool TellsContention(const Resident& resident) const;
    /// @return true if an aggregator keeps its result until a later task of its job comes
    bool KeepsResults() const;
    /// @return the task that holds a packet's aggregator, or nullptr
    Resident* ResidentOf(const InaPacket& packet);

    /// @return the decision about a packet that finds another task
    CollisionDecision Decide(const Resident& resident,
                             const InaPacket& packet,
                             double draw,
                             Picoseconds now) const;

    const System& m_system;                       ///< the system
    uint32_t m_aggregators;                       ///< number of aggregators
    Picoseconds m_staleAge;                       ///< of stale aggregators
    std::map<uint32_t, Resident> m_residents;     ///< the tasks, by aggregator
    std::map<uint32_t, std::vector<Kept>> m_kept; ///< results by aggregator
};

} // namespace ns3::esa

#endif // ESA_TEST_PROPERTY_SWITCH_REFERENCE_H
