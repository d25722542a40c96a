/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-reminder-repair.h"

namespace ns3::esa
{

ReminderRepair::ReminderRepair(const RepairParameters& parameters,
                               bool splitsSums,
                               StreamPosition first)
    : m_late(parameters, first),
      m_recovery(parameters.recovery),
      m_timesOut(parameters.recovery || splitsSums)
{
}

void
ReminderRepair::OnSent(StreamPosition /* position */)
{
}

void
ReminderRepair::OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now)
{
    m_late.OnResult(position, sent, now);
}

void
ReminderRepair::OnTimer(SentFragments& sent, Picoseconds now)
{
    if (m_timesOut)
    {
        m_late.OnTimer(sent, now);
    }
}

bool
ReminderRepair::Next(const SentFragments& sent, RepairPacket& out)
{
    LateResults::Late late;
    if (!m_late.Next(sent, late))
    {
        return false;
    }
    out.position = late.position;
    out.kind = PacketKind::WorkerReminder;
    out.bringsGradient = false;
    out.urgent = m_recovery && late.timedOut;
    return true;
}

} // namespace ns3::esa
