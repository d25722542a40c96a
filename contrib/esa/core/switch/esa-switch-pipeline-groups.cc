/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The groups of large jobs: what the control plane says of them, and the way of a sum up the tree.

#include "esa-switch-pipeline.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

void
SwitchPipeline::SetGroups(uint16_t job, std::shared_ptr<const GroupTable> groups)
{
    if (job >= m_groups.size())
    {
        m_groups.resize(job + std::size_t{1});
    }
    m_groups[job] = std::move(groups);
}

bool
SwitchPipeline::HasPossibleGroup(const Fragment& packet) const
{
    const GroupTable* groups = GroupsOf(packet.job);
    if (!groups)
    {
        return packet.group == 0;
    }
    const GroupTable::Entry* entry = groups->Find(packet.group, packet.seq);
    return entry && packet.fanIn0 == entry->fanIn && packet.fanIn1 == 0 && packet.bitmap1 == 0 &&
           !packet.secondLevel;
}

Egress
SwitchPipeline::Promote(Fragment& packet) const
{
    const GroupTable* groups = GroupsOf(packet.job);
    const GroupTable::Entry* entry = groups ? groups->Find(packet.group, packet.seq) : nullptr;
    ESA_ASSERT(entry || packet.group == 0, "a switch sums its own groups only");
    if (!entry || entry->up.group == 0)
    {
        return Egress::Nowhere;
    }
    groups->Promote(*entry, packet);
    // The switches of all groups above stand on the way to the PS.
    return entry->up.isHere ? Egress::Again : Egress::ToParameterServer;
}

bool
SwitchPipeline::IsForServer(const Fragment& packet) const
{
    const GroupTable* groups = GroupsOf(packet.job);
    const GroupTable::Entry* entry = groups ? groups->Find(packet.group, packet.seq) : nullptr;
    return entry && entry->isForServer;
}

bool
SwitchPipeline::HasGoneUp(const Aggregator& aggregator) const
{
    if (aggregator.State() != AggregatorState::Waiting)
    {
        return false;
    }
    if (aggregator.group == 0)
    {
        return !aggregator.secondLevel && aggregator.fanIn1 > 1;
    }
    const GroupTable::Entry* entry =
        GroupsOf(aggregator.job)->Find(aggregator.group, aggregator.seq);
    return entry && entry->up.group != 0;
}

} // namespace ns3::esa
