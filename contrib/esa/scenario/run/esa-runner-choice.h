// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_RUNNER_CHOICE_H
#define ESA_RUNNER_CHOICE_H

#include "esa-scenario-run.h"

#include "ns3/esa-engine-setup.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-units.h"
#include "ns3/simulator.h"

#include <optional>
#include <string>

/**
 * @file
 * @ingroup esa
 * A run has one of three runners: the task engine, rounds packet by packet, or events of
 * ns-3. The first one that knows all that the run requests is taken. These functions return what
 * another runner does not know. Each reason is a sentence without its full stop.
 */

namespace ns3::esa
{

/// Why a field keeps a scenario from a runner.
/// @param knows the runner's name and a verb, for example "rounds allow only"
/// @return the reason, which names field, value and what is allowed; empty: no field does
std::string ReasonOfFields(const Scenario& scenario, KnownTo runner, const std::string& knows);

/// Why a run that the task engine does not compute needs the events of ns-3.
/// @return the reason; empty: it can go in rounds
std::string ReasonAgainstRounds(const ValidScenario& scenario, const RunControl& control);

/// Refuse rounds that a scenario requests, where they would show something wrong.
/// @throws ScenarioError if there is a reason against them
void CheckRounds(const ValidScenario& scenario, const RunControl& control);

/// Why threads cannot share the nodes of a run.
/// @return the reason; empty: they can
std::string ReasonForOneThread(const ValidScenario& scenario, const RunControl& control);

/// How far groups of nodes may work ahead of each other in rounds.
/// @return how long before the end of a job this end is computed: the time of the shortest last
/// layer of all models; 0: it is not computed before
Picoseconds LookaheadOfEnds(const ValidScenario& scenario);

/// Destroys the simulation, however the run ends.
struct SimulationGuard
{
    ~SimulationGuard()
    {
        Simulator::Destroy();
    }
};

/// Why the task engine cannot compute a run.
/// @return the reason, as a sentence without its full stop; empty: it knows everything that the run
/// requests. It may still give up.
std::string ReasonAgainstTasks(const ValidScenario& scenario,
                               const std::string& system,
                               const RunControl& control);

/// Computes a run task by task (TaskEngine).
/// @param scenario a scenario for which ReasonAgainstTasks() finds no reason
/// @return the simulator's result, but for the column events; nothing: it was interrupted
/// @throws NotExact with the reason, if the simulator has to run it
/// @throws std::runtime_error if a sum was wrong
std::optional<RunResult> RunByEngine(const ValidScenario& scenario,
                                     const std::string& system,
                                     uint32_t seed,
                                     const RunControl& control);

} // namespace ns3::esa

#endif // ESA_RUNNER_CHOICE_H
