// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The table of fields agrees with the types of its members.

#include "scenario/test-util.h"

#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario-rules.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <map>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// @return the part of the schema for a field
const json&
PartOf(const std::string& pointer)
{
    return *ScenarioSchema::Get().Find(pointer);
}

/// @return a configuration in which a field has a value
json
With(const std::string& pointer, const json& value)
{
    json config = ScenarioSchema::Get().Defaults();
    config[json::json_pointer(pointer)] = value;
    return config;
}

TEST(ScenarioTable, HasEveryFieldOfTheSchemaOnce)
{
    std::multiset<std::string> known{"/$schema", "/$users_fields"};
    for (const StructuredField& field : StructuredFields())
    {
        known.insert(field.pointer);
    }
    for (const ScenarioField& field : ScenarioFields())
    {
        known.insert(field.pointer);
    }
    const auto& fields = ScenarioSchema::Get().FieldPointers();
    EXPECT_EQ(known, std::multiset<std::string>(fields.begin(), fields.end()));
}

TEST(ScenarioTable, HasEveryMemberOnce)
{
    const Scenario scenario;
    std::map<const void*, std::string> members;
    for (const ScenarioField& field : ScenarioFields())
    {
        const auto [other, isNew] = members.emplace(field.address(scenario), field.pointer);
        EXPECT_TRUE(isNew) << field.pointer << " and " << other->second;
    }
}

TEST(ScenarioTable, WhatIsReadIsWhatWasWritten)
{
    // Both ends of the range of every number, and every name of every choice.
    for (const ScenarioField& field : ScenarioFields())
    {
        const json& part = PartOf(field.pointer);
        std::vector<json> values = part.value("enum", std::vector<json>());
        for (const char* const end : {"minimum", "maximum"})
        {
            values.insert(values.end(), part.count(end), part.value(end, json()));
        }
        if (part["type"] == "boolean")
        {
            values = {true, false};
        }
        for (const json& value : values)
        {
            Scenario scenario;
            EXPECT_EQ(field.read(value, scenario), "") << field.pointer << " " << value;
            EXPECT_EQ(field.value(scenario), value) << field.pointer;
        }
    }
}

TEST(ScenarioTable, ThePrintedConfigurationIsWhatWasRead)
{
    for (const char* const file : {"scenarios/racks/1024-workers.json",
                                   "scenarios/racks/background-tcp.json",
                                   "scenarios/faults/all-at-once.json",
                                   "scenarios/accuracy/digits.json"})
    {
        const ParsedScenario parsed = ReadScenario(file);
        for (const ScenarioField& field : ScenarioFields())
        {
            EXPECT_EQ(field.value(*parsed.scenario),
                      parsed.effective.at(json::json_pointer(field.pointer)))
                << file << " " << field.pointer;
        }
    }
}

TEST(ScenarioTable, ValuesBeyondTheMembersTypeAreRefused)
{
    for (const ScenarioField& field : ScenarioFields())
    {
        if (TypeOf(PartOf(field.pointer)) == "integer")
        {
            Scenario scenario;
            EXPECT_NE(field.read(-1, scenario), "") << field.pointer;
            EXPECT_EQ(field.value(scenario), field.value(Scenario())) << field.pointer;
        }
    }
    const auto& fields = ScenarioFields();
    const auto run = std::find_if(fields.begin(), fields.end(), [](const auto& field) {
        return field.pointer == "/run";
    });
    Scenario scenario;
    EXPECT_EQ(run->read(uint64_t{1} << 32, scenario), "an integer from 0 to 4294967295");
    EXPECT_EQ(scenario.run, 1U);
}

TEST(ScenarioChoices, AWordThatTheProgramDoesNotKnowIsRefused)
{
    for (const ScenarioField& field : ScenarioFields())
    {
        if (!field.choices.empty())
        {
            const json config = With(field.pointer, "unheard-of");
            const ScenarioDraft draft(config);
            ASSERT_EQ(draft.Errors().size(), 1U) << field.pointer;
            EXPECT_EQ(draft.Errors()[0].pointer, field.pointer);
            EXPECT_TRUE(BeginsWith(draft.Errors()[0].text,
                                   "\"unheard-of\" is not allowed: must be one of "));
        }
    }
    const json config = With("/dnns/A/precision", "unheard-of");
    const ScenarioDraft draft(config);
    ASSERT_EQ(draft.Errors().size(), 1U);
    EXPECT_EQ(draft.Errors()[0].pointer, "/dnns/A/precision");
}

TEST(ScenarioDraft, KnowsWhereEverythingStood)
{
    const json config =
        With("/faults/links", json::parse(R"([{"hosts": [3, 4], "loss_probability": 0.5},
                                             {"hosts": [5], "down": [{"from_us": 1,
                                                                      "until_us": 2}]}])"));
    const ScenarioDraft draft(config);
    EXPECT_EQ(draft.PointerOf(draft->window.minPackets), "/window/min_packets");
    EXPECT_EQ(draft.Quote(draft->topology.hosts), "/topology/hosts = 64");
    EXPECT_EQ(draft.PointerOf(draft->dnns.at("B").partitions[3].bytes),
              "/dnns/B/partitions/3/bytes");
    const auto& links = draft->faults.linkEntries;
    EXPECT_EQ(draft.PointerOf(links[0].spec.lossProbability), "/faults/links/0/loss_probability");
    EXPECT_EQ(draft.PointerOf(links[1].spec.down[0].untilUs), "/faults/links/1/down/0/until_us");
    EXPECT_FALSE(draft.IsWritten(links[1].spec.lossProbability));
    EXPECT_THROW(draft.PointerOf(links[1].spec.lossProbability), std::logic_error);

    ScenarioDraft copy = draft;
    copy.Refuse(links[0].hosts, "nothing");
    EXPECT_EQ(copy.Errors()[0].pointer, "/faults/links/0/hosts");
    EXPECT_EQ(copy.Errors()[0].text, "[3,4] is not allowed: must be nothing");
    EXPECT_TRUE(draft.Errors().empty());
}

} // namespace
} // namespace ns3::esa::test
