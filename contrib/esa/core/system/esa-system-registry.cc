/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-system-registry.h"

#include "esa-system-table.h"

#include <algorithm>
#include <stdexcept>
#include <string_view>

namespace ns3::esa
{
namespace
{

/// @return the systems, to which a program may add
std::deque<SystemRecord>&
Records()
{
    static std::deque<SystemRecord> records(kSystems, kSystems + kSystemsCount);
    return records;
}

/**
 * @brief Refuses a record.
 * @param record the record
 * @param why what is wrong with it
 */
[[noreturn]] void
Refuse(const SystemRecord& record, const std::string& why)
{
    throw std::invalid_argument("the system \"" + std::string(record.name) + "\" " + why);
}

/**
 * @param text a text
 * @return true if it has only small letters, digits and underscores, and begins with a letter
 */
bool
IsWord(std::string_view text)
{
    const auto isAllowed = [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '_';
    };
    return !text.empty() && text.front() >= 'a' && text.front() <= 'z' &&
           std::all_of(text.begin(), text.end(), isAllowed);
}

/**
 * @param field name of a scenario field
 * @return true if it is GROUP.NAME
 */
bool
IsGroupAndName(std::string_view field)
{
    const auto dot = field.find('.');
    return dot != std::string_view::npos && IsWord(field.substr(0, dot)) &&
           IsWord(field.substr(dot + 1));
}

/**
 * @param parameter a parameter
 * @return true if another system has declared its field in another way
 */
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

/**
 * @brief Checks a parameter of a record.
 * @param record the record
 * @param parameter its parameter
 */
void
CheckParameter(const SystemRecord& record, const SystemParameter& parameter)
{
    const std::string field = parameter.field;
    if (!IsGroupAndName(field))
    {
        Refuse(record, "has the parameter \"" + field + "\": GROUP.NAME is allowed");
    }
    if (!AllowedInstead(parameter, parameter.defaultValue).empty())
    {
        Refuse(record, "has the parameter " + field + ", whose default is outside its range");
    }
    if (IsDeclaredOtherwise(parameter))
    {
        Refuse(record, "has the parameter " + field + ", which another system declares");
    }
}

/**
 * @brief Checks a record.
 * @param record the record
 */
void
CheckRecord(const SystemRecord& record)
{
    if (!IsWord(record.name))
    {
        Refuse(record, "needs a name of small letters, digits and underscores");
    }
    if (FindSystem(record.name))
    {
        Refuse(record, "is registered already");
    }
    if (!record.onSwitch.price)
    {
        Refuse(record, "needs the price of an aggregator");
    }
    if ((record.onHost.sum == SumPlace::Switch) != (record.onSwitch.collide != nullptr))
    {
        Refuse(record, "needs a collision rule if the switch sums, and none if hosts do");
    }
    if (record.admission.fallback)
    {
        const SystemRecord* fallback = FallbackOf(record);
        if (!fallback || fallback->onHost.sum == SumPlace::Switch || !record.admission.jobBytes)
        {
            Refuse(record, "needs a fallback that sums in hosts, and the memory of a job");
        }
    }
    for (const SystemParameter* parameter : ParametersOf(record))
    {
        CheckParameter(record, *parameter);
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

} // namespace ns3::esa
