/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCHEMA_WORDS_H
#define ESA_SCHEMA_WORDS_H

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Describe what the schema allows at a place.
 * @param part the part of the schema for the place
 * @return a text like: an integer from 1 to 32
 */
std::string DescribeAllowed(const nlohmann::json& part);

/**
 * @ingroup esa
 * @brief List the fields that an object may have.
 * @param part the part of the schema for the object
 * @return the names; empty if they are not fixed
 */
std::vector<std::string> FieldNames(const nlohmann::json& part);

/**
 * @ingroup esa
 * @brief Join words to a list.
 * @param words the words
 * @return the words, separated by commas
 */
std::string JoinWords(const std::vector<std::string>& words);

} // namespace ns3::esa

#endif // ESA_SCHEMA_WORDS_H
