/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-late-results.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{

LateResults::LateResults(const RepairParameters& parameters, StreamPosition first)
    : m_rto(parameters.rtoMin),
      m_scan(first),
      m_overtakenEnd(first),
      m_overtakes(parameters.overtakes),
      m_recovery(parameters.recovery)
{
    ESA_ASSERT(parameters.overtakes >= 1, "a result is overtaken by at least one other");
    m_largest.reserve(parameters.overtakes);
}

void
LateResults::OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now)
{
    const SentFragments::Entry& entry = sent[position];
    if (!entry.timedOut && entry.timer >= m_timedOutAt)
    {
        m_rto.AddSample(now - entry.timer);
    }
    NoteOvertaking(position);
}

void
LateResults::NoteOvertaking(StreamPosition position)
{
    if (m_largest.size() < m_overtakes)
    {
        m_largest.push_back(position);
    }
    else if (position < m_largest.back())
    {
        return;
    }
    // The smallest one is dropped, and those smaller than the new one move back by one place.
    std::size_t place = m_largest.size() - 1;
    for (; place > 0 && m_largest[place - 1] < position; --place)
    {
        m_largest[place] = m_largest[place - 1];
    }
    m_largest[place] = position;
    ESA_ASSERT(std::is_sorted(m_largest.rbegin(), m_largest.rend()), "the largest comes first");
    if (m_largest.size() == m_overtakes)
    {
        m_overtakenEnd = m_largest.back();
    }
}

bool
LateResults::Next(const SentFragments& sent, Late& out)
{
    while (m_told < m_timedOut.size())
    {
        const StreamPosition position = m_timedOut[m_told++];
        if (!sent.HasResult(position))
        {
            out = {position, true};
            return true;
        }
    }
    m_timedOut.clear();
    m_told = 0;
    m_scan = std::max(m_scan, std::min(sent.FirstMissing(), m_overtakenEnd));
    while (m_scan < m_overtakenEnd)
    {
        const StreamPosition position = m_scan++;
        if (sent.Awaits(position))
        {
            out = {position, false};
            return true;
        }
    }
    return false;
}

void
LateResults::OnTimer(SentFragments& sent, Picoseconds now)
{
    // A result that was not overtaken may wait for another worker's fragment, and that worker may
    // wait for a result that was overtaken. So it times out only when it is the first missing one.
    const StreamPosition first = sent.FirstMissing();
    const StreamPosition overtaken = m_recovery ? m_overtakenEnd : first;
    const StreamPosition end = std::min(std::max(overtaken, first + 1), sent.End());
    for (StreamPosition position = first; position < end; ++position)
    {
        CheckTimer(position, sent, now);
    }
}

void
LateResults::CheckTimer(StreamPosition position, SentFragments& sent, Picoseconds now)
{
    if (!sent.Awaits(position) || now - sent[position].timer < m_rto.Timeout())
    {
        return;
    }
    sent.RestartTimer(position, now); // if it stays missing, it times out again
    m_timedOut.push_back(position);
    if (m_recovery)
    {
        m_timedOutAt = now;
    }
}

} // namespace ns3::esa
