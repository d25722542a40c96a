/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-checks.h"

#include "esa-execution-rules.h"
#include "esa-group-rules.h"
#include "esa-job-trace-rules.h"
#include "esa-placement-rules.h"
#include "esa-scenario-rules.h"
#include "esa-switch-memories.h"
#include "esa-systems-with.h"
#include "esa-topology-rules.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

constexpr uint64_t kMaxSwitchMlJobs = 256; ///< the job number in its header has 8 bits

void
CheckPayload(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const std::string systems = SystemsWith(draft.Written(), FrameFormat::Mtu);
    if (!systems.empty() && draft->payload != PayloadMode::Digest)
    {
        draft.Refuse(errors,
                     draft->payload,
                     "\"digest\" with " + systems + " (packets of an MTU carry no values here)");
    }
}

void
CheckJobNumbers(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const std::string systems = SystemsWith(draft.Written(), FrameFormat::SwitchMl);
    const std::string allowed = "at most " + std::to_string(kMaxSwitchMlJobs) + " with " + systems +
                                " (the job number in its header has 8 bits)";
    if (!systems.empty() && draft->jobs.count > kMaxSwitchMlJobs)
    {
        draft.Refuse(errors, draft->jobs.count, allowed);
    }
    const std::size_t traced = draft->trace.jobs.size();
    if (!systems.empty() && traced > kMaxSwitchMlJobs)
    {
        errors.push_back({"/trace", std::to_string(traced) + " jobs: must be " + allowed});
    }
}

void
CheckWindow(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const Scenario::Window& window = draft->window;
    const std::string initial = draft.Quote(window.initialPackets);
    if (window.minPackets > window.initialPackets)
    {
        draft.Refuse(errors, window.minPackets, "at most " + initial);
    }
    if (window.maxPackets != 0 && window.maxPackets < window.initialPackets)
    {
        draft.Refuse(errors, window.maxPackets, "0 (no cap) or at least " + initial);
    }
}

void
CheckQueue(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const bool usesMtu = !SystemsWith(draft.Written(), FrameFormat::Mtu).empty();
    const uint64_t frame =
        std::max<uint64_t>(usesMtu ? kMtuFrameBytes : kInaFrameBytes, draft->reminder.bytes);
    const auto check = [&](const uint64_t& room) {
        if (room != 0 && room < frame)
        {
            draft.Refuse(errors,
                         room,
                         "0 (unlimited) or at least " + std::to_string(frame) +
                             ", the largest packet");
        }
    };
    check(draft->link.queueBytes);
    for (const LinkSpec& link : draft->topology.graph.links)
    {
        check(link.queueBytes);
    }
}

void
CheckRestarts(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const auto& restarts = draft->faults.psRestarts;
    const std::string keepNoResults = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return system.onSwitch.resultSource == ResultSource::ParameterServer;
    });
    const std::string hostsSum = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return system.SumsInHosts();
    });
    if (restarts.empty())
    {
        return;
    }
    if (!keepNoResults.empty())
    {
        draft.Refuse(errors,
                     restarts,
                     "[] with " + keepNoResults +
                         " (workers keep no results, so a PS that starts again empty loses those "
                         "that some workers still lack)");
    }
    if (!hostsSum.empty())
    {
        draft.Refuse(errors,
                     restarts,
                     "[] with " + hostsSum + " (their servers' restart is not modelled)");
    }
}

/// Adapts a rule that reads the configuration as it was written.
template <void (*Rule)(const json&, ConfigErrors&)>
void
OfWritten(const ScenarioDraft& draft, ConfigErrors& errors)
{
    Rule(draft.Written(), errors);
}

/// What a rule reads, and the parameters of all systems.
std::vector<std::string>
WithSystemParameters(std::vector<std::string> fields)
{
    for (const SystemParameter* parameter : AllSystemParameters())
    {
        fields.push_back(PointerOfPath(parameter->field));
    }
    return fields;
}

} // namespace

