/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-resend-repair.h"

namespace ns3::esa
{

ResendRepair::ResendRepair(const RepairParameters& parameters,
                           bool splitsSums,
                           StreamPosition first)
    : m_late(parameters, first),
      m_recovery(parameters.recovery),
      m_timesOut(parameters.recovery || splitsSums)
{
}

void
ResendRepair::OnSent(StreamPosition /* position */)
{
}

void
ResendRepair::OnResult(StreamPosition position, const SentFragments& sent, Picoseconds now)
{
    m_late.OnResult(position, sent, now);
}

void
ResendRepair::OnTimer(SentFragments& sent, Picoseconds now)
{
    if (m_timesOut)
    {
        m_late.OnTimer(sent, now);
    }
}

bool
ResendRepair::Next(const SentFragments& sent, RepairPacket& out)
{
    LateResults::Late late;
    if (!m_late.Next(sent, late))
    {
        return false;
    }
    out.position = late.position;
    out.kind = PacketKind::Resend;
    out.bringsGradient = m_recovery;
    out.urgent = false;
    return true;
}

} // namespace ns3::esa
