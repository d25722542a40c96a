// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ENGINE_RUN_H
#define ESA_ENGINE_RUN_H

#include "esa-scenario-run.h"

#include "ns3/simulator.h"

#include <optional>
#include <string>

namespace ns3::esa
{

/// Destroys the simulation, however the run ends.
struct SimulationGuard
{
    ~SimulationGuard()
    {
        Simulator::Destroy();
    }
};

/// What came of a run by the task engine.
struct EngineRun
{
    bool isExact{false};             ///< false: the simulator has to run it
    std::optional<RunResult> result; ///< the result; nothing: it was interrupted, or is not exact
    std::string reason{};            ///< if it is not exact, why
};

/// Why the task engine cannot compute a run.
/// @return the reason, as a sentence without its full stop; empty: it knows everything that the run
/// requests. It may still give up.
std::string ReasonAgainstTasks(const ValidScenario& scenario,
                               const std::string& system,
                               const RunControl& control);

/// Whether the task engine knows everything that a run requests.
inline bool
MayUseEngine(const ValidScenario& scenario, const std::string& system, const RunControl& control)
{
    return ReasonAgainstTasks(scenario, system, control).empty();
}

/// Computes a run task by task (TaskEngine).
/// @param scenario a scenario for which MayUseEngine() is true
/// @return the simulator's result, but for the column events
/// @throws std::runtime_error if a sum was wrong
EngineRun RunByEngine(const ValidScenario& scenario,
                      const std::string& system,
                      uint32_t seed,
                      const RunControl& control);

} // namespace ns3::esa

#endif // ESA_ENGINE_RUN_H
