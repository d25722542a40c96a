// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-repair.h"

#include <algorithm>

namespace ns3::esa
{

RetransmissionRepair::RetransmissionRepair(const RepairParameters& parameters)
    : m_recovery(parameters.recovery),
      m_longest(BackedOff(parameters.rtoMin, kMaxBackOffs)),
      m_rto(parameters.rtoMin)
{
    m_watchesSent = m_recovery;
    m_mayHavePacket = m_recovery;
}

void
RetransmissionRepair::OnSent(StreamPosition position, Picoseconds now)
{
    if (m_recovery)
    {
        // A worker waits for a result through the timeouts of all other workers, so estimates could
        // raise each other for ever. The longest timeout ends that.
        m_timers.Add(position, now + std::min(m_rto.Timeout(), m_longest));
    }
}

void
RetransmissionRepair::OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now)
{
    if (!m_recovery)
    {
        return;
    }
    const SentFragments::Entry& entry = sent[position];
    if (entry.requests == 0 && !entry.isSilent)
    {
        // Another worker's copy may have brought the result. Then it took a timeout, and would
        // make the next timeout longer.
        const Picoseconds sample = now - entry.timer;
        if (sample <= m_rto.Timeout() / 2)
        {
            m_rto.AddSample(sample);
        }
        m_latestSent = std::max(m_latestSent, entry.timer);
    }
    m_quietAt = now + std::min(m_rto.Timeout(), m_longest);
    m_timers.OnResult(position, sent);
}

bool
RetransmissionRepair::Next(SentFragments& sent, Picoseconds now, RepairPacket& out)
{
    StreamPosition position;
    while (m_timers.TakeDue(sent, now, position))
    {
        const SentFragments::Entry& entry = sent[position];
        if (entry.timer >= m_latestSent && now < m_quietAt)
        {
            m_timers.Add(position, m_quietAt); // results of earlier fragments arrive
            continue;
        }
        if (entry.requests == 0 && entry.timer >= m_backedOffAt && !entry.isSilent)
        {
            // Perhaps the round trip is longer than the timer, so that no fragment would ever give
            // a sample. One back-off a round is enough, as all its timers run out together.
            // What another worker brings has no round trip, and only waits for that worker.
            m_rto.BackOff();
            m_backedOffAt = now;
        }
        const Picoseconds timeout = std::min(m_rto.Timeout(), m_longest);
        m_timers.Add(position, now + BackedOff(timeout, entry.requests));
        sent.NoteRequested(position, now);
        out = {position, PacketKind::Gradient, true, false};
        return true;
    }
    return false;
}

Picoseconds
RetransmissionRepair::Deadline(const SentFragments& /* sent */) const
{
    return m_timers.Next();
}

} // namespace ns3::esa
