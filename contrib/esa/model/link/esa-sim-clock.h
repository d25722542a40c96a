// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SIM_CLOCK_H
#define ESA_SIM_CLOCK_H

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-agenda.h"
#include "ns3/esa-step-clock.h"
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
 * first event; this library never does.
 */
class SimClock : public StepClock
{
  public:
    /// Reads the resolution that is in force.
    SimClock()
        : StepClock(1000000000000 / Seconds(1).GetTimeStep())
    {
        NS_ASSERT_MSG(Seconds(1).GetTimeStep() <= 1000000000000,
                      "no resolution finer than a picosecond is supported");
    }

    /// @return the time of the node that is at work, or else of the simulator
    Picoseconds Now() const
    {
        const Agenda* const running = Agenda::Running();
        return running ? running->Now() : FromSteps(Simulator::Now().GetTimeStep());
    }

    /// @return the same for ns-3
    Time TimeNow() const
    {
        return Agenda::Running() ? ToTime(Now()) : Simulator::Now();
    }

    /// @return the same for ns-3, rounded up
    Time ToTime(Picoseconds span) const
    {
        return TimeStep(ToSteps(span));
    }

    /// @param time at most half of what picoseconds count @return the same in picoseconds
    Picoseconds FromTime(const Time& time) const
    {
        NS_ABORT_MSG_IF(time.GetTimeStep() > INT64_MAX / 2 / FromSteps(1).count(),
                        "SimClock: " << time.As(Time::D) << " is too long, at most 53 days are "
                                     << "simulated");
        return FromSteps(time.GetTimeStep());
    }
};

} // namespace ns3::esa

#endif // ESA_SIM_CLOCK_H
