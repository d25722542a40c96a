// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/esa-scenario-schema.h"
#include "ns3/esa-text.h"

#include <algorithm>
#include <functional>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Calls a function for each field of a schema; of lists of objects the first one, of DNNs the one
/// of A.
void
ForEachField(const json& part,
             const std::string& pointer,
             const std::function<void(const std::string& pointer, const json& part)>& visit)
{
    const auto go = [&](const std::string& name, const json& child) {
        visit(ChildPointer(pointer, name), child);
        ForEachField(child, ChildPointer(pointer, name), visit);
    };
    const json properties = part.value("properties", json::object());
    for (const auto& [name, child] : properties.items())
    {
        go(name, child);
    }
    for (const json& child : part.value("patternProperties", json::object()))
    {
        go("A", child);
    }
    if (part.contains("items") && part["items"].contains("properties"))
    {
        go("0", part["items"]);
    }
}

TEST(WrongTypes, AreRefusedAtEachFieldWhichIsNamed)
{
    std::size_t fields = 0;
    ForEachField(ScenarioSchema::Get().Root(),
                 "",
                 [&](const std::string& pointer, const json& part) {
                     const json type = part.value("type", json("number"));
                     const bool isText = type == "string" || part.contains("enum");
                     json scenario;
                     scenario[json::json_pointer(pointer)] =
                         isText || type == "array" || type == "object" ? json(1) : json("x");
                     const auto lines = ErrorsOf(scenario.dump());
                     EXPECT_TRUE(std::any_of(lines.begin(),
                                             lines.end(),
                                             [&](const std::string& line) {
                                                 return line.find(": " + pointer + ": ") !=
                                                        std::string::npos;
                                             }))
                         << pointer << ": " << Joined(lines);
                     ++fields;
                 });
    EXPECT_GE(fields, 150U);
}

} // namespace
} // namespace ns3::esa::test
