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
 * To be called before anything else looks at the values: std::regex needs stack for each character
 * of a text, and equal elements are found by comparing all with all, so that a file of a megabyte
 * could exhaust the stack or an hour.
 *
 * @param part the part of the schema that rules the value
 * @param value the value
 * @param pointer JSON pointer of the value
 * @return an error for each, none for what the schema does not know
 */
ConfigErrors FindTooLong(const nlohmann::json& part,
                         const nlohmann::json& value,
                         const std::string& pointer = "");

} // namespace ns3::esa

#endif // ESA_SCHEMA_LIMITS_H
