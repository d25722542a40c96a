// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-clocking.h"

#include <algorithm>

namespace ns3::esa
{

void
SlotClocking::OnReady(const PositionRange& ready, const SentFragments& sent)
{
    for (StreamPosition position = ready.begin; position < ready.end; ++position)
    {
        if (position < m_untaken || sent.HasResult(position - m_slots))
        {
            m_free.push_back(position);
        }
    }
}

void
SlotClocking::OnResult(const InaPacket& /* result */,
                       StreamPosition position,
                       const SentFragments& sent,
                       Picoseconds /* now */)
{
    const StreamPosition next = position + m_slots;
    if (next < sent.ReadyEnd())
    {
        m_free.push_back(next);
    }
}

StreamPosition
SlotClocking::Choose(const SentFragments& /* sent */)
{
    if (m_free.empty())
    {
        return kNoPosition;
    }
    const StreamPosition position = m_free.front();
    m_free.pop_front();
    return position;
}

uint32_t
SlotClocking::MaxOutstanding() const
{
    return m_slots;
}

WindowParameters
WithinCap(WindowParameters window, uint32_t cap)
{
    if (cap > 0 && (window.maxPackets == 0 || window.maxPackets > cap))
    {
        window.maxPackets = cap;
        window.initialPackets = std::min(window.initialPackets, cap);
        window.minPackets = std::min(window.minPackets, cap);
    }
    return window;
}

WindowParameters
WithinShare(WindowParameters window, uint32_t aggregators)
{
    const bool isFixed = window.rule == WindowRule::Fixed;
    const bool isLarger = window.maxPackets == 0 || window.maxPackets > aggregators;
    window.maxPackets = isFixed || isLarger ? aggregators : window.maxPackets;
    window.initialPackets =
        isFixed ? aggregators : std::min(window.initialPackets, window.maxPackets);
    window.minPackets = std::min(window.minPackets, window.initialPackets);
    return window;
}

void
WindowClocking::OnReady(const PositionRange& /* ready */, const SentFragments& sent)
{
    SetLimit(sent);
}

void
WindowClocking::OnResult(const InaPacket& result,
                         StreamPosition position,
                         const SentFragments& sent,
                         Picoseconds /* now */)
{
    m_window.OnResult(result.ecn, position, sent.End());
    SetLimit(sent);
}

ActiveShareClocking::ActiveShareClocking(const WindowParameters& window, uint32_t aggregators)
    : WindowClocking(window),
      m_aggregators(aggregators),
      m_cap(window.maxPackets > 0 ? window.maxPackets : UINT32_MAX)
{
    m_window.SetLimit(std::min(m_cap, m_aggregators));
}

void
ActiveShareClocking::OnResult(const InaPacket& result,
                              StreamPosition position,
                              const SentFragments& sent,
                              Picoseconds now)
{
    m_window.SetLimit(std::min(m_cap, m_aggregators / std::max<uint32_t>(result.priority, 1)));
    WindowClocking::OnResult(result, position, sent, now);
}

uint32_t
WindowClocking::MaxOutstanding() const
{
    return m_window.Packets();
}

} // namespace ns3::esa
