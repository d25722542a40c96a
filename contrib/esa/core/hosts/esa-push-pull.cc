// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-push-pull.h"

#include "esa-server-plan.h"

#include "ns3/esa-assert.h"

namespace ns3::esa
{

PushPullWorker::PushPullWorker(const CollectiveRole& role, CollectiveOwner& owner)
    : m_role(role),
      m_owner(owner)
{
    ESA_ASSERT(role.servers, "there are servers");
}

void
PushPullWorker::OnReady(const PositionRange& partition)
{
    for (StreamPosition position = partition.begin; position < partition.end;)
    {
        const Block block = m_role.blocks.At(position);
        const uint16_t server = m_role.servers->Of(block.number);
        m_pushed[server].push_back(block.range.begin);
        m_owner.Send(server, block.range);
        position = block.range.end;
    }
}

void
PushPullWorker::OnAcknowledged(FlowConnection receiver)
{
    if (receiver.number == kClearConnection)
    {
        return; // it is a request
    }
    std::deque<StreamPosition>& pushed = m_pushed.at(receiver.endpoint);
    const StreamPosition begin = pushed.front();
    pushed.pop_front();
    m_owner.Send({receiver.endpoint, kClearConnection}, {begin, begin + 1});
}

void
PushPullWorker::OnData(InaPacket& data, StreamPosition position)
{
    m_owner.Deliver(data, position, CollectiveKind::AllReduce);
}

void
PushPullWorker::Fill(InaPacket& data, StreamPosition /* position */) const
{
    if (data.connection == kClearConnection)
    {
        return; // a request carries no data
    }
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
    if (data.connection == kClearConnection)
    {
        ESA_ASSERT(!state.sums.empty() && state.iteration == block.iteration,
                   "a worker requests a sum when its own block is here");
        const uint16_t worker = FlowPacket::ToSender(data).endpoint;
        if (IsComplete(state, block))
        {
            m_owner.Send(worker, block.range);
        }
        else
        {
            state.pulls.push_back(worker);
        }
        return;
    }
    if (state.sums.empty() || state.iteration != block.iteration)
    {
        ESA_ASSERT(state.sums.empty() || state.iteration + 2 == block.iteration,
                   "a host needs a block of two iterations at a time, never of three");
        state = State{block.iteration, std::vector<PartialSum>(block.range.Size())};
    }
    state.sums[position - block.range.begin].Add(data);
    ESA_ASSERT(!IsComplete(state, block), "every worker sends every fragment once");
    ++state.arrived;
    if (IsComplete(state, block))
    {
        for (const uint16_t worker : state.pulls)
        {
            m_owner.Send(worker, block.range);
        }
        state.pulls.clear();
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
