/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-rules.h"
#include "esa-switch-memories.h"
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
    bool sums;                    ///< whether switches sum, or hosts do

    /**
     * @param system a system
     * @return true if it is one of them
     */
    bool Includes(const SystemRecord& system) const
    {
        return system.onSwitch.memory == layout && system.onSwitch.aggregatorBytes == price &&
               system.SumsInHosts() != sums;
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
            uses.push_back({system.onSwitch.memory,
                            system.onSwitch.aggregatorBytes,
                            !system.SumsInHosts()});
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
        const std::string price = PointerOfPath(system.onSwitch.aggregatorBytes->field);
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
CheckMemory(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const json& config = draft.Written();
    const std::vector<SwitchMemory> ofSwitches = MemoriesOf(draft);
    const std::vector<SwitchMemory> usual{UsualMemory(draft)};
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
        const uint64_t maxParts = kMaxAggregators / part.entries;
        for (const SwitchMemory& memory : use.sums ? ofSwitches : usual)
        {
            if (use.layout == MemoryLayout::SharedPool && memory.isNeeded && memory.bytes < bytes)
            {
                Refuse(errors,
                       config,
                       memory.field,
                       std::string("at least one ") + part.name + ", " + field + " (" + systems +
                           ")" + memory.why);
            }
            if (memory.bytes / bytes > maxParts)
            {
                Refuse(errors,
                       config,
                       memory.field,
                       "at most " + std::to_string(maxParts) + " " + part.name + "s, " + field);
            }
        }
    }
}

void
CheckSharesOf(const ScenarioDraft& draft, const json& config, ConfigErrors& errors)
{
    const uint64_t jobs = WholeNumber(config, "/jobs/count");
    const std::vector<SwitchMemory> memories = MemoriesOf(draft);
    for (const MemoryUse& use : MemoryUses())
    {
        const std::string systems = use.SystemsOf(config);
        const std::string price = PointerOfPath(use.price->field);
        const uint64_t bytes = WholeNumber(config, price);
        if (systems.empty() || use.layout == MemoryLayout::SharedPool)
        {
            continue;
        }
        for (const SwitchMemory& memory : memories)
        {
            if (memory.isNeeded && memory.bytes < bytes * jobs)
            {
                Refuse(errors,
                       config,
                       memory.field,
                       "at least " + std::to_string(bytes * jobs) + ", one " +
                           PartOf(use.layout).name + " per job: " + FieldWithValue(config, price) +
                           ", " + FieldWithValue(config, "/jobs/count") + " (" + systems + ")" +
                           memory.why);
            }
        }
    }
}

void
CheckShares(const ScenarioDraft& draft, ConfigErrors& errors)
{
    CheckSharesOf(draft, draft.Written(), errors);
}

void
CheckEqualMemory(const ScenarioDraft& draft, ConfigErrors& errors)
{
    const std::vector<SwitchMemory> memories = MemoriesOf(draft);
    const SwitchMemory* first = nullptr;
    const SwitchMemory* other = nullptr;
    for (const SwitchMemory& memory : memories)
    {
        if (memory.bytes == 0)
        {
            continue;
        }
        first = first ? first : &memory;
        other = other || memory.bytes == first->bytes ? other : &memory;
    }
    if (!other)
    {
        return;
    }
    const std::string divided = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return !system.SumsInHosts() &&
               system.onSwitch.memory != MemoryLayout::SharedPool;
    });
    if (!divided.empty())
    {
        Refuse(errors,
               draft.Written(),
               other->field,
               std::string("that of ") + FieldWithValue(draft.Written(), first->field) +
                   (other->isNeeded ? "" : ", or 0") + ", with " + divided +
                   " (a job has the same part of each switch)");
    }
    const std::string pools = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return !system.SumsInHosts() &&
               system.onSwitch.memory == MemoryLayout::SharedPool;
    });
    if (!pools.empty() && draft->switchNode.aggregatorIndex == IndexRule::Linear)
    {
        draft.Refuse(errors,
                     draft->switchNode.aggregatorIndex,
                     "\"mix64\" or \"crc32\" where switches have different memory, with " + pools +
                         " (neighbours would share an aggregator)");
    }
}

} // namespace ns3::esa
