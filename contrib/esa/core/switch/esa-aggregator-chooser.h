// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATOR_CHOOSER_H
#define ESA_AGGREGATOR_CHOOSER_H

#include "esa-aggregator-table.h"

#include "ns3/esa-collision.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system.h"
#include "ns3/esa-units.h"

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
/// @return what a rule may use of the task of a packet
inline CollidingTask
TaskOf(const InaPacket& packet)
{
    return {packet.bitmap,
            packet.job,
            packet.fanIn,
            packet.priority,
            false,
            Picoseconds(0),
            Picoseconds(0)};
}

/// @ingroup esa
/// @return what a rule may use of the task of an aggregator
inline CollidingTask
TaskOf(const Aggregator& aggregator, Picoseconds now)
{
    return {aggregator.bitmap,
            aggregator.job,
            aggregator.fanIn,
            aggregator.priority,
            aggregator.isDowngraded,
            now - aggregator.takenAt,
            now - aggregator.touchedAt};
}

/**
 * @ingroup esa
 * @brief The aggregator that a packet is processed with, where the system has a choice
 * (AggregatorChoice).
 * @param random random numbers for the rule of the system
 * @param table of the switch
 * @param packet with an index of the table
 * @param now the time
 * @return the one that holds the packet's task; if none does, a free candidate; if none is free,
 *         for a fragment the one that the rule of the system chooses, and for other packets the one
 *         that was not used for longest
 */
Aggregator& ChooseAggregator(const System& system,
                             RandomSource& random,
                             AggregatorTable& table,
                             const InaPacket& packet,
                             Picoseconds now);

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_CHOOSER_H
