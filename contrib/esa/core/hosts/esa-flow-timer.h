// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_TIMER_H
#define ESA_FLOW_TIMER_H

#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief When a flow has been silent for too long.
 *
 * A gap between packets reports a loss at once. Nothing follows the last packets of a message, nor
 * the last packets of a full window. So after two round trips of silence the sender sends its last
 * packet again, as TCP's tail loss probe does (RFC 8985), and what is missing shows at the
 * receiver. Each further probe waits twice as long. After a timeout as TCP's (RFC 6298), the flow
 * goes back. The timeout doubles until there is progress, too.
 *
 * Packets have the round of their flow in which they were sent, and acknowledgements repeat it, as
 * TCP's time stamps do. So the round-trip time is known although packets were sent again.
 */
class FlowTimer
{
  public:
    /// What has to be done.
    enum class Due : uint8_t
    {
        Nothing, ///< wait
        Probe,   ///< send the last packet again
        Timeout, ///< send everything again
    };

    /// @param rtoMin the least timeout, and the one before anything is measured
    explicit FlowTimer(Picoseconds rtoMin)
        : m_rtoMin(rtoMin),
          m_rto(Picoseconds(0), rtoMin)
    {
    }

    /// @brief A packet leaves.
    /// @param isFirst whether no other is under way
    void OnSent(bool isFirst, Picoseconds now)
    {
        // If nothing was under way, nothing could time out.
        m_progressAt = isFirst ? now : m_progressAt;
        m_quietSince = now;
    }

    /// @brief A packet leaves for the first time; its round-trip time may be measured.
    /// @param round round of the flow
    void Measure(uint64_t number, uint8_t round, Picoseconds now)
    {
        if (m_timedAt == kNever)
        {
            m_timedPacket = number;
            m_timedAt = now;
            m_timedRound = round;
        }
    }

    /// @brief Further packets are acknowledged.
    /// @param next the first packet that is not
    /// @param round round of the packet that is answered
    void OnProgress(uint64_t next, uint8_t round, Picoseconds now);

    /// @param mayProbe whether a probe can bring anything
    /// @return when to check again, if some packet is under way until then
    Picoseconds Deadline(bool mayProbe) const;

    /// @brief Some packet is under way. Checks whether it has been for too long.
    /// @param mayProbe whether a probe can bring anything
    /// @return what has to be done; it counts as done
    Due OnTimer(bool mayProbe, Picoseconds now);

  private:
    /// @return when everything is sent again
    Picoseconds TimeoutAt() const
    {
        return m_progressAt + m_timeouts * std::max(m_rtoMin, m_rto.Timeout());
    }

    Picoseconds m_rtoMin;          ///< least timeout
    RtoEstimator m_rto;            ///< estimates the time from packet to acknowledgement
    uint64_t m_timedPacket{0};     ///< packet whose round-trip time is measured ...
    Picoseconds m_timedAt{kNever}; ///< ... and when it was first sent; kNever: none is
    uint8_t m_timedRound{0};       ///< round in which it was first sent
    Picoseconds m_progressAt{0};   ///< last acknowledgement, timeout or start from idle
    Picoseconds m_quietSince{0};   ///< last packet, or progress
    int m_timeouts{1};             ///< factor of the timeout; doubles until there is progress
    int m_probes{1};               ///< factor of a probe's time; doubles with each probe
};

} // namespace ns3::esa

#endif // ESA_FLOW_TIMER_H
