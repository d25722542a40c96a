/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_FUZZ_SWITCH_CHECKS_H
#define ESA_TEST_FUZZ_SWITCH_CHECKS_H

#include "ns3/esa-aggregation-level.h"
#include "ns3/esa-switch-pipeline.h"

#include <cstdint>

/**
 * @file
 * What must be true of a switch after any packet. Whatever does not hold ends the program.
 */

namespace ns3::esa
{

/// What tells one sum from another.
struct SumIdentity
{
    uint16_t job{0};         ///< job number
    uint32_t seq{0};         ///< sequence number
    uint8_t fanIn1{0};       ///< first-level sums that complete the task, if more than one
    bool secondLevel{false}; ///< a sum of racks, rather than of a rack's workers
    uint32_t bitmap{0};      ///< racks, or workers
};

/**
 * @tparam Holder a Fragment or an Aggregator
 * @param holder it
 * @return whose sum it should hold
 */
template <typename Holder>
SumIdentity
IdentityOf(const Holder& holder)
{
    return {holder.job, holder.seq, holder.fanIn1, holder.secondLevel, LevelBitmap(holder)};
}

/**
 * @param identity whose sum
 * @param withValues true if fragments carry values
 * @return the only sum that it can be
 */
GradientSum SumOf(const SumIdentity& identity, bool withValues);

/**
 * @brief The packet carries the sum that it says.
 * @param packet a packet
 * @param withValues true if fragments carry values
 */
void CheckSum(const Fragment& packet, bool withValues);

/**
 * @brief What leaves the switch is what the decision says.
 * @param decision the decision
 * @param packet the packet as it was left by the switch
 * @param traits the system's traits
 * @param withValues true if fragments carry values
 */
void CheckDecision(const Decision& decision,
                   const Fragment& packet,
                   const SystemRecord& system,
                   bool withValues);

/**
 * @brief Every aggregator is in a state in which it can be, and those in use are counted.
 * @param table the aggregators
 * @param now the time
 * @param withValues true if fragments carry values
 */
void CheckAggregators(const AggregatorTable& table, Picoseconds now, bool withValues);

} // namespace ns3::esa

#endif // ESA_TEST_FUZZ_SWITCH_CHECKS_H
