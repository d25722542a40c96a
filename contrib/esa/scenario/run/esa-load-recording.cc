// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-load-recording.h"

#include "esa-scenario-build.h"

#include "ns3/data-rate.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kMostParts = 200;       ///< of the time
constexpr std::size_t kMostLoads = 1'200'000; ///< of all ends in all parts, for the size of files

/// Parts of the time, an even number.
std::size_t
MostParts(std::size_t ends)
{
    return std::clamp<std::size_t>(kMostLoads / ends / 2 * 2, 2, kMostParts);
}

/// A span in microseconds.
double
InUs(Picoseconds span)
{
    return static_cast<double>(span.count()) / 1e6;
}

} // namespace

LoadRecording::LoadRecording(const ValidScenario& scenario,
                             const Network& network,
                             Picoseconds begin,
                             Picoseconds period)
    : m_ends(LinkEnds(scenario)),
      m_devices(DevicesAt(network.helper.GetFabric(), m_ends)),
      m_period(period),
      m_origin(begin.count() / period.count() * period),
      m_parts(begin, m_ends.size() + 2, MostParts(m_ends.size()))
{
    for (const auto& device : m_devices)
    {
        DataRateValue rate;
        device->GetAttribute("DataRate", rate);
        m_bytesPerUs.push_back(static_cast<double>(rate.Get().GetBitRate()) / 8e6);
    }
}

void
LoadRecording::Read(std::vector<double>& values) const
{
    for (std::size_t end = 0; end < m_devices.size(); ++end)
    {
        const EsaNetDevice& device = *m_devices[end];
        values[end] = static_cast<double>(device.GetSentBytes());
    }
    values[m_ends.size()] = m_aggregatingUs;
    values[m_ends.size() + 1] = m_waitingUs;
}

void
LoadRecording::Sample(const OccupancySample& sample)
{
    const double spanUs = InUs(sample.end - sample.begin);
    m_aggregatingUs += static_cast<double>(sample.aggregating.count) / 1000 * spanUs;
    m_waitingUs += static_cast<double>(sample.waiting.count) / 1000 * spanUs;
    m_parts.Sample(sample.end, [this](std::vector<double>& values) { Read(values); });
}

void
LoadRecording::Finish(Picoseconds now)
{
    m_parts.Finish(now, [this](std::vector<double>& values) { Read(values); });
}

double
LoadRecording::MeanOf(std::size_t part, std::size_t number) const
{
    return m_parts.Growth(part, number) / InUs(m_parts.Border(part + 1) - m_parts.Border(part));
}

std::vector<double>
LoadRecording::LoadsOf(std::size_t end) const
{
    std::vector<double> loads;
    for (std::size_t part = 0; part < m_parts.Count(); ++part)
    {
        loads.push_back(std::clamp(MeanOf(part, end) / m_bytesPerUs[end], 0.0, 1.0));
    }
    return loads;
}

} // namespace ns3::esa
