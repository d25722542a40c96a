// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SERIAL_LINE_H
#define ESA_SERIAL_LINE_H

#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @param bytes that a link sends: of a frame with all that goes with it (LineRate), or of many
 * @param bitsPerS rate of a link, at least 1
 * @return how long it takes to send the bytes, to the nearest picosecond; a quarter of the largest
 * number, if it takes longer
 */
constexpr Picoseconds
TransmissionTime(uint64_t bytes, uint64_t bitsPerS)
{
    constexpr uint64_t kPsPerByte = 8000000000000; // at 1 bit/s
    if (bytes <= 1000000 && bitsPerS <= UINT64_MAX / 4)
    {
        return Picoseconds(static_cast<int64_t>((bytes * kPsPerByte + bitsPerS / 2) / bitsPerS));
    }
    // The product does not fit into 64 bits.
    __extension__ using Wide = unsigned __int128;
    const Wide ps = (Wide{bytes} * kPsPerByte + bitsPerS / 2) / bitsPerS;
    return Picoseconds(static_cast<int64_t>(ps < Wide{INT64_MAX / 4} ? ps : Wide{INT64_MAX / 4}));
}

/**
 * @ingroup esa
 * @param bytes length of a queue, or a threshold of it
 * @param bitsPerS rate of a link, at least 1
 * @return how long it takes to send the bytes, rounded down; a quarter of the largest number, if it
 * takes longer
 */
constexpr Picoseconds
QueueTime(uint64_t bytes, uint64_t bitsPerS)
{
    const double ps = static_cast<double>(bytes) * 8e12 / static_cast<double>(bitsPerS);
    constexpr int64_t kMax = INT64_MAX / 4;
    return Picoseconds(ps < static_cast<double>(kMax) ? static_cast<int64_t>(ps) : kMax);
}

/// @ingroup esa
/// @param queued what a packet finds queued, as time to send
/// @param threshold the same of an ECN threshold; 0: there is none
/// @return whether the queue marks the packet
constexpr bool
ReachesThreshold(Picoseconds queued, Picoseconds threshold)
{
    return threshold.count() > 0 && queued >= threshold;
}

/// @ingroup esa
/// @brief How fast a link carries frames.
///
/// Ethernet sends more than a frame: a preamble, a checksum and a gap. So each frame takes a little
/// longer than its bytes, and what a link counts are all bytes that it sends.
struct LineRate
{
    uint64_t bitsPerS{0};      ///< rate, at least 1
    uint32_t overheadBytes{0}; ///< what the link sends with each frame besides

    /// @param frameBytes length of a frame @return bytes that the link sends for it
    constexpr uint64_t WireBytes(uint64_t frameBytes) const
    {
        return frameBytes + overheadBytes;
    }

    /// @param frameBytes length of a frame @return how long it takes to send it
    constexpr Picoseconds FrameTime(uint64_t frameBytes) const
    {
        return TransmissionTime(WireBytes(frameBytes), bitsPerS);
    }
};

/// @ingroup esa
/// @brief A port that sends one frame after the other. So it is known when a frame leaves as soon
/// as it is queued.
class SerialLine
{
  public:
    /// @param now when a frame is queued
    /// @param duration time to send it
    /// @return when its last bit has left
    Picoseconds Send(Picoseconds now, Picoseconds duration)
    {
        m_idleAt = std::max(m_idleAt, now) + duration;
        return m_idleAt;
    }

    /// @return when all frames have left; negative: there was none
    Picoseconds IdleAt() const
    {
        return m_idleAt;
    }

  private:
    Picoseconds m_idleAt{-1}; ///< when all frames have left
};

} // namespace ns3::esa

#endif // ESA_SERIAL_LINE_H
