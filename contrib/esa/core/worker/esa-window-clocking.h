// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WINDOW_CLOCKING_H
#define ESA_WINDOW_CLOCKING_H

#include "esa-clocking.h"
#include "esa-congestion-window.h"

#include <algorithm>

namespace ns3::esa
{

/**
 * @brief Keeps a window within a job's static share of aggregators, so that a fragment finds its
 * aggregator free where nothing is lost. A fixed window is as large as the share.
 *
 * A window that counts what is outstanding runs past a lost packet, and may come to its aggregator
 * again. Then the older sum goes to the PS.
 * @param window the window that was requested
 * @param aggregators number of aggregators in the share
 * @return the window
 */
WindowParameters WithinShare(WindowParameters window, uint32_t aggregators);

/**
 * @ingroup esa
 * @brief Holds a worker's fragments back by a congestion window (ESA, ATP, PANAMA, iSwitch).
 *
 * There are two rules to count. From the first missing result on (WindowCount::Sequence), a worker
 * never runs further ahead of the others than its window; but one lost packet then stops the whole
 * job until it is repaired, because a window is hardly longer than a round trip. ESA's paper and
 * ATP's code count so. By the number of missing results (WindowCount::Outstanding), the others go
 * on meanwhile, as far as the workers keep results for each other. Fragments leave in order.
 */
class WindowClocking : public Clocking
{
  public:
    /// @param window limits and growth
    explicit WindowClocking(const WindowParameters& window)
        : m_maxAhead(window.maxAhead > 0 ? window.maxAhead : UINT64_MAX),
          m_count(window.count),
          m_window(window)
    {
        m_limit = 0;
        m_isInOrder = true;
        m_alwaysRequests = true;
    }

    void OnReady(const PositionRange& ready, const SentFragments& sent) override;
    void OnResult(const InaPacket& result,
                  StreamPosition position,
                  const SentFragments& sent,
                  Picoseconds now) override;
    void OnOvertaken(StreamPosition position, const SentFragments& sent) override;
    uint32_t MaxOutstanding() const override;

  private:
    /// @brief Finds how far fragments may leave.
    void SetLimit(const SentFragments& sent)
    {
        const uint64_t window = m_window.Packets();
        const uint64_t outstanding = sent.Outstanding();
        const StreamPosition first = sent.FirstMissing();
        // Each fragment that is sent is outstanding, so this limit does not move until a result is
        // here.
        const StreamPosition end = m_count == WindowCount::Outstanding
                                       ? sent.End() + std::max(window, outstanding) - outstanding
                                       : first + window;
        m_limit = std::min(end, first + std::min(m_maxAhead, sent.ReadyEnd() - first));
    }

    uint64_t m_maxAhead;       ///< fragments from the first missing result on, at most
    WindowCount m_count;       ///< what the window counts
    CongestionWindow m_window; ///< the window
};

} // namespace ns3::esa

#endif // ESA_WINDOW_CLOCKING_H
