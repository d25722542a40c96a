/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RTO_ESTIMATOR_H
#define ESA_RTO_ESTIMATOR_H

#include "esa-assert.h"
#include "esa-units.h"

#include <algorithm>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Retransmission timeout as TCP computes it (RFC 6298): the smoothed round-trip time plus
 * four times its mean deviation, not below a minimum (paper, "Setting of Reminder Mechanism":
 * RTO_min 1 ms).
 *
 * By Karn's rule the caller gives no sample of an exchange that met a timeout.
 */
class RtoEstimator
{
  public:
    /// @param minimum the least timeout, and the timeout before the first sample
    explicit RtoEstimator(Picoseconds minimum)
        : m_minimum(minimum)
    {
    }

    /// @param sample a measured time
    void AddSample(Picoseconds sample)
    {
        ESA_ASSERT(sample.count() >= 0, "a measured time is not negative");
        if (m_smoothed == kNever)
        {
            m_smoothed = sample;
            m_deviation = sample / 2;
            return;
        }
        const Picoseconds error = sample - m_smoothed;
        m_smoothed += error / 8;
        m_deviation += (std::chrono::abs(error) - m_deviation) / 4;
    }

    /// @return the timeout
    Picoseconds Timeout() const
    {
        return m_smoothed == kNever ? m_minimum : std::max(m_minimum, m_smoothed + 4 * m_deviation);
    }

  private:
    Picoseconds m_minimum;          ///< least timeout
    Picoseconds m_smoothed{kNever}; ///< smoothed time; kNever before the first sample
    Picoseconds m_deviation{0};     ///< mean deviation
};

} // namespace ns3::esa

#endif // ESA_RTO_ESTIMATOR_H
