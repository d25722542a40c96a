/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-ns3-arguments.h"

#include "esa-attribute-check.h"

#include "ns3/command-line.h"
#include "ns3/esa-json-path.h"
#include "ns3/esa-json-text.h"
#include "ns3/esa-scenario-attributes.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>

namespace ns3::esa
{

namespace
{

/// An argument in parts.
struct Argument
{
    std::string name;     ///< without the hyphens
    bool hasValue{false}; ///< whether there is a =
    std::string value;    ///< what follows it
};

Argument
Split(const std::string& argument)
{
    const auto equals = argument.find('=');
    Argument parts;
    parts.hasValue = equals != std::string::npos;
    parts.name = argument.substr(0, equals).substr(2);
    parts.value = parts.hasValue ? argument.substr(equals + 1) : "";
    return parts;
}

bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

/// Whether it is an argument with which ns-3 prints something and ends.
bool
IsPrintRequest(const std::string& name)
{
    static const std::vector<std::string> names{"PrintHelp",
                                                "PrintVersion",
                                                "PrintGlobals",
                                                "PrintGroups",
                                                "PrintGroup",
                                                "PrintTypeIds",
                                                "PrintAttributes"};
    return std::find(names.begin(), names.end(), name) != names.end();
}

const GlobalValue*
FindGlobal(const std::string& name)
{
    for (auto global = GlobalValue::Begin(); global != GlobalValue::End(); ++global)
    {
        if ((*global)->GetName() == name)
        {
            return *global;
        }
    }
    return nullptr;
}

std::string
SuggestClass(const std::string& name)
{
    std::vector<std::string> classes;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        classes.push_back(TypeId::GetRegistered(i).GetName());
    }
    const std::string nearest = NearestWord(name, classes);
    return nearest.empty() ? "; --PrintTypeIds lists all" : "; did you mean " + nearest + "?";
}

std::string
CheckClass(const std::string& name, const std::string& base)
{
    TypeId type;
    if (!TypeId::LookupByNameFailSafe(name, &type))
    {
        return "ns-3 has no class " + Shown(name) + SuggestClass(name);
    }
    if (!base.empty() && !type.IsChildOf(TypeId::LookupByName(base)))
    {
        return name + " is no " + base;
    }
    return "";
}

/// The options of the fields that set an attribute; empty if none does.
std::string
OwningFields(const std::string& className, const std::string& attribute)
{
    std::string options;
    for (const ScenarioAttribute& owned : ScenarioAttributes())
    {
        if (owned.className == className && owned.attribute == attribute)
        {
            options += (options.empty() ? "--set " : ", --set ") + owned.field + "=VALUE";
        }
    }
    return options;
}

std::string
CheckAttribute(const Argument& argument)
{
    const auto colons = argument.name.rfind("::");
    const std::string className = argument.name.substr(0, colons);
    const std::string attribute = argument.name.substr(colons + 2);
    const std::string fields = OwningFields(className, attribute);
    if (!fields.empty())
    {
        return "belongs to the scenario; set its field instead: " + fields;
    }
    const std::string problem = CheckClass(className, "");
    if (!problem.empty())
    {
        return problem;
    }
    // Only the class's own attributes: ns-3 keeps a default with the class that declares it.
    const TypeId type = TypeId::LookupByName(className);
    std::string known;
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        const TypeId::AttributeInformation info = type.GetAttribute(i);
        if (info.name == attribute)
        {
            return CheckAttributeValue(info.checker, argument.value);
        }
        known += (known.empty() ? "" : ", ") + info.name;
    }
    return className + " has no attribute \"" + Shown(attribute) + "\" of its own; it has " +
           (known.empty() ? "none" : known);
}

std::string
CheckGlobal(const Argument& argument)
{
    if (argument.name == "RngSeed" || argument.name == "RngRun")
    {
        return std::string("use ") + (argument.name == "RngSeed" ? "--seed" : "--run") + " instead";
    }
    // ns-3 itself finds a wrong class only when it creates the object, and then aborts.
    std::string problem;
    if (argument.name == "SchedulerType")
    {
        problem = CheckClass(argument.value, "ns3::Scheduler");
    }
    else if (argument.name == "SimulatorImplementationType")
    {
        problem = CheckClass(argument.value, "ns3::SimulatorImpl");
    }
    return problem.empty()
               ? CheckAttributeValue(FindGlobal(argument.name)->GetChecker(), argument.value)
               : problem;
}

std::string
Check(const Argument& argument)
{
    if (IsPrintRequest(argument.name))
    {
        return argument.name == "PrintAttributes" ? CheckClass(argument.value, "") : "";
    }
    const bool isAttribute = StartsWith(argument.name, "ns3::");
    if (isAttribute && argument.name.rfind("::") < 5)
    {
        return "must be --ns3::CLASS::ATTRIBUTE=VALUE";
    }
    if (!argument.hasValue && (isAttribute || !StartsWith(argument.name, "Rng")))
    {
        return "needs a value: --" + argument.name + "=VALUE";
    }
    return isAttribute ? CheckAttribute(argument) : CheckGlobal(argument);
}

} // namespace

bool
IsNs3Argument(const std::string& argument)
{
    if (!StartsWith(argument, "--"))
    {
        return false;
    }
    const std::string name = Split(argument).name;
    return StartsWith(name, "ns3::") || IsPrintRequest(name) || FindGlobal(name) != nullptr;
}

std::string
CheckNs3Argument(const std::string& argument)
{
    return Check(Split(argument));
}

std::vector<std::string>
CheckNs3Arguments(const std::vector<std::string>& arguments)
{
    std::vector<std::string> lines;
    for (const std::string& argument : arguments)
    {
        const std::string problem =
            IsUtf8(argument) ? CheckNs3Argument(argument) : "must be a text in UTF-8";
        if (!problem.empty())
        {
            lines.push_back(Shown(argument) + ": " + problem);
        }
    }
    return lines;
}

void
ApplyNs3Arguments(const std::string& program, const std::vector<std::string>& arguments)
{
    GlobalValue::Bind("SchedulerType", StringValue(kDefaultScheduler));
    std::vector<std::string> all{program};
    all.insert(all.end(), arguments.begin(), arguments.end());
    CommandLine(program + ".cc").Parse(all);
}

} // namespace ns3::esa
