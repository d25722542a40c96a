/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_CLOSED_FORM_H
#define ESA_SCENARIO_CLOSED_FORM_H

#include "esa-scenario.h"

#include "ns3/esa-helper.h"
#include "ns3/esa-policy.h"

#include <optional>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The JCT that ClosedFormIteration() gives for a job of a scenario.
 * @param scenario the scenario
 * @param job the job
 * @param options what its jobs have in common
 * @param traits the system's
 * @return the JCT in milliseconds; nothing if the scenario is not one iteration without jitter,
 *         faults or processing, each job on hosts of its own in one rack, or if there is no formula
 *         for it
 */
std::optional<double> ClosedFormJctMs(const Scenario& scenario,
                                      const JobSetup& job,
                                      const TrainingOptions& options,
                                      const PolicyTraits& traits);

} // namespace ns3::esa

#endif // ESA_SCENARIO_CLOSED_FORM_H
