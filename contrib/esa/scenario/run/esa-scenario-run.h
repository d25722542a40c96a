// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_RUN_H
#define ESA_SCENARIO_RUN_H

#include "esa-captures.h"
#include "esa-run-recording.h"

#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-rounds.h"
#include "ns3/esa-run-result.h"
#include "ns3/esa-scenario.h"
#include "ns3/nstime.h"

#include <csignal>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace ns3::esa
{

struct Network;

/// How the caller follows, records and interrupts a run.
struct RunControl
{
    /// Called with the part of the run that is done, 0 to 1; may be empty.
    std::function<void(double fraction)> progress;
    CaptureOptions captures;                                ///< packets that are captured
    RecordingFiles recording;                               ///< what is recorded over time
    const volatile std::sig_atomic_t* interrupted{nullptr}; ///< not 0: stop
    Time stallAfter{Seconds(10)}; ///< time without a result after which it is given up; 0: none
    uint32_t threads{1};          ///< that share the nodes of a run in rounds; results are the same
    uint64_t fewFrames{Rounds::kFewFrames}; ///< see Rounds::SetThreads(); 0: threads share all
    JobGradients gradients;                 ///< what each job sends; empty: synthetic values
    /// Called with the runner (tasks, rounds or ns3), and which field and value decided; at the end
    /// with what stood for "auto".
    std::function<void(const std::string&)> why{[](const std::string&) {}};
    /// Called with the network before it runs; may be empty.
    std::function<void(const Network&)> built;
    /// Called with a message for the user about the run; may be empty.
    std::function<void(const std::string& warning)> warn;
    /// Called with the result, before recordings get their names.
    std::function<void(const RunResult&)> ended{[](const RunResult&) {}};
};

/// Refuse a number of threads that a scenario cannot use.
/// @throws ScenarioError if there are more than nodes
void CheckThreads(const ValidScenario& scenario, uint32_t threads);

/// Run one system with one seed, in a simulation of its own.
/// @return the result; nothing if the run was interrupted
/// @throws std::runtime_error if a sum was wrong or the jobs did not end
std::optional<RunResult> RunScenario(const ValidScenario& scenario,
                                     const std::string& system,
                                     uint32_t seed,
                                     const RunControl& control);

} // namespace ns3::esa

#endif // ESA_SCENARIO_RUN_H
