// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-aggregation-tree.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <utility>

namespace ns3::esa
{
namespace
{

/// The two levels of the paper: the switch of the PS's rack sums what comes from the others.
SwitchTree
TwoLevels(const std::vector<SwitchId>& rackOf, SwitchId home)
{
    SwitchTree rows{{home, {std::nullopt, 0, SwitchSums::All}}};
    for (const SwitchId rack : rackOf)
    {
        rows.try_emplace(rack, TreeSwitch{home, 0, SwitchSums::All});
    }
    return rows;
}

} // namespace

/// All lists are in the order of the first workers.
struct AggregationTree::Sites
{
    /// What comes to a switch.
    struct Site
    {
        std::vector<uint16_t> workers; ///< in its rack
        std::vector<SwitchId> below;   ///< switches below it; itself stands for its workers
        std::vector<uint16_t> leaves;  ///< its leaf groups, once they are made
        bool sums{true};               ///< whether the switch sums; one that does not is a rack's
    };

    Sites(const std::vector<SwitchId>& rackOf, const SwitchTree& switches)
    {
        std::set<SwitchId> placed;
        for (std::size_t worker = 0; worker < rackOf.size(); ++worker)
        {
            SwitchId at = rackOf[worker];
            Site& rack = bySwitch[at];
            if (rack.workers.empty())
            {
                rack.sums = switches.at(at).sums != SwitchSums::Nothing;
                rack.below.push_back(at);
            }
            rack.workers.push_back(static_cast<uint16_t>(worker));
            while (placed.insert(at).second)
            {
                const std::optional<SwitchId> above = NextSum(switches, at);
                if (!above)
                {
                    tops.push_back(at);
                    break;
                }
                bySwitch[*above].below.push_back(at);
                at = *above;
            }
        }
    }

    /// @return how many members come to a switch from the switches below it
    std::size_t SumsFromBelow(SwitchId at) const
    {
        std::size_t sums = 0;
        for (const SwitchId below : bySwitch.at(at).below)
        {
            const Site& site = bySwitch.at(below);
            sums += below == at ? 0 : site.sums ? 1 : site.workers.size();
        }
        return sums;
    }

