// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/esa-scenario-network.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-text.h"

namespace ns3::esa::test
{

using nlohmann::json;

TEST(ParseScenario, SystemsMayBeNamedByTheirGroup)
{
    const auto names = [](const std::string& text) {
        return ParseScenario(text, "FILE").scenario->systems;
    };
    EXPECT_EQ(names(R"({"systems": ["all"]})").size(), Systems().size());
    EXPECT_EQ(names(R"({"systems": ["in_hosts", "esa"]})").back(), "esa");
}

TEST(ScenarioParse, DefaultDnnsAreThePapers)
{
    const json dnns = ParseScenario("{}", "FILE").effective["dnns"];
    const auto dnnOf = [](int computeUs, int bytes, double ratio) {
        json dnn{{"layers", {{{"compute_us", computeUs}}, {{"compute_us", computeUs}}}},
                 {"comm_comp_ratio", ratio}};
        for (const int layer : {2, 1, 1, 2})
        {
            dnn["partitions"].push_back({{"layer", layer}, {"bytes", bytes}});
        }
        return dnn;
    };
    EXPECT_EQ(dnns["A"], dnnOf(320, 4000000, 2));
    EXPECT_EQ(dnns["B"], dnnOf(640, 2000000, 0.5));
}

TEST(ScenarioParse, DefaultPlacementGivesEveryWorkerAHost)
{
    const ValidScenario scenario =
        ValidScenarioOf(R"({"topology": {"hosts": 10}, "jobs": {"count": 3, "workers": 2}})");
    ASSERT_EQ(scenario->placement.jobs.size(), 3u);
    EXPECT_EQ(scenario->placement.jobs[0].workerHosts, (std::vector<uint32_t>{0, 1}));
    EXPECT_EQ(scenario->placement.jobs[2].workerHosts, (std::vector<uint32_t>{4, 5}));
    EXPECT_EQ(scenario->placement.jobs[0].psHost, 10u);
    EXPECT_EQ(scenario->placement.jobs[2].psHost, 12u);
}

TEST(ScenarioParse, FewerPsHostsThanJobsAreSharedInTurn)
{
    const ValidScenario scenario =
        ParseScenario(R"({"topology": {"ps_hosts": 2}, "jobs": {"count": 3}})", "FILE").scenario;
    EXPECT_EQ(scenario->placement.jobs[0].psHost, 64u);
    EXPECT_EQ(scenario->placement.jobs[1].psHost, 65u);
    EXPECT_EQ(scenario->placement.jobs[2].psHost, 64u);
}

TEST(ScenarioParse, PlacementMayShareHostsAndDifferInSize)
{
    const ValidScenario scenario = ValidScenarioOf(R"({
        "topology": {"hosts": 3}, "jobs": {"count": 2, "workers": 3},
        "placement": {"jobs": [{"workers": [0, 2], "ps": 1}, {"workers": [2, 1, 0], "ps": 4}]}})");
    EXPECT_EQ(scenario->placement.jobs[0].workerHosts, (std::vector<uint32_t>{0, 2}));
    EXPECT_EQ(scenario->placement.jobs[1].workerHosts, (std::vector<uint32_t>{2, 1, 0}));
    EXPECT_EQ(scenario->placement.jobs[1].psHost, 4u);
}

TEST(ScenarioParse, PlacesOfJobsCountThem)
{
    const std::string places = R"(placement.jobs=[{"workers": [0, 2], "ps": 1},
                                                  {"workers": [2, 1, 0], "ps": 1}])";
    for (const char* const file : {"{}", R"({"jobs": {"count": 5, "workers": 5}})"})
    {
        const ParsedScenario parsed = ParseScenario(file, "FILE", Overrides({places}));
        EXPECT_EQ(parsed.scenario->jobs.count, 2u);
        EXPECT_EQ(parsed.scenario->jobs.workers, 3u);
        EXPECT_EQ(parsed.toChange["jobs"]["count"], 2);
    }
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {places, "jobs.count=5"})),
                        "/jobs/count: 5 is not allowed: must be 2"));
}

TEST(ScenarioParse, ObjectsAreMergedAndListsReplaced)
{
    const json config =
        ParseScenario(R"({"dnns": {"A": {"comm_comp_ratio": 3}}, "seeds": [7, 8]})", "FILE")
            .effective;
    EXPECT_EQ(config["dnns"]["A"]["comm_comp_ratio"], 3);
    EXPECT_EQ(config["dnns"]["A"]["layers"].size(), 2u);
    EXPECT_TRUE(config["dnns"].contains("B"));
    EXPECT_EQ(config["seeds"], json::parse("[7, 8]"));
}

TEST(ScenarioParse, EffectiveConfigurationIsAScenarioWithTheSameMeaning)
{
    const json config = ParseScenario(R"({"$schema": "x", "name": "n"})", "FILE").effective;
    EXPECT_FALSE(config.contains("$schema"));
    EXPECT_EQ(ParseScenario(config.dump(), "FILE").effective, config);
}

TEST(ScenarioParse, WholeNumbersAreIntegersHoweverTheyAreWritten)
{
    const json config =
        ParseScenario(R"({"switch": {"memory_bytes": 5e6}, "link": {"delay_us": 5.0}})", "FILE")
            .effective;
    EXPECT_EQ(config.dump(), ParseScenario("{}", "FILE").effective.dump());
}

