// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATOR_CHOOSER_H
#define ESA_AGGREGATOR_CHOOSER_H

#include "esa-aggregator-table.h"

#include "ns3/esa-collision.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system.h"

#include <utility>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Packet swapping (paper, "Implementation"): the packet leaves with the aggregator's sum
/// and identity, and the aggregator keeps the packet's. The aggregator's index and state stay.
/// @param packet the packet, on return a partial sum
inline void
Swap(Aggregator& aggregator, InaPacket& packet)
{
    std::swap(aggregator.sum, packet.sum);
    std::swap(aggregator.bitmap, packet.bitmap);
    std::swap(aggregator.seq, packet.seq);
    std::swap(aggregator.job, packet.job);
    std::swap(aggregator.group, packet.group);
    std::swap(aggregator.fanIn, packet.fanIn);
    std::swap(aggregator.priority, packet.priority);
    const bool isMarked = packet.ecn; // a bit cannot be swapped
    packet.ecn = aggregator.ecn;
    aggregator.ecn = isMarked;
    aggregator.isDowngraded = false;
    aggregator.isContended = false;
    packet.kind = PacketKind::Partial;
}

/// @ingroup esa
/// @param sum a packet or an aggregator
/// @param isDowngraded whether its priority was halved
/// @return what the collision rule may use of its task
template <typename Sum>
inline CollidingTask
TaskOf(const Sum& sum, bool isDowngraded)
{
    return {sum.bitmap, sum.job, sum.fanIn, sum.priority, isDowngraded};
}

/**
 * @ingroup esa
 * @brief The aggregator that a packet is processed with, where the system has a choice
 * (AggregatorChoice).
 * @param random random numbers for the rule of the system
 * @param table of the switch
 * @param packet with an index of the table
 * @return the one that holds the packet's task; if none does, a free candidate; if none is free,
 *         for a fragment the one that the rule of the system chooses, and for other packets the one
 *         that was not used for longest
 */
Aggregator& ChooseAggregator(const System& system,
                             RandomSource& random,
                             AggregatorTable& table,
                             const InaPacket& packet);

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_CHOOSER_H
