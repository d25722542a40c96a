// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_ROWS_H
#define ESA_TEST_SCENARIO_ROWS_H

#include <exception>
#include <fstream>
#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

/**
 * @file
 * Files of tests that consist of rows: scenario, settings -> what comes of them. See
 * tests/scenario/rules/README.md and tests/scenario/results/README.md.
 */

namespace ns3::esa::test
{

/// @return the words of a text; spaces within brackets or quotes belong to a word
inline std::vector<std::string>
WordsOf(const std::string& text)
{
    std::vector<std::string> words{""};
    int depth = 0;
    bool isQuoted = false;
    for (const char c : text)
    {
        isQuoted ^= c == '"';
        depth += isQuoted ? 0 : (c == '{' || c == '[') - (c == '}' || c == ']');
        if (c == ' ' && depth == 0 && !isQuoted)
        {
            words.emplace_back();
        }
        else
        {
            words.back() += c;
        }
    }
    return words;
}

/// @return the parts of a text between marks
inline std::vector<std::string>
Parts(std::string text, const std::string& mark)
{
    std::vector<std::string> parts;
    for (std::size_t at = 0; (at = text.find(mark)) != std::string::npos;)
    {
        parts.push_back(text.substr(0, at));
        text.erase(0, at + mark.size());
    }
    parts.push_back(text);
    return parts;
}

/// @return the row once for each alternative of its groups <a|b>
inline std::vector<std::string>
Alternatives(const std::string& row)
{
    const std::size_t begin = row.find('<');
    if (begin == std::string::npos)
    {
        return {row};
    }
    const std::string group = row.substr(begin, row.find('>', begin) + 1 - begin);
    std::vector<std::string> rows;
    for (std::string alternative : Parts(group.substr(1, group.size() - 2), "|"))
    {
        alternative.erase(0, alternative.find_first_not_of(' ')); // of a line that goes on
        std::string one = row;
        for (std::size_t at = 0; (at = one.find(group)) != std::string::npos;)
        {
            one.replace(at, group.size(), alternative);
        }
        const auto others = Alternatives(one);
        rows.insert(rows.end(), others.begin(), others.end());
    }
    return rows;
}

/// The rows of a file.
class RowsFile
{
  public:
    /// @param compare gets the sides of a row, and compares them
    /// @param names words of rows and the alternatives that they stand for
    RowsFile(const std::string& path,
             std::function<void(const std::string& scenario,
                                const std::vector<std::string>& settings,
                                const std::string& outcome)> compare,
             std::map<std::string, std::string> names = {})
        : m_compare(std::move(compare)),
          m_names(std::move(names))
    {
        std::ifstream file(path);
        EXPECT_TRUE(file) << path;
        std::string entry;
        for (std::string line; std::getline(file, line);)
        {
            if (!line.empty() && line[0] == ' ') // goes on
            {
                entry += line.substr(line.find_first_not_of(' ') - 1);
                continue;
            }
            Read(entry);
            entry = line;
        }
        Read(entry);
    }

    std::size_t rows{0}; ///< number of rows that were compared

  private:
    /// Compares a row, or keeps a sentence or a scenario.
    void Read(std::string entry)
    {
        if (entry.empty() || entry.compare(0, 2, "# ") == 0)
        {
            m_sentence = entry.empty() ? m_sentence : entry;
            return;
        }
        if (entry.compare(0, 9, "scenario ") == 0)
        {
            const std::size_t end = entry.find(' ', 9);
            m_scenarios[entry.substr(9, end - 9)] = entry.substr(end + 1);
            return;
        }
        for (const auto& [name, alternatives] : m_names)
        {
            for (std::size_t at = 0; (at = entry.find(name)) != std::string::npos;)
            {
                entry.replace(at, name.size(), alternatives);
            }
        }
        for (const std::string& row : Alternatives(entry))
        {
            ++rows;
            SCOPED_TRACE(m_sentence + "\n" + row);
            const auto sides = Parts(row, " -> ");
            ASSERT_EQ(sides.size(), 2U);
            std::vector<std::string> settings = WordsOf(sides[0]);
            const std::string base = settings.front();
            settings.erase(settings.begin());
            const auto named = m_scenarios.find(base);
            const bool isKnown = named != m_scenarios.end() || base[0] == '{' || base[0] == '[' ||
                                 base.compare(0, 10, "scenarios/") == 0 ||
                                 base.compare(0, 6, "tests/") == 0;
            ASSERT_TRUE(isKnown) << base;
            try
            {
                m_compare(named != m_scenarios.end() ? named->second : base, settings, sides[1]);
            }
            catch (const std::exception& error)
            {
                ADD_FAILURE() << error.what();
            }
        }
    }

    std::function<void(const std::string& scenario,
                       const std::vector<std::string>& settings,
                       const std::string& outcome)>
        m_compare;                                  ///< compares a row
    std::map<std::string, std::string> m_names;     ///< what words stand for
    std::string m_sentence;                         ///< above the rows
    std::map<std::string, std::string> m_scenarios; ///< by name
};

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_ROWS_H
