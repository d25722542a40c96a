/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_PIPELINE_H
#define ESA_SWITCH_PIPELINE_H

#include "esa-aggregator-table.h"
#include "esa-outcome.h"

#include "ns3/esa-fragment.h"
#include "ns3/esa-system.h"
#include "ns3/esa-units.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The switch: one pipeline for all systems (paper, "Switch Logic").
 *
 * Process() turns the packet that came in into the packet that goes out, as the hardware does;
 * packet swapping is a swap of the packet with the aggregator. What differs between systems
 * is their record (esa-system-record.h).
 *
 * The header says for which level of switches a packet is. At the second level, that of the PS's
 * rack, first-level switches (bitmap1, fanIn1) are what workers (bitmap0, fanIn0) are at the first.
 */
class SwitchPipeline
{
  public:
    /**
     * @param system the system; outlives the pipeline
     * @param aggregators number of aggregators (static slots: two entries per slot)
     * @param random random numbers for its collision rule; outlives the pipeline
     */
    SwitchPipeline(const System& system, uint32_t aggregators, RandomSource& random);

    /**
     * @brief Sets from what age on a system with SwitchPart::reclaimsStale takes an aggregator
     * for left over. Fragments that it loses by this have to be sent again, so it should be well
     * above a retransmission timeout.
     * @param age time since the task last added to it; kNever: none is left over (default)
     */
    void SetStaleAge(Picoseconds age)
    {
        m_staleAge = age;
    }

    /**
     * @brief Takes one packet through the switch.
     * @param packet the packet that came in; on return the one that goes out
     * @param now the time
     * @return what was done, and where the packet goes
     */
    Decision Process(Fragment& packet, Picoseconds now);

    /**
     * @brief Counts a packet that the switch keeps out of the pipeline, so that every packet of the
     * switch is counted here.
     * @param outcome what the switch does with it
     */
    void CountOutside(Outcome outcome);

    /**
     * @brief A job has left: whatever it still holds is freed, as the control plane does.
     * @param job job number
     * @param now the time
     * @return aggregators freed
     */
    uint32_t RemoveJob(uint16_t job, Picoseconds now);

    /**
     * @param outcome an outcome
     * @return packets that had it
     */
    uint64_t Count(Outcome outcome) const
    {
        return m_counts[static_cast<std::size_t>(outcome)];
    }

    /// @return packets of the switch
    uint64_t Received() const
    {
        return m_received;
    }

    /// @return what the system has the switch do
    const SwitchPart& Rules() const
    {
        return m_rules;
    }

    /// @return the aggregators
    const AggregatorTable& Table() const
    {
        return m_table;
    }

  private:
    /**
     * @brief Counts the outcome of the packet that was counted as received last.
     * @param outcome its outcome
     */
    void Enter(Outcome outcome);

    /**
     * @brief By kind of packet, the stage that decides.
     * @param packet in and out
     * @param now the time
     * @return the decision
     */
    Decision Dispatch(Fragment& packet, Picoseconds now);

    /**
     * @brief A worker's fragment.
     * @param packet in and out
     * @param now the time
     * @return the decision
     */
    Decision OnGradient(Fragment& packet, Picoseconds now);

    /**
     * @brief A fragment whose aggregator is free.
     * @param aggregator the aggregator
     * @param packet the fragment, which is consumed
     * @param now the time
     */
    void Allocate(Aggregator& aggregator, Fragment& packet, Picoseconds now);

    /**
     * @brief A fragment that meets its own task.
     * @param aggregator the aggregator
     * @param packet in and out
     * @param now the time
     * @return the decision
     */
    Decision Add(Aggregator& aggregator, Fragment& packet, Picoseconds now);

    /**
     * @brief A fragment that meets another task.
     * @param aggregator the aggregator
     * @param packet in and out
     * @param now the time
     * @return the decision
     */
    Decision Collide(Aggregator& aggregator, Fragment& packet, Picoseconds now);

    /**
     * @brief The sum is complete: it leaves by the system's way.
     * @param aggregator the aggregator
     * @param packet the last fragment; on return the sum
     * @param now the time
     * @return the decision
     */
    Decision Complete(Aggregator& aggregator, Fragment& packet, Picoseconds now);

    /**
     * @brief A fragment that meets a later or earlier task of its own static slot.
     * @param aggregator the slot's version
     * @param packet the fragment
     * @param now the time
     * @return the decision
     */
    Decision ReuseSlot(Aggregator& aggregator, Fragment& packet, Picoseconds now);

    /**
     * @brief A fragment whose worker is in the sum already.
     * @param aggregator the aggregator
     * @param packet in and out
     * @return the decision
     */
    Decision Repeat(const Aggregator& aggregator, Fragment& packet) const;

    /**
     * @brief A reminder or resend: hands the task's partial sum to the PS.
     * @param packet in and out
     * @param now the time
     * @return the decision
     */
    Decision Fetch(Fragment& packet, Picoseconds now);

    /**
     * @brief A result that comes from the PS.
     * @param packet in and out
     * @param now the time
     * @return the decision
     */
    Decision ReturnResult(const Fragment& packet, Picoseconds now);

    /**
     * @param aggregator an aggregator
     * @param now the time
     * @return true if its task has forgotten it
     */
    bool IsLeftOver(const Aggregator& aggregator, Picoseconds now) const
    {
        return m_rules.reclaimsStale && m_staleAge != kNever &&
               aggregator.State() != AggregatorState::Free &&
               now - aggregator.touchedAt >= m_staleAge;
    }

    /**
     * @brief Frees an aggregator.
     * @param aggregator the aggregator
     * @param now the time
     */
    void Free(Aggregator& aggregator, Picoseconds now);

    /**
     * @brief A complete sum: the first of several racks sends it up, to be added to those of the
     * others; otherwise it leaves by the system's way.
     * @param packet a gradient with the sum; on return what goes out
     * @return the decision
     */
    Decision SendSum(Fragment& packet) const;

    const System& m_system;                     ///< the system
    SwitchPart m_rules;                         ///< its switch's part, at hand
    RandomSource& m_random;                     ///< random numbers for its collision rule
    AggregatorTable m_table;                    ///< the aggregators
    Picoseconds m_staleAge{kNever};             ///< age of what is left over
    uint64_t m_received{0};                     ///< packets of the switch
    std::array<uint64_t, kOutcomes> m_counts{}; ///< packets by outcome
};

} // namespace ns3::esa

#endif // ESA_SWITCH_PIPELINE_H
