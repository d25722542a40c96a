/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/test-util.h"

#include <utility>

namespace ns3::esa::test
{

TEST(ScenarioErrorList, NamesLineAndColumnOfASyntaxError)
{
    const std::vector<std::pair<std::string, std::string>> texts{
        {"{\n    \"link\": {},\n}", "FILE:3:1: syntax error"},
        {"", "FILE:1:1: syntax error"},
        {"\xff\xfe\x01", "FILE:1:1: "},
        {"{\"jobs\": [1, {\"a\": 1,\n \"a\": 2}]}", "FILE:2:4: /jobs/1/a: is given twice"},
    };
    for (const auto& [text, start] : texts)
    {
        EXPECT_TRUE(LinesBeginWith(ErrorsOf(text), {start}));
    }
}

TEST(ScenarioErrorList, NamesWhatIsWrongWithASetting)
{
    const std::vector<std::pair<std::string, std::string>> settings{
        {"nothing", "path.to.field=value"},
        {"=5", "path.to.field=value"},
        {"link..delay_us=5", "is no path"},
        {"link.delay_us.x=5", "has no \"x\""},
        {"seeds.5=1", "elements are 0 to 0"},
        {"placement.jobs.0.ps=1", "is an empty list"},
        {"link.dely_us=5", "did you mean delay_us?"},
    };
    for (const auto& [setting, text] : settings)
    {
        EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {setting})), text));
    }
}

TEST(ScenarioErrorList, DeepNestingIsRefused)
{
    EXPECT_TRUE(HasText(Joined(ErrorsOf(std::string(100000, '['))), "nested more than 64"));
}

TEST(ScenarioErrorList, LongValuesAreShortened)
{
    const auto lines = ErrorsOf("{\"run\": \"" + std::string(10000, 'x') + "\"}");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_LT(lines[0].size(), 200u);
}

TEST(ScenarioErrorList, UnreadableFiles)
{
    const TemporaryDirectory directory;
    EXPECT_THROW(ReadScenario(directory.Path("missing.json")), ScenarioError);
    EXPECT_THROW(ReadScenario(directory.Path("")), ScenarioError);
    EXPECT_NO_THROW(ReadScenario(directory.Write("good.json", "{}")));
}

TEST(ScenarioTooLong, TextsThatWouldExhaustTheStackAreRefused)
{
    // std::regex calls itself for each character.
    const std::string text(3'000'000, 'A');
    for (const std::string field : {"name", "jobs.workload", "dnns.A.layers"})
    {
        const auto lines = ErrorsOf("{}", {field + "=" + text});
        ASSERT_EQ(lines.size(), 1u) << field;
        EXPECT_TRUE(HasText(lines[0], "\"AAAAAA"));
        EXPECT_TRUE(HasText(lines[0], "is not allowed: must be "));
    }
}

TEST(ScenarioTooLong, ListsThatWouldTakeHoursAreRefused)
{
    // Equal elements are found by comparing each element with all others.
    const nlohmann::json seeds(std::vector<int>(1'000'000, 1));
    const auto ofSeeds = ErrorsOf(nlohmann::json{{"seeds", seeds}}.dump());
    ASSERT_EQ(ofSeeds.size(), 1u);
    EXPECT_TRUE(HasText(ofSeeds[0], "/seeds: [1,1,1"));
    EXPECT_TRUE(HasText(ofSeeds[0], "must be a list of 1 to 10000 different elements"));
    const nlohmann::json names(std::vector<std::string>(1'000'000, "esa"));
    const auto ofNames = ErrorsOf(nlohmann::json{{"systems", names}}.dump());
    ASSERT_EQ(ofNames.size(), 1u);
    EXPECT_TRUE(HasText(ofNames[0], "/systems: [\"esa\",\"esa\""));
    EXPECT_TRUE(HasText(ofNames[0], "must be a list of 1 or more different elements"));
}

} // namespace ns3::esa::test
