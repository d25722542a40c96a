// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_OCCUPANCY_SAMPLER_H
#define ESA_OCCUPANCY_SAMPLER_H

#include "esa-occupancy.h"

#include "ns3/esa-sim-clock.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>

namespace ns3::esa
{

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

#endif // ESA_OCCUPANCY_SAMPLER_H
