/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SIM_CLOCK_H
#define ESA_SIM_CLOCK_H

#include "ns3/assert.h"
#include "ns3/esa-units.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Converts between the protocol's picoseconds and ns-3's time steps.
 *
 * ns-3 counts time in steps of its global resolution, 1 ns unless a program changes it before the
 * first event; this library never does. Spans are rounded up to whole steps, so that nothing
 * happens too early.
 */
class SimClock
{
  public:
    /// Reads the resolution that is in force.
    SimClock()
        : m_psPerStep(1000000000000 / Seconds(1).GetTimeStep())
    {
        NS_ASSERT_MSG(m_psPerStep > 0, "no resolution finer than a picosecond is supported");
    }

    /// @return the simulated time
    Picoseconds Now() const
    {
        return FromSteps(Simulator::Now().GetTimeStep());
    }

    /**
     * @param steps time steps
     * @return the same in picoseconds
     */
    Picoseconds FromSteps(int64_t steps) const
    {
        return Picoseconds(steps * m_psPerStep);
    }

    /**
     * @param span a time or a span of it
     * @return whole steps that last at least as long
     */
    int64_t ToSteps(Picoseconds span) const
    {
        // The usual resolution, with a constant that the compiler need not divide by.
        return m_psPerStep == 1000 ? (span.count() + 999) / 1000
                                   : (span.count() + m_psPerStep - 1) / m_psPerStep;
    }

    /**
     * @param span a span
     * @return the same for ns-3, rounded up
     */
    Time ToTime(Picoseconds span) const
    {
        return TimeStep(ToSteps(span));
    }

    /**
     * @param time a span of ns-3's
     * @return the same in picoseconds
     */
    Picoseconds FromTime(const Time& time) const
    {
        return FromSteps(time.GetTimeStep());
    }

  private:
    int64_t m_psPerStep; ///< picoseconds in a time step
};

} // namespace ns3::esa

#endif // ESA_SIM_CLOCK_H
