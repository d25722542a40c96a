/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-memory-rules.h"

#include "esa-systems-with.h"

#include "ns3/esa-json-path.h"

#include <cstdint>
#include <nlohmann/json.hpp>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

constexpr uint64_t kMaxAggregators = 100000000;     ///< the simulation holds each, some 50 bytes
constexpr uint64_t kMaxSlots = kMaxAggregators / 2; ///< of two versions
const char* const kMemory = "/switch/memory_bytes";

/// Static memory, and what a part of it costs.
struct StaticMemory
{
    MemoryLayout memory;    ///< how it is shared
    const char* bytesField; ///< the cost of a part
    const char* partName;   ///< what a part is called
    uint64_t maxParts;      ///< as many as the simulation holds
    bool forMtu;            ///< whether the part holds a packet of an MTU
};

constexpr StaticMemory kStaticMemories[]{
    {MemoryLayout::StaticSlots, "/switch/slot_bytes", "slot", kMaxSlots, false},
    {MemoryLayout::StaticShare, "/switch/aggregator_bytes", "aggregator", kMaxAggregators, false},
    {MemoryLayout::StaticShare,
     "/switch/mtu_aggregator_bytes",
     "aggregator",
     kMaxAggregators,
     true},
};

} // namespace

void
CheckAggregators(const json& config, ConfigErrors& errors)
{
    const std::string systems =
        SystemsWith(config, &PolicyTraits::memory, MemoryLayout::SharedPool);
    const uint64_t memory = WholeNumber(config, kMemory);
    const uint64_t bytes = WholeNumber(config, "/switch/aggregator_bytes");
    const std::string field = FieldWithValue(config, "/switch/aggregator_bytes");
    if (!systems.empty() && memory < bytes)
    {
        Refuse(errors, config, kMemory, "at least one aggregator, " + field + " (" + systems + ")");
    }
    if (!systems.empty() && memory / bytes > kMaxAggregators)
    {
        Refuse(errors,
               config,
               kMemory,
               "at most " + std::to_string(kMaxAggregators) + " aggregators, " + field);
    }
}

void
CheckAdmission(const json& config, ConfigErrors& errors)
{
    std::string systems;
    for (const json& system : config.at("systems"))
    {
        const auto name = system.get<std::string>();
        systems += FindPolicy(name)->fallback.empty() ? "" : (systems.empty() ? "" : ", ") + name;
    }
    if (!systems.empty() &&
        WholeNumber(config, "/hire/job_memory_bytes") < WholeNumber(config, "/switch/slot_bytes"))
    {
        Refuse(errors,
               config,
               "/hire/job_memory_bytes",
               "at least one slot, " + FieldWithValue(config, "/switch/slot_bytes") + " (" +
                   systems + ")");
    }
}

void
CheckStaticMemory(const json& config, ConfigErrors& errors)
{
    const uint64_t memory = WholeNumber(config, kMemory);
    const uint64_t jobs = WholeNumber(config, "/jobs/count");
    for (const StaticMemory& kind : kStaticMemories)
    {
        const std::string systems = SystemsWhere(config, [&kind](const PolicyTraits& traits) {
            return traits.memory == kind.memory &&
                   (traits.frame == FrameFormat::Mtu) == kind.forMtu;
        });
        const uint64_t bytes = WholeNumber(config, kind.bytesField);
        const std::string field = FieldWithValue(config, kind.bytesField);
        if (!systems.empty() && memory < bytes * jobs)
        {
            Refuse(errors,
                   config,
                   kMemory,
                   "at least " + std::to_string(bytes * jobs) + ", one " + kind.partName +
                       " a job: " + field + ", " + FieldWithValue(config, "/jobs/count") + " (" +
                       systems + ")");
        }
        if (!systems.empty() && memory / bytes > kind.maxParts)
        {
            Refuse(errors,
                   config,
                   kMemory,
                   "at most " + std::to_string(kind.maxParts) + " " + kind.partName + "s, " +
                       field);
        }
    }
}

} // namespace ns3::esa
