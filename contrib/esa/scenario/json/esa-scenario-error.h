/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SCENARIO_ERROR_H
#define ESA_SCENARIO_ERROR_H

#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <nlohmann/json_fwd.hpp>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::esa
{

/// More errors than these are not shown: nobody reads 100,000 lines. So a check may stop when it
/// has found more.
constexpr std::size_t kMaxErrorLines = 20;

/**
 * @ingroup esa
 * @brief Bad input: its errors, one line per error.
 *
 * A name or value in a line may hold anything, for example a line end that would look like a second
 * error. So every line is made printable here, and no longer than 2,000 characters.
 */
class ScenarioError : public std::runtime_error
{
  public:
    /// @param lines the errors, at least one
    explicit ScenarioError(const std::vector<std::string>& lines);

    /// @return one line per error, without line ends, and then perhaps: and more
    const std::vector<std::string>& Lines() const
    {
        return m_lines;
    }

  private:
    std::vector<std::string> m_lines; ///< the lines to print
};

/// Throws errors, if there are any.
void ThrowLines(const std::vector<std::string>& lines);

/**
 * @ingroup esa
 * @brief One error of a configuration.
 */
struct ConfigError
{
    std::string pointer; ///< JSON pointer of the place
    std::string text;    ///< what is wrong there: the value and what is allowed
};

/// The errors of a configuration; of a flood, the first ones.
using ConfigErrors = std::vector<ConfigError>;

/// Append further errors.
void Append(ConfigErrors& errors, const ConfigErrors& further);

/// @return whether an error is known at a place, inside of it or around it
bool HasErrorAt(const ConfigErrors& errors, const std::string& pointer);

/// Print a value in short, at most 60 characters.
/// @return printable ASCII
std::string ShortText(const nlohmann::json& value);

/// Describe a value that is not allowed.
/// @return a text like: 0 is not allowed: must be an integer from 1 to 32
std::string NotAllowed(const nlohmann::json& value, const std::string& allowed);

/// Append an error about a field.
void Refuse(ConfigErrors& errors,
            const nlohmann::json& config,
            const std::string& pointer,
            const std::string& allowed);

/// Throw the errors of a file, if there are any.
/// @param whole what the file holds, for errors that have no place in it: the placement
/// @throws ScenarioError with a line per error: file, place, what is wrong
void ThrowErrors(const ConfigErrors& errors, const std::string& path, const std::string& whole);

/// Read a field that holds an integer.
uint64_t WholeNumber(const nlohmann::json& config, const std::string& pointer);

/// Quote a field with its value.
/// @return a text like: /topology/hosts = 64
std::string FieldWithValue(const nlohmann::json& config, const std::string& pointer);

} // namespace ns3::esa

#endif // ESA_SCENARIO_ERROR_H
