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

LateResults::LateResults(const RepairParameters& parameters, bool splitsSums, StreamPosition first)
    : m_rto(parameters.rtoMin),
      m_overtaking(parameters.overtakes, first),
      m_scan(first),
      m_timesOut(splitsSums)
{
    ESA_ASSERT(!parameters.recovery, "where packets are lost, LostResults is used");
}

void
LateResults::OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now)
{
    const SentFragments::Entry& entry = sent[position];
    if (entry.asked == 0)
    {
        m_rto.AddSample(now - entry.timer);
    }
    m_overtaking.OnResult(position);
}

void
LateResults::OnTimer(SentFragments& sent, Picoseconds now)
{
    // A result that was not overtaken may wait for another worker's fragment, and that worker may
    // wait for a result that was overtaken. So it times out only when it is the first missing one.
    const StreamPosition first = sent.FirstMissing();
    if (m_timesOut && sent.Awaits(first) && now - sent[first].timer >= m_rto.Timeout())
    {
        sent.NoteAsked(first, now); // if it stays missing, it times out again
        m_timedOut = first;
        m_hasTimedOut = true;
    }
}

bool
LateResults::Next(SentFragments& sent, Picoseconds /* now */, LateResult& out)
{
    if (m_hasTimedOut)
    {
        m_hasTimedOut = false;
        if (!sent.HasResult(m_timedOut))
        {
            out = {m_timedOut, true};
            return true;
        }
    }
    m_scan = std::max(m_scan, std::min(sent.FirstMissing(), m_overtaking.End()));
    while (m_scan < m_overtaking.End())
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

} // namespace ns3::esa
