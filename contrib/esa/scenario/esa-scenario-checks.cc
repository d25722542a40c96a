/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-checks.h"

#include "esa-fault-rules.h"
#include "esa-json-path.h"
#include "esa-memory-rules.h"
#include "esa-placement-rules.h"
#include "esa-systems-with.h"

#include "ns3/esa-switchml-wire-format.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <set>
#include <string>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

constexpr uint64_t kMaxSwitchMlJobs = 256;     ///< the job number in its header has 8 bits
constexpr uint64_t kMaxFragments = 0x7fffffff; ///< half the sequence space stays comparable
const char* const kWorkload = "/jobs/workload";

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
    if (!systems.empty() && WholeNumber(config, "/jobs/count") > kMaxSwitchMlJobs)
    {
        Refuse(errors,
               config,
               "/jobs/count",
               "at most " + std::to_string(kMaxSwitchMlJobs) + " with " + systems +
                   " (the job number in its header has 8 bits)");
    }
}

void
CheckWorkload(const json& config, ConfigErrors& errors)
{
    std::string known;
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        known += (known.empty() ? "" : ", ") + letter;
    }
    for (const char letter : config.at(json::json_pointer(kWorkload)).get<std::string>())
    {
        if (!config.at("dnns").contains(std::string(1, letter)))
        {
            Refuse(errors, config, kWorkload, "letters of /dnns: " + known);
            return;
        }
    }
}

void
CheckLayers(const json& config, ConfigErrors& errors)
{
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        const std::string pointer = "/dnns/" + letter;
        const std::size_t layers = dnn.at("layers").size();
        std::set<uint64_t> withPartition;
        for (std::size_t p = 0; p < dnn.at("partitions").size(); ++p)
        {
            const uint64_t layer = dnn["partitions"][p].at("layer").get<uint64_t>();
            withPartition.insert(layer);
            if (layer > layers)
            {
                Refuse(errors,
                       config,
                       pointer + "/partitions/" + std::to_string(p) + "/layer",
                       "a layer from 1 to " + std::to_string(layers) + " (" + pointer +
                           "/layers has " + std::to_string(layers) + ")");
            }
        }
        for (std::size_t layer = 1; layer <= layers; ++layer)
        {
            if (withPartition.count(layer) == 0)
            {
                Refuse(errors,
                       config,
                       pointer + "/layers/" + std::to_string(layer - 1),
                       "a layer with gradients: no entry of " + pointer + "/partitions has layer " +
                           std::to_string(layer));
            }
        }
    }
}

void
CheckFragments(const json& config, ConfigErrors& errors)
{
    for (const auto& [letter, dnn] : config.at("dnns").items())
    {
        uint64_t fragments = 0;
        for (const json& partition : dnn.at("partitions"))
        {
            fragments += partition.at("bytes").get<uint64_t>() / kSwitchMlPayloadBytes + 1;
        }
        if (fragments > kMaxFragments)
        {
            Refuse(errors,
                   config,
                   "/dnns/" + letter + "/partitions",
                   "at most " + std::to_string(kMaxFragments * kSwitchMlPayloadBytes) +
                       " bytes in all (sequence numbers have 32 bits)");
        }
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
    const std::string systems =
        SystemsWith(config, &PolicyTraits::resultSource, ResultSource::ParameterServer);
    if (!systems.empty() && !config.at(json::json_pointer("/faults/ps_restarts")).empty())
    {
        Refuse(errors,
               config,
               "/faults/ps_restarts",
               "[] with " + systems +
                   " (workers keep no results, so a PS that starts again empty loses those that "
                   "some workers still lack)");
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
        {{"/jobs/count", "/jobs/workers", "/topology/hosts", "/placement"}, CheckDefaultPlacement},
        {{"/jobs/count", "/jobs/workers", "/placement"}, CheckPlacementSizes},
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
        {{"/systems", "/payload"}, CheckPayload},
        {{"/systems", "/jobs/count"}, CheckJobNumbers},
        {{kWorkload, "/dnns"}, CheckWorkload},
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
            std::all_of(check.reads.begin(), check.reads.end(), [&known](const std::string& field) {
                return std::none_of(known.begin(), known.end(), [&field](const ConfigError& error) {
                    return PointerCovers(field, error.pointer) ||
                           PointerCovers(error.pointer, field);
                });
            });
        if (isReadable)
        {
            check.run(config, errors);
        }
    }
    return errors;
}

} // namespace ns3::esa
