// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DCTCP_ALPHA_H
#define ESA_DCTCP_ALPHA_H

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"

#include <cstdint>
#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief DCTCP's alpha: an estimate of the fraction of results that come back with an ECN mark (RFC
 * 8257, section 3.3).
 *
 * DCTCP shrinks its window in proportion to the congestion, and alpha measures the congestion. It
 * is a moving average: at the end of each window, the fraction of this window's results counts with
 * the weight kGain.
 */
class DctcpAlpha
{
  public:
    /**
     * @brief A result has arrived.
     * @param marked whether it came back with ECN
     * @param position position of its fragment in the job's stream
     * @param nextPosition position of the next fragment to be sent
     * @return alpha, if the result ends a window with at least one mark; nothing otherwise
     */
    std::optional<double> OnResult(bool marked,
                                   StreamPosition position,
                                   StreamPosition nextPosition)
    {
        ++m_results;
        m_marked += marked ? 1 : 0;
        if (position < m_windowEnd)
        {
            return std::nullopt;
        }
        const bool wasMarked = m_marked > 0;
        const double fraction = static_cast<double>(m_marked) / static_cast<double>(m_results);
        m_estimate += kGain * (fraction - m_estimate);
        ESA_ASSERT(m_estimate >= 0 && m_estimate <= 1, "a fraction is from 0 to 1");
        m_results = 0;
        m_marked = 0;
        m_windowEnd = nextPosition;
        return wasMarked ? std::optional(m_estimate) : std::nullopt;
    }

  private:
    static constexpr double kGain = 1.0 / 16; ///< weight of the last window (RFC 8257: g)

    double m_estimate{1};          ///< alpha; 1 at first, so that a first mark halves (RFC 8257)
    uint64_t m_results{0};         ///< results of this window
    uint64_t m_marked{0};          ///< of these, marked ones
    StreamPosition m_windowEnd{0}; ///< the result of this position, or a later one, ends it
};

} // namespace ns3::esa

#endif // ESA_DCTCP_ALPHA_H
