// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-swift.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa
{
namespace
{

// The paper names these and gives no values: our reading.
constexpr double kMinWindow = 0.01;         ///< min_cwnd, in packets
constexpr double kScalingMin = 0.1;         ///< fs_min_cwnd: below it, all of fs_range is added
constexpr double kScalingMax = 100;         ///< fs_max_cwnd: above it, nothing is
constexpr uint32_t kTimeoutsUntilReset = 5; ///< RETX_RESET_THRESHOLD

} // namespace

Swift::Swift(const SwiftParameters& parameters, uint32_t initialPackets, uint32_t maxPackets)
    : m_parameters(parameters),
      m_range(static_cast<double>(parameters.flowScaling.count())),
      m_alpha(m_range / (1 / std::sqrt(kScalingMin) - 1 / std::sqrt(kScalingMax))),
      m_beta(-m_alpha / std::sqrt(kScalingMax)),
      m_most(maxPackets),
      m_window(std::min(initialPackets, maxPackets))
{
    ESA_ASSERT(initialPackets > 0 && maxPackets > 0, "a window has at least one packet");
}

Picoseconds
Swift::Target(uint32_t switches) const
{
    const double scaling = std::clamp(m_alpha / std::sqrt(m_window) + m_beta, 0.0, m_range);
    const uint32_t further = switches > 1 ? switches - 1 : 0;
    return m_parameters.baseTarget + further * m_parameters.hopTarget +
           Picoseconds(static_cast<int64_t>(scaling));
}

bool
Swift::CanDecrease(Picoseconds now) const
{
    return m_decreasedAt == kNever || now - m_decreasedAt >= m_roundTrip;
}

void
Swift::Decrease(double factor, Picoseconds now)
{
    m_window = std::max(kMinWindow, m_window * factor);
    m_decreasedAt = now;
}

void
Swift::OnAck(const CongestionFeedback& feedback)
{
    m_timeouts = 0;
    if (feedback.roundTrip == kNever)
    {
        return;
    }
    m_roundTrip = feedback.roundTrip;
    const Picoseconds target = Target(feedback.switches);
    if (m_roundTrip < target)
    {
        const double grown = m_parameters.increasePackets * feedback.packets;
        m_window = std::min(m_most, m_window + (m_window >= 1 ? grown / m_window : grown));
    }
    else if (CanDecrease(feedback.now))
    {
        const double excess = static_cast<double>((m_roundTrip - target).count()) /
                              static_cast<double>(m_roundTrip.count());
        Decrease(std::max(1 - m_parameters.decrease * excess, 1 - m_parameters.largestDecrease),
                 feedback.now);
    }
}

void
Swift::OnLoss(const CongestionLoss& loss)
{
    m_timeouts = 0;
    if (CanDecrease(loss.now))
    {
        Decrease(1 - m_parameters.largestDecrease, loss.now);
    }
}

void
Swift::OnTimeout(Picoseconds now)
{
    ++m_timeouts;
    if (m_timeouts >= kTimeoutsUntilReset)
    {
        Decrease(0, now);
    }
    else if (CanDecrease(now))
    {
        Decrease(1 - m_parameters.largestDecrease, now);
    }
}

double
Swift::WindowPackets() const
{
    return m_window;
}

Picoseconds
Swift::Gap(uint32_t) const
{
    if (m_window >= 1)
    {
        return Picoseconds(0); // acknowledgements clock the packets
    }
    return Picoseconds(static_cast<int64_t>(static_cast<double>(m_roundTrip.count()) / m_window));
}

} // namespace ns3::esa
