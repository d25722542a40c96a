/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_PROPERTY_SWITCH_REFERENCE_H
#define ESA_TEST_PROPERTY_SWITCH_REFERENCE_H

#include "ns3/esa-fragment.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-system.h"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>

namespace ns3::esa
{

/**
 * @brief What the manual says of the switch, as simply as it can be said: a map from aggregators to
 * the tasks that hold them. What a system does is read from its record; what the module's own
 * collision rules are is said here once more.
 */
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
        bool isComplete{false};   ///< all have come (and it is still here)
        Picoseconds addedTo{0};   ///< when the last came
        bool isDowngraded{false}; ///< its priority was halved since then
    };

    /// What leaves the switch of a packet.
    struct Leaving
    {
        PacketKind kind;               ///< what it is
        uint16_t job;                  ///< whose it is
        uint32_t seq;                  ///< of which task
        int fanIn;                     ///< its fan-in
        std::optional<int> priority{}; ///< its priority, if that means something
        std::optional<Contents> sum{}; ///< what it carries, if it carries what was summed
        bool collision{false};         ///< it met another task
    };

    /// What the switch is to do.
    struct Verdict
    {
        Outcome outcome;                  ///< its name
        Egress egress{Egress::Nowhere};   ///< where the packet goes
        std::optional<Leaving> leaving{}; ///< what goes there; nothing: the packet as it came
    };

    /**
     * @param system its system; outlives this
     * @param aggregators how many there are
     * @param staleAge when ATP takes an aggregator for left over
     */
    ReferenceSwitch(const System& system, uint32_t aggregators, Picoseconds staleAge)
        : m_system(system),
          m_aggregators(aggregators),
          m_staleAge(staleAge)
    {
    }

    /**
     * @param packet a packet
     * @param draw the random number, if one is drawn
     * @param now the time
     * @return what the switch is to do
     */
    Verdict Process(const Fragment& packet, double draw, Picoseconds now);

    /// @return who holds which aggregator
    const std::map<uint32_t, Resident>& Residents() const
    {
        return m_residents;
    }

  private:
    /// A worker's fragment.
    Verdict Gradient(const Fragment& packet, double draw, Picoseconds now);
    /// A worker's fragment for the task that holds its aggregator.
    Verdict Join(Resident& resident, const Fragment& packet, Picoseconds now);
    /// A worker's fragment that finds another task.
    Verdict Conflict(Resident& resident, const Fragment& packet, double draw, Picoseconds now);
    /// A reminder or a resend.
    Verdict Fetch(const Fragment& packet);
    /// A result of the PS.
    Verdict Result(const Fragment& packet, Picoseconds now);
    /// @return a complete sum on its way
    Verdict Complete(const Resident& resident) const;
    /// @return the task of a packet, holding an aggregator
    static Resident Settle(const Fragment& packet, Picoseconds now);
    /// @return what a resident's sum is when it leaves for its PS
    static Leaving Partial(const Resident& resident);
    /// @return true if an aggregator keeps its result until a later task of its job comes
    bool KeepsResults() const;
    /// @return the task that holds a packet's aggregator, or nullptr
    Resident* ResidentOf(const Fragment& packet);

    /// @return what becomes of a packet that finds another task
    CollisionDecision Decide(const Resident& resident,
                             const Fragment& packet,
                             double draw,
                             Picoseconds now) const;

    const System& m_system;                   ///< which rules
    uint32_t m_aggregators;                   ///< how many there are
    Picoseconds m_staleAge;                   ///< of what is left over
    std::map<uint32_t, Resident> m_residents; ///< who holds what
};

} // namespace ns3::esa

#endif // ESA_TEST_PROPERTY_SWITCH_REFERENCE_H
