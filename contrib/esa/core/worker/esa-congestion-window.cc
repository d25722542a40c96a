// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-congestion-window.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <limits>

namespace ns3::esa
{

CongestionWindow::CongestionWindow(const WindowParameters& parameters)
    : m_window(parameters.initialPackets),
      m_ssthresh(parameters.ssthreshPackets > 0 ? parameters.ssthreshPackets
                                                : std::numeric_limits<double>::infinity()),
      m_growthPackets(parameters.growthPackets),
      m_packets(parameters.initialPackets),
      m_maxPackets(parameters.maxPackets > 0 ? parameters.maxPackets
                                             : std::numeric_limits<uint32_t>::max()),
      m_minPackets(parameters.minPackets),
      m_rule(parameters.rule)
{
    ESA_ASSERT(m_minPackets <= m_packets && m_packets <= m_maxPackets,
               "a window begins between its limits");
}

void
CongestionWindow::OnResult(bool marked, StreamPosition position, StreamPosition nextPosition)
{
    if (m_rule == WindowRule::Fixed)
    {
        return;
    }
    if (m_rule == WindowRule::Dctcp)
    {
        if (const auto alpha = m_alpha.OnResult(marked, position, nextPosition))
        {
            Shrink(1 - *alpha / 2);
            return;
        }
    }
    else if (marked && position >= m_recoverPosition)
    {
        // Marks of fragments that were sent before show nothing new.
        m_recoverPosition = nextPosition;
        Shrink(0.5);
        return;
    }
    if (m_packets >= m_maxPackets)
    {
        return;
    }
    m_window += m_window < m_ssthresh ? m_growthPackets : m_growthPackets / m_window;
    m_window = std::min<double>(m_window, m_maxPackets);
    ESA_ASSERT(m_window >= m_minPackets, "a window is never below its minimum");
    m_packets = static_cast<uint32_t>(m_window);
}

void
CongestionWindow::SetLimit(uint32_t packets)
{
    m_maxPackets = std::max(packets, m_minPackets);
    m_window = std::min<double>(m_window, m_maxPackets);
    m_packets = static_cast<uint32_t>(m_window);
}

void
CongestionWindow::Shrink(double factor)
{
    ESA_ASSERT(factor >= 0 && factor <= 1, "a factor that shrinks a window is from 0 to 1");
    m_window = std::max<double>(m_window * factor, m_minPackets);
    m_ssthresh = m_window;
    m_packets = static_cast<uint32_t>(m_window);
}

} // namespace ns3::esa
