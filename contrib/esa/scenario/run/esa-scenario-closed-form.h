// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_CLOSED_FORM_H
#define ESA_SCENARIO_CLOSED_FORM_H

#include "ns3/esa-helper.h"
#include "ns3/esa-scenario.h"
#include "ns3/esa-system.h"

#include <optional>
#include <vector>

namespace ns3::esa
{

/// Compute the mean JCT of a scenario's jobs by ClosedFormIteration().
/// @param options what the jobs have in common
/// @return the JCT in milliseconds; nothing if the scenario is not one iteration without jitter,
/// faults or processing, each job on hosts of its own in one rack, or if there is no formula for a
/// job
std::optional<double> ClosedFormJctMs(const ValidScenario& scenario,
                                      const std::vector<JobSetup>& jobs,
                                      const std::vector<const System*>& systems,
                                      const TrainingOptions& options);

} // namespace ns3::esa

#endif // ESA_SCENARIO_CLOSED_FORM_H
