/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-window-clocking.h"

#include <algorithm>

namespace ns3::esa
{

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
WindowClocking::OnReady(const PositionRange& ready, const SentFragments& /* sent */)
{
    m_ready = ready.end;
}

void
WindowClocking::OnResult(const InaPacket& result,
                         StreamPosition position,
                         const SentFragments& sent,
                         Picoseconds /* now */)
{
    m_window.OnResult(result.ecn, position, sent.End());
}

void
WindowClocking::OnOvertaken(StreamPosition position, const SentFragments& sent)
{
    m_window.OnOvertaken(position, sent.End());
}

bool
WindowClocking::Next(const SentFragments& sent, StreamPosition& out)
{
    out = sent.End();
    const uint64_t ahead = out - sent.FirstMissing();
    const uint64_t counted = m_count == WindowCount::Outstanding ? sent.Outstanding() : ahead;
    return out < m_ready && counted < m_window.Packets() && ahead < m_maxAhead;
}

uint32_t
WindowClocking::MaxOutstanding() const
{
    return m_window.Packets();
}

} // namespace ns3::esa
