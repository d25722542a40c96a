// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What links carry where one level of switches sums, and where all do, over a fat tree.

#include "scenario/run/level-jobs.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kUplinkUs = 2; ///< delay of links between switches

/// One job over all pods of a fat tree of 16 hosts, without jitter and computation: racks 0 (where
/// host 1 has the PS), 1, 2, 4 and 6.
json
JobOf(const std::string& levels)
{
    json scenario = JobsOf(levels);
    scenario["topology"] = {{"kind", "fat_tree"}, {"k", 4}, {"uplink_delay_us", kUplinkUs}};
    scenario["jobs"] = {{"count", 1}, {"workers", 5}, {"start_max_us", 0}};
    scenario["placement"] = {{"jobs", {{{"workers", {0, 2, 4, 8, 12}}, {"ps", 1}}}}};
    return scenario;
}

TEST(LevelsOfLinks, EachLinkCarriesASumAtMostWhereAllSwitchesSum)
{
    const uint64_t fragments = Fragments("esa");
    uint64_t used = 0;
    for (const auto& [sender, frames] : CountsOfLinks(JobOf("all"), "esa", "frames"))
    {
        EXPECT_LE(frames, fragments) << sender;
        used += frames > 0 ? 1 : 0;
    }
    // The links of 5 workers, up from 4 racks and from 3 other pods, and down to rack 0, all in
    // both directions.
    EXPECT_GE(used, 2U * (5 + 4 + 3 + 1));
}

TEST(LevelsOfLinks, WithOneLevelEachRackSendsThePsItsSums)
{
    const auto frames = CountsOfLinks(JobOf("one"), "esa", "frames");
    EXPECT_EQ(frames.at("job0-ps-port"), 5 * Fragments("esa"));
    EXPECT_EQ(frames.at("job0-ps"), Fragments("esa")) << "the results";
    EXPECT_EQ(CountsOfLinks(JobOf("two"), "esa", "frames").at("job0-ps-port"), 0U);
}

} // namespace
} // namespace ns3::esa::test
