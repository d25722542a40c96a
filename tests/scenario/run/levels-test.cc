// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums at one level of switches, at two, and at all, over a fat tree and over racks and spines.

#include "core/switch-systems.h"
#include "scenario/run/level-jobs.h"

#include "ns3/esa-system.h"

#include <tuple>

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

/// A system, and which switches sum.
class Levels : public testing::TestWithParam<std::tuple<std::string, std::string>>
{
  protected:
    void SetUp() override
    {
        if (levels == "one" && NeedsSeveralLevels(system))
        {
            GTEST_SKIP() << system << " has no PS that adds sums";
        }
    }

    const std::string system{std::get<0>(GetParam())}; ///< the system
    const std::string levels{std::get<1>(GetParam())}; ///< "one" to "all"
};

TEST_P(Levels, AJobAloneTakesTheTimeOfItsWays)
{
    const SystemRecord& record = *FindSystem(system);
    const double frameUs = System(record).DataFrameBytes() * 8 / (kGbps * 1e3);
    const auto fragments = static_cast<double>(Fragments(system));
    const bool fromPs = record.onSwitch.resultSource == ResultSource::ParameterServer;
    // The last fragment crosses 5 links up, its result 5 down.
    const double waysUs = 10 * frameUs + 2 * kHostUs + 8 * kUplinkUs;
    const double result = fromPs ? 2 * (frameUs + kHostUs) : 0;
    const double jctUs = RunExactly(JobOf(levels), system).jctMs * 1000;
    if (levels == "all")
    {
        const double us = (fragments - 1) * frameUs + waysUs + result;
        EXPECT_NEAR(jctUs, us, 0.02 * us);
        return;
    }
    if (levels == "one")
    {
        // The sums of five racks queue for the link of the PS, from the first fragment of the
        // worker beside it on. The last result goes from there to another pod.
        // Before, the sums of the four other racks queue for one link into the rack of the PS.
        EXPECT_GT(jctUs, 5 * fragments * frameUs);
        EXPECT_LT(jctUs, 5 * fragments * frameUs + 2 * waysUs + result);
        return;
    }
    EXPECT_GT(jctUs, 2 * fragments * frameUs) << "sums of several racks share a link to rack 0";
    EXPECT_LT(jctUs, 4 * fragments * frameUs + 2 * waysUs + result);
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         Levels,
                         testing::Combine(testing::ValuesIn(SwitchSystems()),
                                          testing::Values("one", "two", "all")),
                         [](const auto& info) {
                             return std::get<0>(info.param) + "_" + std::get<1>(info.param);
                         });

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
