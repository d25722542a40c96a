/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-engine-fields.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <vector>

namespace ns3::esa
{
namespace
{

/// The fields as they are if nobody sets them, in the order of ScenarioFields().
const std::vector<nlohmann::json>&
Defaults()
{
    static const std::vector<nlohmann::json> defaults = [] {
        std::vector<nlohmann::json> values;
        const Scenario scenario;
        for (const ScenarioField& field : ScenarioFields())
        {
            values.push_back(field.value(scenario));
        }
        return values;
    }();
    return defaults;
}

/// Whether the engine knows a field at any value.
bool
IsKnown(const std::string& pointer)
{
    const auto& known = FieldsOfEngine();
    return std::any_of(known.begin(), known.end(), [&pointer](const std::string& field) {
        return PointerCovers(field, pointer);
    });
}

} // namespace

const std::vector<std::string>&
FieldsOfEngine()
{
    static const std::vector<std::string> fields = [] {
        std::vector<std::string> known{
            // what is run, and what it is called
            "/name",
            "/description",
            "/systems",
            "/seeds",
            "/run",
            "/iterations",
            // the network: jobs stay in their racks, so that no packet comes to a spine
            "/link/rate_gbps",
            "/link/delay_us",
            "/topology/hosts",
            "/topology/racks",
            "/topology/spines",
            "/topology/oversubscription",
            "/topology/uplink_delay_us",
            "/topology/uplinks_gbps",
            "/switch/memory_bytes",
            "/switch/aggregator_index",
            "/switch/processing_ns",
            "/aggregation/levels", // jobs that are summed in groups are refused
            "/aggregation/trees",
            "/host/processing_ns",
            "/host/ps_processing_ns",
            "/atp/preset", // which sets other fields
            "/switchml/preset",
            "/ecn/threshold_bytes",
            // the jobs
            "/placement/racks_per_job",
            "/placement/policy",
            "/placement/seed",
            "/placement/jobs",
            "/jobs/count",
            "/jobs/workers",
            "/jobs/workload",
            "/jobs/start_max_us",
            "/dnns",
            "/jitter",
            "/priority",
            // the transport
            "/window/initial_packets",
            "/window/min_packets",
            "/window/max_packets",
            "/window/ssthresh_packets",
            "/window/growth_packets",
            "/rto/min_us",
            "/rto/check_us",
            "/reminder/bytes",
            "/reminder/overtakes",
            "/reminder/ps_holdoff_us",
            // of flows and accelerators that it leaves to the simulator
            "/flow",
            "/execution/peak_tflops",
            "/execution/memory_gbytes_per_s",
            "/execution/missing_nodes",
            "/execution/dependencies",
            // of failures, without which it does nothing
            "/faults/detection_us",
            // of recovery, without which they do nothing
            "/window/counts",
            "/window/halves_when_overtaken",
            "/window/ahead_windows",
            "/recovery/query_delay_us",
            "/recovery/stale_us",
        };
        // It reads the parameters of a system that it knows, and leaves other systems to the
        // simulator.
        for (const SystemParameter* parameter : AllSystemParameters())
        {
            known.push_back(PointerOfPath(parameter->field));
        }
        return known;
    }();
    return fields;
}

std::string
FieldBeyondEngine(const Scenario& scenario)
{
    const std::vector<ScenarioField>& fields = ScenarioFields();
    for (std::size_t i = 0; i < fields.size(); ++i)
    {
        if (fields[i].value(scenario) != Defaults()[i] && !IsKnown(fields[i].pointer))
        {
            return fields[i].pointer;
        }
    }
    for (const StructuredField& field : StructuredFields())
    {
        if (field.entries(scenario) > 0 && !IsKnown(field.pointer))
        {
            return field.pointer;
        }
    }
    return "";
}

} // namespace ns3::esa
