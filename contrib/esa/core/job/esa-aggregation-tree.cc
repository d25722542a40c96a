/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-aggregation-tree.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3::esa
{
namespace
{

/// The workers of a rack, or the groups that have no parent yet.
struct RackMembers
{
    RackId rack;                   ///< the rack
    std::vector<uint16_t> members; ///< workers, later groups
};

/**
 * @param rackOf rack of each worker
 * @return the racks with their workers, in the order of their first workers
 */
std::vector<RackMembers>
WorkersByRack(const std::vector<RackId>& rackOf)
{
    std::vector<RackMembers> racks;
    std::map<RackId, std::size_t> placeOf;
    for (std::size_t worker = 0; worker < rackOf.size(); ++worker)
    {
        const auto [place, isNew] = placeOf.try_emplace(rackOf[worker], racks.size());
        if (isNew)
        {
            racks.push_back({rackOf[worker], {}});
        }
        racks[place->second].members.push_back(static_cast<uint16_t>(worker));
    }
    return racks;
}

} // namespace

AggregationTree::AggregationTree(const std::vector<RackId>& rackOf,
                                 RackId home,
                                 uint32_t mostMembers)
{
    ESA_ASSERT(mostMembers >= 2 && mostMembers <= kMostFanIn, "a bitmap has 32 bits");
    ESA_ASSERT(!rackOf.empty() && rackOf.size() < kAllWorkers, "a worker's number has 16 bits");
    std::vector<RackMembers> racks = WorkersByRack(rackOf);
    for (RackMembers& rack : racks)
    {
        rack.members = Gather(rack.members, rack.rack, true, mostMembers);
    }
    m_leaves = m_groups.size();
    std::vector<uint16_t> tops;
    for (RackMembers& rack : racks)
    {
        const bool isHome = rack.rack == home && racks.size() > 1;
        while (!isHome && rack.members.size() > 1)
        {
            rack.members = Gather(rack.members, rack.rack, false, mostMembers);
        }
        tops.insert(tops.end(), rack.members.begin(), rack.members.end());
    }
    while (tops.size() > 1)
    {
        tops = Gather(tops, home, false, mostMembers);
    }
    ESA_ASSERT(m_groups.size() < UINT16_MAX, "a group's number has 16 bits");
    Finish(rackOf, home);
}

uint16_t
AggregationTree::Add(RackId rack, bool isLeaf, const std::vector<uint16_t>& members)
{
    const auto number = static_cast<uint16_t>(m_groups.size() + 1);
    Group group;
    group.rack = rack;
    group.isLeaf = isLeaf;
    group.members = members;
    group.firstLeaf = isLeaf ? number : At(members.front()).firstLeaf;
    group.endLeaf = isLeaf ? number + 1 : At(members.back()).endLeaf;
    m_groups.push_back(std::move(group));
    return number;
}

std::vector<uint16_t>
AggregationTree::Gather(const std::vector<uint16_t>& members,
                        RackId rack,
                        bool areWorkers,
                        uint32_t mostMembers)
{
    // Groups of about the same size: 33 members are 17 and 16, not 32 and 1.
    const std::size_t groups = (members.size() + mostMembers - 1) / mostMembers;
    std::vector<uint16_t> sums;
    for (std::size_t group = 0; group < groups; ++group)
    {
        const auto begin = static_cast<std::ptrdiff_t>(members.size() * group / groups);
        const auto end = static_cast<std::ptrdiff_t>(members.size() * (group + 1) / groups);
        const std::vector<uint16_t> part(members.begin() + begin, members.begin() + end);
        // One group needs no group of its own above it.
        sums.push_back(!areWorkers && part.size() == 1 ? part.front()
                                                       : Add(rack, areWorkers, part));
    }
    return sums;
}

void
AggregationTree::Finish(const std::vector<RackId>& rackOf, RackId home)
{
    std::map<RackId, uint32_t> atSwitch;
    std::map<RackId, uint16_t> firstWorker;
    for (std::size_t worker = 0; worker < rackOf.size(); ++worker)
    {
        firstWorker.try_emplace(rackOf[worker], static_cast<uint16_t>(worker));
    }
    m_bits.resize(rackOf.size());
    std::vector<uint32_t> levels(m_groups.size(), 1);
    for (uint16_t number = 1; number <= Groups(); ++number)
    {
        Group& group = m_groups[number - 1U];
        group.wireName = group.rack == home ? kAllWorkers : firstWorker.at(group.rack);
        group.place = static_cast<uint16_t>(atSwitch[group.rack]++);
        m_mostAtOneSwitch = std::max(m_mostAtOneSwitch, atSwitch[group.rack]);
        for (std::size_t bit = 0; bit < group.members.size(); ++bit)
        {
            const uint16_t member = group.members[bit];
            if (group.isLeaf)
            {
                m_bits[member] = {number - std::size_t{1}, uint32_t{1} << bit};
                continue;
            }
            m_groups[member - 1U].parent = number;
            m_groups[member - 1U].bitInParent = static_cast<uint8_t>(bit);
            levels[number - 1U] = std::max(levels[number - 1U], levels[member - 1U] + 1);
        }
    }
    m_levels = levels.back();
}

} // namespace ns3::esa
