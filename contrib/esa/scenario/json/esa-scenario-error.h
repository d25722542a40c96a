// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SCENARIO_ERROR_H
#define ESA_SCENARIO_ERROR_H

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// More errors than these are not shown: 100,000 lines are not read. So a check may stop when it
/// has found more.
constexpr std::size_t kMaxErrorLines = 20;

/// @ingroup esa
/// @brief What is allowed at a place: in words for people, and as a JSON Schema for programs.
struct Allowed
{
    /// @param text what is allowed, in words only
    Allowed(std::string text) // NOLINT: rules name what they allow by a text
        : words(std::move(text))
    {
    }

    /// @param text what is allowed, in words only
    Allowed(const char* text) // NOLINT
        : words(text)
    {
    }

    /// @param bySchema the same as a part of a schema
    Allowed(std::string text, nlohmann::json bySchema)
        : words(std::move(text)),
          schema(std::move(bySchema))
    {
    }

    std::string words;     ///< as in: at most 32, one for each host
    nlohmann::json schema; ///< as in: {"maximum": 32}; null: only the words have it
};

/// Append a reason or a condition.
inline Allowed
operator+(Allowed allowed, const std::string& words)
{
    allowed.words += words;
    return allowed;
}

Allowed Only(const nlohmann::json& value);            ///< @return this value
Allowed OneOf(const std::vector<std::string>& names); ///< @return one of several names
Allowed AtLeast(const nlohmann::json& number);        ///< @return this number or a larger one
Allowed AtMost(const nlohmann::json& number);         ///< @return this number or a smaller one
Allowed NoElements();                                 ///< @return an empty list

/// @ingroup esa
/// @brief One error, for people and for programs.
struct ConfigError
{
    std::string pointer; ///< JSON pointer of the place; empty: none, or the whole scenario
    std::string text;    ///< what is wrong there; in a ScenarioError, a line with file and place
    nlohmann::json allowed{}; ///< JSON Schema of what is allowed; null: only the text has it
};

/// The errors of a configuration; of a flood, the first ones.
using ConfigErrors = std::vector<ConfigError>;

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

    /// @param errors the errors, at least one
    explicit ScenarioError(ConfigErrors errors);

    /// @return one line per error, without line ends, and then perhaps: and more
    const std::vector<std::string>& Lines() const
    {
        return m_lines;
    }

    /// @return all errors
    const ConfigErrors& Errors() const
    {
        return m_errors;
    }

  private:
    ConfigErrors m_errors;            ///< all
    std::vector<std::string> m_lines; ///< the lines to print
};

/// Throws errors, if there are any.
void ThrowLines(const std::vector<std::string>& lines);

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
            const Allowed& allowed);

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
