// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-state.h"

#include "ns3/esa-assert.h"

#include <numeric>

namespace ns3::esa
{

ExecutionState::ExecutionState(const RankTrace& trace)
    : m_trace(trace),
      m_progress(trace.nodes.size(), Progress::Waits),
      m_forStarts(WaitersFor(trace, true)),
      m_forEnds(WaitersFor(trace, false)),
      m_left(trace.nodes.size())
{
    m_missing.reserve(trace.nodes.size());
    for (uint32_t node = 0; node < trace.nodes.size(); ++node)
    {
        const ExecutionNode& entry = trace.nodes[node];
        m_missing.push_back(entry.dependencies);
        if (entry.kind != ExecutionKind::Nothing && !entry.Computes())
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

ExecutionState::Waiters
ExecutionState::WaitersFor(const RankTrace& trace, bool starts)
{
    const auto forEach = [&trace, starts](const auto& what) {
        for (uint32_t node = 0; node < trace.nodes.size(); ++node)
        {
            const ExecutionNode& entry = trace.nodes[node];
            const uint32_t ends = entry.dependencies - entry.startsAwaited;
            for (uint32_t i = starts ? ends : 0; i < (starts ? entry.dependencies : ends); ++i)
            {
                what(node, trace.dependencies[entry.firstDependency + i]);
            }
        }
    };
    Waiters waiters;
    forEach([&](uint32_t, uint32_t awaited) {
        waiters.first.resize(trace.nodes.size() + 1, 0);
        ++waiters.first[awaited + 1];
    });
    if (waiters.first.empty())
    {
        return waiters;
    }
    std::partial_sum(waiters.first.begin(), waiters.first.end(), waiters.first.begin());
    waiters.nodes.resize(waiters.first.back());
    std::vector<uint32_t> filled(waiters.first.begin(), waiters.first.end() - 1);
    forEach([&](uint32_t node, uint32_t awaited) { waiters.nodes[filled[awaited]++] = node; });
    return waiters;
}

ExecutionState::Stream&
ExecutionState::StreamOf(const ExecutionNode& node)
{
    return node.kind == ExecutionKind::Collective ? m_streams[{node.kind, node.group, 0}]
                                                  : m_streams[{node.kind, node.peer, node.tag}];
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
    else if (entry.Computes())
    {
        const UnitKey unit{entry.kind, entry.unit};
        m_units[unit].waiting.push(node);
        m_unitsToFill.insert(unit);
    }
    else
    {
        Advance(StreamOf(entry));
    }
}

void
ExecutionState::FillUnits()
{
    for (const UnitKey& key : m_unitsToFill)
    {
        Unit& unit = m_units[key];
        if (!unit.isBusy && !unit.waiting.empty())
        {
            m_startable.push(unit.waiting.top());
            unit.waiting.pop();
            unit.isBusy = true;
        }
    }
    m_unitsToFill.clear();
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
    FillUnits();
    if (m_startable.empty())
    {
        return kNone;
    }
    const uint32_t node = m_startable.front();
    m_startable.pop();
    m_progress[node] = Progress::Started;
    Notify(m_forStarts, node);
    return node;
}

void
ExecutionState::OnDone(uint32_t node)
{
    ESA_ASSERT(m_progress[node] == Progress::Started, "only what was started ends");
    m_progress[node] = Progress::Ended;
    --m_left;
    if (const ExecutionNode& entry = m_trace.nodes[node]; entry.Computes())
    {
        const UnitKey unit{entry.kind, entry.unit};
        m_units[unit].isBusy = false;
        m_unitsToFill.insert(unit);
    }
    Notify(m_forEnds, node);
}

void
ExecutionState::Notify(const Waiters& waiters, uint32_t node)
{
    if (waiters.first.empty())
    {
        return;
    }
    for (uint32_t i = waiters.first[node]; i < waiters.first[node + 1]; ++i)
    {
        if (--m_missing[waiters.nodes[i]] == 0)
        {
            Release(waiters.nodes[i]);
        }
    }
}

} // namespace ns3::esa
