/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef RUN_COUNTER_H
#define RUN_COUNTER_H

#include "rounded-line.h"

#include "ns3/esa-fragment.h"

#include <cstdint>

namespace esabench
{

/// Packets, and the runs that they are in.
struct RunCounts
{
    uint64_t packets{0};  ///< packets
    uint64_t byNumber{0}; ///< runs of consecutive numbers
    uint64_t equal{0};    ///< of these, runs whose spacing is the same number of time steps
    uint64_t rounded{0};  ///< ... runs whose times are a line that was rounded up

    /// @param other counts to be added
    void Add(const RunCounts& other)
    {
        packets += other.packets;
        byNumber += other.byNumber;
        equal += other.equal;
        rounded += other.rounded;
    }

    /**
     * @param runs one of the three
     * @return mean length of a run, in packets
     */
    double MeanLength(uint64_t runs) const
    {
        return runs > 0 ? static_cast<double>(packets) / static_cast<double>(runs) : 0;
    }
};

/**
 * @brief Cuts the packets of one direction of a link into as few runs as possible.
 *
 * A run is packets in a row of one kind, one job and one receiver, whose sequence numbers are
 * consecutive. Any other packet in between cuts it.
 */
class RunCounter
{
  public:
    /**
     * @brief The next packet arrives.
     * @param fragment the packet
     * @param step when, in ns-3's time steps
     */
    void Add(const ns3::esa::Fragment& fragment, int64_t step);

    /// @return counts so far
    const RunCounts& Counts() const
    {
        return m_counts;
    }

  private:
    RunCounts m_counts;        ///< counts so far
    ns3::esa::Fragment m_last; ///< the last packet
    int64_t m_lastStep{0};     ///< when it arrived
    int64_t m_gap{0};          ///< spacing of the run under way; 0: it has one packet
    RoundedLine m_line;        ///< times of the run under way
};

} // namespace esabench

#endif // RUN_COUNTER_H
