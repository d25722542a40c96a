// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_OUTCOME_H
#define ESA_OUTCOME_H

#include "ns3/esa-assert.h"

#include <array>
#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What the switch did with a packet. Every packet has exactly one outcome.
 *
 * The pipeline decides on the first ones and the last ones. The switch around it has jobs and
 * ports, and decides on the rest. The trace sources of EsaSwitch have the same names.
 */
enum class Outcome : uint8_t
{
    Allocated,     ///< got a free aggregator for its task
    Aggregated,    ///< was added to its task's sum
    Completed,     ///< completed the sum of its task, which is sent on
    Duplicate,     ///< was in its task's sum already; dropped
    Preempted,     ///< took another task's aggregator, whose partial sum goes to the PS
    PassedThrough, ///< met another task's aggregator and goes on to the PS
    Fetched,       ///< a reminder or resend, which takes the partial sum to the PS
    FetchMissed,   ///< a reminder or resend that found no partial sum
    Released,      ///< a result from the PS that freed its aggregator on its path
    Returned,      ///< a result from the PS whose task had no aggregator
    Reclaimed,     ///< a result from the PS that freed a stale aggregator of another task
    Forwarded,     ///< needs nothing from the pipeline; sent on to the PS
    Repeated,      ///< a copy after its sum was complete: only its worker gets the result again,
                   ///< or the rack's sum goes up again
    Stale,         ///< of a task whose slot is in use for a later task; dropped
    Malformed,     ///< has an aggregator, bitmap or fan-in that is not possible; dropped

    // Outcomes of packets that do not enter the pipeline
    JobLeft,    ///< of a job that has left for good; dropped
    UnknownJob, ///< of a job that this switch does not have; dropped
    PassedBy,   ///< a reminder, result or sum for another switch of its job; only sent on
    Flow,       ///< of a flow between hosts; only sent on
};

/// Number of outcomes.
constexpr std::size_t kOutcomes = 19;

/// Number of outcomes that the P4 program has, too; they come first.
constexpr std::size_t kPipelineOutcomes = 15;

/// @return its name, which is also the name of the trace source
inline const char*
OutcomeName(Outcome outcome)
{
    static constexpr std::array<const char*, kOutcomes> names{
        "Allocated",     "Aggregated", "Completed",   "Duplicate", "Preempted",
        "PassedThrough", "Fetched",    "FetchMissed", "Released",  "Returned",
        "Reclaimed",     "Forwarded",  "Repeated",    "Stale",     "Malformed",
        "JobLeft",       "UnknownJob", "PassedBy",    "Flow",
    };
    ESA_ASSERT(static_cast<std::size_t>(outcome) < names.size(), "every outcome has a name");
    return names[static_cast<std::size_t>(outcome)];
}

/// Where a packet goes from the switch.
enum class Egress : uint8_t
{
    Nowhere,           ///< it was consumed or dropped
    ToParameterServer, ///< to the PS of the packet's job
    ToWorkers,         ///< to every worker of the packet's job
    ToWorker,          ///< to the packet's worker alone
    ToEndpoint,        ///< to the receiver of the packet's flow
    Recirculate,       ///< into this switch once more, as it sums the group above, too
};

/// The switch's decision on a packet.
struct Decision
{
    Outcome outcome; ///< what was done
    Egress egress;   ///< where it goes
};

} // namespace ns3::esa

#endif // ESA_OUTCOME_H
