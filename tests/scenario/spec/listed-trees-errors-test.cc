/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Trees from a file: what is refused.

#include "scenario/test-util.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// Two jobs over racks 0 to 2 with two spines; PSes are in rack 0.
const char* const kListedRacks = R"({
    "systems": ["esa"], "topology": {"hosts": 12, "ps_hosts": 3, "racks": 3, "spines": 2},
    "jobs": {"count": 1, "workers": 4},
    "placement": {"jobs": [{"workers": [0, 1, 4, 8], "ps": 12}]}})";

/// The error of a tree with some ways and switches that sum.
std::string
ErrorOf(const std::string& ways, const std::string& sums, const std::string& setting = "run=1")
{
    return Joined(ErrorsOf(
        kListedRacks,
        {R"(aggregation.jobs=[{"trees": [{"ways": )" + ways + R"(, "sums": )" + sums + "}]}]",
         setting}));
}

const char* const kGood = R"([["rack1", "spine0", "rack0"], ["rack2", "spine1", "rack0"]])";

TEST(ListedTreesErrors, ATreeInTheNetworkIsAllowed)
{
    EXPECT_EQ(ErrorOf(kGood, R"(["rack0", "rack1", "spine1"])"), "");
    EXPECT_EQ(ErrorOf(kGood, "[]"), "");
}

TEST(ListedTreesErrors, EachWayIsOneOfTheNetwork)
{
    const std::string place = "/aggregation/jobs/0/trees/0/ways";
    const std::vector<std::pair<std::string, std::string>> cases{
        {R"([["rack1", "spine0", "rack0"]])",
         ": [[\"rack1\",\"spine0\",\"rack0\"]] is not allowed: must be a list with a way of each "
         "rack "
         "with workers of the job; rack2 has none"},
        {R"([["rack1", "spine7", "rack0"]])", "/0: "},
        {R"([["rack1", "spine7", "rack0"]])", "there is no switch \"spine7\""},
        {R"([["rack1", "rack0"]])",
         "must be a way over links of the topology; none connects rack1 and rack0"},
        {R"([["rack1", "spine0", "rack2"]])", "must be a way to the rack of the PS, rack0"},
        {R"([["rack1", "spine0", "rack2", "spine1", "rack0"]])",
         "must be a way that avoids the switches of other racks, such as rack2"},
        {R"([["spine0", "rack0"]])", "no other way; spine0 is none"},
        {R"([["rack1", "spine0", "rack0"], ["rack1", "spine1", "rack0"]])",
         "no other way; rack1 is none"},
        {R"([["rack1", "spine0", "rack1"]])", "is not allowed: must be"},
    };
    for (const auto& [ways, error] : cases)
    {
        const std::string text = ErrorOf(ways, R"(["rack0"])");
        EXPECT_TRUE(HasText(text, place)) << ways;
        EXPECT_TRUE(HasText(text, error)) << ways;
    }
}

TEST(ListedTreesErrors, WaysThatHaveMetDoNotPart)
{
    const std::string fatTree = R"({
        "systems": ["esa"], "topology": {"kind": "fat_tree", "k": 4},
        "jobs": {"count": 1, "workers": 2},
        "placement": {"jobs": [{"workers": [0, 2], "ps": 15}]}})";
    const std::string trees = R"(aggregation.jobs=[{"trees": [{"sums": ["edge3_1"], "ways": [
        ["edge0_0", "aggregation0_0", "core0", "aggregation3_0", "edge3_1"],
        ["edge0_1", "aggregation0_0", "core1", "aggregation3_0", "edge3_1"]]}]}])";
    EXPECT_TRUE(HasText(Joined(ErrorsOf(fatTree, {trees})),
                        "must be a way that leads from aggregation0_0 to core0, as before"));
}

TEST(ListedTreesErrors, ASwitchThatSumsIsOnAWay)
{
    EXPECT_TRUE(
        HasText(ErrorOf(kGood, R"(["rack0", "spine2"])"),
                "/aggregation/jobs/0/trees/0/sums/1: \"spine2\" is not allowed: must be the "
                "name of a switch on a way of this tree"));
}

TEST(ListedTreesErrors, WithoutAPsThatAddsOneSwitchSumsAll)
{
    EXPECT_TRUE(
        HasText(ErrorOf(kGood, R"(["rack1", "rack2"])", R"(systems=["switchml"])"),
                "/aggregation/jobs/0/trees/0/sums: [\"rack1\",\"rack2\"] is not allowed: must "
                "be a list with a switch that all ways lead to, with switchml"));
    EXPECT_EQ(ErrorOf(kGood, R"(["rack0"])", R"(systems=["switchml"])"), "");
    EXPECT_EQ(ErrorOf(kGood, R"(["rack1", "rack2"])", R"(systems=["ring"])"), "");
}

TEST(ListedTreesErrors, NothingElseSaysWhatSums)
{
    EXPECT_TRUE(HasText(ErrorOf(kGood, R"(["rack0"])", "aggregation.trees=2"),
                        "/aggregation/trees: 2 is not allowed: must be 1 (the default) where "
                        "/aggregation/jobs lists the trees"));
    EXPECT_TRUE(HasText(ErrorOf(kGood, R"(["rack0"])", "aggregation.levels=all"),
                        "/aggregation/levels: \"all\" is not allowed: must be \"two\""));
    EXPECT_TRUE(HasText(ErrorOf(kGood, R"(["rack0"])", "aggregation.file=x.json"),
                        "/aggregation/jobs: must be [] where /aggregation/file names a file"));
    EXPECT_TRUE(HasText(ErrorOf(kGood, R"(["rack0"])", "jobs.count=2"), "is not allowed"));
    EXPECT_TRUE(HasText(Joined(ErrorsOf(
                            R"({"trace": {"jobs": [{"submit_time": 0, "gpu_num": 1, "duration": 1,
                                            "model": "A"}]}})",
                            {R"(aggregation.jobs=[{"trees": [{"ways": [], "sums": []}]}])"})),
                        "must be [] with a trace"));
}

TEST(ListedTreesErrors, AFileIsCheckedAsTheFieldIs)
{
    const TemporaryDirectory folder;
    folder.Write("bad.json", R"({"jobs": [{"trees": [{"ways": []}]}]})");
    const std::string scenario = folder.Write("scenario.json", kListedRacks);
    try
    {
        ReadScenario(scenario, Overrides({"aggregation.file=" + folder.Path("bad.json")}));
        FAIL() << "sums are missing";
    }
    catch (const ScenarioError& error)
    {
        EXPECT_TRUE(HasText(Joined(error.Lines()), "/jobs/0/trees/0/sums: missing"));
    }
}

} // namespace
} // namespace ns3::esa::test
