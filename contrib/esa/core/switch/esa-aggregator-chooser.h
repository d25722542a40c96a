// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_AGGREGATOR_CHOOSER_H
#define ESA_AGGREGATOR_CHOOSER_H

#include "esa-aggregator-table.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-system.h"

#include <memory>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Finds the aggregator of a packet where the system has a choice (AggregatorChoice). Other
/// systems have no such object.
class AggregatorChooser
{
  public:
    /// @param system outlives this
    /// @param random outlives this
    /// @return null: the system has no choice
    static std::unique_ptr<AggregatorChooser> Make(const System& system, RandomSource& random);

    /// @brief The aggregator that a packet is processed with.
    /// @param table of the switch
    /// @param packet with an index of the table
    /// @return the one that holds the packet's task; if none does, a free candidate; if none is
    ///         free, for a fragment the one that the rule of the system chooses, and for other
    ///         packets the one that was not used for longest
    Aggregator& Find(AggregatorTable& table, const InaPacket& packet);

  private:
    AggregatorChooser(const System& system, RandomSource& random);

    const System& m_system; ///< the system
    RandomSource& m_random; ///< random numbers for its rule
};

} // namespace ns3::esa

#endif // ESA_AGGREGATOR_CHOOSER_H
