// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What scenarios may hold: tests/scenario/rules has a file of rows for each group of fields.
// tests/scenario/rules/README.md describes them.

#include "scenario/rows.h"
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

/// Compares what a row says with the errors of its scenario.
void
CompareErrors(const std::string& base,
              const std::vector<std::string>& settings,
              const std::string& outcome)
{
    const auto lines = BeginsWith(base, "scenarios/")
                           ? ErrorsWhile([&] { ReadScenario(base, Overrides(settings)); })
                           : ErrorsOf(base, settings);
    if (outcome == "ok")
    {
        EXPECT_EQ(Joined(lines), "");
        return;
    }
    auto parts = Parts(outcome, " | ");
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

class RulesOfScenarios : public testing::TestWithParam<const char*>
{
};

TEST_P(RulesOfScenarios, HoldInEachRow)
{
    const RowsFile file(kRulesFolder + "/" + GetParam() + ".txt", CompareErrors);
    EXPECT_GE(file.rows, 5U);
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
