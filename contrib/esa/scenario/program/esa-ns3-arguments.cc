// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-help.h"
#include "esa-scenario-options.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/esa-scenario-attributes.h"
#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"
#include "ns3/global-value.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <sstream>

namespace ns3::esa
{

namespace
{

bool
StartsWith(const std::string& text, const std::string& start)
{
    return text.compare(0, start.size(), start) == 0;
}

/// The name in an argument, without hyphens and value.
std::string
NameIn(const std::string& argument)
{
    return argument.substr(0, argument.find('=')).substr(2);
}

/// The options that set what an attribute or global value would set; empty: there are none.
std::string
OwnOptions(const std::string& name)
{
    std::string options;
    for (const ScenarioAttribute& owned : ScenarioAttributes())
    {
        if (owned.className + "::" + owned.attribute == name)
        {
            options += (options.empty() ? "--set " : ", --set ") + owned.field + "=VALUE";
        }
    }
    return options;
}

/// A global value that names the type of an object, and what the type must be.
struct TypeOfObject
{
    const char* global; ///< name of the global value
    const char* parent; ///< the type, or one that is derived from it
};

constexpr TypeOfObject kTypesOfObjects[]{{"SimulatorImplementationType", "ns3::SimulatorImpl"},
                                         {"SchedulerType", "ns3::Scheduler"}};

/// Whether an object of a type can be made, in place of another type.
bool
CanBeMade(const std::string& name, const std::string& parent)
{
    TypeId type;
    return TypeId::LookupByNameFailSafe(name, &type) && type.HasConstructor() &&
           type.IsChildOf(TypeId::LookupByName(parent));
}

/// The types that can be made in place of another one, for messages.
std::string
TypesFor(const std::string& parent)
{
    std::vector<std::string> names;
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        if (const std::string name = TypeId::GetRegistered(i).GetName(); CanBeMade(name, parent))
        {
            names.push_back(name);
        }
    }
    return JoinWords(names);
}

/// A help text as ns-3's tools read it: on one line, in which only the option has hyphens, and only
/// the default, which is empty, has brackets. ns-3 itself prints no empty default.
std::string
OnOneLine(std::string help)
{
    for (std::size_t at = help.find("--"); at != std::string::npos; at = help.find("--", at))
    {
        help.erase(at, 2);
    }
    std::replace(help.begin(), help.end(), '\n', ' ');
    std::replace(help.begin(), help.end(), '[', '(');
    std::replace(help.begin(), help.end(), ']', ')');
    return help + " []";
}

std::string g_applied; ///< the argument that ns-3 reads

/// ns-3 ends the program where it cannot read a value, after a message of its own.
[[noreturn]] void
OnTerminate()
{
    std::cerr << "esa-scenario: error: " << Shown(g_applied) << ": ns-3 does not take this value"
              << std::endl;
    std::_Exit(2);
}

/// Passes an argument with a value to ns-3. Returns what is wrong with it; empty: nothing
std::string
Apply(const std::string& argument)
{
    const std::string name = NameIn(argument);
    const auto equals = argument.find('=');
    if (equals == std::string::npos)
    {
        return "needs a value: --" + name + "=VALUE";
    }
    if (const std::string own = OwnOptions(name); !own.empty())
    {
        return "belongs to the scenario; set its field instead: " + own;
    }
    for (const TypeOfObject& object : kTypesOfObjects)
    {
        if (name == object.global && !CanBeMade(argument.substr(equals + 1), object.parent))
        {
            return "is not allowed: must be one of " + TypesFor(object.parent);
        }
    }
    g_applied = argument;
    const StringValue value(argument.substr(equals + 1));
    if (StartsWith(name, "ns3::"))
    {
        return Config::SetDefaultFailSafe(name, value)
                   ? ""
                   : "ns-3 has no such attribute, or it does not take this value; "
                     "--PrintAttributes=CLASS lists the attributes of a class";
    }
    return Config::SetGlobalFailSafe(name, value)
               ? ""
               : "does not take this value; --PrintGlobals lists values";
}

} // namespace

std::vector<std::string>
ArgumentsOfEnvironment()
{
    std::vector<std::string> arguments;
    for (const std::string variable : {"NS_GLOBAL_VALUE", "NS_ATTRIBUTE_DEFAULT"})
    {
        const char* const text = std::getenv(variable.c_str());
        std::istringstream settings(text == nullptr ? "" : text);
        for (std::string setting; std::getline(settings, setting, ';');)
        {
            arguments.push_back("--" + setting);
            if (!setting.empty() && !IsNs3Argument(arguments.back()))
            {
                throw ScenarioError({variable + " " + Shown(setting) + ": ns-3 has no such " +
                                     (variable == "NS_GLOBAL_VALUE" ? "global value; --PrintGlobals"
                                                                    : "attribute; --PrintTypeIds") +
                                     " lists names"});
            }
            if (setting.empty())
            {
                arguments.pop_back();
            }
        }
    }
    return arguments;
}

bool
IsNs3Argument(const std::string& argument)
{
    if (!StartsWith(argument, "--"))
    {
        return false;
    }
    const std::string name = NameIn(argument);
    return StartsWith(name, "ns3::") || StartsWith(name, "Print") ||
           std::any_of(GlobalValue::Begin(), GlobalValue::End(), [&name](const auto* global) {
               return global->GetName() == name;
           });
}

std::vector<std::string>
ApplyNs3Arguments(const std::string& program, const std::vector<std::string>& arguments)
{
    GlobalValue::Bind("SchedulerType", StringValue(kDefaultScheduler));
    const std::terminate_handler former = std::set_terminate(OnTerminate);
    std::vector<std::string> lines;
    for (const std::string& argument : arguments)
    {
        if (StartsWith(argument, "--Print"))
        {
            g_applied = argument;
            CommandLine line(program + ".cc");
            std::string ignored;
            for (const auto& [name, help] : ListOfValueOptions())
            {
                line.AddValue(name, OnOneLine(help), ignored); // ns-3's tools read --PrintHelp
            }
            line.Parse({program, argument});
        }
        else if (const std::string problem = Apply(argument); !problem.empty())
        {
            lines.push_back(Shown(argument) + ": " + problem);
        }
    }
    std::set_terminate(former);
    return lines;
}

} // namespace ns3::esa
