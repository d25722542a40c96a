// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-loss-free-detector.h"

#include "ns3/esa-assert.h"

#include <utility>

namespace ns3::esa
{

LossFreeDetector::LossFreeDetector(const RepairParameters& parameters,
                                   bool splitsSums,
                                   StreamPosition first)
    : m_rto(parameters.rtoMin),
      m_overtaken(parameters.reorderingThreshold, first, parameters.trees, parameters.roles, false),
      m_window(parameters.reorderingWindow),
      m_timesOut(splitsSums)
{
    ESA_ASSERT(!parameters.recovery, "where packets are lost, LossDetector is used");
}

void
LossFreeDetector::OnTimer(SentFragments& sent, Picoseconds now)
{
    // A result that was not overtaken may wait for another worker's fragment, and that worker may
    // wait for a result that was overtaken. So it times out only when it is the first missing one.
    const StreamPosition first = sent.FirstMissing();
    // What another worker alone brings is never split.
    if (m_timesOut && sent.Awaits(first) && !sent[first].isSilent &&
        now - sent[first].timer >= m_rto.Timeout())
    {
        NoteRequest(first, sent, now); // if it stays missing, it times out again
        m_timedOut = first;
    }
}

bool
LossFreeDetector::Next(SentFragments& sent, Picoseconds now, LateResult& out)
{
    const StreamPosition timedOut = std::exchange(m_timedOut, kNoPosition);
    if (timedOut != kNoPosition && !sent.HasResult(timedOut))
    {
        out = {timedOut, true};
        return true;
    }
    if (m_window.IsUsed())
    {
        return m_timesOut && NextInTime(sent, now, out);
    }
    return m_overtaken.MayHave(sent.FirstMissing()) && NextOvertaken(sent, out);
}

bool
LossFreeDetector::NextOvertaken(const SentFragments& sent, LateResult& out)
{
    out.timedOut = false;
    return m_overtaken.Next(
        sent.FirstMissing(),
        [&sent](StreamPosition position) { return sent.Awaits(position); },
        out.position);
}

bool
LossFreeDetector::NextInTime(SentFragments& sent, Picoseconds now, LateResult& out)
{
    out.timedOut = true;
    if (!m_rto.HasSample() || !m_window.TakeLate(sent, now, m_rto.Smoothed(), out.position))
    {
        return false;
    }
    NoteRequest(out.position, sent, now);
    return true;
}

void
LossFreeDetector::NoteRequest(StreamPosition position, SentFragments& sent, Picoseconds now)
{
    sent.NoteRequested(position, now);
    m_window.OnSent(position, now);
}

} // namespace ns3::esa
