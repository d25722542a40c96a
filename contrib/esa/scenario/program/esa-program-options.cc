/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-program-options.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <ostream>
#include <sstream>
#include <utility>

namespace ns3::esa
{

namespace
{

constexpr std::size_t kLeastColumn = 24; ///< where help texts begin

/// @return what the help text shows of an option
std::string
Shape(const OptionGroup::Option& option)
{
    std::string shape = "  --" + option.name;
    if (!option.value.name.empty())
    {
        shape += " " + option.value.name;
    }
    if (!option.value.byDefault.empty())
    {
        shape += " (=" + option.value.byDefault + ")";
    }
    return shape;
}

/// @return the lines of a text, broken between words where they are longer than the width
std::vector<std::string>
Wrapped(const std::string& text, std::size_t width)
{
    std::vector<std::string> lines;
    std::istringstream paragraphs(text);
    for (std::string paragraph; std::getline(paragraphs, paragraph);)
    {
        std::string line;
        std::istringstream words(paragraph);
        for (std::string word; words >> word;)
        {
            if (!line.empty() && line.size() + 1 + word.size() > width)
            {
                lines.push_back(line);
                line.clear();
            }
            line += (line.empty() ? "" : " ") + word;
        }
        lines.push_back(line);
    }
    return lines;
}

/// @return the option of a name, or null
const OptionGroup::Option*
Find(const std::vector<OptionGroup>& groups, const std::string& name)
{
    for (const OptionGroup& group : groups)
    {
        for (const OptionGroup::Option& option : group.Options())
        {
            if (option.name == name)
            {
                return &option;
            }
        }
    }
    return nullptr;
}

/// @return whether an argument looks like an option
bool
IsOption(const std::string& argument)
{
    return argument.size() > 2 && argument.compare(0, 2, "--") == 0;
}

/// @return the name in an argument, without hyphens and value
std::string
OptionName(const std::string& argument)
{
    return argument.substr(2, argument.find('=') - 2);
}

/// @return the error of an option that there is not, with the one that was probably meant
ScenarioError
Unknown(const std::vector<OptionGroup>& groups, const std::string& name)
{
    std::vector<std::string> names;
    for (const OptionGroup& group : groups)
    {
        for (const OptionGroup::Option& option : group.Options())
        {
            names.push_back("--" + option.name);
        }
    }
    const std::string nearest = NearestWord("--" + name, names);
    return ScenarioError(
        {"unrecognised option '--" + Shown(name) + "'" +
         (nearest.empty() ? "; --help lists all" : "; did you mean " + nearest + "?")});
}

} // namespace

OptionGroup::OptionGroup(std::string title, std::size_t width)
    : m_title(std::move(title)),
      m_width(width)
{
}

void
OptionGroup::Add(const std::string& name, const std::string& help)
{
    m_options.push_back({name, {}, help});
}

void
OptionGroup::Add(const std::string& name, const OptionValue& value, const std::string& help)
{
    m_options.push_back({name, value, help});
}

const std::vector<OptionGroup::Option>&
OptionGroup::Options() const
{
    return m_options;
}

std::ostream&
operator<<(std::ostream& out, const OptionGroup& group)
{
    std::size_t column = kLeastColumn;
    for (const OptionGroup::Option& option : group.m_options)
    {
        column = std::max(column, Shape(option).size() + 1);
    }
    out << group.m_title << ":\n";
    for (const OptionGroup::Option& option : group.m_options)
    {
        std::string begin = Shape(option);
        for (const std::string& line : Wrapped(option.help, group.m_width - column))
        {
            out << begin << std::string(column - begin.size(), ' ') << line << "\n";
            begin.clear();
        }
    }
    return out;
}

GivenOptions::GivenOptions(const std::vector<std::string>& arguments,
                           const std::vector<OptionGroup>& groups)
{
    for (const OptionGroup& group : groups)
    {
        for (const OptionGroup::Option& option : group.Options())
        {
            m_defaults[option.name] = option.value.byDefault;
        }
    }
    for (auto argument = arguments.begin(); argument != arguments.end(); ++argument)
    {
        if (!IsOption(*argument))
        {
            m_others.push_back(*argument);
            continue;
        }
        const std::string name = OptionName(*argument);
        const std::string shown = "option '--" + Shown(name) + "'";
        const OptionGroup::Option* const option = Find(groups, name);
        if (option == nullptr)
        {
            throw Unknown(groups, name);
        }
        const std::size_t equals = argument->find('=');
        std::string value;
        if (option->value.name.empty())
        {
            if (equals != std::string::npos)
            {
                throw ScenarioError({shown + " does not take a value"});
            }
        }
        else if (equals != std::string::npos)
        {
            value = argument->substr(equals + 1);
        }
        else
        {
            // the name of an option is not meant as a value
            const auto next = argument + 1;
            if (next == arguments.end() || (IsOption(*next) && Find(groups, OptionName(*next))))
            {
                throw ScenarioError({shown + " needs a value"});
            }
            value = *next;
            argument = next;
        }
        std::vector<std::string>& values = m_values[name];
        if (!values.empty() && !option->value.mayBeRepeated)
        {
            throw ScenarioError({shown + " is given more than once"});
        }
        values.push_back(value);
    }
}

bool
GivenOptions::Has(const std::string& name) const
{
    return m_values.count(name) > 0;
}

std::string
GivenOptions::TextOf(const std::string& name) const
{
    return Has(name) ? m_values.at(name).front() : m_defaults.at(name);
}

std::vector<std::string>
GivenOptions::AllOf(const std::string& name) const
{
    return Has(name) ? m_values.at(name) : std::vector<std::string>();
}

const std::vector<std::string>&
GivenOptions::Others() const
{
    return m_others;
}

} // namespace ns3::esa
