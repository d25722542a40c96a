/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-memory-rules.h"

#include "esa-systems-with.h"

#include "ns3/esa-json-path.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

constexpr uint64_t kMaxAggregators = 100000000; ///< the simulation needs about 50 bytes for each
const char* const kMemory = "/switch/memory_bytes";

/// The name of an aggregator, and the entries of the switch's table that it takes.
struct Part
{
    const char* name; ///< aggregator or slot
    uint64_t entries; ///< of the table
};

/**
 * @param layout how the memory is shared
 * @return the parts in which it is shared
 */
Part
PartOf(MemoryLayout layout)
{
    return layout == MemoryLayout::StaticSlots ? Part{"slot", 2} : Part{"aggregator", 1};
}

/// Systems whose memory is shared in the same way, in parts of the same size.
struct MemoryUse
{
    MemoryLayout layout;          ///< how it is shared
    const SystemParameter* price; ///< the size of a part

    /**
     * @param system a system
     * @return true if it is one of them
     */
    bool Includes(const SystemRecord& system) const
    {
        return system.onSwitch.memory == layout && system.onSwitch.price == price;
    }

    /**
     * @param config the scenario's fields
     * @return the systems of the scenario that are among them
     */
    std::string SystemsOf(const json& config) const
    {
        return SystemsWhere(config,
                            [this](const SystemRecord& system) { return Includes(system); });
    }
};

/**
 * @brief The uses of memory of all systems.
 * @return each once
 */
std::vector<MemoryUse>
MemoryUses()
{
    std::vector<MemoryUse> uses;
    for (const SystemRecord& system : Systems())
    {
        const bool isKnown = std::any_of(uses.begin(), uses.end(), [&system](const MemoryUse& use) {
            return use.Includes(system);
        });
        if (!isKnown)
        {
            uses.push_back({system.onSwitch.memory, system.onSwitch.price});
        }
    }
    return uses;
}

} // namespace

void
CheckAdmission(const json& config, ConfigErrors& errors)
{
    for (const json& name : config.at("systems"))
    {
        const SystemRecord& system = *FindSystem(name.get<std::string>());
        if (!system.admission.fallback)
        {
            continue;
        }
        const std::string job = PointerOfPath(system.admission.jobBytes->field);
        const std::string price = PointerOfPath(system.onSwitch.price->field);
        if (WholeNumber(config, job) < WholeNumber(config, price))
        {
            Refuse(errors,
                   config,
                   job,
                   std::string("at least one ") + PartOf(system.onSwitch.memory).name + ", " +
                       FieldWithValue(config, price) + " (" + system.name + ")");
        }
    }
}

void
CheckMemory(const json& config, ConfigErrors& errors)
{
    const uint64_t memory = WholeNumber(config, kMemory);
    for (const MemoryUse& use : MemoryUses())
    {
        const std::string systems = use.SystemsOf(config);
        if (systems.empty())
        {
            continue;
        }
        const Part part = PartOf(use.layout);
        const std::string price = PointerOfPath(use.price->field);
        const uint64_t bytes = WholeNumber(config, price);
        const std::string field = FieldWithValue(config, price);
        if (use.layout == MemoryLayout::SharedPool && memory < bytes)
        {
            Refuse(errors,
                   config,
                   kMemory,
                   std::string("at least one ") + part.name + ", " + field + " (" + systems + ")");
        }
        const uint64_t maxParts = kMaxAggregators / part.entries;
        if (memory / bytes > maxParts)
        {
            Refuse(errors,
                   config,
                   kMemory,
                   "at most " + std::to_string(maxParts) + " " + part.name + "s, " + field);
        }
    }
}

void
CheckShares(const json& config, ConfigErrors& errors)
{
    const uint64_t memory = WholeNumber(config, kMemory);
    const uint64_t jobs = WholeNumber(config, "/jobs/count");
    for (const MemoryUse& use : MemoryUses())
    {
        const std::string systems = use.SystemsOf(config);
        const std::string price = PointerOfPath(use.price->field);
        const uint64_t bytes = WholeNumber(config, price);
        if (!systems.empty() && use.layout != MemoryLayout::SharedPool && memory < bytes * jobs)
        {
            Refuse(errors,
                   config,
                   kMemory,
                   "at least " + std::to_string(bytes * jobs) + ", one " + PartOf(use.layout).name +
                       " per job: " + FieldWithValue(config, price) + ", " +
                       FieldWithValue(config, "/jobs/count") + " (" + systems + ")");
        }
    }
}

} // namespace ns3::esa
