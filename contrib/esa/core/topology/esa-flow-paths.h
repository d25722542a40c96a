// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_PATHS_H
#define ESA_FLOW_PATHS_H

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-hash.h"

#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

/// How the packets of flows between hosts are spread over equal paths.
enum class FlowPaths : uint8_t
{
    Job,   ///< all flows of a job take its path, as its sums do
    Ecmp,  ///< each flow takes one, by a hash (equal-cost multipath)
    Spray, ///< each packet takes one, by a hash
    Rail,  ///< the n-th host of a rack takes the n-th one, in turn
    Auto,  ///< Rail where racks are servers with several cards, else Job
};

/// @param paths a value
/// @return its name in scenario files; null if it is no enumerator
constexpr const char*
NameOf(FlowPaths paths)
{
    switch (paths)
    {
    case FlowPaths::Job:
        return "job";
    case FlowPaths::Ecmp:
        return "ecmp";
    case FlowPaths::Spray:
        return "spray";
    case FlowPaths::Rail:
        return "rail";
    case FlowPaths::Auto:
        return "auto";
    }
    return nullptr;
}

/// @return whether the packets of a flow take one path
constexpr bool
KeepsOrder(FlowPaths paths)
{
    return paths != FlowPaths::Spray;
}

/**
 * @brief Chooses among the links with which equal paths begin, at one switch.
 *
 * Hashes depend on the switch: if all made the same choice, those behind the first one would use
 * one of their links. A packet that is sent again in a later round takes another path by chance, so
 * a failure of its first path does not catch it again and again.
 *
 * Rails are no hash: where a rack is a server with several cards, and each spine a rail, the n-th
 * accelerator of a server sends by the n-th card.
 *
 * @param paths how to choose
 * @param packet a packet of a flow
 * @param salt differs with the switch, and with seed and run
 * @param links how many there are, at least 1
 * @param card place of the sender among the hosts of its rack
 * @return the place of the link
 */
inline std::size_t
ChooseFlowPath(FlowPaths paths,
               const FlowPacket& packet,
               uint64_t salt,
               std::size_t links,
               std::size_t card)
{
    if (paths == FlowPaths::Rail)
    {
        return card % links;
    }
    const uint64_t flow =
        uint64_t{packet.job} << 32 | uint64_t{packet.sender} << 16 | uint64_t{packet.receiver};
    uint64_t hash = Hash64(flow ^ Hash64(salt));
    if (paths == FlowPaths::Ecmp)
    {
        return hash % links;
    }
    const uint64_t kind = packet.isAck ? 1 : 0;
    hash = Hash64(hash ^ (uint64_t{packet.number} << 16 | uint64_t{packet.round} << 8 | kind));
    return hash % links;
}

} // namespace ns3::esa

#endif // ESA_FLOW_PATHS_H
