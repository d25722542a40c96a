// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-push-pull.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

PushPullWorker::PushPullWorker(const CollectiveRole& role,
                               std::vector<uint16_t> servers,
                               CollectiveOwner& owner)
    : m_role(role),
      m_servers(std::move(servers)),
      m_owner(owner)
{
}

void
PushPullWorker::OnReady(const PositionRange& partition)
{
    for (StreamPosition position = partition.begin; position < partition.end;)
    {
        const Block block = m_role.blocks.At(position);
        m_owner.Send(m_servers[block.number % m_servers.size()], block.range);
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
      m_blocks(2 * std::size_t{role.blocks.Blocks()})
{
}

void
PushPullServer::OnData(InaPacket& data, StreamPosition position)
{
    const Block block = m_role.blocks.At(position);
    State& state = m_blocks[PlaceOf(block)];
    if (state.sums.empty() || state.iteration != block.iteration)
    {
        ESA_ASSERT(state.sums.empty() || state.iteration + 2 == block.iteration,
                   "a host needs a block of two iterations at a time, never of three");
        state = State{block.iteration, std::vector<PartialSum>(block.range.Size())};
    }
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
    const State& state = m_blocks[PlaceOf(block)];
    if (!state.sums.empty() && state.iteration == block.iteration)
    {
        state.sums[position - block.range.begin].Fill(data);
    }
}

} // namespace ns3::esa
