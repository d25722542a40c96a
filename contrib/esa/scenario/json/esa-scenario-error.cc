/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-error.h"

#include "esa-text.h"

namespace ns3::esa
{

namespace
{

constexpr std::size_t kLongestLine = 900; ///< of an error, in characters

/// The number of errors that get no line.
std::size_t
CountOfOthers(const std::vector<std::string>& lines, std::size_t more)
{
    return more + (lines.size() > kMostErrorLines ? lines.size() - kMostErrorLines : 0);
}

/// The lines to print.
std::vector<std::string>
LinesToPrint(const std::vector<std::string>& lines, std::size_t more)
{
    std::vector<std::string> printed;
    for (const std::string& line : lines)
    {
        if (printed.size() < kMostErrorLines)
        {
            printed.push_back(Shown(line, kLongestLine));
        }
    }
    const std::size_t others = CountOfOthers(lines, more);
    if (others > 0)
    {
        printed.push_back("and " + std::to_string(others) + " more");
    }
    return printed;
}

/// The lines as one text, for what().
std::string
Join(const std::vector<std::string>& lines)
{
    std::string all;
    for (const std::string& line : lines)
    {
        all += (all.empty() ? "" : "\n") + line;
    }
    return all;
}

} // namespace

ScenarioError::ScenarioError(const std::vector<std::string>& lines, std::size_t more)
    : std::runtime_error(Join(LinesToPrint(lines, more))),
      m_lines(LinesToPrint(lines, more)),
      m_more(CountOfOthers(lines, more))
{
}

std::vector<std::string>
ScenarioError::ShownLines() const
{
    return {m_lines.begin(), m_more > 0 ? m_lines.end() - 1 : m_lines.end()};
}

ScenarioError
ScenarioError::With(const std::vector<std::string>& further) const
{
    std::vector<std::string> all = ShownLines();
    all.insert(all.end(), further.begin(), further.end());
    return ScenarioError(all, m_more);
}

} // namespace ns3::esa
