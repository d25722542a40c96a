/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-step-timer.h"

#include "esa-arrival-wheel.h"

#include "ns3/event-impl.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{

class StepTimer::Event : public EventImpl
{
  public:
    /// @param delay from now on @param what called then
    Event(const Time& delay, std::function<void()> what)
        : m_at(Simulator::Now() + delay),
          m_what(std::move(what))
    {
    }

    /// @return when it runs; Time::Max(): it has run, or was cancelled
    Time At()
    {
        return m_hasRun || IsCancelled() ? Time::Max() : m_at;
    }

  private:
    void Notify() override
    {
        ArrivalWheel::Get()->DeliverNow();
        if (!IsCancelled()) // a frame may have cancelled it
        {
            m_hasRun = true;
            m_what();
        }
    }

    Time m_at;                    ///< when it runs
    std::function<void()> m_what; ///< called then
    bool m_hasRun{false};         ///< whether it was called
};

StepTimer::StepTimer() = default;
StepTimer::~StepTimer() = default;

void
StepTimer::Set(const Time& delay, std::function<void()> what)
{
    Cancel();
    m_event = Create<Event>(delay, std::move(what));
    Simulator::Schedule(delay, Ptr<EventImpl>(m_event));
}

void
StepTimer::Cancel()
{
    if (m_event)
    {
        m_event->Cancel();
    }
}

Time
StepTimer::At() const
{
    return m_event ? m_event->At() : Time::Max();
}

void
ScheduleAction(const Time& delay, std::function<void()> what)
{
    // The second event is behind all timers of the step, which were set before.
    Simulator::Schedule(delay, [what = std::move(what)] {
        ArrivalWheel::Get()->DeliverNow();
        Simulator::ScheduleNow([what] { what(); });
    });
}

} // namespace ns3::esa
