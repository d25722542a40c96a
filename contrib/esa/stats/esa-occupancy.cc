// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-occupancy.h"

#include "ns3/assert.h"
#include "ns3/esa-network-runner.h"
#include "ns3/simulator.h"

#include <cmath>
#include <utility>

namespace ns3::esa
{

OccupancyMeter::OccupancyMeter(const Tables& tables, Picoseconds begin)
    : m_tables(tables),
      m_begin(begin)
{
}

OccupancySample
OccupancyMeter::Take(Picoseconds now)
{
    NS_ASSERT_MSG(now > m_begin, "a period has a length");
    const double spanS = ToSeconds(now - m_begin);
    double waitingS = 0;
    double occupiedS = 0;
    int64_t aggregators = 0;
    for (const AggregatorTable* table : m_tables)
    {
        waitingS += table->WaitingSeconds(now);
        occupiedS += table->OccupiedSeconds(now);
        aggregators += table->Size();
    }
    const auto mean = [spanS](double aggregatorSeconds) {
        return FixedMilli{std::llround(aggregatorSeconds / spanS * 1000)};
    };
    OccupancySample sample;
    sample.begin = m_begin;
    sample.end = now;
    sample.waiting = mean(waitingS - m_waitingS);
    sample.aggregating = mean((occupiedS - waitingS) - (m_occupiedS - m_waitingS));
    sample.free.count =
        FixedMilli::Whole(aggregators).count - sample.waiting.count - sample.aggregating.count;
    if (sample.free.count < 0) // both means were rounded up
    {
        sample.aggregating.count += sample.free.count;
        sample.free.count = 0;
    }
    NS_ASSERT_MSG(sample.free.count >= 0 && sample.aggregating.count >= 0 &&
                      sample.waiting.count >= 0,
                  "the aggregators in use are some of all");
    m_begin = now;
    m_waitingS = waitingS;
    m_occupiedS = occupiedS;
    return sample;
}

void
WriteOccupancyHeader(std::ostream& out)
{
    out << "begin_us,end_us,free,aggregating,waiting\n";
}

void
WriteOccupancyRow(std::ostream& out, const OccupancySample& sample)
{
    out << FixedMilli::Microseconds(sample.begin) << ',' << FixedMilli::Microseconds(sample.end)
        << ',' << sample.free << ',' << sample.aggregating << ',' << sample.waiting << '\n';
}

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
