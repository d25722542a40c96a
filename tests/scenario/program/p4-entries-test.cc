// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/program/program-call.h"

#include "ns3/esa-p4-tables.h"
#include "ns3/esa-scenario-parse.h"

namespace ns3::esa::test
{
namespace
{

const char* const kOneSwitch = R"({
    "systems": ["atp"], "iterations": 1, "topology": {"hosts": 3},
    "jobs": {"count": 1, "workers": 2, "workload": "T"},
    "placement": {"jobs": [{"workers": [0, 1], "ps": 2}]},
    "switch": {"memory_bytes": 2640}, "ecn": {"threshold_bytes": 1000},
    "recovery": {"stale_us": 70},
    "dnns": {"T": {"layers": [{"compute_us": 1}], "partitions": [{"layer": 1, "bytes": 10000}],
                   "comm_comp_ratio": 1}}})";

const char* const kTwoRacks = R"({
    "systems": ["esa"], "iterations": 1, "topology": {"hosts": 4, "racks": 2},
    "jobs": {"count": 1, "workers": 3, "workload": "T"},
    "placement": {"jobs": [{"workers": [0, 1, 2], "ps": 3}]},
    "dnns": {"T": {"layers": [{"compute_us": 1}], "partitions": [{"layer": 1, "bytes": 10000}],
                   "comm_comp_ratio": 1}}})";

/// @return the entries of a switch for jobs
std::vector<std::string>
EntriesOf(const char* scenario, const std::string& system, const std::string& name)
{
    std::vector<std::string> entries;
    for (const P4Switch& node : P4SwitchesOf(ParseScenario(scenario, "test", {}).scenario, system))
    {
        for (const std::string& line : P4EntriesOf(node))
        {
            // Ethernet addresses depend on what else the process has made
            if (node.name == name && line.find(":00:") == std::string::npos)
            {
                entries.push_back(line);
            }
        }
    }
    return entries;
}

TEST(P4Entries, AreWhatSimpleSwitchCliTakes)
{
    const std::vector<std::string> expected{
        "# atp at the switch rack0",
        "# esa-v1model.p4, compiled with -DESA_AGGREGATORS=10",
        "# port 1 job0-worker0-port",
        "# port 2 job0-worker1-port",
        "# port 3 job0-ps-port",
        "# port 4 host3-port",
        "table_set_default registry atp 70",
        "table_add marking MarkFrom 3 => 4 0",
        "table_add parameterServers sendFragment.ToPort 0 => 3",
        "table_add workers sendFragment.ToPort 0 0 => 1",
        "table_add workers sendFragment.ToPort 0 1 => 2",
        "mc_mgrp_create 1",
        "mc_node_create 0 1",
        "mc_node_associate 1 0",
        "mc_node_create 1 2",
        "mc_node_associate 1 1",
        "table_add groups sendFragment.ToGroup 0 => 1",
        "table_add jobs findJob.OneGroup 0 => 2",
    };
    EXPECT_EQ(EntriesOf(kOneSwitch, "atp", "rack0"), expected);
    EXPECT_EQ(EntriesOf(kOneSwitch, "atp", "rack0"), expected) << "once more";
}

TEST(P4Entries, HaveTheGroupsOfEachSwitch)
{
    const auto has = [](const std::vector<std::string>& entries, const std::string& line) {
        return std::find(entries.begin(), entries.end(), line) != entries.end();
    };
    const auto lower = EntriesOf(kTwoRacks, "esa", "rack0");
    EXPECT_TRUE(has(lower, "table_add jobs findJob.SeveralGroups 0 =>"));
    EXPECT_TRUE(has(lower, "table_add groupTable findGroup.Member 0 1 => 2 1 3 1 2 0 0"));
    const auto upper = EntriesOf(kTwoRacks, "esa", "rack1");
    EXPECT_TRUE(has(upper, "table_add groupTable findGroup.Below 0 1 => 0"));
    EXPECT_TRUE(has(upper, "table_add members setAddresses.ToGroup 0 32769 => 1 0 0"));
}

TEST(P4Entries, RefuseWhatTheProgramDoesNotHave)
{
    const auto refusal = [](const std::string& text, const std::string& system) -> std::string {
        try
        {
            P4SwitchesOf(ParseScenario(text, "test", {}).scenario, system);
            return "";
        }
        catch (const ScenarioError& error)
        {
            return error.Lines().at(0);
        }
    };
    EXPECT_EQ(
        refusal(kOneSwitch, "straw2"),
        "systems: \"straw2\" is not allowed: the P4 program has esa, atp, switchml and straw1");
    EXPECT_EQ(refusal(kTwoRacks, "switchml"),
              "systems: job 0 has 3 groups: must be 1 in the P4 program with switchml");
}

} // namespace
} // namespace ns3::esa::test
