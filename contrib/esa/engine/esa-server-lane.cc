/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-server-lane.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

ServerLane::ServerLane(const EngineLinks& links, const EngineJob& setup)
    : m_links(links),
      m_setup(setup),
      m_server(*setup.job->system, setup.server),
      m_lines(links.upDelayPs, UINT32_MAX),
      m_downLines(links.downDelayPs, UINT32_MAX)
{
}

void
ServerLane::Advance(int64_t until)
{
    for (;;)
    {
        const int64_t arrival = m_incoming.empty() ? INT64_MAX : m_incoming.front().step;
        // A timer was set long before a frame of the same step was sent, so it comes first.
        const bool isTimer = m_timer && *m_timer <= arrival;
        const int64_t step = isTimer ? *m_timer : arrival;
        if (step >= until)
        {
            return;
        }
        const Picoseconds now(step * kStepPs);
        BusyPeriods::Cause cause;
        if (isTimer)
        {
            const int64_t setAt = step - CeilStep(m_setup.serverCheckInterval.count());
            cause = {BusyPeriods::Cause::Kind::Timer, setAt, nullptr, 0};
            m_timer.reset();
            m_server.OnTimer(now);
        }
        else
        {
            ++m_received;
            const int64_t departurePs = m_incoming.front().departurePs;
            cause = {BusyPeriods::Cause::Kind::Frame, 0, &m_downLines, departurePs};
            const InaPacket packet = std::move(m_incoming.front().fragment);
            m_incoming.pop_front();
            m_server.Receive(packet, now);
        }
        Pump(step, cause);
    }
}

void
ServerLane::Pump(int64_t step, const BusyPeriods::Cause& cause)
{
    InaPacket packet;
    while (m_server.Poll(packet))
    {
        const int64_t departurePs =
            m_lines.Send(step, m_links.TimeOf(packet.kind), [&] { return cause; });
        m_toSwitch.push_back(
            {CeilStep(departurePs + m_links.upDelayPs), {&m_lines, departurePs}, packet});
    }
    if (!m_timer && m_server.NeedsTimer())
    {
        m_timer = step + CeilStep(m_setup.serverCheckInterval.count());
    }
}

int64_t
ServerLane::NextStep() const
{
    int64_t next = m_timer.value_or(INT64_MAX);
    next = m_incoming.empty() ? next : std::min(next, m_incoming.front().step);
    return m_toSwitch.empty() ? next : std::min(next, m_toSwitch.front().step);
}

bool
ServerLane::HasEventAt(int64_t step) const
{
    return m_timer == step || (!m_incoming.empty() && m_incoming.front().step == step) ||
           (!m_toSwitch.empty() && m_toSwitch.front().step == step);
}

} // namespace ns3::esa
