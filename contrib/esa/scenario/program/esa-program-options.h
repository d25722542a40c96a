/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PROGRAM_OPTIONS_H
#define ESA_PROGRAM_OPTIONS_H

#include <cstddef>
#include <iosfwd>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * @ingroup esa
 * The options of a program: `--name`, `--name VALUE` or `--name=VALUE`. They are declared in
 * groups, which are also the help text. Names are not abbreviated: an abbreviation that works today
 * may be ambiguous in a later version.
 */

namespace ns3::esa
{

/// The value of an option.
struct OptionValue
{
    std::string name{};        ///< in the help text, such as FILE; empty: the option has no value
    std::string byDefault{};   ///< the value if the option is not given; empty: none
    bool mayBeRepeated{false}; ///< each time with another value
};

/// Options with a title, as the help text shows them.
class OptionGroup
{
  public:
    /// An option.
    struct Option
    {
        std::string name;  ///< without hyphens
        OptionValue value; ///< of the option
        std::string help;  ///< help text; it may have several lines
    };

    /**
     * @param title the first line in the help text
     * @param width of the help text, in characters
     */
    explicit OptionGroup(std::string title, std::size_t width = 80);

    /// Adds an option without a value.
    void Add(const std::string& name, const std::string& help);

    /// Adds an option with a value.
    void Add(const std::string& name, const OptionValue& value, const std::string& help);

    /// @return the options, in the order in which they were added
    const std::vector<Option>& Options() const;

    /// Prints the help text.
    friend std::ostream& operator<<(std::ostream& out, const OptionGroup& group);

  private:
    std::string m_title;
    std::size_t m_width;
    std::vector<Option> m_options;
};

/// The options that were given to a program.
class GivenOptions
{
  public:
    /**
     * Reads arguments.
     * @param arguments of the program, without its name
     * @param groups all options that there are
     * @throws ScenarioError if there is another option, or one with a missing or needless value
     */
    GivenOptions(const std::vector<std::string>& arguments, const std::vector<OptionGroup>& groups);

    /// @return whether the user gave an option
    bool Has(const std::string& name) const;

    /// @return the value of an option, or its default
    std::string TextOf(const std::string& name) const;

    /// @return the values of an option that may be repeated
    std::vector<std::string> AllOf(const std::string& name) const;

    /// @return the arguments that are no options
    const std::vector<std::string>& Others() const;

  private:
    std::map<std::string, std::vector<std::string>> m_values;
    std::map<std::string, std::string> m_defaults;
    std::vector<std::string> m_others;
};

} // namespace ns3::esa

#endif // ESA_PROGRAM_OPTIONS_H
