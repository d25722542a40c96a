/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
 * @brief DCTCP's estimate of how much is marked: an average over windows of the share of a
 * window's results that came back with ECN (RFC 8257, section 3.3).
 */
class DctcpAlpha
{
  public:
    /**
     * @brief A result has arrived.
     * @param marked whether it came back with ECN
     * @param position place of its fragment in the job's stream
     * @param nextPosition place of the next fragment to be sent
     * @return if it ends a window of which something was marked, the estimate
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
        const double share = static_cast<double>(m_marked) / static_cast<double>(m_results);
        m_estimate += kGain * (share - m_estimate);
        ESA_ASSERT(m_estimate >= 0 && m_estimate <= 1, "a share is from 0 to 1");
        m_results = 0;
        m_marked = 0;
        m_windowEnd = nextPosition;
        return wasMarked ? std::optional(m_estimate) : std::nullopt;
    }

  private:
    static constexpr double kGain = 1.0 / 16; ///< weight of the last window (RFC 8257: g)

    double m_estimate{1};          ///< the estimate; a first mark halves, as without it (RFC 8257)
    uint64_t m_results{0};         ///< results of this window
    uint64_t m_marked{0};          ///< of these, marked ones
    StreamPosition m_windowEnd{0}; ///< the result of this position, or a later one, ends it
};

} // namespace ns3::esa

#endif // ESA_DCTCP_ALPHA_H
