/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SYSTEM_LIST_H
#define ESA_SYSTEM_LIST_H

#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// Names, each with a short explanation.
using NameList = std::vector<std::pair<std::string, std::string>>;

/**
 * @ingroup esa
 * @brief Print names and explanations in two columns.
 * @param names the names
 * @param indent what begins each line
 * @return a line for each name
 */
std::string InColumns(const NameList& names, const std::string& indent = "");

/**
 * @ingroup esa
 * @brief List the systems, also those that the program has registered.
 * @return name and summary of each
 */
NameList ListOfSystems();

/**
 * @ingroup esa
 * @brief List the fields of scenarios that only some systems have.
 *
 * They are taken from the records of the systems, so a new parameter is in the list without further
 * work.
 *
 * @return each field, once, with its default and the systems that have it
 */
NameList ListOfSystemFields();

} // namespace ns3::esa

#endif // ESA_SYSTEM_LIST_H
