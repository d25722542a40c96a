// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DCTCP_H
#define ESA_DCTCP_H

#include "esa-congestion-control.h"

#include <cstdint>
#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief DCTCP's sender (Alizadeh et al., SIGCOMM 2010, section 3.1; RFC 8257).
 *
 * A switch marks packets that find more than K bytes queued. TCP would halve its window for one
 * mark, and links would become idle. DCTCP shrinks it in proportion to the fraction F of marked
 * packets: once per window, alpha = (1 - g) alpha + g F (equation 1), and after a mark, at most
 * once per window, W = W (1 - alpha / 2) (equation 2). All else is TCP: slow start up to the first
 * mark, then a packet per round trip, half the window after a loss (RFC 8257, section 3.5), and a
 * window of one packet after a timeout.
 *
 * The receiver returns the number of marked packets in its acknowledgements, so delayed ones need
 * no state machine of their own (section 3.1, "ECN-Echo at the Receiver").
 */
class Dctcp : public CongestionControl
{
  public:
    /// @param parameters g
    /// @param initialPackets first window
    /// @param maxPackets largest window
    Dctcp(const DctcpParameters& parameters, uint32_t initialPackets, uint32_t maxPackets);

    void OnAck(const CongestionFeedback& feedback) override;
    void OnLoss(const CongestionLoss& loss) override;
    void OnTimeout(Picoseconds now) override;
    double WindowPackets() const override;

    /// @return alpha, the estimated fraction of marked packets, from 0 to 1
    double Alpha() const
    {
        return m_alpha;
    }

  private:
    /// @brief Counts packets of this window; at its end, updates alpha.
    void Measure(const CongestionFeedback& feedback);

    DctcpParameters m_parameters;        ///< g
    double m_most;                       ///< largest window, in packets
    double m_window;                     ///< W, in packets
    double m_slowStartThreshold;         ///< slow start ends here, in packets
    double m_alpha{1};                   ///< 1 at first: a first mark halves (RFC 8257)
    std::optional<uint64_t> m_windowEnd; ///< alpha is updated when packets before this have arrived
    uint64_t m_shrunkUntil{0};           ///< W shrinks again when packets before this have arrived
    uint64_t m_packets{0};               ///< packets of this window
    uint64_t m_marked{0};                ///< of these, marked ones
};

} // namespace ns3::esa

#endif // ESA_DCTCP_H
