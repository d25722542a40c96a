// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-server-model.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

ServerModel::ServerModel(const EngineLinks& links, const EngineJob& setup)
    : m_links(links),
      m_setup(setup),
      m_server(setup.job->system->Record(), setup.server)
{
}

void
ServerModel::Advance(int64_t until)
{
    for (;;)
    {
        const int64_t arrival = m_incoming.IsEmpty() ? INT64_MAX : StepOf(m_incoming.Front().at);
        // A frame comes before a timer of the same step.
        const bool isTimer = m_timer && *m_timer < arrival;
        const int64_t step = isTimer ? *m_timer : arrival;
        if (step >= until)
        {
            return;
        }
        const Picoseconds now(step * kStepPs);
        if (isTimer)
        {
            m_timer.reset();
            m_server.OnTimer(now);
        }
        else
        {
            ++m_received;
            m_server.Receive(m_incoming.Take().packet, now);
        }
        Pump(step);
    }
}

void
ServerModel::Pump(int64_t step)
{
    InaPacket packet;
    while (m_server.Poll(packet))
    {
        const int64_t departurePs =
            m_line.Send(FromStep(step), Picoseconds(m_links.TimeOf(packet.kind))).count();
        m_toSwitch.Push({{departurePs + m_links.upDelayPs, m_setup.serverPort}, std::move(packet)});
    }
    const Picoseconds check = m_server.NextCheck(FromStep(step));
    if (!m_timer && check != kNoDeadline)
    {
        m_timer = CeilStep(check.count());
    }
}

int64_t
ServerModel::NextStep() const
{
    int64_t next = m_timer.value_or(INT64_MAX);
    next = m_incoming.IsEmpty() ? next : std::min(next, StepOf(m_incoming.Front().at));
    return m_toSwitch.IsEmpty() ? next : std::min(next, StepOf(m_toSwitch.Front().at));
}

} // namespace ns3::esa
