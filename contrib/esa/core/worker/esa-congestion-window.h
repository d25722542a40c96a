/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CONGESTION_WINDOW_H
#define ESA_CONGESTION_WINDOW_H

#include "esa-dctcp-alpha.h"

#include "ns3/esa-stream-position.h"
#include "ns3/esa-system-record.h"

#include <cstdint>

namespace ns3::esa
{

/// The parameters of a worker's window, in packets.
struct WindowParameters
{
    uint32_t initialPackets{200}; ///< 60 KB of 306-byte frames (paper, "Worker Pulling Parameters")
    uint32_t minPackets{2};       ///< never below
    uint32_t maxPackets{500};     ///< never above; 0: no cap
    uint32_t ssthreshPackets{0};  ///< initial slow-start threshold; 0: infinite
    double growthPackets{1};      ///< added a result in slow start, a window above it
    WindowRule rule{WindowRule::Halving}; ///< what results and marks do to it
};

/**
 * @ingroup esa
 * @brief ATP's congestion control, which ESA uses too: slow start, additive increase,
 * multiplicative decrease on ECN (ATP, NSDI'21, "Congestion Control"). PANAMA's differs in the
 * decrease, which is DCTCP's; a fixed window does not move at all.
 */
class CongestionWindow
{
  public:
    /// @param parameters limits and growth
    explicit CongestionWindow(const WindowParameters& parameters);

    /**
     * @brief Every result that arrives moves the window.
     * @param marked whether it came back with ECN
     * @param position place of its fragment in the job's stream
     * @param nextPosition place of the next fragment to be sent
     */
    void OnResult(bool marked, StreamPosition position, StreamPosition nextPosition);

    /// @return the window
    uint32_t Packets() const
    {
        return m_packets;
    }

  private:
    /**
     * @brief Shrinks the window, and ends slow start.
     * @param factor what remains of it
     */
    void Shrink(double factor);

    // What every result looks at stands first: a switch's multicast visits worker after worker, and
    // each line of the cache counts.
    double m_window;                     ///< the window
    double m_ssthresh;                   ///< slow-start threshold
    double m_growthPackets;              ///< added a result in slow start, a window above it
    uint32_t m_packets;                  ///< the window in whole packets
    uint32_t m_maxPackets;               ///< never above
    uint32_t m_minPackets;               ///< never below
    WindowRule m_rule;                   ///< what results and marks do to it
    StreamPosition m_recoverPosition{0}; ///< marks of fragments before this one do not count
    DctcpAlpha m_alpha;                  ///< how much is marked (WindowRule::Dctcp)
};

} // namespace ns3::esa

#endif // ESA_CONGESTION_WINDOW_H
