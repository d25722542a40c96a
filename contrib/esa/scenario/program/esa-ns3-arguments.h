/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_NS3_ARGUMENTS_H
#define ESA_NS3_ARGUMENTS_H

#include <string>
#include <vector>

namespace ns3::esa
{

/// The event scheduler of a scenario unless --SchedulerType names another: the fastest here.
constexpr const char* kDefaultScheduler = "ns3::PriorityQueueScheduler";

/**
 * @ingroup esa
 * @brief Tell whether an argument is meant for ns-3's CommandLine.
 * @param argument one argument of the command line
 * @return true for --ns3::CLASS::ATTRIBUTE=VALUE, --PrintSOMETHING and --GLOBALVALUE=VALUE
 */
bool IsNs3Argument(const std::string& argument);

/**
 * @ingroup esa
 * @brief Find the error in an argument for ns-3.
 * @param argument the argument
 * @return what is wrong with it; empty: nothing
 */
std::string CheckNs3Argument(const std::string& argument);

/**
 * @ingroup esa
 * @brief Find errors in arguments for ns-3, since ns-3 itself would abort.
 * @param arguments the arguments
 * @return one line per error
 */
std::vector<std::string> CheckNs3Arguments(const std::vector<std::string>& arguments);

/**
 * @ingroup esa
 * @brief Pass arguments to ns-3: defaults of attributes and global values change from here on.
 *
 * Does not return if one of them is --PrintSOMETHING.
 *
 * @param program name of the program
 * @param arguments the arguments, without errors
 */
void ApplyNs3Arguments(const std::string& program, const std::vector<std::string>& arguments);

} // namespace ns3::esa

#endif // ESA_NS3_ARGUMENTS_H
