/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-run-estimate.h"

#include "esa-engine-run.h"
#include "esa-link-frames.h"

#include "ns3/esa-system-registry.h"

#include <cmath>
#include <cstdint>
#include <iomanip>
#include <sstream>

namespace ns3::esa
{
namespace
{

// Processor time of a packet-hop, about; the manual's chapters on results and runs have
// measurements.
constexpr double kFragmentHopNs = 100; ///< of what switches sum
constexpr double kFlowHopNs = 200;     ///< of flows between hosts
constexpr double kEngineHopNs = 20;    ///< with the task engine

constexpr double kShortestS = 10; ///< nobody minds less

/// Processor time of a packet-hop.
double
HopNs(const ValidScenario& scenario, const SystemRecord& system)
{
    if (system.onHost.sum != SumPlace::Switch)
    {
        return kFlowHopNs;
    }
    return MayUseEngine(scenario, system.name, RunControl{}) ? kEngineHopNs : kFragmentHopNs;
}

/// A time that is not known exactly, as "12 s", "4 min" or "1.5 h".
std::string
AboutText(double seconds)
{
    std::ostringstream text;
    text << std::fixed;
    if (seconds < 100)
    {
        text << std::setprecision(0) << seconds << " s";
    }
    else if (seconds < 100 * 60)
    {
        text << std::setprecision(0) << seconds / 60 << " min";
    }
    else
    {
        text << std::setprecision(1) << seconds / 3600 << " h";
    }
    return text.str();
}

} // namespace

RunEstimate
EstimateRuns(const ValidScenario& scenario)
{
    RunEstimate estimate;
    for (const std::string& name : scenario->systems)
    {
        const SystemRecord& system = *FindSystem(name);
        const double hops =
            LinkFrames(scenario, system).Total() * static_cast<double>(scenario->seeds.size());
        estimate.packetHops += hops;
        estimate.seconds += hops * HopNs(scenario, system) * 1e-9;
    }
    return estimate;
}

std::string
EstimateText(const RunEstimate& estimate, std::size_t runs)
{
    if (estimate.seconds < kShortestS)
    {
        return "";
    }
    const bool isBillions = estimate.packetHops >= 1e9;
    const double hops = estimate.packetHops / (isBillions ? 1e9 : 1e6);
    std::ostringstream text;
    text << "about " << std::fixed << std::setprecision(hops < 10 ? 1 : 0) << hops
         << (isBillions ? " billion" : " million") << " packet-hops in " << runs
         << (runs == 1 ? " run" : " runs") << ", some " << AboutText(estimate.seconds);
    return text.str();
}

} // namespace ns3::esa
