/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/program/program-call.h"
#include "scenario/spec/breaker.h"

#include "ns3/esa-embedded-files.h"
#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"

#include <algorithm>
#include <set>

// Hundreds of bad files are made from the schema. So bad values of a new field are tested without a
// change of the tests.

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// @return scenarios that break every rule of the schema; made once
const std::vector<BrokenScenario>&
AllBroken()
{
    static const std::vector<BrokenScenario> broken = BreakEveryRule(ScenarioSchema::Get().Root());
    return broken;
}

/// @return the errors of a broken scenario
std::vector<std::string>
ErrorsOfBroken(const BrokenScenario& broken)
{
    if (broken.rule != "minProperties")
    {
        return ErrorsOf(broken.scenario.dump());
    }
    // A file and --set are merged into the default object, and cannot make it empty.
    std::vector<std::string> lines;
    const ConfigErrors errors = FindExplainedErrors(ScenarioSchema::Get(), broken.scenario);
    for (const ConfigError& error : errors)
    {
        lines.push_back("FILE: " + error.pointer + ": " + error.text);
    }
    return lines;
}

/// @return how often each keyword of rules stands in a schema
std::map<std::string, std::size_t>
RulesOf(const json& part)
{
    std::map<std::string, std::size_t> rules;
    const auto include = [&rules](const json& child) {
        for (const auto& [keyword, count] : RulesOf(child))
        {
            rules[keyword] += count;
        }
    };
    for (const auto& [keyword, value] : part.items())
    {
        if (keyword == "properties" || keyword == "patternProperties")
        {
            // in an object with fixed names, each name is one rule
            rules["additionalProperties"] += value.size();
            for (const auto& [name, child] : value.items())
            {
                include(child);
            }
        }
        else if (keyword == "items")
        {
            include(value);
        }
        else if (keyword == "required")
        {
            rules[keyword] += value.size();
        }
        else if (keyword == "additionalProperties")
        {
            EXPECT_EQ(value, false) << "names beyond the known ones would be allowed";
        }
        else if (keyword != "default" && keyword != "description" && keyword != "title" &&
                 keyword != "$schema" && keyword.compare(0, 2, "x-") != 0)
        {
            ++rules[keyword];
        }
    }
    return rules;
}

TEST(GeneratedErrors, AreMadeFromEveryRuleOfTheSchema)
{
    // By keyword, the number of different places where it was broken.
    std::map<std::string, std::set<std::string>> places;
    for (const BrokenScenario& broken : AllBroken())
    {
        places[broken.rule].insert(broken.pointer);
    }
    std::map<std::string, std::size_t> counts;
    for (const auto& [rule, pointers] : places)
    {
        counts[rule] = pointers.size();
    }
    EXPECT_EQ(counts, RulesOf(ScenarioSchema::Get().Root()));
    EXPECT_GE(AllBroken().size(), 150U);
    RecordProperty("files", static_cast<int>(AllBroken().size()));
}

TEST(GeneratedErrors, NameThePlaceAndTheValueOnce)
{
    for (const BrokenScenario& broken : AllBroken())
    {
        SCOPED_TRACE(broken.rule + " at " + broken.pointer);
        const std::vector<std::string> lines = ErrorsOfBroken(broken);
        const std::string place =
            ": " + (broken.pointer.empty() ? "the scenario" : broken.pointer) + ": ";
        const auto aboutIt = [&place](const std::string& line) {
            return line.find(place) != std::string::npos;
        };
        ASSERT_EQ(std::count_if(lines.begin(), lines.end(), aboutIt), 1) << Joined(lines);
        EXPECT_TRUE(HasText(*std::find_if(lines.begin(), lines.end(), aboutIt), broken.phrase));
        for (const std::string& line : lines)
        {
            EXPECT_LT(line.size(), 1000U) << "too long to be read";
            EXPECT_EQ(line.find('\n'), std::string::npos);
        }
    }
}

TEST(GeneratedErrors, TheSameRulesKeptAreNoErrors)
{
    // This checks the test itself: values that break no rule pass, so the errors come from the
    // broken rules.
    EXPECT_TRUE(Accepts(ScenarioSchema::Get().Defaults().dump()));
    EXPECT_TRUE(Accepts("{}"));
    EXPECT_TRUE(Accepts(kDefaultScenarioText));
}

using GeneratedErrorsProgram = ScenarioProgram;

TEST_F(GeneratedErrorsProgram, EndWithTwoAndNothingHasRun)
{
    // Only the first case of each rule, since a call of the program takes longer than the parser
    // alone.
    std::set<std::string> rules;
    for (const BrokenScenario& broken : AllBroken())
    {
        if (broken.rule == "minProperties" || !rules.insert(broken.rule).second)
        {
            continue;
        }
        SCOPED_TRACE(broken.rule + " at " + broken.pointer);
        const std::string file = m_directory.Write("broken.json", broken.scenario.dump());
        const CallResult outcome = Call({"--config", file, "--out", m_out});
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_TRUE(BeginsWith(outcome.err, "esa-scenario: error: " + file + ": "));
        EXPECT_TRUE(HasText(outcome.err, broken.phrase));
        EXPECT_FALSE(std::filesystem::exists(m_out));
    }
    EXPECT_GE(rules.size(), 10U);
}

} // namespace
} // namespace ns3::esa::test
