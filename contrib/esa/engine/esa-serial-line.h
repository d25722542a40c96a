/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SERIAL_LINE_H
#define ESA_SERIAL_LINE_H

#include "esa-engine-setup.h"

#include <algorithm>
#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief When a frame arrives at the switch, and where. The switch serves frames in this order, as
 * the simulator does (ArrivalWheel).
 */
struct FrameArrival
{
    int64_t ps;    ///< exact time
    uint32_t port; ///< number of the switch's port

    /// @return its time step
    int64_t Step() const
    {
        return CeilStep(ps);
    }

    /// @return whether this one is served first
    bool operator<(const FrameArrival& other) const
    {
        return ps != other.ps ? ps < other.ps : port < other.port;
    }
};

/**
 * @ingroup esa
 * @brief A port that sends one frame after the other.
 */
class SerialLine
{
  public:
    /// @param step when a frame is queued @param framePs time to send it
    /// @return when its last bit has left
    int64_t Send(int64_t step, int64_t framePs)
    {
        m_idlePs = std::max(m_idlePs, step * kStepPs) + framePs;
        return m_idlePs;
    }

    /// @return when all frames have left; -1: there was none
    int64_t IdlePs() const
    {
        return m_idlePs;
    }

  private:
    int64_t m_idlePs{-1}; ///< when all frames have left
};

} // namespace ns3::esa

#endif // ESA_SERIAL_LINE_H
