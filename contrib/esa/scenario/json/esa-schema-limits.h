/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCHEMA_LIMITS_H
#define ESA_SCHEMA_LIMITS_H

#include "esa-config-error.h"

#include <nlohmann/json_fwd.hpp>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Find texts and lists that are longer than the schema allows.
 *
 * This check runs before all others. std::regex needs stack for each character of a text, and equal
 * elements are found by comparing each element with all others. Without the check, a file of one
 * megabyte could overflow the stack or take an hour.
 *
 * @param part the part of the schema for the value
 * @param value the value
 * @param pointer JSON pointer of the value
 * @return an error for each; values that the schema does not know are skipped
 */
ConfigErrors FindTooLong(const nlohmann::json& part,
                         const nlohmann::json& value,
                         const std::string& pointer = "");

} // namespace ns3::esa

#endif // ESA_SCHEMA_LIMITS_H
