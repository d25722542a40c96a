/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "run-counter.h"

#include "ns3/esa-flow-packet.h"

namespace esabench
{

using namespace ns3;

namespace
{

/// @return the number that consecutive packets count up
uint32_t
NumberOf(const esa::Fragment& packet)
{
    return esa::IsFlowKind(packet.kind) ? esa::FlowPacket::From(packet).number : packet.seq;
}

/// @return true if the second packet continues a run of the first
bool
Continues(const esa::Fragment& first, const esa::Fragment& second)
{
    return first.kind == second.kind && first.job == second.job && first.worker == second.worker &&
           NumberOf(first) + 1 == NumberOf(second);
}

} // namespace

void
RunCounter::Add(const esa::Fragment& fragment, int64_t step)
{
    const bool continues = m_counts.packets > 0 && Continues(m_last, fragment);
    const int64_t gap = step - m_lastStep;
    if (!continues)
    {
        ++m_counts.byNumber;
    }
    if (!continues || (m_gap > 0 && gap != m_gap))
    {
        ++m_counts.equal;
        m_gap = 0;
    }
    else
    {
        m_gap = gap;
    }
    if (!continues || !m_line.Add(step))
    {
        ++m_counts.rounded;
        m_line.Clear();
        m_line.Add(step);
    }
    ++m_counts.packets;
    m_last = fragment;
    m_lastStep = step;
}

} // namespace esabench
