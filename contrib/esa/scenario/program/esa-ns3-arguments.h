// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NS3_ARGUMENTS_H
#define ESA_NS3_ARGUMENTS_H

#include <string>
#include <vector>

namespace ns3::esa
{

/// The event scheduler of a scenario unless --SchedulerType names another: the fastest here.
constexpr const char* kDefaultScheduler = "ns3::PriorityQueueScheduler";

/// Find what the variables NS_GLOBAL_VALUE and NS_ATTRIBUTE_DEFAULT set. The scenario would replace
/// some of these values, so they count as arguments.
/// @return an argument for each
/// @throws ScenarioError if one is neither an attribute nor a global value
std::vector<std::string> ArgumentsOfEnvironment();

/// Whether an argument is meant for ns-3's CommandLine.
/// @return true for --ns3::CLASS::ATTRIBUTE=VALUE, --PrintSOMETHING and --GLOBALVALUE=VALUE
bool IsNs3Argument(const std::string& argument);

/**
 * @brief Pass arguments to ns-3: defaults of attributes and global values change from here on.
 *
 * Ends the program if one of them is --PrintSOMETHING, or if ns-3 itself would end it at a value.
 *
 * @return one line per argument that ns-3 does not take, or that sets what belongs to the scenario
 */
std::vector<std::string> ApplyNs3Arguments(const std::string& program,
                                           const std::vector<std::string>& arguments);

} // namespace ns3::esa

#endif // ESA_NS3_ARGUMENTS_H
