/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_STEP_TIMER_H
#define ESA_STEP_TIMER_H

#include "ns3/nstime.h"
#include "ns3/ptr.h"

#include <functional>

/**
 * @file
 * @ingroup esa
 * Much can happen at a node in one time step of ns-3. Events of one time run in the order in which
 * they were scheduled. So a result would depend on when each event was planned, and this on the
 * whole history of the run. The order at a node is therefore stated:
 *
 * 1. frames arrive, in the order of their exact times and of their ports (ArrivalWheel);
 * 2. timers run out (StepTimer);
 * 3. the application acts (ScheduleAction()).
 *
 * Timers of one step run in the order in which they were set, and so do actions.
 */

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A timer of a node, which runs out after the frames of its time step have arrived.
 */
class StepTimer
{
  public:
    StepTimer();
    ~StepTimer();

    /// @brief Sets the timer, and no longer for another time. @param delay from now on
    void Set(const Time& delay, std::function<void()> what);

    /// @brief The timer will not run out, unless it is set again.
    void Cancel();

    /// @return when it runs out; Time::Max(): it is not set
    Time At() const;

    /// @return whether it will run out
    bool IsSet() const
    {
        return At() != Time::Max();
    }

  private:
    class Event;

    Ptr<Event> m_event; ///< the latest event; null: it was never set
};

/**
 * @ingroup esa
 * @brief Plans what an application does, after the frames and the timers of its time step.
 * @param delay from now on
 * @param what called then
 */
void ScheduleAction(const Time& delay, std::function<void()> what);

} // namespace ns3::esa

#endif // ESA_STEP_TIMER_H
