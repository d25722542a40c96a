/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CONFIG_ERROR_H
#define ESA_CONFIG_ERROR_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
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

/**
 * @ingroup esa
 * @brief The errors of a configuration. Of a flood, the first 1,000 are kept, and the others only
 * counted, so that a file of a few megabytes does not fill the memory with messages.
 */
class ConfigErrors
{
  public:
    ConfigErrors() = default;

    /// @param errors the errors
    ConfigErrors(std::initializer_list<ConfigError> errors)
        : m_kept(errors)
    {
    }

    /// @param error a further error
    void push_back(ConfigError error);

    /// @param further other errors
    void Append(const ConfigErrors& further);

    /// @param number how many further errors there are, of which nothing else is known
    void Count(std::size_t number);

    /// @return whether further errors are only counted, and so need no text
    bool IsFull() const;

    /// @return number of all errors
    std::size_t size() const;

    /// @return whether there are none
    bool empty() const;

    /// @return those that are kept
    const std::vector<ConfigError>& Kept() const&;

    const std::vector<ConfigError>& Kept() && = delete; // they would be gone

  private:
    std::vector<ConfigError> m_kept; ///< the first ones
    std::size_t m_more{0};           ///< number of the others
};

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
 * @brief Throw the errors of a file, if there are any.
 * @param errors the errors
 * @param path the file
 * @param whole what the file holds, for errors that have no place in it: the placement
 * @throws ScenarioError with a line per error: file, place, what is wrong
 */
void ThrowErrors(const ConfigErrors& errors, const std::string& path, const std::string& whole);

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
