/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-ring-all-reduce.h"

#include "ns3/esa-assert.h"

namespace ns3::esa
{

RingAllReduce::RingAllReduce(const CollectiveRole& role, CollectiveOwner& owner)
    : m_role(role),
      m_owner(owner),
      m_blocks(role.blocks)
{
}

StreamPosition
RingAllReduce::ChunkBegin(const Block& block, uint32_t chunk) const
{
    return block.range.begin + block.range.Size() * chunk / m_role.workers;
}

uint32_t
RingAllReduce::ChunkOf(const Block& block, StreamPosition position) const
{
    const uint64_t place = position - block.range.begin;
    return static_cast<uint32_t>(((place + 1) * m_role.workers - 1) / block.range.Size());
}

RingAllReduce::Chunk
RingAllReduce::ChunkAt(StreamPosition position) const
{
    Chunk chunk;
    chunk.block = m_role.blocks.At(position);
    chunk.number = ChunkOf(chunk.block, position);
    chunk.range = {ChunkBegin(chunk.block, chunk.number),
                   ChunkBegin(chunk.block, chunk.number + 1)};
    ESA_ASSERT(chunk.Has(position), "a chunk has the fragment that it was found by");
    return chunk;
}

RingAllReduce::State&
RingAllReduce::StateOf(const Block& block)
{
    State& state = m_blocks.Of(block);
    if (state.arrived.empty())
    {
        state.arrived.resize(m_role.workers);
        state.complete.resize(m_role.workers);
    }
    return state;
}

void
RingAllReduce::OnReady(const PositionRange& partition)
{
    for (StreamPosition position = partition.begin; position < partition.end;)
    {
        const Block block = m_role.blocks.At(position);
        State& state = StateOf(block);
        state.isReady = true;
        for (uint32_t chunk = 0; chunk < m_role.workers; ++chunk)
        {
            const uint64_t size = ChunkBegin(block, chunk + 1) - ChunkBegin(block, chunk);
            const bool begins = chunk == m_role.worker;
            if (size > 0 && (begins || state.arrived[chunk] == size))
            {
                AddOwn(block, chunk);
            }
        }
        position = block.range.end;
    }
}

void
RingAllReduce::AddOwn(const Block& block, uint32_t chunk)
{
    State& state = StateOf(block);
    const StreamPosition end = ChunkBegin(block, chunk + 1);
    for (StreamPosition position = ChunkBegin(block, chunk); position < end; ++position)
    {
        Fragment own;
        own.job = m_role.job;
        own.worker = m_role.worker;
        own.seq = static_cast<uint32_t>(position);
        m_role.oracle.Fill(own, m_role.worker);
        own.bitmap0 = 1;
        PartialSum& sum = state.sums[position - block.range.begin];
        sum.Add(own);
        if (sum.workers == m_role.workers)
        {
            sum.Fill(own);
            m_owner.Deliver(own, position);
        }
    }
    PassOn(block, chunk);
}

void
RingAllReduce::OnData(const Fragment& data, StreamPosition position)
{
    if (!m_arriving.Has(position))
    {
        m_arriving = ChunkAt(position);
    }
    const Block& block = m_arriving.block;
    const uint32_t chunk = m_arriving.number;
    const uint64_t size = m_arriving.range.Size();
    State& state = StateOf(block);
    PartialSum& sum = state.sums[position - block.range.begin];
    if (data.bitmap0 != m_role.workers)
    {
        sum.Add(data);
        ESA_ASSERT(state.arrived[chunk] < size, "every fragment of a chunk comes once");
        if (++state.arrived[chunk] == size && state.isReady)
        {
            AddOwn(block, chunk);
        }
        return;
    }
    sum = PartialSum{data.sum, data.bitmap0};
    ESA_ASSERT(state.complete[chunk] < size, "every result of a chunk comes once");
    m_owner.Deliver(data, position);
    // Chunk c was completed by worker c - 1, so worker c - 2 is the last one to get it.
    const uint32_t last = (chunk + m_role.workers - 2) % m_role.workers;
    if (++state.complete[chunk] == size && m_role.worker != last)
    {
        PassOn(block, chunk);
    }
}

void
RingAllReduce::PassOn(const Block& block, uint32_t chunk)
{
    ESA_ASSERT(ChunkBegin(block, chunk) < ChunkBegin(block, chunk + 1),
               "an empty chunk is not sent");
    if (m_role.workers > 1)
    {
        const auto next = static_cast<uint16_t>((m_role.worker + 1) % m_role.workers);
        m_owner.Send(next, {ChunkBegin(block, chunk), ChunkBegin(block, chunk + 1)});
    }
}

void
RingAllReduce::Fill(Fragment& data, StreamPosition position) const
{
    if (!m_leaving.Has(position))
    {
        m_leaving = ChunkAt(position);
    }
    const Block& block = m_leaving.block;
    if (const State* state = m_blocks.Find(block))
    {
        state->sums[position - block.range.begin].Fill(data);
    }
}

} // namespace ns3::esa
