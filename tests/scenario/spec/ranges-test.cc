/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What the schema allows, the program can build: both ends of the range of every number are tried
// with what takes the number.

#include "scenario/spec/valid-value.h"
#include "scenario/test-util.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-attributes.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-draft.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-schema-explainer.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/**
 * @param part a part of the schema
 * @return the smallest and the largest number that it allows; empty if it is about no number
 */
std::vector<json>
EndsOf(const json& part)
{
    if (TypeOf(part) != "integer" && TypeOf(part) != "number")
    {
        return {};
    }
    return {part.contains("minimum") ? part["minimum"]
                                     : json(std::numeric_limits<double>::denorm_min()),
            part.at("maximum")};
}

/// Expects that an attribute takes both ends of the range of a field.
void
ExpectTaken(const ScenarioAttribute& attribute)
{
    const std::string pointer = PointerOfPath(attribute.field);
    const auto& fields = ScenarioFields();
    const auto field = std::find_if(fields.begin(), fields.end(), [&](const auto& known) {
        return known.pointer == pointer;
    });
    ASSERT_NE(field, fields.end()) << pointer;
    TypeId::AttributeInformation info;
    ASSERT_TRUE(TypeId::LookupByName(attribute.className)
                    .LookupAttributeByName(attribute.attribute, &info));
    for (const json& end : EndsOf(*ScenarioSchema::Get().Find(pointer)))
    {
        Scenario scenario;
        ASSERT_EQ(field->read(end, scenario), "") << pointer << " " << end;
        EXPECT_TRUE(info.checker->Check(*AttributeValueOf(*field, scenario)))
            << pointer << " = " << end << " is allowed by the schema, but " << attribute.className
            << "::" << attribute.attribute << " is "
            << info.checker->GetUnderlyingTypeInformation();
    }
}

TEST(ScenarioRanges, AreWithinThoseOfTheAttributes)
{
    for (const ScenarioAttribute& attribute : ScenarioAttributes())
    {
        ExpectTaken(attribute);
    }
}

TEST(ScenarioRanges, OfNumbersInListsAreWithinThoseOfTheMembers)
{
    const std::vector<std::pair<std::string, json>> lists{
        {"/placement/jobs", json::parse(R"([{"workers": [0], "ps": 1}])")},
        {"/trace/jobs",
         json::parse(R"([{"submit_time": 0, "gpu_num": 1, "duration": 0, "model": "A"}])")},
        {"/dnns/C",
         json::parse(R"({"layers": [{"forward_us": 1, "backward_us": 1}], "iterations": 1,
                         "partitions": [{"layer": 1, "bytes": 1}], "comm_comp_ratio": 1})")},
        {"/dnns/D", json::parse(R"({"layers": [{"compute_us": 1}],
                         "partitions": [{"layer": 1, "bytes": 1}], "comm_comp_ratio": 1})")},
        {"/faults/links",
         json::parse(R"([{"hosts": [0], "loss_probability": 0, "burst_probability": 0,
                          "burst_max_packets": 1, "duplicate_probability": 0,
                          "reorder_probability": 0, "reorder_depth": 0, "extra_delay_us": 0,
                          "lost_packets": [1], "down": [{"from_us": 0, "until_us": 1}]}])")},
        {"/faults/worker_pauses",
         json::parse(R"([{"job": 0, "worker": 0, "at_us": 0, "duration_us": 0}])")},
        {"/faults/ps_failures", json::parse(R"([{"job": 0, "at_us": 0, "until_us": 0}])")},
        {"/faults/failures", json::parse(R"([{"switch": "rack0", "at_us": 0, "until_us": 1}])")},
        {"/faults/slow", json::parse(R"([{"hosts": [0], "slowdown": 1}])")},
        {"/topology/graph/links",
         json::parse(R"([{"between": ["a", "b"], "rate_gbps": 1, "delay_us": 1,
                          "queue_bytes": 1}])")}};
    std::size_t numbers = 0;
    for (const auto& [place, list] : lists)
    {
        const json flat = list.flatten();
        for (const auto& [inner, value] : flat.items())
        {
            const std::string pointer = place + inner;
            const json* const part = ScenarioSchema::Get().Find(pointer);
            ASSERT_NE(part, nullptr) << pointer;
            for (const json& end : EndsOf(*part))
            {
                ++numbers;
                json config = ScenarioSchema::Get().Defaults();
                config[json::json_pointer(place)] = list;
                config[json::json_pointer(pointer)] = end;
                const ScenarioDraft draft(config, {});
                EXPECT_TRUE(draft.Errors().empty()) << pointer << " = " << end;
            }
        }
    }
    EXPECT_GE(numbers, 50U);
}

TEST(ScenarioRanges, ANetworkIsBuiltAtBothEnds)
{
    // 100,000 servers take a minute
    const std::set<std::string> large{"/topology/hosts", "/topology/ps_hosts"};
    const std::string base = R"({"systems": ["esa", "switchml", "ring"], "topology": {"hosts": 4},
                                 "jobs": {"count": 2, "workers": 2}})";
    std::size_t built = 0;
    for (const ScenarioField& field : ScenarioFields())
    {
        for (const json& end : EndsOf(*ScenarioSchema::Get().Find(field.pointer)))
        {
            const std::string setting = PathOfPointer(field.pointer) + "=" + end.dump();
            if (large.count(field.pointer) > 0 || !ErrorsOf(base, {setting}).empty())
            {
                continue; // a rule between fields may refuse it, with an error
            }
            SCOPED_TRACE(setting);
            const auto scenario = ParseScenario(base, "FILE", {ParseSetting(setting)}).scenario;
            for (const std::string& system : scenario->systems)
            {
                EXPECT_NO_THROW(BuildNetwork(scenario, system, 1));
                Simulator::Destroy();
                ++built;
            }
        }
    }
    EXPECT_GE(built, 150U);
}

TEST(ScenarioRanges, TextsAndListsHaveALargestLength)
{
    const std::function<void(const json&, const std::string&)> check =
        [&check](const json& part, const std::string& place) {
            if (TypeOf(part) == "string")
            {
                EXPECT_TRUE(part.contains("maxLength") || part.contains("enum")) << place;
            }
            if (TypeOf(part) == "array")
            {
                EXPECT_TRUE(part.contains("maxItems") ||
                            (part.value("uniqueItems", false) && part["items"].contains("enum")))
                    << place;
                check(part.at("items"), place + "/0");
            }
            for (const char* const members : {"properties", "patternProperties"})
            {
                for (const auto& [name, member] : Member(part, members).items())
                {
                    check(member, place + "/" + name);
                }
            }
        };
    check(ScenarioSchema::Get().Root(), "");
    check(ScenarioSchema::OfModels().Root(), "model:");
    check(ScenarioSchema::OfPlacements().Root(), "placement:");
    check(ScenarioSchema::OfTopologies().Root(), "topology:");
}

} // namespace
} // namespace ns3::esa::test
