// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_RULES_H
#define ESA_SCENARIO_RULES_H

#include "esa-scenario-draft.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-system-registry.h"

#include <cstdint>
#include <functional>
#include <limits>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A JSON Schema checks single values. The rules between fields stand in the sources esa-X-rules.cc,
 * esa-job-trace.cc, esa-listed-trees.cc and esa-execution-rules.cc. They run in phases, and a phase
 * with errors is the last one: so a rule can rely on all that earlier phases have checked. First
 * the schema accepts each value. Then there is a network, then the jobs have hosts in it, then the
 * listed trees fit both; the other rules come last.
 */

namespace ns3::esa
{

/// Refuses what is wrong between fields.
using ScenarioRule = void (*)(ScenarioDraft& draft);

void ApplyTopologyRules(ScenarioDraft& draft);  ///< rules after which there is a network
void ApplyLevelRules(ScenarioDraft& draft);     ///< on the switches that sum
void ApplyPlacementRules(ScenarioDraft& draft); ///< on the hosts of jobs
void ApplyMemoryRules(ScenarioDraft& draft);    ///< on the memory of switches
void ApplyJobRules(ScenarioDraft& draft);       ///< on jobs and what they train
void ApplyJobTraceRules(ScenarioDraft& draft);  ///< on jobs that come and go
void ApplyExecutionRules(ScenarioDraft& draft); ///< on execution traces
void ApplyTrafficRules(ScenarioDraft& draft);   ///< on windows, flows and queues
void ApplyTreeRules(ScenarioDraft& draft);      ///< on listed trees
void ApplyFaultRules(ScenarioDraft& draft);     ///< on faults and their repair

/// @return the rules in phases. The last phase needs values in place of "auto", which follow from
/// what the phases before have checked.
std::vector<std::vector<ScenarioRule>> RulePhases();

/// Checks that a list of host numbers names existing hosts.
void CheckHostNumbers(ScenarioDraft& draft, const std::vector<uint32_t>& hosts);

/// Checks that memory which jobs share equally has an aggregator or slot for each job, and for each
/// group that a job has at a switch.
/// @param config its fields, perhaps with another number of jobs than it was written with
/// @param workers of the largest job
void CheckSharesOf(ScenarioDraft& draft, const nlohmann::json& config, uint32_t workers);

/// @return the records of the systems that a configuration names
std::vector<const SystemRecord*> SystemsOf(const nlohmann::json& config);

/// @return for messages: names of some systems that have a property; empty: there is none
std::string NamesWhere(const std::vector<const SystemRecord*>& systems,
                       const std::function<bool(const SystemRecord&)>& hasIt);

/// @return for messages: names of the systems of a configuration that have a property, or whose
/// fallback has it; empty: there is none
std::string SystemsWhere(const nlohmann::json& config,
                         const std::function<bool(const SystemRecord&)>& hasIt);

/// @return for messages: names of the systems of a configuration with a frame format
std::string SystemsWith(const nlohmann::json& config, FrameFormat format);

/// @return for messages: names of the systems of a configuration whose sums switches must complete,
/// as no PS adds what they send
std::string SystemsWithoutSummingServer(const nlohmann::json& config);

/// Jobs of SwitchML at a time: the job number in its header has 8 bits.
constexpr uint64_t kMaxSwitchMlJobs = 256;

/// The most workers that a job may have with all systems of a scenario.
struct WorkerLimit
{
    uint32_t most{std::numeric_limits<uint32_t>::max()}; ///< workers of a job
    std::string text;                                    ///< the same, with the systems, and why
};

/// @return the smallest limit of a configuration's systems; those that sum in switches have another
/// one than those that sum in hosts
WorkerLimit LimitOfWorkers(const nlohmann::json& config);

/// How long the computation of a job may be simulated. ns-3 counts up to nine times as much.
inline constexpr double kMaxSimulatedS = 1e6;
inline constexpr double kMaxSimulatedUs = 1e6 * kMaxSimulatedS; ///< the same in us

/// @return by which factor computation of the slowest host is slower; 1 if none is slow
double LargestSlowdown(const Scenario& scenario);

} // namespace ns3::esa

#endif // ESA_SCENARIO_RULES_H
