// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/program/program-call.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>

namespace ns3::esa::test
{

using nlohmann::json;

/// What sweeps ask of the program: other schemas, and many scenarios at a time.
class JsonFiles : public ScenarioProgram
{
  protected:
    CallResult CheckSweep(const std::string& text)
    {
        const std::string path = m_directory.Write("sweep.json", text);
        return Call({"--validate", "--config", path, "--schema", "analysis/sweep.schema.json"});
    }

    CallResult PrintLines(const std::string& text)
    {
        return Call({"--print-config", "--config-lines", m_directory.Write("lines", text)});
    }
};

TEST_F(JsonFiles, SchemaOfSweepsAllowsListsAndCases)
{
    const CallResult outcome =
        CheckSweep(R"({"name": "a", "set": {"iterations": 1}, "quick": {"set": {}},
                       "axes": {"seed": [1, 2], "mine": {"one": {"run": 1}}}})");
    EXPECT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_TRUE(HasText(outcome.out, "sweep.json: valid\n"));
}

TEST_F(JsonFiles, SchemaOfSweepsNamesAllErrors)
{
    const CallResult outcome =
        CheckSweep(R"({"name": "A", "axis": 1, "axes": {"mine": {"one": 3}}})");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(Lines(outcome.err).size(), 3u) << outcome.err;
    for (const char* part : {"/axes/mine/one: 3 is not allowed: must be an object of fields",
                             "/axis: unknown field (value 1); did you mean axes?",
                             "/name: \"A\" is not allowed: must be 1 to 60 lower-case letters"})
    {
        EXPECT_TRUE(HasText(outcome.err, part)) << outcome.err;
    }
}

TEST_F(JsonFiles, SchemaThatCannotBeUsed)
{
    const std::pair<const char*, const char*> schemas[] = {
        {R"({"$ref": "#/nowhere"})", "/$ref: "},
        {R"({"properties": {"a": {"anyOf": []}}})", "/properties/a/anyOf: "},
        {R"({"type": 3})", ""},
        {R"({"properties": 1})", "/properties"},
        {R"({"items": []})", "/items: "},
        {R"({"properties": {"a": true}})", "/properties/a: "},
    };
    for (const auto& [text, reason] : schemas)
    {
        const std::string path = m_directory.Write("schema.json", text);
        ExpectRefused({"--validate", "--config", m_config, "--schema", path},
                      {std::string("cannot be used: ") + reason});
    }
}

TEST_F(JsonFiles, ASwitchInPlaceOfTheWholeFileIsExplained)
{
    const std::string schema =
        m_directory.Write("schema.json",
                          R"({"type": "object", "properties": {"enabled": {"type": "boolean"}}})");
    ExpectRefused(
        {"--validate", "--config", m_directory.Write("on.json", "true"), "--schema", schema},
        {"on.json", "true is not allowed", "did you mean enabled=true?"});
}

TEST_F(JsonFiles, LongNamesAreCheckedAsWell)
{
    const std::string name(200, 'a');
    const CallResult outcome = CheckSweep(R"({"name": "a", "axes": {")" + name + R"(": 3}})");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_TRUE(HasText(outcome.err, ": 3 is not allowed: must be a list of 1 or more values"));
}

TEST_F(JsonFiles, LengthsAreInCharacters)
{
    const auto validate = [this](int length) {
        std::string text;
        for (int i = 0; i < length; ++i)
        {
            text += "\xc3\xa9"; // e with an accent
        }
        const std::string path = m_directory.Write("x.json", R"({"description": ")" + text + "\"}");
        return Call({"--validate", "--config", path}).code;
    };
    EXPECT_EQ(validate(10000), 0);
    EXPECT_EQ(validate(10001), 2);
}

TEST_F(JsonFiles, LinesAreTheConfigsOfEachScenario)
{
    std::string tiny = kTinyScenario;
    tiny.erase(std::remove(tiny.begin(), tiny.end(), '\n'), tiny.end());
    const CallResult outcome = PrintLines(tiny + "\n{\"iterations\": 3}\n");
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    const std::vector<std::string> lines = Lines(outcome.out);
    ASSERT_EQ(lines.size(), 2u);
    EXPECT_EQ(json::parse(lines[0]),
              json::parse(Call({"--config", m_config, "--print-config"}).out));
    EXPECT_EQ(json::parse(lines[1]).at("iterations"), 3);
}

TEST_F(JsonFiles, LineThatIsWrongIsNamed)
{
    const CallResult outcome = PrintLines("{}\n{\"iterations\": 0}\n{\"seeds\": 1}\n");
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(Lines(outcome.err).size(), 1u) << outcome.err;
    EXPECT_TRUE(HasText(outcome.err, "lines:2: /iterations: 0 is not allowed")) << outcome.err;
}

TEST_F(JsonFiles, OptionsThatNeedOthers)
{
    EXPECT_EQ(Call({"--schema", m_config}).code, 2);
    EXPECT_EQ(Call({"--validate", "--schema", m_config}).code, 2);
    EXPECT_EQ(Call({"--config-lines", m_config}).code, 2);
    EXPECT_EQ(Call({"--print-config", "--config-lines", m_config, "--jobs", "2"}).code, 2);
}

} // namespace ns3::esa::test
