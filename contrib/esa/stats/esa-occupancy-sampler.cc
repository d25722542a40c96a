// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-occupancy-sampler.h"

#include "ns3/assert.h"
#include "ns3/esa-network-runner.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{

OccupancySampler::OccupancySampler(const OccupancyMeter::Tables& tables,
                                   const Time& begin,
                                   const Time& period,
                                   Sink sink)
    : m_meter(tables, m_clock.FromTime(begin)),
      m_next(TimeStep((begin.GetTimeStep() / period.GetTimeStep()) * period.GetTimeStep())),
      m_period(period),
      m_sink(std::move(sink))
{
    NS_ASSERT_MSG(begin >= Simulator::Now(), "the first period does not begin in the past");
    NS_ASSERT_MSG(period.IsStrictlyPositive(), "a period has a length");
    Schedule();
}

void
OccupancySampler::Schedule()
{
    m_next += m_period;
    Simulator::Schedule(m_next - Simulator::Now(), &OccupancySampler::OnPeriod, this);
}

void
OccupancySampler::OnPeriod()
{
    ++m_events;
    if (m_isStopped)
    {
        return;
    }
    NetworkRunner::Get().CatchUp();
    m_sink(m_meter.Take(m_clock.Now()));
    Schedule();
}

void
OccupancySampler::Finish(Picoseconds end)
{
    if (end > m_meter.LastEnd())
    {
        m_sink(m_meter.Take(end));
    }
}

} // namespace ns3::esa
