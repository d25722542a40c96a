/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_GRAPH_FABRIC_H
#define ESA_GRAPH_FABRIC_H

#include "esa-fabric.h"

#include "ns3/esa-topology-routes.h"

#include <cstddef>
#include <memory>
#include <unordered_map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A network from a graph of hosts, switches and links: a fat tree, or any other.
 *
 * The switches that have hosts aggregate; the others forward, or aggregate if all levels do
 * (SetAggregationLevels()). Each link may have a rate, a delay and queues of its own; the
 * attributes of devices and channels stand for what it does not say.
 *
 * Packets take shortest ways. Where there are several, a hash of the job and the rack that they go
 * to chooses one, so that all packets of a job between two racks keep their order. With several
 * trees those of the first tree take this one, and those of the others the ways after it. Ordinary
 * frames choose by a hash of sender and receiver.
 */
class GraphFabric : public EsaFabric
{
  public:
    /**
     * @param topology a topology without faults
     * @param hosts its hosts, in the topology's order
     */
    GraphFabric(TopologyGraph topology, const NodeContainer& hosts);

    /// @return the ways through the network
    const TopologyRoutes& Routes() const;

    /**
     * @param node a node of the topology
     * @return the node of the simulation
     */
    Ptr<Node> NodeAt(std::size_t node) const;

  private:
    /// What forwarding frames needs, which may outlive this object.
    struct Wiring;

    void Build() override;
    Ptr<EsaNetDevice> PortTowards(Ptr<Node> at, RackId rack, const JobTree& job) const override;
    void FillForwardingTables() const override;

    /// @brief Makes the switches: of racks in the order of racks, then the others.
    void AddSwitches();

    NodeContainer m_hosts;                               ///< the hosts
    std::shared_ptr<Wiring> m_wiring;                    ///< ways and ports
    std::vector<Ptr<Node>> m_nodes;                      ///< by node of the topology
    std::unordered_map<uint32_t, std::size_t> m_indexOf; ///< node of the topology, by number
};

} // namespace ns3::esa

#endif // ESA_GRAPH_FABRIC_H
