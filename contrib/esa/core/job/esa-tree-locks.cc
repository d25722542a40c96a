/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-tree-locks.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

bool
TreeLocks::Acquire(uint16_t job,
                   const JobRacks& racks,
                   const std::vector<uint32_t>& hosts,
                   std::size_t trees)
{
    ESA_ASSERT(!Holds(job), "a job holds one tree");
    std::set<Port> wanted = PortsOf(racks, hosts);
    std::map<SwitchId, std::size_t> treesAt;
    for (const auto& [holder, ports] : m_held)
    {
        std::set<SwitchId> switches;
        for (const Port& port : ports)
        {
            if (wanted.count(port) > 0)
            {
                return false;
            }
            switches.insert(port.at);
        }
        for (const SwitchId at : switches)
        {
            ++treesAt[at];
        }
    }
    for (const Port& port : wanted)
    {
        if (trees > 0 && treesAt[port.at] >= trees)
        {
            return false;
        }
    }
    m_held.emplace(job, std::move(wanted));
    return true;
}

std::set<TreeLocks::Port>
TreeLocks::PortsOf(const JobRacks& racks, const std::vector<uint32_t>& hosts)
{
    std::set<Port> ports;
    for (uint32_t number = 0; number < racks.TreesOfGroups(); ++number)
    {
        const AggregationTree& tree = racks.TreeOf(number);
        for (uint16_t group = tree.First(); group <= tree.Root(); ++group)
        {
            const AggregationTree::Group& sum = tree.At(group);
            for (const uint16_t member : sum.members)
            {
                if (sum.isLeaf)
                {
                    ports.insert({sum.rack, Neighbour::Host, hosts[member]});
                }
                else if (const SwitchId below = tree.At(member).rack; below != sum.rack)
                {
                    ports.insert({sum.rack, Neighbour::Switch, ToNumber(below)});
                }
            }
        }
    }
    return ports;
}

} // namespace ns3::esa
