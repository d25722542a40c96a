// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RUN_AUTOS_H
#define ESA_RUN_AUTOS_H

#include "esa-scenario-build.h"

#include <map>
#include <string>

namespace ns3::esa
{

/// What stood for "auto" in a run. Numbers follow from the network, so the configuration has them.
/// But what is best for one system, or for one job, may not be for another one: these choices are
/// known when the jobs of a system are installed.
/// @param runner who computes the run
/// @return by field: its value, or values with the numbers of jobs that have them
std::map<std::string, std::string> AutosOf(const ValidScenario& scenario,
                                           const Network& network,
                                           const std::string& runner);

} // namespace ns3::esa

#endif // ESA_RUN_AUTOS_H
