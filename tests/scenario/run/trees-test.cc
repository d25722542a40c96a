// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs with several trees over the spines of racks.

#include "scenario/run/level-jobs.h"

#include <algorithm>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Two workers in two racks, and a PS in a third one, over four spines with links of 25 Gb/s.
json
OverFourSpines(const std::string& levels, uint32_t trees)
{
    json scenario = JobsOf(levels);
    scenario["aggregation"]["trees"] = trees;
    scenario["topology"] = {{"hosts", 12},
                            {"ps_hosts", 3},
                            {"racks", 3},
                            {"spines", 4},
                            {"uplinks_gbps", {kGbps / 4}}};
    scenario["jobs"] = {{"count", 1}, {"workers", 2}, {"start_max_us", 0}};
    scenario["placement"]["jobs"] = {{{"workers", {0, 4}}, {"ps", 14}}};
    return scenario;
}

TEST(TreesOverSpines, EachCarriesItsShare)
{
    for (const std::string levels : {"one", "two", "all"})
    {
        std::map<std::string, uint64_t> ofSpines;
        for (const auto& [sender, frames] :
             CountsOfLinks(OverFourSpines(levels, 4), "esa", "frames"))
        {
            if (const std::size_t at = sender.find("spine"); at != std::string::npos)
            {
                ofSpines[sender.substr(at, 6)] += frames;
            }
        }
        ASSERT_EQ(ofSpines.size(), 4U) << levels;
        const auto [min, max] =
            std::minmax_element(ofSpines.begin(), ofSpines.end(), [](const auto& a, const auto& b) {
                return a.second < b.second;
            });
        EXPECT_GT(min->second, 0U);
        EXPECT_LE(max->second - min->second, 10U) << levels;
    }
}

TEST(TreesOverSpines, AreFourWithPanamaUnlessTheUserChooses)
{
    const auto spinesThatSum = [](const json& scenario, const std::string& system) {
        std::set<std::string> spines;
        for (const auto& [sender, frames] : CountsOfLinks(scenario, system, "frames"))
        {
            if (const std::size_t at = sender.find("spine"); at != std::string::npos && frames > 10)
            {
                spines.insert(sender.substr(at, 6));
            }
        }
        return spines.size();
    };
    json scenario = OverFourSpines("all", 0);
    EXPECT_EQ(spinesThatSum(scenario, "panama"), 4U) << "each tree has a root of its own";
    EXPECT_EQ(spinesThatSum(scenario, "esa"), 1U);
    EXPECT_EQ(spinesThatSum(OverFourSpines("all", 1), "panama"), 1U);
    scenario["topology"]["spines"] = 3;
    EXPECT_EQ(spinesThatSum(scenario, "panama"), 3U) << "there are no more";
}

} // namespace
} // namespace ns3::esa::test
