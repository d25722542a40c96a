/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-leaf-spine.h"

#include "ns3/abort.h"

namespace ns3::esa
{

LeafSpine::LeafSpine(const NodeContainer& leaves,
                     const NodeContainer& spines,
                     const NodeContainer& hosts,
                     const std::vector<RackId>& rackOf)
    : m_leaves(leaves),
      m_spines(leaves.GetN() > 1 ? spines : NodeContainer()),
      m_hosts(hosts),
      m_hostRacks(rackOf)
{
    NS_ABORT_MSG_IF(rackOf.size() != hosts.GetN(),
                    "LeafSpine: " << hosts.GetN() << " hosts, but racks of " << rackOf.size());
    NS_ABORT_MSG_IF(leaves.GetN() > 1 && spines.GetN() == 0,
                    "LeafSpine: several racks need a spine between them");
}

void
LeafSpine::Build()
{
    for (auto leaf = m_leaves.Begin(); leaf != m_leaves.End(); ++leaf)
    {
        AddRack(*leaf);
    }
    for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
    {
        LinkHost(m_hosts.Get(host), m_hostRacks[host]);
    }
    for (auto spine = m_spines.Begin(); spine != m_spines.End(); ++spine)
    {
        m_spineAt.emplace((*spine)->GetId(), static_cast<uint32_t>(m_spineAt.size()));
        AddSpine(*spine);
    }
    for (auto leaf = m_leaves.Begin(); leaf != m_leaves.End(); ++leaf)
    {
        m_uplinks.emplace_back();
        for (auto spine = m_spines.Begin(); spine != m_spines.End(); ++spine)
        {
            m_uplinks.back().push_back(LinkSwitches(*leaf, *spine));
        }
    }
}

Ptr<EsaNetDevice>
LeafSpine::PortTowards(Ptr<Node> at, RackId rack, const JobTree& job) const
{
    if (const auto leaf = RackAt(at))
    {
        return m_uplinks[ToNumber(*leaf)][(job.job + job.tree) % m_spines.GetN()].Lower();
    }
    return m_uplinks[ToNumber(rack)][m_spineAt.at(at->GetId())].Upper();
}

} // namespace ns3::esa
