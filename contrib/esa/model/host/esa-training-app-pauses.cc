/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Pauses of a worker: what would happen during a pause is kept, and is done at the end of it.

#include "esa-training-app.h"

#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{

void
EsaTrainingApp::Pause(const Time& duration)
{
    NS_LOG_FUNCTION(this << duration);
    m_pausedUntil = Max(m_pausedUntil, Simulator::Now() + duration);
    ScheduleAction(duration, [this] { Resume(); });
}

bool
EsaTrainingApp::Postpone(std::function<void()> what)
{
    if (Simulator::Now() >= m_pausedUntil)
    {
        return false;
    }
    m_postponed.push_back(std::move(what));
    return true;
}

bool
EsaTrainingApp::PostponePacket(const InaPacket& fragment)
{
    return Postpone([this, copy = fragment]() mutable { ReceiveFragment(copy, m_clock.Now()); });
}

void
EsaTrainingApp::Resume()
{
    if (Simulator::Now() < m_pausedUntil)
    {
        return;
    }
    m_pausedUntil = Time(0);
    const auto postponed = std::move(m_postponed);
    m_postponed.clear();
    for (const auto& what : postponed)
    {
        what();
    }
}

} // namespace ns3::esa
