// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-dctcp.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{

Dctcp::Dctcp(const DctcpParameters& parameters, uint32_t initialPackets, uint32_t maxPackets)
    : m_parameters(parameters),
      m_most(maxPackets),
      m_window(std::min(initialPackets, maxPackets)),
      m_slowStartThreshold(maxPackets)
{
    ESA_ASSERT(initialPackets > 0 && maxPackets > 0, "a window has at least one packet");
}

void
Dctcp::Measure(const CongestionFeedback& feedback)
{
    m_windowEnd = m_windowEnd.value_or(feedback.next);
    m_packets += feedback.packets;
    m_marked += feedback.marked;
    if (feedback.acknowledged < *m_windowEnd)
    {
        return;
    }
    // Copies carry marks, too, but acknowledge nothing.
    const double fraction =
        std::min(1.0, static_cast<double>(m_marked) / static_cast<double>(m_packets));
    m_alpha += m_parameters.gain * (fraction - m_alpha);
    m_packets = 0;
    m_marked = 0;
    m_windowEnd = feedback.next;
}

void
Dctcp::OnAck(const CongestionFeedback& feedback)
{
    ESA_ASSERT(feedback.packets > 0, "an acknowledgement is of new packets");
    Measure(feedback);
    if (feedback.acknowledged <= m_shrunkUntil)
    {
        return; // as in TCP, the window stays until the packets that it had then have arrived
    }
    if (feedback.marked > 0)
    {
        m_window = std::max(1.0, m_window * (1 - m_alpha / 2));
        m_slowStartThreshold = m_window;
        m_shrunkUntil = feedback.next;
        return;
    }
    m_window += m_window < m_slowStartThreshold ? feedback.packets : feedback.packets / m_window;
    m_window = std::min(m_window, m_most);
}

void
Dctcp::OnLoss(const CongestionLoss& loss)
{
    if (loss.acknowledged < m_shrunkUntil)
    {
        return; // once per window, whatever the sign
    }
    m_window = std::max(2.0, m_window / 2);
    m_slowStartThreshold = m_window;
    m_shrunkUntil = loss.next;
}

void
Dctcp::OnTimeout(Picoseconds)
{
    m_slowStartThreshold = std::max(2.0, m_window / 2);
    m_window = 1;
    m_shrunkUntil = 0;
}

double
Dctcp::WindowPackets() const
{
    return m_window;
}

} // namespace ns3::esa
