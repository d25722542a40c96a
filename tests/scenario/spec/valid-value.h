/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TEST_SCENARIO_SPEC_VALID_VALUE_H
#define ESA_TEST_SCENARIO_SPEC_VALID_VALUE_H

#include <cstddef>
#include <nlohmann/json.hpp>

namespace ns3::esa::test
{

/**
 * @param part a part of the schema
 * @param name a keyword
 * @return the list or object that the part has under this keyword, or an empty object
 */
const nlohmann::json& Member(const nlohmann::json& part, const char* name);

/**
 * @param part a part of the schema
 * @param number selects one of several different integers or names
 * @return a value that keeps all rules of the part
 */
nlohmann::json ValidValue(const nlohmann::json& part, std::size_t number = 0);

/**
 * @param items the part of the schema for a list's elements
 * @param count number of elements
 * @return a list with this number of elements; integers and names differ from each other
 */
nlohmann::json ListOf(const nlohmann::json& items, std::size_t count);

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_SPEC_VALID_VALUE_H
