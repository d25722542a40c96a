// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_OCCUPANCY_H
#define ESA_OCCUPANCY_H

#include "esa-thousandths.h"

#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-units.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <ostream>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief The aggregators by state, each the mean over a period.
struct OccupancySample
{
    Picoseconds begin{0};   ///< start of the period
    Picoseconds end{0};     ///< its end
    FixedMilli free;        ///< held nothing
    FixedMilli aggregating; ///< held a partial sum
    FixedMilli waiting;     ///< held a complete sum until its result passed (ATP)
};

/**
 * @ingroup esa
 * @brief Records for each period how the aggregators of all switches together were used.
 *
 * The tables keep sums over time of the aggregators in use. This class reads them at the ends of
 * periods, so the mean of a period is exact and costs nothing in between.
 */
class OccupancyMeter
{
  public:
    /// The aggregators of every switch.
    using Tables = std::vector<const AggregatorTable*>;

    /// @param tables the aggregators; outlive this
    /// @param begin start of the first period, before which no aggregator is in use
    OccupancyMeter(const Tables& tables, Picoseconds begin);

    /// @brief Ends a period; the next one begins.
    /// @return the aggregators in the period
    OccupancySample Take(Picoseconds now);

    /// @return end of the last period
    Picoseconds LastEnd() const
    {
        return m_begin;
    }

  private:
    Tables m_tables;       ///< the aggregators
    Picoseconds m_begin;   ///< start of the period
    double m_occupiedS{0}; ///< aggregator-seconds in use up to then
    double m_waitingS{0};  ///< of these, with a complete sum
};

/// @brief Writes the first line of a CSV of occupancy.
/// @param out where to
void WriteOccupancyHeader(std::ostream& out);

/// @brief Writes a row of that CSV.
/// @param out where to
/// @param sample the row
void WriteOccupancyRow(std::ostream& out, const OccupancySample& sample);

/// @ingroup esa
/// @brief Takes a sample of the occupancy at every multiple of a period, while the simulation runs.
class OccupancySampler
{
  public:
    using Sink = std::function<void(const OccupancySample&)>; ///< takes a sample

    /**
     * @param tables the aggregators of every switch; outlive the simulation's run
     * @param begin start of the first period, which is shorter than the others unless begin is a
     * multiple of the period
     * @param period between two samples
     * @param sink what is called with each sample
     */
    OccupancySampler(const OccupancyMeter::Tables& tables,
                     const Time& begin,
                     const Time& period,
                     Sink sink);

    OccupancySampler(const OccupancySampler&) = delete;
    OccupancySampler& operator=(const OccupancySampler&) = delete;

    /// @brief Takes no more samples until Finish().
    void Stop()
    {
        m_isStopped = true;
    }

    /// @brief Takes the last sample, of the period that is under way. @param end when it ends
    void Finish(Picoseconds end);

    /// @return simulator events that the sampler used
    uint64_t GetEvents() const
    {
        return m_events;
    }

  private:
    /// @brief Takes a sample, and schedules the next one.
    void OnPeriod();

    /// @brief Schedules the next sample.
    void Schedule();

    SimClock m_clock;        ///< converts times
    OccupancyMeter m_meter;  ///< the aggregators
    Time m_next;             ///< time of the next sample
    Time m_period;           ///< between two samples
    Sink m_sink;             ///< what is called with each sample
    uint64_t m_events{0};    ///< of the simulator
    bool m_isStopped{false}; ///< whether the last period is under way
};

} // namespace ns3::esa

#endif // ESA_OCCUPANCY_H
