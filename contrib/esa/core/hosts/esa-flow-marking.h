// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_MARKING_H
#define ESA_FLOW_MARKING_H

#include "ns3/esa-hash.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Which packets of flows a switch marks, by the length of the queue that they find.
 *
 * DCTCP needs one threshold: all packets above K bytes are marked (SIGCOMM 2010, section 3.1).
 * DCQCN needs two: between Kmin and Kmax the probability of a mark rises from 0 to Pmax, and above
 * Kmax every packet is marked, as RED does it, but by the present length of the queue (SIGCOMM
 * 2015, section 3.1, figure 5).
 */
struct FlowMarking
{
    uint64_t minBytes{0};  ///< K or Kmin: no mark at a shorter queue; 0: no marks at all
    uint64_t maxBytes{0};  ///< Kmax; at most minBytes: there is one threshold
    double probability{1}; ///< Pmax

    /// @return whether flows have a marking of their own
    bool IsOn() const
    {
        return minBytes > 0;
    }

    /// @param queuedBytes length of the queue that a packet finds
    /// @param draw a number that is another one for each packet; it stands for chance
    /// @return whether the packet is marked
    bool Marks(uint64_t queuedBytes, uint64_t draw) const
    {
        if (queuedBytes <= minBytes || queuedBytes > maxBytes)
        {
            return queuedBytes > minBytes;
        }
        const double part =
            static_cast<double>(queuedBytes - minBytes) / static_cast<double>(maxBytes - minBytes);
        const double chance = static_cast<double>(Hash64(draw) >> 11) / 9007199254740992.0; // 2^53
        return chance < part * probability;
    }
};

} // namespace ns3::esa

#endif // ESA_FLOW_MARKING_H
