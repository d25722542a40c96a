/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ARGUMENT_LENGTHS_H
#define ESA_ARGUMENT_LENGTHS_H

#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Refuse a command line that would take long to read: more than 1,000 arguments, or one of
 * more than 100,000 characters.
 * @param arguments the arguments
 * @throws ScenarioError if so
 */
void CheckArgumentLengths(const std::vector<std::string>& arguments);

} // namespace ns3::esa

#endif // ESA_ARGUMENT_LENGTHS_H
