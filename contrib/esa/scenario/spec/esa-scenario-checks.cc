/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-checks.h"

#include "esa-dnn-rules.h"
#include "esa-fault-rules.h"
#include "esa-job-trace-rules.h"
#include "esa-memory-rules.h"
#include "esa-placement-rules.h"
#include "esa-systems-with.h"

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
CheckPayload(const json& config, ConfigErrors& errors)
{
    const std::string systems = SystemsWith(config, &PolicyTraits::frame, FrameFormat::Mtu);
    if (!systems.empty() && config.at("payload") != "digest")
    {
        Refuse(errors,
               config,
               "/payload",
               "\"digest\" with " + systems + " (packets of an MTU carry no values here)");
    }
}

void
CheckJobNumbers(const json& config, ConfigErrors& errors)
{
    const std::string systems = SystemsWith(config, &PolicyTraits::frame, FrameFormat::SwitchMl);
    const std::string allowed = "at most " + std::to_string(kMaxSwitchMlJobs) + " with " + systems +
                                " (the job number in its header has 8 bits)";
    if (!systems.empty() && WholeNumber(config, "/jobs/count") > kMaxSwitchMlJobs)
    {
        Refuse(errors, config, "/jobs/count", allowed);
    }
    const std::size_t traced = config.at(json::json_pointer("/trace/jobs")).size();
    if (!systems.empty() && traced > kMaxSwitchMlJobs)
    {
        errors.push_back({"/trace", std::to_string(traced) + " jobs: must be " + allowed});
    }
}

void
CheckWindow(const json& config, ConfigErrors& errors)
{
    const uint64_t initial = WholeNumber(config, "/window/initial_packets");
    const uint64_t maximum = WholeNumber(config, "/window/max_packets");
    if (WholeNumber(config, "/window/min_packets") > initial)
    {
        Refuse(errors,
               config,
               "/window/min_packets",
               "at most " + FieldWithValue(config, "/window/initial_packets"));
    }
    if (maximum != 0 && maximum < initial)
    {
        Refuse(errors,
               config,
               "/window/max_packets",
               "0 (no cap) or at least " + FieldWithValue(config, "/window/initial_packets"));
    }
}

void
CheckQueue(const json& config, ConfigErrors& errors)
{
    const uint64_t room = WholeNumber(config, "/link/queue_bytes");
    const bool usesMtu = !SystemsWith(config, &PolicyTraits::frame, FrameFormat::Mtu).empty();
    const uint64_t frame = std::max<uint64_t>(usesMtu ? kMtuFrameBytes : kInaFrameBytes,
                                              WholeNumber(config, "/reminder/bytes"));
    if (room != 0 && room < frame)
    {
        Refuse(errors,
               config,
               "/link/queue_bytes",
               "0 (unlimited) or at least " + std::to_string(frame) + ", the largest packet");
    }
}

void
CheckRestarts(const json& config, ConfigErrors& errors)
{
    const std::string keepNoResults =
        SystemsWith(config, &PolicyTraits::resultSource, ResultSource::ParameterServer);
    const std::string hostsSum = SystemsWhere(config, [](const PolicyTraits& traits) {
        return traits.sum != SumPlace::Switch;
    });
    if (config.at(json::json_pointer("/faults/ps_restarts")).empty())
    {
        return;
    }
    if (!keepNoResults.empty())
    {
        Refuse(errors,
               config,
               "/faults/ps_restarts",
               "[] with " + keepNoResults +
                   " (workers keep no results, so a PS that starts again empty loses those that "
                   "some workers still lack)");
    }
    if (!hostsSum.empty())
    {
        Refuse(errors,
               config,
               "/faults/ps_restarts",
               "[] with " + hostsSum + " (their servers' restart is not modelled)");
    }
}

/// A rule between fields.
struct Check
{
    std::vector<std::string> reads;          ///< the fields it reads
    void (*run)(const json&, ConfigErrors&); ///< appends what is wrong
};

const std::vector<Check>&
Checks()
{
    static const std::vector<Check> checks{
        {{"/jobs/count", "/jobs/workers", "/topology/hosts", "/placement", "/trace"},
         CheckDefaultPlacement},
        {{"/topology/hosts", "/topology/racks", "/placement/racks_per_job"}, CheckRacks},
        {{"/topology/hosts", "/background/load"}, CheckBackground},
        {{"/jobs/count", "/jobs/workers", "/placement", "/trace"}, CheckPlacementSizes},
        {{"/topology/hosts", "/topology/ps_hosts", "/jobs/count", "/placement"},
         CheckPlacementHosts},
        {{"/systems", "/switch/memory_bytes", "/switch/aggregator_bytes"}, CheckAggregators},
        {{"/systems",
          "/switch/memory_bytes",
          "/switch/aggregator_bytes",
          "/switch/mtu_aggregator_bytes",
          "/switch/slot_bytes",
          "/jobs/count"},
         CheckStaticMemory},
        {{"/systems", "/switch/slot_bytes", "/hire/job_memory_bytes"}, CheckAdmission},
        {{"/systems", "/payload"}, CheckPayload},
        {{"/systems", "/jobs/count", "/trace"}, CheckJobNumbers},
        {{"/trace", "/topology/hosts", "/dnns"}, CheckJobTrace},
        {{"/trace", "/link/rate_gbps", "/dnns"}, CheckJobTraceScale},
        {{"/trace", "/placement", "/faults"}, CheckBesideJobTrace},
        {{"/jobs/workload", "/dnns"}, CheckWorkload},
        {{"/dnns"}, CheckLayerTimes},
        {{"/dnns"}, CheckLayers},
        {{"/dnns"}, CheckFragments},
        {{"/window/initial_packets", "/window/min_packets", "/window/max_packets"}, CheckWindow},
        {{"/systems", "/link/queue_bytes", "/reminder/bytes"}, CheckQueue},
        {{"/faults/links", "/topology/hosts", "/topology/ps_hosts", "/jobs/count"},
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
    return checks;
}

} // namespace

ConfigErrors
CheckScenario(const json& config, const ConfigErrors& known)
{
    ConfigErrors errors;
    for (const Check& check : Checks())
    {
        const bool isReadable =
            std::none_of(check.reads.begin(), check.reads.end(), [&known](const auto& field) {
                return HasErrorAt(known, field);
            });
        if (isReadable)
        {
            check.run(config, errors);
        }
    }
    return errors;
}

} // namespace ns3::esa
