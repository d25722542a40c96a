// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RTO_ESTIMATOR_H
#define ESA_RTO_ESTIMATOR_H

#include "esa-assert.h"
#include "esa-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/// A timeout is doubled this often at most, which makes it 16 times as long.
constexpr uint32_t kMaxBackOffs = 4;

/// The longest timeout, 20 days: with it, no time of a simulation overflows.
constexpr Picoseconds kLongestTimeout{int64_t{20} * 24 * 3600 * 1'000'000'000'000};

/**
 * @ingroup esa
 * @brief Exponential back-off: what is repeated without success is repeated less and less often.
 * @param timeout the first timeout
 * @param times how often it has run out
 * @return the next timeout, kLongestTimeout at most
 */
constexpr Picoseconds
BackedOff(Picoseconds timeout, uint32_t times)
{
    const int64_t factor = int64_t{1} << (times < kMaxBackOffs ? times : kMaxBackOffs);
    return timeout < kLongestTimeout / factor ? timeout * factor : kLongestTimeout;
}

/**
 * @ingroup esa
 * @brief Retransmission timeout as TCP computes it (RFC 6298): the smoothed round-trip time plus
 * four times its mean deviation, not below a minimum (paper, "Setting of Reminder Mechanism":
 * RTO_min 1 ms).
 *
 * By Karn's rule the caller gives no sample of an exchange that met a timeout. A caller who backs
 * off doubles the timeout until the next sample.
 */
class RtoEstimator
{
  public:
    /// @param minimum the least timeout, and the timeout before the first sample
    explicit RtoEstimator(Picoseconds minimum)
        : RtoEstimator(minimum, minimum)
    {
    }

    /// @param minimum the least timeout
    /// @param initial the timeout before the first sample
    RtoEstimator(Picoseconds minimum, Picoseconds initial)
        : m_minimum(minimum),
          m_initial(initial)
    {
    }

    /// @param sample a measured time
    void AddSample(Picoseconds sample)
    {
        ESA_ASSERT(sample.count() >= 0, "a measured time is not negative");
        if (!HasSample())
        {
            m_smoothed = sample;
            m_deviation = sample / 2;
        }
        else
        {
            const Picoseconds error = sample - m_smoothed;
            m_smoothed += error / 8;
            m_deviation += (std::chrono::abs(error) - m_deviation) / 4;
        }
        m_backOffs = 0;
    }

    /// @brief The timeout has run out: the next one is twice as long, until there is a sample.
    void BackOff()
    {
        m_backOffs = std::min(m_backOffs + 1, kMaxBackOffs);
    }

    /// @return true if anything was measured
    bool HasSample() const
    {
        return m_smoothed != kNever;
    }

    /// @return the smoothed time; kNever before the first sample
    Picoseconds Smoothed() const
    {
        return m_smoothed;
    }

    /// @return the timeout
    Picoseconds Timeout() const
    {
        const Picoseconds first =
            HasSample() ? std::max(m_minimum, m_smoothed + 4 * m_deviation) : m_initial;
        return BackedOff(first, m_backOffs);
    }

  private:
    Picoseconds m_minimum;          ///< least timeout
    Picoseconds m_smoothed{kNever}; ///< smoothed time; kNever before the first sample
    Picoseconds m_deviation{0};     ///< mean deviation
    uint32_t m_backOffs{0};         ///< times that the timeout was doubled
    Picoseconds m_initial;          ///< timeout before the first sample
};

} // namespace ns3::esa

#endif // ESA_RTO_ESTIMATOR_H
