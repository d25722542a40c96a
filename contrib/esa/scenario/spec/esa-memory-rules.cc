// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-network.h"
#include "esa-scenario-rules.h"

#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-group-memory.h"
#include "ns3/esa-text.h"

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

const char* const kJobs = "/jobs/count";

/// The name of an aggregator, and the entries of the switch's table that it takes.
struct Part
{
    const char* name; ///< aggregator or slot
    uint64_t entries; ///< of the table
};

Part
PartOf(MemoryLayout layout)
{
    return layout == MemoryLayout::StaticSlots ? Part{"slot", 2} : Part{"aggregator", 1};
}

/// The size of a part, by a field.
struct PartSize
{
    uint64_t bytes;   ///< the size
    std::string text; ///< field and value, for messages
};

/// The field that gives the size of a part: in bytes, by its values, or by the longest frame. Null:
/// no field does.
const SystemParameter*
FieldOfSize(const SystemRecord& system)
{
    if (system.onSwitch.aggregatorBytes)
    {
        return system.onSwitch.aggregatorBytes;
    }
    if (system.onHost.values)
    {
        return system.onHost.values;
    }
    return system.onHost.frame == FrameFormat::Mtu ? &kMtuBytes : nullptr;
}

PartSize
SizeOf(const json& config, const SystemRecord& record)
{
    System system(record);
    const SystemParameter* field = FieldOfSize(record);
    const std::string pointer = field ? PointerOfPath(field->field) : "";
    if (field)
    {
        system.Set(*field, static_cast<double>(WholeNumber(config, pointer)));
    }
    const uint64_t bytes = system.AggregatorBytes();
    const std::string says = field ? FieldWithValue(config, pointer) : "";
    return {bytes,
            record.onSwitch.aggregatorBytes
                ? says
                : std::to_string(bytes) + " bytes" + (field ? " with " + says : "")};
}

/// Systems whose memory is shared by one rule, in parts of the same size.
struct MemoryUse
{
    MemoryLayout layout;     ///< how it is shared
    const SystemRecord* one; ///< one of the systems
    bool sums;               ///< whether switches sum, or hosts do

    /// @return whether a system is one of them
    bool Includes(const SystemRecord& system) const
    {
        return system.onSwitch.memory == layout && FieldOfSize(system) == FieldOfSize(*one) &&
               system.SumsInHosts() != sums;
    }

    /// @return the systems of a configuration that are among them; a fallback sums in hosts and
    ///         needs no memory beside its system's
    std::string NamesIn(const json& config) const
    {
        return NamesWhere(SystemsOf(config),
                          [this](const SystemRecord& system) { return Includes(system); });
    }
};

/// The uses of memory of all systems, each once.
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
            uses.push_back({system.onSwitch.memory, &system, !system.SumsInHosts()});
        }
    }
    return uses;
}

/// Checks that each job that is admitted to the switch's memory gets at least one slot.
void
CheckAdmission(ScenarioDraft& draft)
{
    const json& config = draft.Written();
    for (const SystemRecord* system : SystemsOf(config))
    {
        if (!system->admission.jobBytes)
        {
            continue;
        }
        const std::string job = PointerOfPath(system->admission.jobBytes->field);
        const PartSize size = SizeOf(config, *system);
        if (WholeNumber(config, job) < size.bytes)
        {
            draft.RefuseAt(job,
                           {std::string("at least one ") + PartOf(system->onSwitch.memory).name +
                                ", " + size.text + " (" + system->name + ")",
                            {{"minimum", size.bytes}}});
        }
    }
}

/// Checks that a shared pool has at least one aggregator, and that no memory has more of them than
/// the simulation can hold. A switch that sums for no job may have none, if it has a memory of its
/// own.
void
CheckMemory(ScenarioDraft& draft)
{
    const json& config = draft.Written();
    const std::vector<SwitchMemory> ofSwitches = MemoriesOf(draft);
    const std::vector<SwitchMemory> usual{UsualMemory(draft)};
    for (const MemoryUse& use : MemoryUses())
    {
        const std::string systems = use.NamesIn(config);
        if (systems.empty())
        {
            continue;
        }
        const Part part = PartOf(use.layout);
        const PartSize size = SizeOf(config, *use.one);
        const uint64_t maxParts = AggregatorTable::kMaxSize / part.entries;
        for (const SwitchMemory& memory : use.sums ? ofSwitches : usual)
        {
            // where hosts sum, the memory has no effect
            if (use.sums && use.layout == MemoryLayout::SharedPool && memory.isNeeded &&
                memory.bytes < size.bytes)
            {
                draft.RefuseAt(memory.field,
                               {std::string("at least one ") + part.name + ", " + size.text + " (" +
                                    systems + ")" + memory.why,
                                {{"minimum", size.bytes}}});
            }
            if (memory.bytes / size.bytes > maxParts)
            {
                draft.RefuseAt(
                    memory.field,
                    {"at most " + std::to_string(maxParts) + " " + part.name + "s, " + size.text,
                     {{"maximum", maxParts * size.bytes}}});
            }
        }
    }
}