const std::vector<ScenarioRule>&
ScenarioRules()
{
    static const std::vector<ScenarioRule> rules{
        {{"/topology", "/link"}, CheckTopology},
        {{"/topology", "/link", "/trace", "/placement/policy"}, CheckTopologyOfTrace},
        {{"/jobs/count", "/jobs/workers", "/topology", "/link", "/placement", "/trace"},
         CheckDefaultPlacement},
        {{"/placement/ps", "/topology/ps_hosts", "/trace"}, CheckPsPlace},
        {{"/systems", "/jobs/workers", "/trace"}, CheckWorkers},
        {{"/topology", "/link", "/placement/racks_per_job"}, CheckRacks},
        {{"/topology", "/link", "/background"}, CheckBackground},
        {{"/jobs/count", "/jobs/workers", "/placement", "/trace"}, CheckPlacementSizes},
        {{"/topology", "/link", "/jobs/count", "/placement"}, CheckPlacementHosts},
        {WithSystemParameters({"/systems", "/switch/memory_bytes"}), CheckMemory},
        {WithSystemParameters({"/systems", "/switch/memory_bytes", "/jobs/count"}), CheckShares},
        {{"/systems", "/switch"}, CheckEqualMemory},
        {{"/topology/kind", "/switch/level_memory_bytes"}, CheckMemoryLevels},
        {WithSystemParameters({"/systems"}), OfWritten<CheckAdmission>},
        {WithSystemParameters(
             {"/systems", "/switch/memory_bytes", "/jobs/count", "/jobs/workers", "/trace"}),
         CheckGroups},
        {{"/systems", "/topology", "/aggregation/levels"}, CheckLevels},
        {{"/systems", "/topology", "/link", "/aggregation/trees"}, CheckTrees},
        {{"/systems", "/payload"}, CheckPayload},
        {{"/systems", "/jobs", "/placement", "/trace"}, CheckCollective},
        {{"/systems", "/jobs/count", "/trace"}, CheckJobNumbers},
        {{"/systems", "/trace", "/topology", "/link", "/dnns"}, CheckJobTrace},
        {{"/trace", "/link/rate_gbps", "/dnns"}, CheckJobTraceScale},
        {{"/trace", "/placement", "/faults"}, CheckBesideJobTrace},
        {{"/execution", "/trace", "/faults", "/host"}, CheckBesideExecution},
        {{"/jobs/workload", "/dnns"}, CheckWorkload},
        {{"/dnns"}, CheckLayers},
        {{"/dnns"}, CheckFragments},
        {{"/window/initial_packets", "/window/min_packets", "/window/max_packets"}, CheckWindow},
        {{"/systems", "/link/queue_bytes", "/reminder/bytes", "/topology/graph/links"}, CheckQueue},
        {{"/flow", "/link", "/topology/kind", "/switch/processing_ns", "/host/processing_ns"},
         CheckCongestionControl},
        {{"/link", "/background/load"}, CheckPauses},
        {{"/jobs/count", "/jobs/rings", "/trace", "/execution", "/payload", "/faults/ps_restarts"},
         CheckRings},
        {{"/faults/links", "/topology", "/link", "/jobs", "/placement/ps", "/trace"},
         CheckLinkFaults},
        {{"/faults/worker_pauses",
          "/faults/ps_restarts",
          "/jobs/count",
          "/jobs/workers",
          "/placement"},
         CheckServerFaults},
        {{"/systems", "/faults/ps_restarts"}, CheckRestarts},
        {{"/faults", "/recovery/enabled"}, CheckRecovery},
    };
    return rules;
}

ConfigErrors
CheckScenario(const ScenarioDraft& draft)
{
    ConfigErrors errors;
    for (const ScenarioRule& rule : ScenarioRules())
    {
        if (std::all_of(rule.reads.begin(), rule.reads.end(), [&draft](const auto& field) {
                return draft.IsRead(field);
            }))
        {
            rule.run(draft, errors);
        }
    }
    return errors;
}

} // namespace ns3::esa
