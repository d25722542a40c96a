/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-ns3-arguments.h"

#include "ns3/command-line.h"
#include "ns3/config.h"
#include "ns3/esa-scenario-attributes.h"
#include "ns3/esa-text.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

#include <algorithm>
#include <cstdlib>
#include <exception>
#include <iostream>

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
    std::string options = name == "RngSeed" ? "--seed" : name == "RngRun" ? "--run" : "";
    for (const ScenarioAttribute& owned : ScenarioAttributes())
    {
        if (owned.className + "::" + owned.attribute == name)
        {
            options += (options.empty() ? "--set " : ", --set ") + owned.field + "=VALUE";
        }
    }
    return options;
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
            CommandLine(program + ".cc").Parse({program, argument});
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