    std::map<SwitchId, Site> bySwitch; ///< what comes to each switch
    std::vector<SwitchId> tops;        ///< switches with none above them
};

AggregationTree::AggregationTree(const std::vector<SwitchId>& rackOf,
                                 SwitchId home,
                                 uint32_t maxMembers)
    : AggregationTree(rackOf, home, TwoLevels(rackOf, home), maxMembers)
{
}

AggregationTree::AggregationTree(const std::vector<SwitchId>& rackOf,
                                 SwitchId home,
                                 const SwitchTree& switches,
                                 uint32_t maxMembers)
    : m_groups(1)
{
    ESA_ASSERT(maxMembers >= 2 && maxMembers <= kMaxFanIn, "a bitmap has 32 bits");
    ESA_ASSERT(!rackOf.empty() && rackOf.size() < kAllWorkers, "a worker's number has 16 bits");
    Sites sites(rackOf, switches);
    for (const SwitchId top : sites.tops)
    {
        GatherWorkers(sites, top, maxMembers);
    }
    m_leaves = m_groups.size() - 1;
    std::vector<uint16_t> sums;
    for (const SwitchId top : sites.tops)
    {
        const std::vector<uint16_t> ofTop = GatherSums(sites, top, maxMembers);
        sums.insert(sums.end(), ofTop.begin(), ofTop.end());
    }
    if (sums.size() > 1)
    {
        Add(home, false, sums);
        m_groups.back().isServers = true;
    }
    ESA_ASSERT(m_groups.size() < UINT16_MAX, "a group's number has 16 bits");
    if (m_groups.size() == 2)
    {
        m_groups.erase(m_groups.begin()); // the only group has the number 0
        m_first = 0;
    }
    Finish(rackOf, home);
}

void
AggregationTree::GatherWorkers(Sites& sites, SwitchId at, uint32_t maxMembers)
{
    Sites::Site& site = sites.bySwitch.at(at);
    const std::size_t sums = sites.SumsFromBelow(at);
    const bool areDirect = !site.sums || (sums > 0 && sums + site.workers.size() <= maxMembers);
    for (const SwitchId below : site.below)
    {
        if (below != at)
        {
            GatherWorkers(sites, below, maxMembers);
            continue;
        }
        site.leaves = Gather(site.workers, at, true, areDirect ? 1 : maxMembers);
        for (const uint16_t leaf : site.leaves)
        {
            m_groups[leaf].isDirect = areDirect;
        }
    }
}

std::vector<uint16_t>
AggregationTree::GatherSums(const Sites& sites, SwitchId at, uint32_t maxMembers)
{
    const Sites::Site& site = sites.bySwitch.at(at);
    std::vector<uint16_t> sums;
    for (const SwitchId below : site.below)
    {
        if (below != at)
        {
            const std::vector<uint16_t> ofSwitch = GatherSums(sites, below, maxMembers);
            sums.insert(sums.end(), ofSwitch.begin(), ofSwitch.end());
            continue;
        }
        sums.insert(sums.end(), site.leaves.begin(), site.leaves.end());
    }
    while (site.sums && sums.size() > 1)
    {
        sums = Gather(sums, at, false, maxMembers);
    }
    return sums;
}

uint16_t
AggregationTree::Add(SwitchId rack, bool isLeaf, const std::vector<uint16_t>& members)
{
    const auto number = static_cast<uint16_t>(m_groups.size());
    Group group;
    group.rack = rack;
    group.isLeaf = isLeaf;
    group.members = members;
    group.firstWord = isLeaf ? number - 1 : m_groups[members.front()].firstWord;
    group.endWord = isLeaf ? number : m_groups[members.back()].endWord;
    m_groups.push_back(std::move(group));
    return number;
}

std::vector<uint16_t>
AggregationTree::Gather(const std::vector<uint16_t>& members,
                        SwitchId rack,
                        bool areWorkers,
                        uint32_t maxMembers)
{
    // Groups of about the same size: 33 members are 17 and 16, not 32 and 1.
    const std::size_t groups = (members.size() + maxMembers - 1) / maxMembers;
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
AggregationTree::Finish(const std::vector<SwitchId>& rackOf, SwitchId home)
{
    std::map<SwitchId, uint32_t> atSwitch;
    std::map<SwitchId, uint16_t> firstWorker;
    for (std::size_t worker = 0; worker < rackOf.size(); ++worker)
    {
        firstWorker.try_emplace(rackOf[worker], static_cast<uint16_t>(worker));
    }
    m_bits.resize(rackOf.size());
    for (const Group& group : m_groups)
    {
        for (const uint16_t member : group.isLeaf ? std::vector<uint16_t>{} : group.members)
        {
            // a sum of the PS is made of sums of switches, also of one worker
            m_groups[member].isDirect = m_groups[member].isDirect && !group.isServers;
        }
    }
    m_groups.back().isDirect = false; // a worker that is alone
    std::vector<uint32_t> levels(m_groups.size(), 1);
    for (uint16_t number = First(); number <= Root(); ++number)
    {
        Group& group = m_groups[number];
        const auto inRack = firstWorker.find(group.rack);
        const uint16_t first = inRack != firstWorker.end()
                                   ? inRack->second
                                   : At(LeafOfWord(group.firstWord)).members.front();
        group.wireName = group.rack == home ? kAllWorkers : first;
        if (group.IsHeld())
        {
            group.place = static_cast<uint16_t>(atSwitch[group.rack]++);
            m_maxAtOneSwitch = std::max(m_maxAtOneSwitch, atSwitch[group.rack]);
        }
        for (std::size_t bit = 0; bit < group.members.size(); ++bit)
        {
            const uint16_t member = group.members[bit];
            if (group.isLeaf)
            {
                m_bits[member] = {group.firstWord, uint32_t{1} << bit};
                continue;
            }
            m_groups[member].parent = number;
            m_groups[member].bitInParent = static_cast<uint8_t>(bit);
            const uint32_t ofSum = group.isServers ? 0 : 1;
            levels[number] = std::max(levels[number], levels[member] + ofSum);
        }
    }
    m_levels = levels.back();
}

} // namespace ns3::esa
