// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-dcqcn.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa
{
Dcqcn::Dcqcn(const DcqcnParameters& parameters, double lineBitsPerS, uint32_t maxPackets)
    : m_parameters(parameters),
      m_line(lineBitsPerS),
      m_most(maxPackets),
      m_rate(lineBitsPerS),
      m_target(lineBitsPerS)
{
    ESA_ASSERT(parameters.alphaTimer.count() > 0 && parameters.increaseTimer.count() > 0,
               "timers take time");
}

void
Dcqcn::RunTimers(Picoseconds now)
{
    for (; !m_effects.empty() && m_effects.front() <= now; m_effects.pop_front())
    {
        Reduce(m_effects.front());
    }
    RunIncreases(now);
}

void
Dcqcn::RunIncreases(Picoseconds now)
{
    if (!m_isLimited)
    {
        return;
    }
    if (m_alphaAt <= now)
    {
        const int64_t times = (now - m_alphaAt) / m_parameters.alphaTimer + 1;
        m_alpha *= std::pow(1 - m_parameters.gain, static_cast<double>(times));
        m_alphaAt += times * m_parameters.alphaTimer;
    }
    for (; m_increaseAt <= now; m_increaseAt += m_parameters.increaseTimer)
    {
        Increase();
        ++m_timerIncreases;
        if (m_rate >= m_line)
        {
            // At the rate of the link there is nothing to increase, and the next notification
            // starts all anew. After a long silence this loop would take long.
            m_increaseAt = now;
        }
    }
}

void
Dcqcn::Increase()
{
    const bool hasCounter = m_parameters.byteCounter > 0;
    const uint32_t recoveries = m_parameters.fastRecoveries;
    const auto [least, most] =
        std::minmax(m_timerIncreases, hasCounter ? m_byteIncreases : m_timerIncreases);
    if (least > recoveries)
    {
        const uint32_t steps = hasCounter ? least - recoveries : 1;
        m_target += steps * m_parameters.hyperIncreaseBitsPerS;
    }
    else if (most >= recoveries)
    {
        m_target += m_parameters.increaseBitsPerS;
    }
    m_target = std::min(m_target, m_line);
    m_rate = (m_target + m_rate) / 2;
    // Halving a distance never ends; what is left of it here is less than a packet per second.
    m_rate = m_line - m_rate < 1 ? m_line : m_rate;
}

void
Dcqcn::OnSent(uint32_t bytes, Picoseconds now)
{
    RunTimers(now);
    if (!m_isLimited || m_parameters.byteCounter == 0)
    {
        return;
    }
    for (m_bytes += bytes; m_bytes >= m_parameters.byteCounter; m_bytes -= m_parameters.byteCounter)
    {
        Increase();
        ++m_byteIncreases;
    }
}

void
Dcqcn::OnAck(const CongestionFeedback& feedback)
{
    RunTimers(feedback.now);
}

void
Dcqcn::OnNotification(Picoseconds now)
{
    RunTimers(now);
    if (m_parameters.notificationDelay.count() > 0)
    {
        m_effects.push_back(now + m_parameters.notificationDelay);
        return;
    }
    Reduce(now);
}

void
Dcqcn::Reduce(Picoseconds now)
{
    RunIncreases(now);
    m_isLimited = true;
    m_target = m_rate;
    m_rate = std::max(m_rate * (1 - m_alpha / 2), std::min(m_parameters.minBitsPerS, m_line));
    m_alpha += m_parameters.gain * (1 - m_alpha);
    m_alphaAt = now + m_parameters.alphaTimer;
    m_increaseAt = now + m_parameters.increaseTimer;
    m_bytes = 0;
    m_timerIncreases = 0;
    m_byteIncreases = 0;
}

void
Dcqcn::OnLoss(const CongestionLoss& loss)
{
    RunTimers(loss.now); // the paper's network loses nothing; repair answers losses, not the rate
}

void
Dcqcn::OnTimeout(Picoseconds now)
{
    RunTimers(now); // the same
}

double
Dcqcn::WindowPackets() const
{
    return m_most;
}

Picoseconds
Dcqcn::Gap(uint32_t bytes) const
{
    return Picoseconds(static_cast<int64_t>(bytes * 8e12 / m_rate));
}

} // namespace ns3::esa
