// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_LEVEL_JOBS_H
#define ESA_TEST_SCENARIO_LEVEL_JOBS_H

#include "scenario/run/simulate.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-system-registry.h"

#include <cmath>
#include <cstdint>

namespace ns3::esa::test
{

constexpr double kGbps = 100;        ///< of links of hosts
constexpr double kHostUs = 1;        ///< their delay
constexpr uint64_t kBytes = 100'000; ///< gradients of an iteration

/// Jobs without jitter and computation, which some levels of switches sum.
inline nlohmann::json
JobsOf(const std::string& levels)
{
    return {
        {"iterations", 1},
        {"jitter", {{"mode", "none"}}},
        {"link", {{"rate_gbps", kGbps}, {"delay_us", kHostUs}}},
        {"window", {{"initial_packets", 2000}, {"max_packets", 2000}, {"switchml_max_packets", 0}}},
        {"switch", {{"aggregator_index", "linear"}}}, // no collision within a job
        {"ecn", {{"threshold_bytes", 0}}},
        {"aggregation", {{"levels", levels}}},
        {"dnns", DnnOf(0, {kBytes})}};
}

/// Three jobs with too little memory, and losses.
inline void
AddCollisionsAndLosses(nlohmann::json& scenario)
{
    scenario["iterations"] = 2;
    scenario["jobs"] = {{"count", 3}, {"workers", 7}, {"start_max_us", 0}};
    scenario["switch"] = {{"memory_bytes", 9000}}; // about 34 aggregators for three windows
    scenario["hire"]["job_memory_bytes"] = 3000;
    scenario["recovery"]["enabled"] = true;
    scenario["faults"]["every_link"]["loss_probability"] = 0.001;
}

/// Fragments of an iteration.
inline uint64_t
Fragments(const std::string& system)
{
    const double payload = PayloadBytes(FindSystem(system)->onHost.frame);
    return static_cast<uint64_t>(std::ceil(static_cast<double>(kBytes) / payload));
}

/// @return the result of a scenario, whose sums have to be exact
inline RunResult
RunExactly(const nlohmann::json& scenario,
           const std::string& system,
           const RunControl& control = {})
{
    return Simulate(scenario.dump(), system, {}, control);
}

/// Runs a scenario, whose sums have to be exact.
/// @param column of the table of links, such as "frames" @return it, by sender
inline std::map<std::string, uint64_t>
CountsOfLinks(const nlohmann::json& scenario, const std::string& system, const std::string& column)
{
    const TemporaryDirectory directory;
    RunControl control;
    control.recording.links = directory.Path("links.csv");
    RunExactly(scenario, system, control);
    std::map<std::string, uint64_t> counts;
    for (const auto& row : ReadTable(control.recording.links))
    {
        counts[row.at("sender")] = std::stoull(row.at(column));
    }
    return counts;
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_LEVEL_JOBS_H
