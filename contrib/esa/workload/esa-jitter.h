// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JITTER_H
#define ESA_JITTER_H

#include "ns3/esa-units.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// What is delayed at random on the sending side.
enum class JitterMode : uint8_t
{
    None,          ///< nothing
    Iteration,     ///< all partitions of a worker's iteration alike
    Partition,     ///< each partition by its own draw
    Packet,        ///< each packet by its own draw, so that packets overtake each other
    PacketInOrder, ///< the same, but a packet waits for those that a worker was to send before
};

/**
 * @ingroup esa
 * @brief The random delays of a run: job starts in U(0, 1 ms), jitter U(0, 300 us) on the sending
 * side (paper, "Simulations with more Workers and Jobs").
 *
 * Systems are compared under the same delays, but request them in different orders. The streams of
 * ns-3 are sequential, so another order would give other delays. Here every draw is a hash
 * (SplitMix64) of its index (seed, run, job, worker, iteration, partition or packet).
 */
class JitterSource
{
  public:
    /// What the draws depend on, and their sizes.
    struct Parameters
    {
        uint32_t seed{1};                             ///< seed
        uint32_t run{1};                              ///< run number
        JitterMode mode{JitterMode::Partition};       ///< what is delayed
        Picoseconds max{FromMicroseconds(300)};       ///< largest delay
        Picoseconds startMax{FromMicroseconds(1000)}; ///< largest start of a job
    };

    /// @param parameters seed, run and sizes
    explicit JitterSource(const Parameters& parameters)
        : m_parameters(parameters)
    {
    }

    /**
     * @brief The delays of a slice of a model, which computes and sends a fraction of the whole.
     *
     * Delays of a partition or an iteration, and starts, are as long in relation to an iteration as
     * those of the whole model. A packet of a slice is as long as any other, and so is its delay.
     *
     * @param slice the fraction
     * @return the same random numbers, in smaller ranges
     */
    JitterSource Sliced(double slice) const;

    /// @return when the job starts, U(0, startMax)
    Picoseconds JobStart(uint32_t job) const;

    /**
     * @brief When the partitions of an iteration become ready, counted from its start.
     *
     * The gradients of a partition are delayed after their computation. Partitions leave in order:
     * one is ready when all delayed gradients are that are its own or were before it. This is the
     * maximum of their times.
     *
     * @param worker number of the worker in the job
     * @param computed when the gradients of each partition have been computed
     * @return a time per partition, not decreasing
     */
    std::vector<Picoseconds> ReadyTimes(uint32_t job,
                                        uint32_t worker,
                                        uint32_t iteration,
                                        const std::vector<Picoseconds>& computed) const;

    /// @return whether each packet is delayed by itself, from when its worker may send it
    bool DelaysPackets() const
    {
        return m_parameters.mode == JitterMode::Packet ||
               m_parameters.mode == JitterMode::PacketInOrder;
    }

    /// @return whether the packets of a worker keep their order
    bool KeepsOrder() const
    {
        return m_parameters.mode != JitterMode::Packet;
    }

    /// @return how much later a packet may come than one that left after it; 0: not at all
    Picoseconds ReorderingWindow() const
    {
        return KeepsOrder() ? Picoseconds(0) : m_parameters.max;
    }

    /// @param worker number of the worker in the job
    /// @param position number of the fragment in the iteration
    /// @return delay of the fragment's packet, U(0, max), if packets are delayed
    Picoseconds PacketDelay(uint32_t job,
                            uint32_t worker,
                            uint32_t iteration,
                            uint32_t position) const;

  private:
    /// @return delay of the partition's gradients
    Picoseconds Delay(uint32_t job, uint32_t worker, uint32_t iteration, uint32_t partition) const;

    /// @param worker number of the worker, or any other number for draws that concern no worker
    /// @param number number of the partition or packet
    /// @return a number uniform in [0, 1)
    double Draw(uint32_t job, uint32_t worker, uint32_t iteration, uint32_t number) const;

    Parameters m_parameters; ///< seed, run and sizes
};

} // namespace ns3::esa

#endif // ESA_JITTER_H
