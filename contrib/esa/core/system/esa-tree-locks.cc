// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-tree-locks.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

bool
TreeLocks::Acquire(uint16_t job,
                   const AggregationPlan& racks,
                   const std::vector<std::size_t>& hosts,
                   uint32_t trees)
{
    ESA_ASSERT(!Holds(job), "a job holds one tree");
    std::set<Port> wanted = PortsOf(racks, hosts);
    std::set<SwitchId> switches;
    for (const Port& port : wanted)
    {
        switches.insert(std::get<SwitchId>(port));
    }
    const uint32_t place = FreePlace(switches);
    if (!AreFree(wanted) || (trees > 0 && place >= trees))
    {
        return false;
    }
    m_held.emplace(job, Tree{std::move(wanted), std::move(switches), place});
    return true;
}

bool
TreeLocks::ArePortsFree(const AggregationPlan& racks, const std::vector<std::size_t>& hosts) const
{
    return AreFree(PortsOf(racks, hosts));
}

bool
TreeLocks::AreFree(const std::set<Port>& ports) const
{
    return std::none_of(m_held.begin(), m_held.end(), [&ports](const auto& held) {
        const std::set<Port>& taken = held.second.ports;
        return std::any_of(taken.begin(), taken.end(), [&ports](const Port& port) {
            return ports.count(port) > 0;
        });
    });
}

bool
TreeLocks::AcquirePlace(uint16_t job, std::set<SwitchId> switches, uint32_t places)
{
    ESA_ASSERT(!Holds(job), "a job holds one place");
    const uint32_t place = FreePlace(switches);
    if (place >= places)
    {
        return false;
    }
    m_held.emplace(job, Tree{{}, std::move(switches), place});
    return true;
}

uint32_t
TreeLocks::FreePlace(const std::set<SwitchId>& switches) const
{
    std::set<uint32_t> taken;
    for (const auto& [holder, tree] : m_held)
    {
        const bool isThere =
            std::any_of(tree.switches.begin(), tree.switches.end(), [&switches](SwitchId at) {
                return switches.count(at) > 0;
            });
        if (isThere)
        {
            taken.insert(tree.place);
        }
    }
    uint32_t place = 0;
    while (taken.count(place) > 0)
    {
        ++place;
    }
    return place;
}

std::set<TreeLocks::Port>
TreeLocks::PortsOf(const AggregationPlan& racks, const std::vector<std::size_t>& hosts)
{
    std::set<Port> ports;
    for (uint32_t number = 0; number < racks.Trees(); ++number)
    {
        const AggregationTree& tree = racks.Tree(number);
        for (uint16_t group = tree.First(); group <= tree.Root(); ++group)
        {
            const AggregationTree::Group& sum = tree.At(group);
            for (const uint16_t member : sum.members)
            {
                if (sum.isLeaf)
                {
                    ports.emplace(sum.rack, true, hosts[member]);
                }
                else if (const SwitchId below = tree.At(member).rack; below != sum.rack)
                {
                    ports.emplace(sum.rack, false, ToNumber(below));
                }
            }
        }
    }
    return ports;
}

} // namespace ns3::esa
