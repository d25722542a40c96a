// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWIFT_H
#define ESA_SWIFT_H

#include "esa-congestion-control.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Swift's sender (Kumar et al., SIGCOMM 2020, section 3 and algorithm 1).
 *
 * A queue delays packets long before it overflows, and a sender can measure the delay alone. Swift
 * keeps it near a target: below it the window grows by ai packets per round trip; above it the
 * window shrinks by the factor 1 - beta (delay - target) / delay, once per round trip and to half
 * at most. The target is longer on longer paths (topology scaling), and longer for smaller windows
 * (flow scaling): where many flows share a link, their windows are small, and the queue varies with
 * the square root of their number.
 *
 * A window may be below one packet. Then one packet leaves per several round trips.
 *
 * Hosts have no queue of arriving packets here, so that the window for the host would
 * never limit anything: this is the window for the fabric. The paper sets t_last_decrease whenever
 * the window has not grown; by the letter, a window that may not shrink yet would then put its next
 * decrease off with every acknowledgement. Here it counts from the last decrease.
 */
class Swift : public CongestionControl
{
  public:
    /// @param parameters targets, increase and decrease
    /// @param initialPackets first window
    /// @param maxPackets largest window
    Swift(const SwiftParameters& parameters, uint32_t initialPackets, uint32_t maxPackets);

    void OnAck(const CongestionFeedback& feedback) override;
    void OnLoss(const CongestionLoss& loss) override;
    void OnTimeout(Picoseconds now) override;
    double WindowPackets() const override;
    Picoseconds Gap(uint32_t bytes) const override;

    /// @param switches number of switches on the path
    /// @return the target of the round-trip time, for the window as it is
    Picoseconds Target(uint32_t switches) const;

  private:
    /// @return whether a round trip has passed since the last decrease
    bool CanDecrease(Picoseconds now) const;

    /// @brief Multiplies the window by a factor below 1.
    void Decrease(double factor, Picoseconds now);

    SwiftParameters m_parameters;      ///< targets, increase and decrease
    double m_range;                    ///< fs_range, in picoseconds
    double m_alpha;                    ///< of the flow scaling, in picoseconds
    double m_beta;                     ///< the same
    double m_most;                     ///< largest window, in packets
    double m_window;                   ///< cwnd, in packets
    Picoseconds m_roundTrip{0};        ///< the last one; 0: none was measured
    Picoseconds m_decreasedAt{kNever}; ///< the last decrease; kNever: there was none
    uint32_t m_timeouts{0};            ///< one after the other, without an acknowledgement
};

} // namespace ns3::esa

#endif // ESA_SWIFT_H
