/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SERIAL_LINE_H
#define ESA_SERIAL_LINE_H

#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @param bytes length of a frame
 * @param bitsPerS rate of a link
 * @return how long it takes to send the frame, to the nearest picosecond
 */
constexpr Picoseconds
TransmissionTime(uint64_t bytes, uint64_t bitsPerS)
{
    return Picoseconds(
        static_cast<int64_t>((bytes * uint64_t{8000000000000} + bitsPerS / 2) / bitsPerS));
}

/**
 * @ingroup esa
 * @brief A port that sends one frame after the other. So it is known when a frame leaves as soon as
 * it is queued.
 */
class SerialLine
{
  public:
    /**
     * @param now when a frame is queued
     * @param duration time to send it
     * @return when its last bit has left
     */
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
