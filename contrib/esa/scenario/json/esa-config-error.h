/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CONFIG_ERROR_H
#define ESA_CONFIG_ERROR_H

#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One error of a configuration.
 */
struct ConfigError
{
    std::string pointer; ///< JSON pointer of the place
    std::string text;    ///< what is wrong there: the value and what is allowed
};

/// All errors of a configuration.
using ConfigErrors = std::vector<ConfigError>;

/**
 * @ingroup esa
 * @brief Tell whether an error is known at a place, inside of it or around it.
 * @param errors errors found so far
 * @param pointer JSON pointer of the place
 * @return true if so
 */
bool HasErrorAt(const ConfigErrors& errors, const std::string& pointer);

/**
 * @ingroup esa
 * @brief Print a value in short, at most 60 characters.
 * @param value the value
 * @return printable ASCII
 */
std::string ShortText(const nlohmann::json& value);

/**
 * @ingroup esa
 * @brief Describe a value that is not allowed.
 * @param value the value
 * @param allowed what is allowed
 * @return a text like: 0 is not allowed: must be an integer from 1 to 32
 */
std::string NotAllowed(const nlohmann::json& value, const std::string& allowed);

/**
 * @ingroup esa
 * @brief Append an error about a field.
 * @param errors the errors to append to
 * @param config the configuration
 * @param pointer JSON pointer of the field
 * @param allowed what is allowed there
 */
void Refuse(ConfigErrors& errors,
            const nlohmann::json& config,
            const std::string& pointer,
            const std::string& allowed);

/**
 * @ingroup esa
 * @brief Read a field that holds an integer.
 * @param config the configuration
 * @param pointer JSON pointer of the field
 * @return its value
 */
uint64_t WholeNumber(const nlohmann::json& config, const std::string& pointer);

/**
 * @ingroup esa
 * @brief Quote a field with its value.
 * @param config the configuration
 * @param pointer JSON pointer of the field
 * @return a text like: /topology/hosts = 64
 */
std::string FieldWithValue(const nlohmann::json& config, const std::string& pointer);

} // namespace ns3::esa

#endif // ESA_CONFIG_ERROR_H
