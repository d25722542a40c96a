// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_STEP_CLOCK_H
#define ESA_STEP_CLOCK_H

#include "ns3/esa-assert.h"
#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Converts between the protocol's picoseconds and the time steps in which things happen.
 *
 * Frames arrive at exact times, but nodes act at whole time steps. A span is rounded up to whole
 * steps, so that nothing happens too early.
 */
class StepClock
{
  public:
    /// @param psPerStep picoseconds in a time step, at least 1
    explicit StepClock(int64_t psPerStep)
        : m_psPerStep(psPerStep)
    {
    }

    /// @param steps time steps
    /// @return the same in picoseconds
    Picoseconds FromSteps(int64_t steps) const
    {
        return Picoseconds(steps * m_psPerStep);
    }

    /// @param span a time or a span of it, not negative
    /// @return whole steps that last at least as long
    int64_t ToSteps(Picoseconds span) const
    {
        ESA_ASSERT(span.count() >= 0, "a span is not negative");
        const auto ps = static_cast<uint64_t>(span.count());
        const auto step = static_cast<uint64_t>(m_psPerStep);
        // The usual resolution, with a constant that the compiler need not divide by.
        return static_cast<int64_t>(step == 1000 ? (ps + 999) / 1000 : (ps + step - 1) / step);
    }

    /// @param span a time or a span of it, not negative @return the same, rounded up to whole steps
    Picoseconds RoundUp(Picoseconds span) const
    {
        return m_psPerStep == 1000 ? Picoseconds(ToSteps(span) * 1000) : FromSteps(ToSteps(span));
    }

  private:
    int64_t m_psPerStep; ///< picoseconds in a time step
};

} // namespace ns3::esa

#endif // ESA_STEP_CLOCK_H
