// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-system-registry.h"

#include "ns3/esa-host-sum.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace ns3::esa
{

namespace
{

bool g_isSealed = false; ///< whether something was made of the systems that there are

/// @return the systems, to which a program may add
std::deque<SystemRecord>&
Records()
{
    static std::deque<SystemRecord> records(kSystems, kSystems + kSystemsCount);
    return records;
}

/// @brief Refuses a record.
/// @param why what is wrong with it
[[noreturn]] void
Refuse(const SystemRecord& record, const std::string& why)
{
    throw std::invalid_argument("the system \"" + std::string(record.name) + "\" " + why);
}

/// @return true if another system has declared its field otherwise
bool
IsDeclaredOtherwise(const SystemParameter& parameter)
{
    for (const SystemRecord& record : Records())
    {
        for (const SystemParameter* other : ParametersOf(record))
        {
            if (other != &parameter && std::string_view(other->field) == parameter.field)
            {
                return true;
            }
        }
    }
    return false;
}

/// @param name a system's name
/// @return the name without underscores, on which TypeIds are made
std::string
WithoutUnderscores(std::string name)
{
    name.erase(std::remove(name.begin(), name.end(), '_'), name.end());
    return name;
}

/// Checks a record beside those that there are.
void
CheckRecord(const SystemRecord& record)
{
    if (g_isSealed)
    {
        Refuse(record, "is registered too late: scenario fields were made of the systems before");
    }
    if (const std::string why = WhyNoSystem(record); !why.empty())
    {
        Refuse(record, why);
    }
    for (const SystemGroup& group : SystemGroups())
    {
        if (WithoutUnderscores(group.name) == WithoutUnderscores(record.name))
        {
            Refuse(record, "has the name of a group of systems");
        }
    }
    for (const SystemRecord& other : Records())
    {
        if (WithoutUnderscores(other.name) == WithoutUnderscores(record.name))
        {
            Refuse(record, std::string("is registered already, as ") + other.name);
        }
    }
    const AdmissionPart& admission = record.admission;
    if (admission.fallback || admission.rule)
    {
        const SystemRecord* fallback = FallbackOf(record);
        if (!fallback || !fallback->SumsInHosts() || fallback->admission.fallback ||
            !admission.rule || record.SumsInHosts())
        {
            Refuse(record,
                   "needs an admission rule and a fallback that sums in hosts, or none of both");
        }
    }
    for (const SystemParameter* parameter : ParametersOf(record))
    {
        if (IsDeclaredOtherwise(*parameter))
        {
            Refuse(record,
                   std::string("has the parameter ") + parameter->field +
                       ", which another system declares");
        }
    }
}

} // namespace

const std::deque<SystemRecord>&
Systems()
{
    return Records();
}

void
RegisterSystem(const SystemRecord& record)
{
    CheckRecord(record);
    Records().push_back(record);
    Records().back().source = "own"; // the record may be a copy of one of the module's
    Records().back().ours = "";
}

void
SealSystems()
{
    g_isSealed = true;
}

const SystemRecord*
FindSystem(const std::string& name)
{
    const auto& records = Records();
    const auto found = std::find_if(records.begin(), records.end(), [&](const auto& record) {
        return record.name == name;
    });
    return found == records.end() ? nullptr : &*found;
}

const SystemRecord*
FallbackOf(const SystemRecord& record)
{
    return record.admission.fallback ? FindSystem(record.admission.fallback) : nullptr;
}

bool
HelpsWithOperations(const SystemRecord& record)
{
    const SystemRecord* const fallback = FallbackOf(record);
    return !record.SumsInHosts() &&
           (!fallback || KnowsOperation(*fallback, CollectiveKind::ReduceScatter));
}

std::vector<const SystemParameter*>
AllSystemParameters()
{
    std::vector<const SystemParameter*> all;
    for (const SystemRecord& record : Systems())
    {
        for (const SystemParameter* parameter : ParametersOf(record))
        {
            if (std::find(all.begin(), all.end(), parameter) == all.end())
            {
                all.push_back(parameter);
            }
        }
    }
    return all;
}

std::map<std::string, double>
DefaultSystemParameters()
{
    std::map<std::string, double> values;
    for (const SystemParameter* parameter : AllSystemParameters())
    {
        values[parameter->field] = parameter->defaultValue;
    }
    return values;
}

System
SystemWith(const SystemRecord& record, const std::map<std::string, double>& values)
{
    System system(record);
    for (const SystemParameter* parameter : system.Parameters())
    {
        system.Set(*parameter, values.at(parameter->field));
    }
    return system;
}

const std::array<SystemGroup, 3>&
SystemGroups()
{
    static const std::array<SystemGroup, 3> groups{{
        {"all", [](const SystemRecord&) { return true; }, "all systems"},
        {"in_switches",
         [](const SystemRecord& record) { return !record.SumsInHosts(); },
         "those that need switches that sum"},
        {"in_hosts", [](const SystemRecord& record) { return record.SumsInHosts(); }, "the others"},
    }};
    return groups;
}

std::vector<std::string>
WithoutGroups(const std::vector<std::string>& names)
{
    const auto groupOf = [](const std::string& name) {
        const auto& groups = SystemGroups();
        const auto found = std::find_if(groups.begin(), groups.end(), [&name](const auto& group) {
            return name == group.name;
        });
        return found == groups.end() ? nullptr : &*found;
    };
    std::vector<std::string> systems;
    for (const std::string& name : names)
    {
        const SystemGroup* const group = groupOf(name);
        if (!group)
        {
            systems.push_back(name);
            continue;
        }
        for (const SystemRecord& record : Systems())
        {
            const bool isNamed =
                std::find(names.begin(), names.end(), record.name) != names.end() ||
                std::find(systems.begin(), systems.end(), record.name) != systems.end();
            if (group->has(record) && !isNamed)
            {
                systems.emplace_back(record.name);
            }
        }
    }
    return systems;
}

} // namespace ns3::esa
