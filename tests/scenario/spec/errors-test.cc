// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <utility>

namespace ns3::esa::test
{

using nlohmann::json;

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

TEST(ScenarioErrorList, LongValuesAreShortened)
{
    const auto lines = ErrorsOf("{\"run\": \"" + std::string(10000, 'x') + "\"}");
    ASSERT_EQ(lines.size(), 1u);
    EXPECT_LT(lines[0].size(), 200u);
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

// --set merges objects as a file does, at every object of the schema.

/// @return the effective configuration of a scenario with the arguments of --set
json
EffectiveOf(const std::vector<std::string>& settings, const std::string& text = "{}")
{
    return ParseScenario(text, "FILE", Overrides(settings)).effective;
}

/// Calls a function for every object with fixed names below the top, with its path.
template <typename F>
void
ForEachGroup(const json& part, const std::string& path, F visit)
{
    for (const auto& [name, child] : part.at("properties").items())
    {
        if (child.contains("properties"))
        {
            const std::string place = path + (path.empty() ? "" : ".") + name;
            visit(place);
            ForEachGroup(child, place, visit);
        }
    }
}

TEST(Settings, MergeObjectsAsAFileDoes)
{
    const json defaults = EffectiveOf({});
    std::size_t groups = 0;
    ForEachGroup(ScenarioSchema::Get().Root(), "", [&](const std::string& path) {
        ++groups;
        EXPECT_EQ(EffectiveOf({path + "={}"}), defaults) << path;
        const json group = defaults.at(json::json_pointer(PointerOfPath(path)));
        for (const auto& [name, value] : group.items())
        {
            if (name == "max_packets")
            {
                continue; // a window that the user sets holds for atp, too
            }
            const json object = {{name, value}};
            EXPECT_EQ(EffectiveOf({path + "=" + object.dump()}), defaults) << path << " " << object;
        }
        EXPECT_EQ(ErrorsOf("{}", {path + "=5"}).size(), 1U) << path;
        EXPECT_EQ(ErrorsOf("{}", {path + "=null"}).size(), 1U) << path;
        EXPECT_EQ(ErrorsOf("{}", {path + "=[]"}).size(), 1U) << path;
        EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {path + "={\"\": 1}"})), ": unknown field"));
    });
    EXPECT_GE(groups, 20U);
}

TEST(Settings, KeepWhatAnObjectDoesNotName)
{
    const json config = EffectiveOf({"link.rate_gbps=40", R"(link={"delay_us": 2.5})"},
                                    R"({"link": {"queue_bytes": 100000}})");
    EXPECT_EQ(config["link"]["rate_gbps"], 40);
    EXPECT_EQ(config["link"]["delay_us"], 2.5);
    EXPECT_EQ(config["link"]["queue_bytes"], 100000);
    // lists are replaced as a whole, also in an object
    EXPECT_EQ(EffectiveOf({R"(faults={"links": [{"hosts": [1]}]})", "faults.links=[]"})["faults"],
              EffectiveOf({})["faults"]);
}

TEST(Settings, AModelInAnObjectTakesThePlaceOfTheDnn)
{
    const json expected = EffectiveOf({"dnns.A.model=vgg16"});
    EXPECT_EQ(EffectiveOf({R"(dnns.A={"model": "vgg16"})"}), expected);
    EXPECT_EQ(EffectiveOf({R"(dnns={"A": {"model": "vgg16"}})"}), expected);
    EXPECT_EQ(EffectiveOf({}, R"({"dnns": {"A": {"model": "vgg16"}}})"), expected);
}

TEST(Settings, BesideAModelOrATraceEveryErrorNamesItsField)
{
    const std::string models = R"({"dnns": {"A": {"model": "vgg16"}}, "trace": {"jobs": [
        {"submit_time": 0, "gpu_num": 1, "duration": 1, "model": "vgg16"}]}})";
    ForEachGroup(ScenarioSchema::Get().Root(), "", [&](const std::string& path) {
        for (const char* const value : {"null", "5", "[]", "{\"x\": 1}"})
        {
            const auto lines = ErrorsOf(models, {path + "=" + value});
            ASSERT_EQ(lines.size(), 1U) << path << Joined(lines);
            EXPECT_TRUE(
                BeginsWith(lines[0], "--set " + path + "=" + value + ": " + PointerOfPath(path)));
        }
    });
    for (const std::string& field : ScenarioSchema::Get().FieldPointers())
    {
        const auto lines = ErrorsOf(models, {PathOfPointer(field) + "=null"});
        ASSERT_FALSE(lines.empty()) << field;
        EXPECT_TRUE(HasText(lines[0], field + ": null is not allowed"));
    }
}

TEST(Settings, PathsAndValuesHaveLimits)
{
    const std::string limits = "must be at most 64 names and 1000 characters";
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {std::string(65'000, '.') + "=1"})), limits));
    std::string deep = "a";
    for (int i = 0; i < 65'000; ++i)
    {
        deep += ".a";
    }
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {deep + "=1"})), limits));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {deep.substr(0, 129) + "=1"})), limits));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {deep.substr(0, 127) + "=1"})), "/a: unknown field"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {std::string(1001, 'a') + "=1"})), limits));
    const std::string nested = std::string(100, '[') + std::string(100, ']');
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {"name=" + nested})), "nested more than 64 deep"));
    for (const char* const odd : {"a/b=1", "~0=1", "/link/delay_us=1", "link.delay_us.=1", " =1"})
    {
        EXPECT_EQ(ErrorsOf("{}", {odd}).size(), 1U) << odd;
    }
}

} // namespace ns3::esa::test
