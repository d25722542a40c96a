/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_LEAF_SPINE_H
#define ESA_LEAF_SPINE_H

#include "esa-fabric.h"

#include <map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Racks whose switches (leaves) aggregate. Several racks are connected by spines, and every
 * spine has a link to every leaf. One rack without a spine is the simplest case.
 *
 * All packets of a job take the same spine: job number modulo number of spines. With several trees
 * those of the first tree take it, and those of the others the spines after it.
 */
class LeafSpine : public EsaFabric
{
  public:
    /**
     * @param leaves the racks' switches, one per rack
     * @param spines switches between the racks; at least one unless there is one rack
     * @param hosts the hosts
     * @param rackOf rack of each host
     */
    LeafSpine(const NodeContainer& leaves,
              const NodeContainer& spines,
              const NodeContainer& hosts,
              const std::vector<RackId>& rackOf);

  private:
    void Build() override;
    Ptr<EsaNetDevice> PortTowards(Ptr<Node> at, RackId rack, const JobTree& job) const override;

    NodeContainer m_leaves;                      ///< the racks' switches
    NodeContainer m_spines;                      ///< switches between them
    std::map<uint32_t, uint32_t> m_spineAt;      ///< place in m_spines, by number of a node
    NodeContainer m_hosts;                       ///< the hosts
    std::vector<RackId> m_hostRacks;             ///< rack of each host
    std::vector<std::vector<EsaLink>> m_uplinks; ///< by rack and spine
};

} // namespace ns3::esa

#endif // ESA_LEAF_SPINE_H
