/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-argument-lengths.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <cstddef>

namespace ns3::esa
{

namespace
{

constexpr std::size_t kMostArguments = 1000;
constexpr std::size_t kLongestArgument = 100'000; ///< in characters

} // namespace

void
CheckArgumentLengths(const std::vector<std::string>& arguments)
{
    if (arguments.size() > kMostArguments)
    {
        throw ScenarioError({"the command line has " + std::to_string(arguments.size()) +
                             " arguments: must be at most " + std::to_string(kMostArguments)});
    }
    for (const std::string& argument : arguments)
    {
        if (argument.size() > kLongestArgument)
        {
            throw ScenarioError({Shown(argument) + ": has " + std::to_string(argument.size()) +
                                 " characters: must be at most " +
                                 std::to_string(kLongestArgument) +
                                 "; longer values belong into a file"});
        }
    }
}

} // namespace ns3::esa
