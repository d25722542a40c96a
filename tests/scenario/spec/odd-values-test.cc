/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Odd values at every place of a scenario: each is either accepted or refused by a ScenarioError
// that names the place. An exception of a library would end the test.

#include "scenario/spec/valid-value.h"
#include "scenario/test-util.h"

#include "ns3/esa-json-path.h"
#include "ns3/esa-scenario-schema.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

const char* const kOddValues[] = {"null",
                                  "true",
                                  "-0",
                                  "-1",
                                  "1e400",
                                  "1e-400",
                                  "5e-324",
                                  "1.7976931348623157e308",
                                  "18446744073709551616",
                                  "99999999999999999999999999999999999999999999999999",
                                  "NaN",
                                  "",
                                  "{",
                                  "[]",
                                  "{}",
                                  "[[[[{}]]]]",
                                  R"({"":{"":0}})",
                                  R"({"a.b/c~d":"\u0000\n"})",
                                  R"("\u0000.csv")",
                                  R"("\ud800")",
                                  R"("\u001b[31m")"};

/// All places of a schema that have a type, as dotted paths.
void
CollectPlaces(const json& part, const std::string& path, std::vector<std::string>& places)
{
    const std::string start = path.empty() ? "" : path + ".";
    for (const auto& [name, member] : Member(part, "properties").items())
    {
        places.push_back(start + name);
        CollectPlaces(member, start + name, places);
    }
    if (part.contains("patternProperties"))
    {
        places.push_back(start + "A");
        CollectPlaces(*part["patternProperties"].begin(), start + "A", places);
    }
    if (part.contains("items"))
    {
        places.push_back(start + "0");
        CollectPlaces(part["items"], start + "0", places);
    }
}

/// A scenario in which every list has an element.
const char* const kFull = R"({
    "systems": ["esa"], "topology": {"hosts": 4}, "aggregation": {"jobs": [{"trees": [{"ways": [], "sums": ["rack0"]}]}]}, "recovery": {"enabled": true},
    "jobs": {"count": 1, "workers": 2, "workload": "A"},
    "placement": {"jobs": [{"workers": [0, 1], "ps": 4}]},
    "dnns": {"A": {"layers": [{"compute_us": 1}], "partitions": [{"layer": 1, "bytes": 10000}],
                   "comm_comp_ratio": 1}},
    "faults": {"links": [{"hosts": [1], "lost_packets": [3], "down": [{"from_us": 1, "until_us": 2}]}],
               "worker_pauses": [{"job": 0, "worker": 0, "at_us": 1, "duration_us": 1}],
               "ps_failures": [{"job": 0, "at_us": 1, "until_us": 1}],
               "failures": [{"switch": "rack0", "at_us": 1, "until_us": 2}],
               "slow": [{"hosts": [1], "slowdown": 2}]}})";

/// One in which models and a trace are expanded.
const char* const kExpanded = R"({
    "dnns": {"A": {"model": "dnn-a", "compute_scale": 1}},
    "trace": {"jobs": [{"submit_time": 0, "gpu_num": 1, "duration": 1, "model": "dnn-a"}]}})";

TEST(OddValues, AreAcceptedOrRefusedAtEveryPlace)
{
    std::vector<std::string> places;
    CollectPlaces(ScenarioSchema::Get().Root(), "", places);
    EXPECT_GE(places.size(), 150U);
    std::size_t refused = 0;
    for (const char* const scenario : {kFull, kExpanded})
    {
        ASSERT_EQ(ErrorsOf(scenario), std::vector<std::string>());
        for (const std::string& place : places)
        {
            for (const std::string value : kOddValues)
            {
                SCOPED_TRACE(place + "=" + value);
                const std::vector<std::string> lines = ErrorsOf(scenario, {place + "=" + value});
                refused += lines.empty() ? 0 : 1;
                EXPECT_LE(lines.size(), 21U);
                for (const std::string& line : lines)
                {
                    EXPECT_EQ(line.find("json.exception"), std::string::npos) << line;
                    EXPECT_LE(line.size(), 1000U);
                }
            }
        }
    }
    EXPECT_GE(refused, places.size() * 20);
}

TEST(OddValues, OfAModelAreRefusedWithTheLayer)
{
    const json dnn = {{"model", "dnn-a"}, {"compute_scale", 1e6}};
    EXPECT_TRUE(Accepts(json{{"dnns", {{"A", dnn}}}}.dump()));
    const TemporaryDirectory directory;
    const auto errorsOf = [&directory](const json& layer, const json& further) {
        directory.Write("m.json", json{{"name", "m"}, {"layers", {layer}}}.dump());
        json named = {{"model", "m.json"}};
        named.update(further);
        const std::string path =
            directory.Write("scenario.json", json{{"dnns", {{"A", named}}}}.dump());
        return Joined(ErrorsWhile([&path] { ReadScenario(path); }));
    };
    const json slow = {{"name", "l"}, {"parameters", 1}, {"forward_us", 1e9}, {"backward_us", 0}};
    EXPECT_EQ(errorsOf(slow, json::object()), "");
    EXPECT_TRUE(HasText(errorsOf(slow, {{"compute_scale", 1.5}}),
                        "/dnns/A/compute_scale: 1.5 is not allowed: must be so small"));
    const json fast = {{"name", "l"},
                       {"parameters", 1000},
                       {"forward_us", 1e-300},
                       {"backward_us", 0}};
    EXPECT_TRUE(HasText(errorsOf(fast, json::object()), "must be given a comm_comp_ratio"));
    EXPECT_EQ(errorsOf(fast, {{"comm_comp_ratio", 1}}), "");
}

} // namespace
} // namespace ns3::esa::test
