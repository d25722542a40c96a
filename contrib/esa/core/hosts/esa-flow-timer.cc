// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-flow-timer.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr int kMaxBackoff = 64; ///< as in TCP, a timeout does not double without end

} // namespace

void
FlowTimer::OnProgress(uint64_t next, uint8_t round, Picoseconds now)
{
    m_progressAt = now;
    m_quietSince = now;
    m_timeouts = 1;
    m_probes = 1;
    if (m_timedAt != kNever && next > m_timedPacket)
    {
        if (round == m_timedRound) // Karn's rule: else a copy of the packet is acknowledged
        {
            m_rto.AddSample(now - m_timedAt);
        }
        m_timedAt = kNever;
    }
}

Picoseconds
FlowTimer::Deadline(bool mayProbe) const
{
    if (!mayProbe || !m_rto.HasSample())
    {
        return TimeoutAt();
    }
    // On a quiet network the deviation is zero, and every smallest delay would be taken for a loss.
    // Two ends in one host have a round trip of no time, and would probe without end.
    const Picoseconds silence =
        std::max(m_rto.Smoothed() + m_rto.Timeout(), m_rtoMin / kMaxBackoff);
    return std::min(TimeoutAt(), m_quietSince + m_probes * silence);
}

FlowTimer::Due
FlowTimer::OnTimer(bool mayProbe, Picoseconds now)
{
    if (now >= TimeoutAt())
    {
        m_timeouts = std::min(2 * m_timeouts, kMaxBackoff);
        m_progressAt = now;
        m_quietSince = now;
        return Due::Timeout;
    }
    if (now < Deadline(mayProbe))
    {
        return Due::Nothing;
    }
    m_probes = std::min(2 * m_probes, kMaxBackoff);
    m_quietSince = now;
    return Due::Probe;
}

} // namespace ns3::esa
