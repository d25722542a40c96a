// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CONGESTION_WINDOW_H
#define ESA_CONGESTION_WINDOW_H

#include "ns3/esa-assert.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-system-record.h"

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

/// How a worker's congestion window changes.
enum class WindowRule : uint8_t
{
    Halving, ///< grows with results, is halved by a mark (ATP)
    Dctcp,   ///< grows with results, shrinks in proportion to the fraction of marked ones
    Fixed,   ///< stays what the job's share of the memory allows
};

/// The parameters of a worker's window, in packets.
struct WindowParameters
{
    uint32_t initialPackets{200}; ///< 60 KB of 306-byte frames (paper, "Worker Pulling Parameters")
    uint32_t minPackets{2};       ///< never below
    uint32_t maxPackets{500};     ///< never above; 0: no cap
    uint32_t ssthreshPackets{0};  ///< initial slow-start threshold; 0: infinite
    double growthPackets{1};      ///< added per result in slow start, per window above
    WindowRule rule{WindowRule::Halving}; ///< what results and marks do to it
    WindowCount count{WindowCount::Auto}; ///< with recovery: what it counts
    uint32_t maxAhead{0}; ///< fragments from the first missing result on, at most; 0: no limit
};

/**
 * @ingroup esa
 * @brief Limits how many fragments a worker may have under way, in packets.
 *
 * A worker of an aggregation has no acknowledgements of its own: what comes back is a result, and a
 * result needs the fragments of all workers. So the window of the fastest worker moves at the speed
 * of the slowest, and all that the workers have under way needs memory in the switch.
 *
 * - A fixed window (SwitchML) needs no rule, since the switch has a slot for each packet in it. But
 *   nothing slows the workers down where queues of several jobs meet.
 * - A window for each worker that halves when *its* packets meet a queue would let the workers of a
 *   job drift apart. So marks (ECN) are carried in the sum: a result is marked if any of its
 *   fragments was, and all workers of the job see the same marks.
 *
 * ATP and ESA use ATP's rule as its paper describes it: slow start, additive increase,
 * multiplicative decrease when a marked result comes, at most once for the packets of a window.
 * (ATP's public code has no slow start.) PANAMA differs in the decrease, which is DCTCP's: in
 * proportion to the share of marked results.
 *
 * Further reading: additive increase and multiplicative decrease; ECN; DCTCP (RFC 8257).
 */
class CongestionWindow
{
  public:
    /// @param parameters limits and growth
    explicit CongestionWindow(const WindowParameters& parameters);

    /// @brief A result has arrived and moves the window.
    /// @param marked whether it came back with ECN
    /// @param position position of its fragment in the job's stream
    /// @param nextPosition position of the next fragment to be sent
    void OnResult(bool marked, StreamPosition position, StreamPosition nextPosition);

    /// @brief Changes the largest window, which is never below the smallest.
    void SetLimit(uint32_t packets);

    /// @return the window
    uint32_t Packets() const
    {
        return m_packets;
    }

  private:
    /// @brief Multiplies the window by a factor below 1, and ends slow start.
    void Shrink(double factor);

    // Fields that every result reads come first: a switch's multicast visits one worker after
    // another, and every cache line costs time.
    double m_window;                     ///< the window
    double m_ssthresh;                   ///< slow-start threshold
    double m_growthPackets;              ///< added per result in slow start, per window above
    uint32_t m_packets;                  ///< the window in whole packets
    uint32_t m_maxPackets;               ///< never above
    uint32_t m_minPackets;               ///< never below
    WindowRule m_rule;                   ///< what results and marks do to it
    StreamPosition m_recoverPosition{0}; ///< marks of fragments before this one do not count
    DctcpAlpha m_alpha;                  ///< fraction of marked results (WindowRule::Dctcp)
};

} // namespace ns3::esa

#endif // ESA_CONGESTION_WINDOW_H