/// Checks that memory differs between switches only where systems and the choice of an aggregator
/// allow it.
void
CheckEqualMemory(ScenarioDraft& draft)
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
        return !system.SumsInHosts() && system.onSwitch.memory != MemoryLayout::SharedPool;
    });
    if (!divided.empty())
    {
        draft.RefuseAt(other->field,
                       std::string("that of ") + FieldWithValue(draft.Written(), first->field) +
                           (other->isNeeded ? "" : ", or 0") + ", with " + divided +
                           " (a job has the same part of each switch)");
    }
    const std::string pools = SystemsWhere(draft.Written(), [](const SystemRecord& system) {
        return !system.SumsInHosts() && system.onSwitch.memory == MemoryLayout::SharedPool;
    });
    draft.Require(pools.empty() || draft->switchNode.aggregatorIndex != IndexRule::Linear,
                  draft->switchNode.aggregatorIndex,
                  OneOf({"mix64", "crc32"}) + " where switches have different memory, with " +
                      pools + " (neighbours would share an aggregator)");
}

/// Workers of the largest job.
uint32_t
LargestJob(const Scenario& scenario)
{
    uint32_t largest = scenario.trace.jobs.empty() ? scenario.jobs.workers : 0;
    for (const TraceJobSpec& job : scenario.trace.jobs)
    {
        largest = std::max(largest, job.workers);
    }
    return largest;
}

/// What is needed, and why.
Allowed
Needed(uint64_t bytes, uint32_t groups, uint32_t workers, const std::string& size)
{
    return AtLeast(bytes) + ": a job of " + std::to_string(workers) + " workers may have " +
           std::to_string(groups) +
           " groups at a switch (of at most 32; of one behind a switch that does not sum), and "
           "each "
           "needs a part of its own; " +
           size;
}

/// Refuses the memory of a system that a job does not get enough of.
void
CheckGroupsOf(const SystemRecord& system,
              ScenarioDraft& draft,
              const json& config,
              uint32_t workers)
{
    if (system.SumsInHosts() || system.onSwitch.memory == MemoryLayout::SharedPool)
    {
        return;
    }
    // Behind a switch that does not sum, each worker is a group.
    const uint32_t groups =
        std::max(MaxGroupsAtOneSwitch(workers), draft->aggregation.switches.empty() ? 1 : workers);
    const PartSize size = SizeOf(config, system);
    const uint64_t needed = size.bytes * groups;
    if (system.admission.jobBytes)
    {
        const std::string ofJob = PointerOfPath(system.admission.jobBytes->field);
        if (WholeNumber(config, ofJob) < needed)
        {
            draft.RefuseAt(ofJob,
                           Needed(needed, groups, workers, size.text) + " (" + system.name + ")");
        }
        return;
    }
    const uint64_t jobs = WholeNumber(config, kJobs);
    for (const SwitchMemory& memory : MemoriesOf(draft))
    {
        if (memory.isNeeded && memory.bytes / jobs < needed)
        {
            draft.RefuseAt(memory.field,
                           Needed(needed * jobs, groups, workers, size.text) + ", " +
                               FieldWithValue(config, kJobs) + " (" + system.name + ")" +
                               memory.why);
        }
    }
}

/// Checks what jobs have of memory that they share equally.
void
CheckShares(ScenarioDraft& draft)
{
    CheckSharesOf(draft, draft.Written(), LargestJob(*draft));
}

/// Checks that a sum with a part of its members can be checked: it is one of all-reduce, and the
/// workers of a job are one group.
void
CheckThreshold(ScenarioDraft& draft)
{
    const json& config = draft.Written();
    for (const SystemRecord* system : SystemsOf(config))
    {
        if (!system->onSwitch.threshold)
        {
            continue;
        }
        const std::string field = PointerOfPath(system->onSwitch.threshold->field);
        const bool isOneGroup = draft->Racks() == 1 && LargestJob(*draft) <= kMaxFanIn;
        const bool isAllReduce =
            draft->jobs.collective == CollectiveKind::AllReduce && draft->execution.traces.empty();
        if (WholeNumber(config, field) > 0 && !(isOneGroup && isAllReduce))
        {
            draft.RefuseAt(field,
                           std::string("0 where jobs have several racks, more than 32 workers, "
                                       "execution traces or another collective than all_reduce"));
        }
    }
}

} // namespace

void
CheckSharesOf(ScenarioDraft& draft, const json& config, uint32_t workers)
{
    const uint64_t jobs = WholeNumber(config, kJobs);
    const std::vector<SwitchMemory> memories = MemoriesOf(draft);
    for (const MemoryUse& use : MemoryUses())
    {
        const std::string systems = use.NamesIn(config);
        const PartSize size = SizeOf(config, *use.one);
        if (systems.empty() || use.layout == MemoryLayout::SharedPool)
        {
            continue;
        }
        for (const SwitchMemory& memory : memories)
        {
            if (memory.isNeeded && memory.bytes < size.bytes * jobs)
            {
                draft.RefuseAt(memory.field,
                               AtLeast(size.bytes * jobs) + ", one " + PartOf(use.layout).name +
                                   " per job: " + size.text + ", " + FieldWithValue(config, kJobs) +
                                   " (" + systems + ")" + memory.why);
            }
        }
    }
    const bool hasOneGroup = workers <= kMaxFanIn && draft->aggregation.switches.empty();
    if (hasOneGroup || jobs == 0)
    {
        return; // its workers fit a bitmap, and all switches sum; or switches sum nothing
    }
    for (const SystemRecord* system : SystemsOf(config))
    {
        CheckGroupsOf(*system, draft, config, workers);
    }
}

void
ApplyMemoryRules(ScenarioDraft& draft)
{
    CheckMemory(draft);
    CheckShares(draft);
    CheckEqualMemory(draft);
    CheckAdmission(draft);
    CheckThreshold(draft);
}

} // namespace ns3::esa
