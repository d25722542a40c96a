/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCH_PIPELINE_H
#define ESA_SWITCH_PIPELINE_H

#include "esa-aggregator-table.h"
#include "esa-fragment.h"
#include "esa-policy.h"
#include "esa-units.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What the switch did with a packet; every packet has exactly one outcome.
 *
 * The same names are the switch's trace sources.
 */
enum class Outcome : uint8_t
{
    Allocated,     ///< took a free aggregator
    Aggregated,    ///< was added to its task's sum
    Completed,     ///< was the last of its task: the sum goes on
    Duplicate,     ///< was in its task's sum already, and is dropped
    Preempted,     ///< took another task's aggregator, whose sum leaves for the PS
    PassedThrough, ///< met another task's aggregator and goes on to the PS
    Fetched,       ///< a reminder or resend that takes the partial sum to the PS
    FetchMissed,   ///< a reminder or resend that found nothing
    Released,      ///< a result from the PS that freed its aggregator on the way
    Returned,      ///< a result from the PS that had none
    Reclaimed,     ///< a result from the PS that freed another task's aggregator, left over
    Forwarded,     ///< not for the switch
    Repeated,      ///< came again after its sum was complete: its worker alone gets the result
    Stale,         ///< of a task whose slot works for a later one already; dropped
    Malformed,     ///< no such aggregator, or impossible workers; dropped
};

/// Number of outcomes.
constexpr std::size_t kOutcomes = 15;

/**
 * @param outcome an outcome
 * @return its name, as the trace source's
 */
const char* OutcomeName(Outcome outcome);

/// Where a packet goes from the switch.
enum class Egress : uint8_t
{
    Nowhere,           ///< it was consumed or dropped
    ToParameterServer, ///< to the PS of the packet's job
    ToWorkers,         ///< to every worker of the packet's job
    ToWorker,          ///< to the packet's worker alone
};

/// The switch's decision on a packet.
struct Decision
{
    Outcome outcome; ///< what was done
    Egress egress;   ///< where it goes
};

/**
 * @ingroup esa
 * @brief The switch: one pipeline for all systems (paper, "Switch Logic").
 *
 * Process() turns the packet that came in into the packet that goes out, as the hardware does;
 * packet swapping is a swap of the packet with the aggregator. What differs between systems are
 * the policy's traits and its decision on a collision.
 */
class SwitchPipeline
{
  public:
    /**
     * @param policy the system; outlives the pipeline
     * @param aggregators number of aggregators (static slots: two entries a slot), at least 1
     * @param coin random numbers for the policy; outlives the pipeline
     */
    SwitchPipeline(const Policy& policy, uint32_t aggregators, Coin& coin);

    /**
     * @brief Sets from what age on a system with PolicyTraits::reclaimsStale takes an aggregator
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
     * @param now the time, for the books of the table; never before an earlier one
     * @return what was done, and where the packet goes
     */
    Decision Process(Fragment& packet, Picoseconds now);

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

    /// @return packets taken in; always the sum of all counts
    uint64_t Received() const
    {
        return m_received;
    }

    /// @return the aggregators
    const AggregatorTable& Table() const
    {
        return m_table;
    }

  private:
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
     * @brief The sum is complete: it leaves by the traits' way.
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
        return m_traits.reclaimsStale && m_staleAge != kNever &&
               aggregator.state != AggregatorState::Free &&
               now - aggregator.touchedAt >= m_staleAge;
    }

    /**
     * @brief Frees an aggregator.
     * @param aggregator the aggregator
     * @param now the time
     */
    void Free(Aggregator& aggregator, Picoseconds now);

    /// @return the way of a complete sum
    Egress ResultEgress() const;

    const Policy& m_policy;                     ///< the system
    PolicyTraits m_traits;                      ///< its traits, at hand
    Coin& m_coin;                               ///< random numbers for it
    AggregatorTable m_table;                    ///< the aggregators
    Picoseconds m_staleAge{kNever};             ///< age of what is left over
    uint64_t m_received{0};                     ///< packets taken in
    std::array<uint64_t, kOutcomes> m_counts{}; ///< packets by outcome
};

} // namespace ns3::esa

#endif // ESA_SWITCH_PIPELINE_H
