// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-push-pull.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-flow-packet.h"

namespace ns3::esa
{

PushPullWorker::PushPullWorker(const CollectiveRole& role,
                               ServerPlacement placement,
                               CollectiveOwner& owner)
    : m_role(role),
      m_placement(placement),
      m_owner(owner)
{
}

void
PushPullWorker::OnReady(const PositionRange& partition)
{
    for (StreamPosition position = partition.begin; position < partition.end;)
    {
        const Block block = m_role.blocks.At(position);
        const bool isDedicated = m_placement == ServerPlacement::Dedicated;
        m_owner.Send(isDedicated ? kDedicatedServer : ServerOf(block.number % m_role.workers),
                     block.range);
        position = block.range.end;
    }
}

void
PushPullWorker::OnData(InaPacket& data, StreamPosition position)
{
    m_owner.Deliver(data, position, CollectiveKind::AllReduce);
}

void
PushPullWorker::Fill(InaPacket& data, StreamPosition /* position */) const
{
    m_role.oracle.Fill(data, m_role.worker);
    data.bitmap = 1;
}

PushPullServer::PushPullServer(const CollectiveRole& role, CollectiveOwner& owner)
    : m_role(role),
      m_owner(owner),
      m_blocks(role.blocks)
{
}

void
PushPullServer::OnData(InaPacket& data, StreamPosition position)
{
    const Block block = m_role.blocks.At(position);
    State& state = m_blocks.Of(block);
    state.sums[position - block.range.begin].Add(data);
    ESA_ASSERT(state.arrived < block.range.Size() * m_role.workers,
               "every worker sends every fragment once");
    if (++state.arrived == block.range.Size() * m_role.workers)
    {
        for (uint16_t worker = 0; worker < m_role.workers; ++worker)
        {
            m_owner.Send(worker, block.range);
        }
    }
}

void
PushPullServer::Fill(InaPacket& data, StreamPosition position) const
{
    const Block block = m_role.blocks.At(position);
    if (const State* state = m_blocks.Find(block))
    {
        state->sums[position - block.range.begin].Fill(data);
    }
}

} // namespace ns3::esa
