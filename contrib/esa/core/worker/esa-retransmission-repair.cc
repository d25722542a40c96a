/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-retransmission-repair.h"

namespace ns3::esa
{

// SwitchML's timeout is fixed. Estimated timeouts would raise each other, because a worker waits
// for a result through the timeouts of all other workers.
RetransmissionRepair::RetransmissionRepair(const RepairParameters& parameters)
    : m_recovery(parameters.recovery),
      m_timeout(parameters.rtoMin)
{
}

void
RetransmissionRepair::OnSent(StreamPosition position)
{
    if (m_recovery)
    {
        m_timers.push_back(position);
    }
}

void
RetransmissionRepair::OnResult(StreamPosition /* position */,
                               const SentFragments& /* sent */,
                               Picoseconds /* now */)
{
}

void
RetransmissionRepair::OnTimer(SentFragments& sent, Picoseconds now)
{
    while (!m_timers.empty())
    {
        const StreamPosition position = m_timers.front();
        if (!sent.HasResult(position))
        {
            if (now - sent[position].timer < m_timeout)
            {
                return;
            }
            sent.RestartTimer(position, now);
            m_timedOut.push_back(position);
            m_timers.push_back(position);
        }
        m_timers.pop_front();
    }
}

bool
RetransmissionRepair::Next(const SentFragments& sent, RepairPacket& out)
{
    while (!m_timedOut.empty())
    {
        const StreamPosition position = m_timedOut.front();
        m_timedOut.pop_front();
        if (!sent.HasResult(position))
        {
            out = {position, PacketKind::Gradient, true, false};
            return true;
        }
    }
    return false;
}

} // namespace ns3::esa
