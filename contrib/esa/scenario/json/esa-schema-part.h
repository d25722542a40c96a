/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCHEMA_PART_H
#define ESA_SCHEMA_PART_H

#include <nlohmann/json_fwd.hpp>
#include <string>

/**
 * @file
 * @ingroup esa
 * What a part of a schema says about one value, without the members of the value. The time grows
 * with the size of the value and not with its square, and the stack does not grow with it. Lengths
 * come first: std::regex needs stack for each character of a text.
 */

namespace ns3::esa
{

/**
 * @brief Find the part of the schema for a member of an object.
 * @param part the part for the object
 * @param name the member's key
 * @return the part, or null if the schema does not know the name
 */
const nlohmann::json* PartOfMember(const nlohmann::json& part, const std::string& name);

/**
 * @brief Tell whether a value itself breaks a rule of its part, and not only one of its members.
 * @param value the value
 * @param part the part
 * @return true if so
 */
bool IsWrongItself(const nlohmann::json& value, const nlohmann::json& part);

} // namespace ns3::esa

#endif // ESA_SCHEMA_PART_H
