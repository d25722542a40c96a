// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What scenarios may hold: tests/scenario/rules has a file of rows for each group of fields.
// tests/scenario/rules/README.md describes them.

#include "scenario/test-util.h"

#include <set>

namespace ns3::esa::test
{

namespace
{

const std::string kRulesFolder = "tests/scenario/rules";
const char* const kRulesFiles[] = {"aggregation",
                                   "congestion",
                                   "faults",
                                   "frames",
                                   "jobs",
                                   "memory",
                                   "models",
                                   "systems",
                                   "topology",
                                   "values"};

/// @return the words of a text; spaces within brackets or quotes belong to a word
std::vector<std::string>
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
std::vector<std::string>
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
std::vector<std::string>
Alternatives(const std::string& row)
{
    const std::size_t begin = row.find('<');
    if (begin == std::string::npos)
    {
        return {row};
    }
    const std::string group = row.substr(begin, row.find('>', begin) + 1 - begin);
    std::vector<std::string> rows;
    for (const std::string& alternative : Parts(group.substr(1, group.size() - 2), "|"))
    {
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

/// @param place the field and, if the row has it, the value: "/jobs/count: 0"
/// @return whether an error names the place
testing::AssertionResult
IsAt(const std::string& error, const std::string& place)
{
    for (const char* const end : {": ", "; ", " is not allowed: "})
    {
        if (error.find(": " + place + end) != std::string::npos)
        {
            return testing::AssertionSuccess();
        }
    }
    return testing::AssertionFailure() << "an error at " << place << ": " << error;
}

/// The rows of a file.
class RulesFile
{
  public:
    explicit RulesFile(const std::string& name)
    {
        std::ifstream file(kRulesFolder + "/" + name + ".txt");
        EXPECT_TRUE(file) << name;
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
    void Read(const std::string& entry)
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
        for (const std::string& row : Alternatives(entry))
        {
            ++rows;
            SCOPED_TRACE(m_sentence + "\n" + row);
            Compare(row);
        }
    }

    /// Compares what a row says with the errors of its scenario.
    void Compare(const std::string& row) const
    {
        const auto sides = Parts(row, " -> ");
        ASSERT_EQ(sides.size(), 2U);
        std::vector<std::string> settings = WordsOf(sides[0]);
        const std::string base = settings.front();
        settings.erase(settings.begin());
        const auto named = m_scenarios.find(base);
        const bool isFile = BeginsWith(base, "scenarios/");
        const bool isText = BeginsWith(base, "{") || BeginsWith(base, "[");
        ASSERT_TRUE(isFile || isText || named != m_scenarios.end()) << base;
        const auto lines = isFile ? ErrorsWhile([&] { ReadScenario(base, Overrides(settings)); })
                                  : ErrorsOf(isText ? base : named->second, settings);
        if (sides[1] == "ok")
        {
            EXPECT_EQ(Joined(lines), "");
            return;
        }
        auto parts = Parts(sides[1], " | ");
        const auto places = Parts(parts.front(), " & ");
        ASSERT_EQ(lines.size(), places.size()) << Joined(lines);
        for (std::size_t i = 0; i < lines.size(); ++i)
        {
            EXPECT_TRUE(IsAt(lines[i], places[i]));
        }
        parts.erase(parts.begin());
        for (const std::string& part : parts)
        {
            EXPECT_TRUE(HasText(Joined(lines), part));
        }
    }

    std::string m_sentence;                         ///< above the rows
    std::map<std::string, std::string> m_scenarios; ///< by name
};

class RulesOfScenarios : public testing::TestWithParam<const char*>
{
};

TEST_P(RulesOfScenarios, HoldInEachRow)
{
    EXPECT_GE(RulesFile(GetParam()).rows, 5U);
}

INSTANTIATE_TEST_SUITE_P(Files,
                         RulesOfScenarios,
                         testing::ValuesIn(kRulesFiles),
                         [](const auto& info) { return std::string(info.param); });

TEST(RulesOfScenario, AreInTheFilesThatThisTestReads)
{
    std::set<std::string> names;
    for (const auto& entry : std::filesystem::directory_iterator(kRulesFolder))
    {
        if (entry.path().extension() == ".txt")
        {
            names.insert(entry.path().stem().string());
        }
    }
    EXPECT_EQ(names, std::set<std::string>(std::begin(kRulesFiles), std::end(kRulesFiles)));
}

} // namespace
} // namespace ns3::esa::test
