/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-congestion-window.h"

#include <algorithm>
#include <limits>

namespace ns3::esa
{

CongestionWindow::CongestionWindow(const WindowParameters& parameters)
    : m_parameters(parameters),
      m_window(parameters.initialPackets),
      m_ssthresh(parameters.ssthreshPackets > 0 ? parameters.ssthreshPackets
                                                : std::numeric_limits<double>::infinity()),
      m_packets(parameters.initialPackets)
{
    if (m_parameters.maxPackets == 0)
    {
        m_parameters.maxPackets = std::numeric_limits<uint32_t>::max();
    }
}

void
CongestionWindow::OnResult(bool marked, uint64_t position, uint64_t nextPosition)
{
    if (m_parameters.rule == WindowRule::Fixed)
    {
        return;
    }
    if (m_parameters.rule == WindowRule::Dctcp)
    {
        if (const auto share = m_markedShare.OnResult(marked, position, nextPosition))
        {
            Shrink(1 - *share / 2);
            return;
        }
    }
    else if (marked && position >= m_recoverPosition)
    {
        // marks of what was sent before the halving are old news
        m_recoverPosition = nextPosition;
        Shrink(0.5);
        return;
    }
    if (m_packets >= m_parameters.maxPackets)
    {
        return;
    }
    const double growth = m_parameters.growthPackets;
    m_window += m_window < m_ssthresh ? growth : growth / m_window;
    m_window = std::min<double>(m_window, m_parameters.maxPackets);
    m_packets = static_cast<uint32_t>(m_window);
}

void
CongestionWindow::Shrink(double factor)
{
    m_window = std::max<double>(m_window * factor, m_parameters.minPackets);
    m_ssthresh = m_window;
    m_packets = static_cast<uint32_t>(m_window);
}

} // namespace ns3::esa
