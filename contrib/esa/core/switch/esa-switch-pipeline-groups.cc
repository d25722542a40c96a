// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The groups of jobs: whether a packet may be of one, and where its complete sum goes. The sum of a
// group that has another one above it goes up; the sum of a root goes to the PS or to the workers.

#include "esa-switch-pipeline.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// Of a job whose groups were not set.
const GroupTable kDefaultGroups;

} // namespace

Decision
SwitchPipeline::SendSum(InaPacket& packet) const
{
    const GroupTable::Entry* entry = GroupsOf(packet.job).Find(packet.group, packet.seq);
    ESA_ASSERT(entry, "a switch sums its own groups only");
    if (entry->up.group != 0)
    {
        return {Outcome::Completed, Promote(packet, *entry)};
    }
    if (m_rules.resultSource == ResultSource::ParameterServer || entry->isForServer)
    {
        packet.kind = PacketKind::Partial;
        return {Outcome::Completed, Egress::ToParameterServer};
    }
    packet.kind = PacketKind::Result;
    return {Outcome::Completed, Egress::ToWorkers};
}

void
SwitchPipeline::SetGroups(uint16_t job, std::shared_ptr<const GroupTable> groups)
{
    m_groups.Set(job, std::move(groups));
}

const GroupTable&
SwitchPipeline::GroupsOf(uint16_t job) const
{
    return m_groups.Has(job) && m_groups[job] ? *m_groups[job] : kDefaultGroups;
}

bool
SwitchPipeline::HasPossibleGroup(const InaPacket& packet) const
{
    const GroupTable::Entry* entry = GroupsOf(packet.job).Find(packet.group, packet.seq);
    return entry && entry->Allows(packet.fanIn);
}

Egress
SwitchPipeline::Promote(InaPacket& packet, const GroupTable::Entry& entry) const
{
    GroupsOf(packet.job).Promote(entry, packet);
    // The switches of all groups above stand on the path to the PS.
    return entry.up.isHere ? Egress::Recirculate : Egress::ToParameterServer;
}

bool
SwitchPipeline::HasGoneUp(const Aggregator& aggregator) const
{
    if (aggregator.State() != AggregatorState::Waiting)
    {
        return false;
    }
    if (HasTimedOut(aggregator))
    {
        return true;
    }
    const GroupTable::Entry* entry =
        GroupsOf(aggregator.job).Find(aggregator.group, aggregator.seq);
    return entry && entry->up.group != 0;
}

} // namespace ns3::esa
