// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_FUZZ_SWITCH_CHECKS_H
#define ESA_TEST_FUZZ_SWITCH_CHECKS_H

#include "ns3/esa-switch-pipeline.h"

#include <cstdint>

/**
 * @file
 * Conditions that must hold for a switch after every packet. The program ends if one does not.
 */

namespace ns3::esa
{

/// The identity of a sum.
struct SumIdentity
{
    uint16_t job{0};    ///< job number
    uint32_t seq{0};    ///< sequence number
    uint32_t bitmap{0}; ///< workers
};

/// @tparam Holder a Fragment or an Aggregator
/// @param holder it
/// @return the identity of the sum that it should hold
template <typename Holder>
SumIdentity
IdentityOf(const Holder& holder)
{
    return {holder.job, holder.seq, holder.bitmap};
}

/// @param identity which sum
/// @param withValues true if fragments carry values
/// @return the only sum that is correct
GradientSum SumOf(const SumIdentity& identity, bool withValues);

/// @brief Check that the packet carries the sum that its header names.
/// @param withValues true if fragments carry values
void CheckSum(const InaPacket& packet, bool withValues);

/// @brief Check that the packet that leaves the switch agrees with the decision.
/// @param packet the packet as it was left by the switch
/// @param system the system's record
/// @param withValues true if fragments carry values
void CheckDecision(const Decision& decision,
                   const InaPacket& packet,
                   const SystemRecord& system,
                   bool withValues);

/// @brief Check that every aggregator is in a valid state, and that those in use are counted.
/// @param withValues true if fragments carry values
void CheckAggregators(const AggregatorTable& table, Picoseconds now, bool withValues);

} // namespace ns3::esa

#endif // ESA_TEST_FUZZ_SWITCH_CHECKS_H
