// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_FAILURES_H
#define ESA_SCENARIO_FAILURES_H

#include "ns3/esa-fabric.h"
#include "ns3/esa-scenario.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Plans the failures of links and switches that a scenario names: links lose what arrives,
/// switches also their sums, and after the detection delay packets take other paths.
/// @param fabric its network, before the simulation begins; it lives as long as the simulation
void PlanFailures(const ValidScenario& scenario, EsaFabric& fabric);

/// @return when the last failure of a link, switch or PS ends, or has led to other paths, in us; 0:
/// there is none
double FailuresEndUs(const Scenario& scenario);

/// A worker that is lost for good.
struct LostWorker
{
    uint32_t job{0};    ///< job number
    uint32_t worker{0}; ///< number of the worker in the job
    double atUs{0};     ///< when
};

/// @return the workers that stand still for good, or whose host has lost its only link
std::vector<LostWorker> LostWorkers(const ValidScenario& scenario);

/// @return whether jobs lose workers and go on without them
bool DoJobsShrink(const ValidScenario& scenario);

/// @return for messages: what has failed, when, and whether it has come back; empty: nothing has
std::string DescribeFailures(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_SCENARIO_FAILURES_H
