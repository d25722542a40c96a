/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-execution-state.h"

#include "ns3/esa-assert.h"

namespace ns3::esa
{

ExecutionState::ExecutionState(const RankTrace& trace)
    : m_trace(trace),
      m_progress(trace.nodes.size(), Progress::Waits),
      m_firstWaiting(trace.nodes.size() + 1, 0),
      m_waiting(trace.dependencies.size()),
      m_left(trace.nodes.size())
{
    m_missing.reserve(trace.nodes.size());
    for (const uint32_t awaited : trace.dependencies)
    {
        ++m_firstWaiting[awaited + 1];
    }
    for (std::size_t node = 0; node < trace.nodes.size(); ++node)
    {
        m_firstWaiting[node + 1] += m_firstWaiting[node];
        m_missing.push_back(trace.nodes[node].dependencies);
    }
    std::vector<uint32_t> filled(m_firstWaiting.begin(), m_firstWaiting.end() - 1);
    for (uint32_t node = 0; node < trace.nodes.size(); ++node)
    {
        const ExecutionNode& entry = trace.nodes[node];
        for (uint32_t i = 0; i < entry.dependencies; ++i)
        {
            m_waiting[filled[trace.dependencies[entry.firstDependency + i]]++] = node;
        }
        if (entry.kind != ExecutionKind::Nothing && UnitOf(entry) == nullptr)
        {
            StreamOf(entry).nodes.push_back(node);
        }
    }
    for (uint32_t node = 0; node < trace.nodes.size(); ++node)
    {
        if (m_missing[node] == 0)
        {
            Release(node);
        }
    }
}

ExecutionState::Stream&
ExecutionState::StreamOf(const ExecutionNode& node)
{
    return m_streams[{node.kind, node.kind == ExecutionKind::Collective ? node.group : node.peer}];
}

ExecutionState::Unit*
ExecutionState::UnitOf(const ExecutionNode& node)
{
    switch (node.kind)
    {
    case ExecutionKind::Compute:
        return &m_accelerator;
    case ExecutionKind::CpuWork:
        return &m_processor;
    default:
        return nullptr;
    }
}

void
ExecutionState::Release(uint32_t node)
{
    m_progress[node] = Progress::MayStart;
    const ExecutionNode& entry = m_trace.nodes[node];
    if (entry.kind == ExecutionKind::Nothing)
    {
        m_startable.push(node);
    }
    else if (Unit* const unit = UnitOf(entry))
    {
        unit->waiting.push(node);
    }
    else
    {
        Advance(StreamOf(entry));
    }
}

void
ExecutionState::Fill(Unit& unit)
{
    if (!unit.isBusy && !unit.waiting.empty())
    {
        m_startable.push(unit.waiting.top());
        unit.waiting.pop();
        unit.isBusy = true;
    }
}

void
ExecutionState::Advance(Stream& stream)
{
    while (stream.next < stream.nodes.size() &&
           m_progress[stream.nodes[stream.next]] == Progress::MayStart)
    {
        m_startable.push(stream.nodes[stream.next++]);
    }
}

uint32_t
ExecutionState::TakeNext()
{
    // not earlier, so that of all computations that may start now the first one does
    Fill(m_accelerator);
    Fill(m_processor);
    if (m_startable.empty())
    {
        return kNone;
    }
    const uint32_t node = m_startable.front();
    m_startable.pop();
    m_progress[node] = Progress::Started;
    return node;
}

void
ExecutionState::OnDone(uint32_t node)
{
    ESA_ASSERT(m_progress[node] == Progress::Started, "only what was started ends");
    m_progress[node] = Progress::Ended;
    --m_left;
    if (Unit* const unit = UnitOf(m_trace.nodes[node]))
    {
        unit->isBusy = false;
    }
    for (uint32_t i = m_firstWaiting[node]; i < m_firstWaiting[node + 1]; ++i)
    {
        if (--m_missing[m_waiting[i]] == 0)
        {
            Release(m_waiting[i]);
        }
    }
}

} // namespace ns3::esa
