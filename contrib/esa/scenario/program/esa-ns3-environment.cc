/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-ns3-environment.h"

#include "esa-child-trial.h"
#include "esa-ns3-arguments.h"

#include "ns3/esa-text.h"
#include "ns3/log.h"
#include "ns3/time-printer.h"

#include <cstdlib>
#include <sstream>

namespace ns3::esa
{

namespace
{

constexpr std::size_t kMostShown = 200; ///< characters of a value in a message

/// @return the parts of a variable of the environment, empty ones left out
std::vector<std::string>
PartsOfVariable(const char* name)
{
    const char* const value = std::getenv(name);
    std::istringstream text(value ? value : "");
    std::vector<std::string> parts;
    for (std::string part; std::getline(text, part, ';');)
    {
        if (!part.empty())
        {
            parts.push_back(part);
        }
    }
    return parts;
}

/// @return what is wrong with NS_LOG; empty: nothing
std::string
CheckLogVariable()
{
    const char* const value = std::getenv("NS_LOG");
    // ns-3 reads the variable again when a printer is set
    const auto read = [] {
        LogSetTimePrinter(&DefaultTimePrinter);
        return true;
    };
    return !value || SucceedsInChild(read)
               ? ""
               : "\"" + std::string(value).substr(0, kMostShown) +
                     "\" is not allowed: must be COMPONENT=LEVEL|..., as EsaSwitch=level_all, "
                     "with : between several; NS_LOG=print-list lists the components";
}

} // namespace

std::string
NoteOfNs3Environment()
{
#ifndef NS3_LOG_ENABLE
    const char* const value = std::getenv("NS_LOG");
    if (value && *value != '\0')
    {
        return "NS_LOG: the logs of this program are not compiled in; ./ns3 configure -d debug "
               "does "
               "that";
    }
#endif
    return "";
}

std::vector<std::string>
CheckNs3Environment()
{
    std::vector<std::string> lines;
    const auto add = [&lines](const std::string& where, const std::string& problem) {
        if (!problem.empty())
        {
            lines.push_back(PrintableAscii(where + ": " + problem));
        }
    };
    add("NS_LOG", CheckLogVariable());
    for (const char* const variable : {"NS_GLOBAL_VALUE", "NS_ATTRIBUTE_DEFAULT"})
    {
        for (const std::string& part : PartsOfVariable(variable))
        {
            const bool isKnown = IsNs3Argument("--" + part) && part.compare(0, 5, "Print") != 0;
            add(std::string(variable) + ", " + part.substr(0, kMostShown),
                isKnown ? CheckNs3Argument("--" + part)
                        : "ns-3 has no such global value or attribute");
        }
    }
    return lines;
}

} // namespace ns3::esa