TEST(ScenarioParse, LaterOverridesWin)
{
    const auto parsed = ParseScenario(
        R"({"jobs": {"count": 3}})",
        "FILE",
        {{"--jobs 4", "jobs.count", 4}, ParseSetting("jobs.count=5"), ParseSetting("name=n")});
    EXPECT_EQ(parsed.scenario->jobs.count, 5u);
    EXPECT_EQ(parsed.scenario->name, "n");
}

TEST(ScenarioParse, SettingsReachElementsOfLists)
{
    const auto parsed = ParseScenario("{}",
                                      "FILE",
                                      {ParseSetting("dnns.A.partitions.2.bytes=17"),
                                       ParseSetting("systems=[\"atp\"]"),
                                       ParseSetting("jobs.workload=AB")});
    EXPECT_EQ(parsed.scenario->dnns.at("A").partitions[2].bytes, 17u);
    EXPECT_EQ(parsed.scenario->dnns.at("A").partitions[1].bytes, 4000000u);
    EXPECT_EQ(parsed.scenario->systems, (std::vector<std::string>{"atp"}));
    EXPECT_EQ(parsed.scenario->jobs.workload, "AB");
}

TEST(ScenarioParse, SwitchesHaveOneMemoryUnlessItIsGivenByLevel)
{
    const ValidScenario scenario = ValidScenarioOf(
        R"({"topology": {"kind": "fat_tree"}, "jobs": {"count": 2, "workers": 4}})");
    EXPECT_FALSE(HasMemoryOfItsOwn(*scenario));
    for (const ScenarioSwitch& node : ScenarioSwitches(*scenario))
    {
        EXPECT_EQ(node.memoryBytes, 5000000U) << node.name;
        EXPECT_EQ(node.memoryField, "/switch/memory_bytes");
    }
}

TEST(ScenarioParse, AnEntryOfFaultsTakesThePlaceOfWhatItNames)
{
    const ValidScenario scenario =
        ValidScenarioOf(R"({"recovery": {"enabled": true}, "topology": {"hosts": 2},
                          "jobs": {"count": 1, "workers": 2},
                          "faults": {
                              "every_link": {"loss_probability": 0.1, "reorder_depth": 3},
                              "links": [
                                  {"hosts": [1], "direction": "to_switch", "loss_probability": 0},
                                  {"hosts": [2], "extra_delay_us": 4, "lost_packets": [7]}]}})");
    // three hosts, the PS's included, in two directions, one of them faultless
    ASSERT_EQ(scenario->faults.links.size(), 5U);
    const DirectionFaults& fromSwitch = scenario->faults.links[2];
    EXPECT_EQ(fromSwitch.host, 1U);
    EXPECT_FALSE(fromSwitch.toSwitch);
    EXPECT_EQ(fromSwitch.spec.lossProbability, 0.1);
    const DirectionFaults& ps = scenario->faults.links[3];
    EXPECT_EQ(ps.host, 2U);
    EXPECT_TRUE(ps.toSwitch);
    EXPECT_EQ(ps.spec.lossProbability, 0.1);
    EXPECT_EQ(ps.spec.reorderDepth, 3U);
    EXPECT_EQ(ps.spec.extraDelayUs, 4);
    EXPECT_EQ(ps.spec.lostPackets, std::vector<uint32_t>{7});
}

TEST(ScenarioParse, AFileOfTreesIsCheckedAsTheFieldIs)
{
    const TemporaryDirectory folder;
    const std::string file = folder.Write("bad.json", R"({"jobs": [{"trees": [{"ways": []}]}]})");
    const std::string setting = "aggregation.file=" + file;
    EXPECT_TRUE(HasText(Joined(ErrorsOf("{}", {setting})), "/jobs/0/trees/0/sums: missing"));
    EXPECT_TRUE(HasText(
        Joined(ErrorsOf("{}",
                        {setting, R"(aggregation.jobs=[{"trees": [{"ways": [], "sums": []}]}])"})),
        "/aggregation/jobs: must be [] where /aggregation/file names a file"));
}

TEST(JsonPath, PointersAndPaths)
{
    EXPECT_EQ(PointerOfPath("link.delay_us"), "/link/delay_us");
    EXPECT_EQ(ChildPointer("/a", "b/c~d"), "/a/b~1c~0d");
    EXPECT_EQ(SplitPointer("/a/b~1c~0d"), (std::vector<std::string>{"a", "b/c~d"}));
    EXPECT_EQ(SplitPointer(""), std::vector<std::string>());
    EXPECT_TRUE(PointerCovers("/a", "/a/b"));
    EXPECT_TRUE(PointerCovers("", "/a"));
    EXPECT_FALSE(PointerCovers("/a", "/ab"));
}

TEST(JsonPath, NearestWord)
{
    EXPECT_EQ(NearestWord("dely_us", {"delay_us", "queue_bytes"}), "delay_us");
    EXPECT_EQ(NearestWord("workres", {"worker", "workers"}), "workers");
    EXPECT_EQ(NearestWord("banana", {"delay_us", "queue_bytes"}), "");
    EXPECT_EQ(NearestWord("rate", {"queue_bytes", "rate_gbps"}), "rate_gbps");
    EXPECT_EQ(NearestWord("gbps", {"queue_bytes", "rate_gbps"}), "rate_gbps");
    EXPECT_EQ(NearestWord("--conf", {"--out", "--config"}), "--config");
    EXPECT_EQ(NearestWord("--", {"--out", "--config"}), "") << "many names have it";
    EXPECT_EQ(NearestWord(std::string(100000, 'x'), {"delay_us"}), "");
}

} // namespace ns3::esa::test
