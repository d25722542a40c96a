/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_OUTCOME_H
#define ESA_OUTCOME_H

#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief What the switch did with a packet; every packet has exactly one outcome.
 *
 * The pipeline decides on the first ones, the switch around it, which knows jobs and ports, on the
 * rest. The same names are the switch's trace sources.
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
    Repeated,      ///< came again after its sum was complete: its worker alone gets the result, or
                   ///< a rack's sum goes up again
    Stale,         ///< of a task whose slot works for a later one already; dropped
    Malformed,     ///< no such aggregator, or impossible workers; dropped

    // Packets that do not enter the pipeline
    JobLeft,    ///< of a job that has left for good; dropped
    UnknownJob, ///< of a job that this switch does not know; dropped
    PassedBy,   ///< a reminder or result for another switch of its job; only sent on
    Flow,       ///< of a flow between hosts; only sent on
};

/// Number of outcomes.
constexpr std::size_t kOutcomes = 19;

/// Number of those that the pipeline decides on, which come first. The P4 program has the same.
constexpr std::size_t kPipelineOutcomes = 15;

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
    ToEndpoint,        ///< to the receiver of the packet's flow
};

/// The switch's decision on a packet.
struct Decision
{
    Outcome outcome; ///< what was done
    Egress egress;   ///< where it goes
};

} // namespace ns3::esa

#endif // ESA_OUTCOME_H
