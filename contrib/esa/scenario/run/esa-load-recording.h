// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_LOAD_RECORDING_H
#define ESA_LOAD_RECORDING_H

#include "esa-link-ends.h"

#include "ns3/esa-net-device.h"
#include "ns3/esa-occupancy.h"
#include "ns3/esa-scenario.h"
#include "ns3/esa-time-parts.h"

#include <cstddef>
#include <vector>

namespace ns3::esa
{

struct Network;

/// @ingroup esa
/// @brief Records over time how much each end of a link sends, and how the aggregators are used.
///
/// There are 100 to 200 parts of the time, or less if the run is short or the network very large.
class LoadRecording
{
  public:
    /// @param network the network, which outlives this
    /// @param begin when its first job starts
    /// @param period between two samples
    LoadRecording(const ValidScenario& scenario,
                  const Network& network,
                  Picoseconds begin,
                  Picoseconds period);

    /// Takes a sample.
    void Sample(const OccupancySample& sample);

    /// Ends the last part. now: the time
    void Finish(Picoseconds now);

    /// @return the ends of links, hosts first; the upper end follows the lower end
    const std::vector<LinkEnd>& Ends() const
    {
        return m_ends;
    }

    /// @return the device at an end
    const EsaNetDevice& DeviceAt(std::size_t end) const
    {
        return *m_devices[end];
    }

    /// @return the parts of the time
    const TimeParts& Parts() const
    {
        return m_parts;
    }

    /// @return length of a part; the first and the last one may be shorter
    Picoseconds PartLength() const
    {
        return m_period * static_cast<int64_t>(m_parts.SamplesOfPart());
    }

    /// @return multiple of the period at or before the start; parts end a multiple of
    /// PartLength() later
    Picoseconds Origin() const
    {
        return m_origin;
    }

    /// @return load of an end in each part, from 0 to 1
    std::vector<double> LoadsOf(std::size_t end) const;

    /// @return mean number of aggregators that held a partial sum in a part
    double Aggregating(std::size_t part) const
    {
        return MeanOf(part, m_ends.size());
    }

    /// @return mean number of aggregators that held a complete sum in a part
    double Waiting(std::size_t part) const
    {
        return MeanOf(part, m_ends.size() + 1);
    }

  private:
    /// Writes the numbers that grow into a row.
    void Read(std::vector<double>& values) const;

    /// @return growth of a number in a part, per microsecond
    double MeanOf(std::size_t part, std::size_t number) const;

    std::vector<LinkEnd> m_ends;              ///< ends of links
    std::vector<Ptr<EsaNetDevice>> m_devices; ///< at these
    std::vector<double> m_bytesPerUs;         ///< rates of these
    Picoseconds m_period;                     ///< between two samples
    Picoseconds m_origin;                     ///< multiple of it at or before the start
    TimeParts m_parts;                        ///< bytes of each end, then the aggregators
    double m_aggregatingUs{0};                ///< aggregators with a partial sum, times time
    double m_waitingUs{0};                    ///< the same of those with a complete sum
};

} // namespace ns3::esa

#endif // ESA_LOAD_RECORDING_H
