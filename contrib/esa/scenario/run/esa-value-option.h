/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_VALUE_OPTION_H
#define ESA_VALUE_OPTION_H

#include <functional>
#include <string>
#include <vector>

namespace ns3::esa
{

/// An option of the command line that takes a value.
struct ValueOption
{
    const char* name;  ///< of the option
    const char* value; ///< name of the value in the help text
    const char* help;  ///< help text
};

/// Gives the value of an option; empty: it was not given.
using OptionText = std::function<std::string(const std::string& name)>;

/**
 * @ingroup esa
 * @brief Refuse options that say how something is done which nobody has asked for.
 * @param options the options that belong together
 * @param needed name of the one without which the others mean nothing
 * @param text gives the value of an option
 * @throws ScenarioError if another one is given without it
 */
void RefuseWithout(const std::vector<ValueOption>& options,
                   const std::string& needed,
                   const OptionText& text);

} // namespace ns3::esa

#endif // ESA_VALUE_OPTION_H
