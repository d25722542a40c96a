// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_HELP_H
#define ESA_SCENARIO_HELP_H

#include "ns3/esa-field-row.h"

#include <string>
#include <utility>
#include <vector>

/**
 * @file
 * @ingroup esa
 * Which options esa-scenario has, and what --help prints of them. ParseScenarioOptions() reads
 * them.
 */

namespace boost::program_options
{
class options_description;
} // namespace boost::program_options

namespace ns3::esa
{

/// An option, or a global value of ns-3, that is another name for a field of the scenario.
struct NamedField
{
    FieldOption option; ///< name and help text
    std::string field;  ///< of the scenario
    bool isList;        ///< whether its value is a list, separated by commas
    bool isText;        ///< whether it holds texts: then 5 and null are texts, too
};

/// @return the options of fields
const std::vector<NamedField>& NamedFields();

/// @return all options, without the options of ns-3
boost::program_options::options_description AllOptions();

/// @return the text of --help
std::string ScenarioHelp(const std::string& program);

/// Names, each with a short explanation.
using NameList = std::vector<std::pair<std::string, std::string>>;

/// Print names and explanations in two columns.
/// @param indent what begins each line
std::string InColumns(const NameList& names, const std::string& indent = "");

/// List the options that take a value.
/// @return name and help of each
NameList ListOfValueOptions();

/**
 * @brief List the fields of scenarios that only some systems have.
 *
 * They are taken from the records of the systems, so a new parameter is in the list without further
 * work.
 *
 * @return each field, once, with its default and the systems that have it
 */
NameList ListOfSystemFields();

} // namespace ns3::esa

#endif // ESA_SCENARIO_HELP_H
