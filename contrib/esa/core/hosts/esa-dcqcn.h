// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DCQCN_H
#define ESA_DCQCN_H

#include "esa-congestion-control.h"

#include <deque>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief DCQCN's sender, the "reaction point" (Zhu et al., SIGCOMM 2015, section 3.1).
 *
 * A network card sends at a rate, not within a window. It starts at the rate of the link. The
 * receiver notifies it of marked packets, once per 50 us at most. A notification sets the target
 * rate R_T to the rate R_C and then shrinks R_C by the factor 1 - alpha / 2 (equation 1). Alpha
 * grows with each notification, and shrinks whenever 55 us pass without one (equation 2).
 *
 * Between notifications R_C rises, once per 55 us and once per 10 MB that are sent. The first five
 * increases of each kind halve the distance to R_T (fast recovery, equation 3); the later ones
 * raise R_T before, by R_AI (equation 4), or by more and more, once both kinds are past five (hyper
 * increase, as in QCN).
 *
 * Timers need no events: what they would have done is done before the next packet leaves. The same
 * holds for notifications that take effect after a delay.
 */
class Dcqcn : public CongestionControl
{
  public:
    /// @param parameters timers and increases
    /// @param lineBitsPerS rate of the link, which is the first rate and the largest one
    /// @param maxPackets packets under way, at most
    Dcqcn(const DcqcnParameters& parameters, double lineBitsPerS, uint32_t maxPackets);

    void OnSent(uint32_t bytes, Picoseconds now) override;
    void OnAck(const CongestionFeedback& feedback) override;
    void OnNotification(Picoseconds now) override;
    void OnLoss(const CongestionLoss& loss) override;
    void OnTimeout(Picoseconds now) override;
    double WindowPackets() const override;
    Picoseconds Gap(uint32_t bytes) const override;

    /// @return R_C, the rate in bit/s
    double Rate() const
    {
        return m_rate;
    }

    /// @return R_T, the target rate in bit/s
    double Target() const
    {
        return m_target;
    }

    /// @return alpha, the estimate of congestion, from 0 to 1
    double Alpha() const
    {
        return m_alpha;
    }

  private:
    /// @brief Does what the timers and late notifications would have done until now.
    void RunTimers(Picoseconds now);

    /// @brief Does what the timers alone would have done until now.
    void RunIncreases(Picoseconds now);

    /// @brief A notification takes effect. @param now the time
    void Reduce(Picoseconds now);

    /// @brief One increase of the rate, by the stage that follows from the counts.
    void Increase();

    DcqcnParameters m_parameters;      ///< timers and increases
    double m_line;                     ///< largest rate, in bit/s
    double m_most;                     ///< packets under way, at most
    double m_rate;                     ///< R_C, in bit/s
    double m_target;                   ///< R_T, in bit/s
    double m_alpha{1};                 ///< estimate of congestion
    bool m_isLimited{false};           ///< whether there was a notification; before, no timer runs
    Picoseconds m_alphaAt{0};          ///< when alpha shrinks next
    Picoseconds m_increaseAt{0};       ///< when the timer increases next
    uint64_t m_bytes{0};               ///< sent since the byte counter's last increase
    uint32_t m_timerIncreases{0};      ///< T of the paper's figure 7, since the last notification
    uint32_t m_byteIncreases{0};       ///< BC of the paper's figure 7, since the last notification
    std::deque<Picoseconds> m_effects; ///< when notifications take effect that have not yet
};

} // namespace ns3::esa

#endif // ESA_DCQCN_H
