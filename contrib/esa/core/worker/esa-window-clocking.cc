// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

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

void
WindowClocking::OnOvertaken(StreamPosition position, const SentFragments& sent)
{
    m_window.OnOvertaken(position, sent.End());
    SetLimit(sent);
}

uint32_t
WindowClocking::MaxOutstanding() const
{
    return m_window.Packets();
}

} // namespace ns3::esa
