/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-racks.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <map>
#include <utility>

namespace ns3::esa
{
namespace
{

/**
 * @brief The workers of each entry of the second-level sum.
 * @param rackOf rack of each worker
 * @param home rack of the PS
 * @return racks without the PS first, in the order of their first workers; empty: one level
 */
std::vector<std::vector<uint16_t>>
MakeEntries(const std::vector<RackId>& rackOf, RackId home)
{
    std::vector<std::vector<uint16_t>> entries;
    if (std::adjacent_find(rackOf.begin(), rackOf.end(), std::not_equal_to<>()) == rackOf.end())
    {
        return entries;
    }
    std::map<RackId, std::size_t> entryOf;
    for (uint16_t worker = 0; worker < rackOf.size(); ++worker)
    {
        if (rackOf[worker] == home)
        {
            continue;
        }
        const auto [place, isNew] = entryOf.try_emplace(rackOf[worker], entries.size());
        if (isNew)
        {
            entries.emplace_back();
        }
        entries[place->second].push_back(worker);
    }
    for (uint16_t worker = 0; worker < rackOf.size(); ++worker)
    {
        if (rackOf[worker] == home)
        {
            entries.push_back({worker});
        }
    }
    return entries;
}

/**
 * @param bitmap a bitmap
 * @return true if it has exactly one bit
 */
bool
IsOneBit(uint32_t bitmap)
{
    return bitmap != 0 && (bitmap & (bitmap - 1)) == 0;
}

/**
 * @param workers numbers of workers
 * @param bitmap which of them, by place
 * @return their bits, by number
 */
uint32_t
ByNumber(const std::vector<uint16_t>& workers, uint32_t bitmap)
{
    uint32_t numbers = 0;
    for (std::size_t place = 0; place < workers.size(); ++place)
    {
        if ((bitmap >> place & 1) != 0)
        {
            numbers |= uint32_t{1} << workers[place];
        }
    }
    return numbers;
}

} // namespace

JobRacks::JobRacks()
    : m_layout(std::make_shared<Layout>())
{
}

JobRacks::JobRacks(const std::vector<RackId>& rackOf, RackId home, uint32_t mostMembers)
{
    auto layout = std::make_shared<Layout>();
    layout->rackOf = rackOf;
    layout->home = home;
    layout->related = {home};
    if (rackOf.size() > mostMembers)
    {
        layout->trees.emplace_back(rackOf, home, mostMembers);
    }
    else
    {
        MakeLevels(*layout);
    }
    m_layout = std::move(layout);
}

JobRacks::JobRacks(const std::vector<RackId>& rackOf,
                   RackId home,
                   const std::vector<std::vector<SwitchWay>>& ways,
                   uint32_t mostMembers)
    : m_trees(static_cast<uint32_t>(ways.size()))
{
    ESA_ASSERT(!ways.empty(), "a job has a tree at least");
    auto layout = std::make_shared<Layout>();
    layout->rackOf = rackOf;
    layout->home = home;
    layout->related = {home};
    for (const std::vector<SwitchWay>& ofTree : ways)
    {
        layout->trees.emplace_back(rackOf, home, ofTree, mostMembers);
    }
    m_layout = std::move(layout);
}

void
JobRacks::SetTrees(uint32_t trees)
{
    ESA_ASSERT(trees >= 1 && (TreesOfGroups() <= 1 || TreesOfGroups() == trees),
               "the trees have the groups of one, or each its own");
    m_trees = trees;
}

void
JobRacks::MakeLevels(Layout& layout)
{
    const std::vector<RackId>& rackOf = layout.rackOf;
    layout.entries = MakeEntries(rackOf, layout.home);
    if (layout.entries.empty())
    {
        if (!rackOf.empty() && rackOf.front() != layout.home)
        {
            layout.related = {rackOf.front()};
        }
        return;
    }
    layout.addresses.resize(rackOf.size());
    for (std::size_t entry = 0; entry < layout.entries.size(); ++entry)
    {
        const auto& workers = layout.entries[entry];
        const bool isHome = rackOf[workers.front()] == layout.home;
        for (std::size_t place = 0; place < workers.size(); ++place)
        {
            LevelAddress& address = layout.addresses[workers[place]];
            address.bitmap0 = uint32_t{1} << place;
            address.bitmap1 = uint32_t{1} << entry;
            address.fanIn0 = static_cast<uint8_t>(workers.size());
            address.fanIn1 = static_cast<uint8_t>(layout.entries.size());
            address.secondLevel = isHome;
        }
        if (!isHome)
        {
            layout.related.push_back(rackOf[workers.front()]);
        }
    }
}

uint32_t
JobRacks::EntriesOf(const std::vector<RackId>& rackOf, RackId home)
{
    return static_cast<uint32_t>(MakeEntries(rackOf, home).size());
}

uint16_t
JobRacks::WireNameOf(RackId rack) const
{
    const std::vector<RackId>& rackOf = m_layout->rackOf;
    const auto first = std::find(rackOf.begin(), rackOf.end(), rack);
    return rack == m_layout->home ? kAllWorkers : static_cast<uint16_t>(first - rackOf.begin());
}

std::optional<RackId>
JobRacks::RackNamed(uint16_t wireName) const
{
    if (wireName == kAllWorkers)
    {
        return m_layout->home;
    }
    const std::vector<RackId>& rackOf = m_layout->rackOf;
    return wireName < rackOf.size() ? std::optional(rackOf[wireName]) : std::nullopt;
}

LevelAddress
JobRacks::AddressOf(uint16_t worker, uint32_t workers, uint32_t tree) const
{
    ESA_ASSERT(worker < workers, "a worker's number is below the number of workers");
    LevelAddress address;
    if (const AggregationTree* groups = TreeOf(tree)) // tasks take the trees in turn from 0 on
    {
        ESA_ASSERT(workers == m_layout->rackOf.size(), "a job has as many workers as were placed");
        address.group = groups->LeafOf(worker);
        address.bitmap0 = groups->BitOf(worker).bit;
        address.fanIn0 = groups->At(address.group).FanIn();
        return address;
    }
    ESA_ASSERT(workers <= kMostFanIn, "a bitmap has a bit for each worker");
    if (!m_layout->addresses.empty())
    {
        ESA_ASSERT(workers == m_layout->addresses.size(),
                   "a job has as many workers as were placed");
        return m_layout->addresses[worker];
    }
    address.bitmap0 = uint32_t{1} << worker;
    address.fanIn0 = static_cast<uint8_t>(workers);
    return address;
}

std::optional<uint32_t>
JobRacks::WorkersIn(const Fragment& packet) const
{
    ESA_ASSERT(!Tree(), "a word has a bit for each worker of a small job only");
    const auto& entriesOf = m_layout->entries;
    if (entriesOf.empty())
    {
        return packet.bitmap0;
    }
    const auto entries = static_cast<uint32_t>(entriesOf.size());
    if ((packet.bitmap1 & ~FullBitmap(entries)) != 0)
    {
        return std::nullopt;
    }
    if (packet.secondLevel)
    {
        uint32_t workers = 0;
        for (uint32_t entry = 0; entry < entries; ++entry)
        {
            if ((packet.bitmap1 >> entry & 1) != 0)
            {
                workers |= ByNumber(entriesOf[entry], UINT32_MAX);
            }
        }
        return workers;
    }
    if (packet.bitmap0 == 0)
    {
        return 0;
    }
    if (!IsOneBit(packet.bitmap1))
    {
        return std::nullopt;
    }
    uint32_t entry = 0;
    while ((packet.bitmap1 >> entry & 1) == 0)
    {
        ++entry;
    }
    const auto& rack = entriesOf[entry];
    if ((packet.bitmap0 & ~FullBitmap(static_cast<uint32_t>(rack.size()))) != 0)
    {
        return std::nullopt;
    }
    return ByNumber(rack, packet.bitmap0);
}

} // namespace ns3::esa
