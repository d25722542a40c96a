// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/attribute.h"
#include "ns3/esa-embedded-files.h"
#include "ns3/esa-scenario-attributes.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"
#include "ns3/string.h"
#include "ns3/type-id.h"

namespace ns3::esa::test
{

using nlohmann::json;

namespace
{

/// Calls a function for every part of the schema that describes a value: of lists the first
/// element, of DNNs the one of A.
template <typename F>
void
ForEachPart(const json& part, const std::string& where, F visit)
{
    visit(part, where);
    const json properties = part.value("properties", json::object());
    for (const auto& [name, child] : properties.items())
    {
        ForEachPart(child, ChildPointer(where, name), visit);
    }
    for (const json& child : part.value("patternProperties", json::object()))
    {
        ForEachPart(child, where + "/A", visit);
    }
    if (part.contains("items"))
    {
        ForEachPart(part["items"], where + "/0", visit);
    }
}

/// A field's default as ns-3 writes a value of its unit.
std::string
AttributeText(const std::string& field, const json& value)
{
    const auto hasUnit = [&field](const std::string& unit) {
        return field.size() > unit.size() &&
               field.compare(field.size() - unit.size(), unit.size(), unit) == 0;
    };
    return value.dump() + (hasUnit("_us")     ? "us"
                           : hasUnit("_ns")   ? "ns"
                           : hasUnit("_gbps") ? "Gbps"
                                              : "");
}

} // namespace

TEST(ScenarioSchema, ListsTheSystemsOfTheRegistry)
{
    json names = json::array();
    for (const SystemRecord& system : Systems())
    {
        names.push_back(system.name);
    }
    for (const SystemGroup& group : SystemGroups())
    {
        names.push_back(group.name);
    }
    const json& field = ScenarioSchema::Get().Root().at("properties").at("systems");
    EXPECT_EQ(field.at("items").at("enum"), names);
    // of these, those that the paper simulates
    EXPECT_EQ(field.at("default"), json({"esa", "atp", "switchml", "straw1", "straw2"}));
}

TEST(ScenarioSchema, EveryFieldIsDescribedAndClosed)
{
    ForEachPart(ScenarioSchema::Get().Root(), "", [](const json& part, const std::string& where) {
        EXPECT_GT(part.value("description", "").size(), 5u) << where;
        EXPECT_TRUE(part.contains("type")) << where;
        if (part["type"] == "object")
        {
            EXPECT_EQ(part.value("additionalProperties", true), false) << where;
        }
        if (part["type"].is_array()) // a number that may follow from the network
        {
            EXPECT_EQ(part["type"].size(), 2U) << where;
            EXPECT_EQ(part["type"].back(), "string") << where;
            EXPECT_EQ(part.value("pattern", ""), "^auto$") << where;
            EXPECT_EQ(part.value("maxLength", 0), 4) << where << ", or a line feed could follow";
        }
        if (TypeOf(part) == "number" || TypeOf(part) == "integer")
        {
            EXPECT_TRUE(part.contains("minimum") || part.contains("exclusiveMinimum")) << where;
            EXPECT_TRUE(part.contains("maximum")) << where;
        }
    });
}

TEST(ScenarioSchema, RefusesAWrongTypeAtEachFieldWhichIsNamed)
{
    std::size_t fields = 0;
    ForEachPart(ScenarioSchema::Get().Root(), "", [&](const json& part, const std::string& where) {
        const bool isElement = where.substr(where.rfind('/') + 1) == "0";
        if (where.empty() || (isElement && !part.contains("properties")))
        {
            return;
        }
        const json type = part.value("type", json("number"));
        const bool isText = type == "string" || part.contains("enum");
        json scenario;
        scenario[json::json_pointer(where)] =
            isText || type == "array" || type == "object" ? json(1) : json("x");
        EXPECT_TRUE(HasText(Joined(ErrorsOf(scenario.dump())), ": " + where + ": "));
        ++fields;
    });
    EXPECT_GE(fields, 150U);
}

TEST(ScenarioSchema, FindFollowsNamesPatternsAndIndices)
{
    const ScenarioSchema& schema = ScenarioSchema::Get();
    EXPECT_EQ((*schema.Find("/dnns/C/partitions/7/bytes"))["type"], "integer");
    EXPECT_EQ(schema.Find("/dnns/CC"), nullptr);
    EXPECT_EQ(schema.Find("/link/x"), nullptr);
    EXPECT_EQ(schema.Find("")->at("title"), "ESA scenario");
}

TEST(ScenarioSchema, OrderOfTheSchemaLosesNothing)
{
    const json config = ParseScenario(kDefaultScenarioText, "FILE").effective;
    const auto ordered = ScenarioSchema::Get().InOrder(config);
    EXPECT_EQ(ordered.begin().key(), "name");
    EXPECT_EQ(json::parse(ordered.dump()), config);
}

TEST(ScenarioSchema, AttributesHaveTheSameDefaultsAsTheirFields)
{
    for (const ScenarioAttribute& owned : ScenarioAttributes())
    {
        SCOPED_TRACE(owned.className + "::" + owned.attribute);
        TypeId type;
        ASSERT_TRUE(TypeId::LookupByNameFailSafe(owned.className, &type));
        TypeId::AttributeInformation info;
        ASSERT_TRUE(type.LookupAttributeByName(owned.attribute, &info));
        const std::string pointer = PointerOfPath(owned.field);
        ASSERT_NE(ScenarioSchema::Get().Find(pointer), nullptr) << owned.field;
        if (owned.everywhere)
        {
            const json value = ScenarioSchema::Get().Defaults().at(json::json_pointer(pointer));
            if (value == "auto")
            {
                continue; // programs without a scenario have a number
            }
            const auto expected =
                info.checker->CreateValidValue(StringValue(AttributeText(owned.field, value)));
            ASSERT_TRUE(expected) << owned.field;
            EXPECT_EQ(info.originalInitialValue->SerializeToString(info.checker),
                      expected->SerializeToString(info.checker))
                << owned.field;
        }
    }
}

TEST(ShippedScenarios, AreValid)
{
    int files = 0;
    for (const auto& entry : std::filesystem::recursive_directory_iterator("scenarios"))
    {
        if (entry.path().extension() == ".json" &&
            entry.path().filename() != "scenario.schema.json")
        {
            ++files;
            EXPECT_NO_THROW(ReadScenario(entry.path().string())) << entry.path();
        }
    }
    EXPECT_GE(files, 3) << "the tests run at the top of the repository";
}

} // namespace ns3::esa::test
