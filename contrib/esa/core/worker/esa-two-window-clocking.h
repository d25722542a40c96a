// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TWO_WINDOW_CLOCKING_H
#define ESA_TWO_WINDOW_CLOCKING_H

#include "esa-clocking.h"
#include "esa-congestion-window.h"

#include "ns3/esa-units.h"

#include <algorithm>
#include <array>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Limits the fragments on the links and the aggregators in use by two windows (A2TP).
 *
 * ATP's only window answers ECN marks. A job with a slow worker has short queues, so its window
 * stays large. Its aggregators wait for the slow worker, and other jobs do not get them. A smaller
 * window would free the aggregators, but then the job would also leave its links idle.
 *
 * So A2TP has two windows. The window for links limits the fragments whose results are missing. Of
 * each round of fragments, which is as long as this window, only the first ones request an
 * aggregator, as many as the window for aggregators allows. The others go to the PS at once. The
 * window for aggregators shrinks when other tasks have requested many of them. It shrinks by more
 * the later results come in a round, because then the job has a slow worker.
 *
 * All workers of a job have to send the same fragments to the PS; otherwise sums are split. So
 * rounds are ranges of positions, marks are counted by the positions of results, and a round ends
 * when all its results are here. Only the lateness differs from worker to worker.
 *
 * Source: CSU-NetLab/A2TP-Eurosys2023 on GitHub, commit c69b416: common/CC_manager.h (the windows),
 * client/p4ml_manager.cc (rounds and lateness).
 */
class TwoWindowClocking : public Clocking
{
  public:
    /// @param window limits and first size of both windows; its growth and rule are not used
    /// @param first position of the job's first fragment
    /// @param baseRoundTrip time in which the results of a round come if no worker is slow
    TwoWindowClocking(const WindowParameters& window,
                      StreamPosition first,
                      Picoseconds baseRoundTrip);

    void OnReady(const PositionRange& ready, const SentFragments& sent) override;
    void OnResult(const InaPacket& result,
                  StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds now) override;
    bool RequestsAggregator(StreamPosition position) const override;
    uint32_t MaxOutstanding() const override;

  private:
    /// Fragments that were sent under the same two windows.
    struct Round
    {
        StreamPosition begin;  ///< position of the first one
        uint32_t packets;      ///< how many there are: the window for links
        uint32_t aggregators;  ///< how many request an aggregator: the other window
        uint32_t marked{0};    ///< results with an ECN mark
        uint32_t contended{0}; ///< results whose aggregators other tasks have requested

        /// @return position after the last one
        StreamPosition End() const
        {
            return begin + packets;
        }
    };

    /// @brief Finds how far fragments may leave.
    void SetLimit(const SentFragments& sent)
    {
        m_limit = std::min(sent.ReadyEnd(), sent.FirstMissing() + m_rounds[1].packets);
    }

    /// @brief Plans the round after the next one, as all results of the first one are here.
    void EndRound();

    /// @return a window in whole packets, between its limits
    uint32_t Limited(double packets) const;

    /// @brief If the base round trip has passed since the round began, sees how late its results
    /// are.
    void ObserveLateness(const SentFragments& sent, Picoseconds now);

    std::array<Round, 2> m_rounds; ///< the round whose results are missing, and the next one
    uint32_t m_minPackets;         ///< never below
    uint32_t m_maxPackets;         ///< never above
    Picoseconds m_baseRoundTrip;   ///< time of a round if no worker is slow
    Picoseconds m_beganAt{kNever}; ///< when the results of the round before were complete
    double m_marked{0};            ///< moving average of the fraction of marked results (alpha)
    double m_contended{0};         ///< moving average of the fraction of contended ones (beta)
    double m_punctual{1};          ///< moving average of m_inTime (gamma)
    double m_inTime{1};            ///< fraction of the round's results in the base round trip
};

} // namespace ns3::esa

#endif // ESA_TWO_WINDOW_CLOCKING_H
