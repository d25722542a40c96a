// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FABRIC_WIRING_H
#define ESA_FABRIC_WIRING_H

#include "ns3/esa-flow-paths.h"
#include "ns3/esa-link.h"
#include "ns3/esa-topology-routes.h"
#include "ns3/mac48-address.h"

#include <cstddef>
#include <map>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The paths through a network, and the devices that packets take. Switches read it for as
/// long as they forward frames.
struct FabricWiring
{
    std::shared_ptr<const TopologyRoutes> routes; ///< the paths
    std::vector<EsaLink> links;                   ///< by link of the topology
    std::map<Mac48Address, std::size_t> hostAt;   ///< number of a host
    FlowPaths flowPaths{FlowPaths::Job};          ///< how flows are spread over equal paths
    uint64_t salt{0};                             ///< of hashes of ordinary frames, in this run

    /// @return its link to its switch
    const EsaLink& LinkOf(std::size_t host) const
    {
        return links[routes->LinkOf(host)];
    }

    /// @param link index of a link
    /// @param node the node at one of its ends
    /// @return the device there
    Ptr<EsaNetDevice> PortAt(std::size_t link, std::size_t node) const
    {
        return routes->UpperEnd(link) == node ? links[link].Upper() : links[link].Lower();
    }

    /// @param at a switch
    /// @param from sender of an ordinary frame
    /// @param to its receiver
    /// @return the port that it takes; null: nobody has this address
    Ptr<EsaNetDevice> PortFor(std::size_t at, Mac48Address from, Mac48Address to) const;
};

} // namespace ns3::esa

#endif // ESA_FABRIC_WIRING_H
