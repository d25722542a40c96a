// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What follows from execution traces, and which of them are refused.

#include "scenario/traces/chakra-files.h"

#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// A scenario that runs a trace.
json
ScenarioOf(const std::string& trace)
{
    return {{"systems", {"esa"}},
            {"topology", {{"hosts", 32}}},
            {"execution", {{"traces", {trace}}}}};
}

/// The first error of a scenario; "none".
std::string
ErrorOf(const json& scenario)
{
    return FirstOf(ErrorsOf(scenario.dump()));
}

/// The hosts of a scenario with some settings.
uint32_t
HostsOf(const json& scenario, const std::vector<std::string>& settings)
{
    return ParseScenario(scenario.dump(), "FILE", Overrides(settings)).scenario->topology.hosts;
}

TEST(ExecutionRules, TracesBringTheirHosts)
{
    const TemporaryDirectory folder;
    const std::string trace = WriteRanks(folder, 33, {ComputationOf(0, 1)});
    const std::string one = "execution.traces=[\"" + trace + "\"]";
    const std::string two = "execution.traces=[\"" + trace + "\", \"" + trace + "\"]";
    EXPECT_EQ(HostsOf(json::object(), {two}), 66U);
    EXPECT_EQ(HostsOf(json::object(), {two, "topology.racks=4"}), 68U) << "as many in each rack";
    EXPECT_EQ(HostsOf(json::object(), {one}), 64U) << "there is room";
    EXPECT_EQ(HostsOf({{"topology", {{"hosts", 16}}}}, {one}), 33U);
    EXPECT_EQ(HostsOf({{"topology", {{"hosts", 512}}}}, {one}), 512U);
    json scenario = ScenarioOf(trace);
    EXPECT_TRUE(HasText(ErrorOf(scenario), "must be at most /topology/hosts = 32"));
    scenario["topology"].erase("hosts");
    EXPECT_EQ(HostsOf(scenario, {"topology.hosts=33"}), 33U);
    EXPECT_EQ(ErrorOf(scenario), "none");
    EXPECT_THROW(HostsOf(json::object(), {one, "topology.hosts=32"}), ScenarioError);
}

TEST(ExecutionRules, PlacesAreOfAllRanks)
{
    const TemporaryDirectory folder;
    json scenario = ScenarioOf(WriteRanks(folder, 3, {ComputationOf(0, 1)}));
    scenario["placement"]["jobs"] = {{{"workers", {0, 1, 2}}, {"ps", 4}}};
    EXPECT_EQ(ErrorOf(scenario), "none");
    scenario["placement"]["jobs"][0]["workers"] = {0, 1};
    EXPECT_TRUE(HasText(ErrorOf(scenario), "/jobs/workers: 3 is not allowed: must be 2"));
    const TemporaryDirectory other;
    scenario["execution"]["traces"].push_back(WriteRanks(other, 2, {ComputationOf(0, 1)}));
    scenario["placement"]["jobs"].push_back({{"workers", {5, 6, 7}}, {"ps", 4}});
    EXPECT_TRUE(HasText(ErrorOf(scenario),
                        "/placement/jobs/0/workers: 2 hosts are not allowed: must be 3, one for"));
}

TEST(ExecutionRules, WhatCannotRunIsAnError)
{
    const TemporaryDirectory folder;
    ChakraNode large = NodeOf(3, ChakraType::Compute);
    large.operations = 1'000'001'000'000'000'000;
    folder.Write("large.0.et", FileOf({large}));
    json slow = ScenarioOf(folder.Path("large"));
    slow["execution"]["peak_tflops"] = 1;
    EXPECT_TRUE(HasText(ErrorOf(slow), "large.0.et: node 3: num_ops 1000001000000000000 or "));
    slow["execution"]["peak_tflops"] = 2;
    slow["iterations"] = 1; // of 500,000.5 s
    EXPECT_EQ(ErrorOf(slow), "none");
    slow["iterations"] = 2;
    EXPECT_TRUE(HasText(ErrorOf(slow), "/iterations: 2 is not allowed: must be at most 1,"));
    slow["execution"]["peak_tflops"] = 4;
    EXPECT_EQ(ErrorOf(slow), "none");
    slow["faults"]["slow"] = {{{"hosts", {0}}, {"slowdown", 2}}};
    EXPECT_TRUE(HasText(ErrorOf(slow), "/iterations: 2 is not allowed: must be at most 1,"));
    ChakraNode gather = AllReduceOf(0, 8);
    gather.communicationType = 10;
    json scenario = ScenarioOf(WriteRanks(folder, 2, {gather}));
    EXPECT_TRUE(HasText(ErrorOf(scenario), "t.0.et: node 0: comm_type 10 is not allowed"));
    WriteRanks(folder, 2, {ComputationOf(0, 1)});
    scenario["topology"]["hosts"] = 1;
    EXPECT_TRUE(HasText(ErrorOf(scenario), "/topology/hosts"));
    scenario["topology"]["hosts"] = 32;
    scenario["recovery"] = {{"enabled", true}};
    scenario["faults"]["ps_failures"] = {{{"job", 0}, {"at_us", 1}, {"until_us", 1}}};
    EXPECT_TRUE(HasText(ErrorOf(scenario), "/faults/ps_failures"));
    scenario["execution"]["traces"] = {folder.Path("none")};
    EXPECT_TRUE(HasText(ErrorOf(scenario), "none.0.et: is missing"));
}

TEST(ExecutionRules, EachGroupOfAProcessGroupHasItsPartOfTheMemory)
{
    // 33 ranks may have four groups at a switch, as a job of 33 workers (MaxGroupsAtOneSwitch()).
    const TemporaryDirectory folder;
    json scenario = ScenarioOf(WriteRanks(folder, 33, {AllReduceOf(0, 8)}));
    scenario["systems"] = {"iswitch"};
    scenario["topology"]["hosts"] = 33;
    scenario["switch"]["memory_bytes"] = 4 * 1472;
    EXPECT_EQ(ErrorOf(scenario), "none");
    scenario["switch"]["memory_bytes"] = 4 * 1472 - 1;
    EXPECT_TRUE(HasText(ErrorOf(scenario), "/switch/memory_bytes: 5887 is not allowed"));
    EXPECT_TRUE(HasText(ErrorOf(scenario), "at least 5888: a job of 33 workers"));
    WriteRanks(folder, 33, {ComputationOf(0, 1)});
    scenario["execution"]["traces"] = {folder.Path("t"), folder.Path("t")}; // is read again
    scenario["execution"]["missing_nodes"] = "ignore";
    scenario["topology"]["hosts"] = 66;
    scenario["switch"]["memory_bytes"] = 2 * 33 * 1472;
    EXPECT_EQ(ErrorOf(scenario), "none") << "switches sum for no process group";
}

} // namespace
} // namespace ns3::esa::test
