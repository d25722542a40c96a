/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/test-util.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// @return whether an ESA scenario with recovery refuses these faults at a place below /faults
testing::AssertionResult
RefusesFaults(const std::string& faults, const std::string& place)
{
    return Refuses(R"({"recovery": {"enabled": true}, "systems": ["esa"], "faults": )" + faults +
                       "}",
                   {},
                   "/faults/" + place);
}

TEST(FaultErrors, AHostThatIsNotThere)
{
    EXPECT_TRUE(RefusesFaults(R"({"links": [{"hosts": [0, 72]}]})", "links/0/hosts/1: 72"));
}

TEST(FaultErrors, ALinkWithoutHosts)
{
    EXPECT_TRUE(RefusesFaults(R"({"links": [{"loss_probability": 0.1}]})", "links/0/hosts"));
}

TEST(FaultErrors, AnOutageThatEndsBeforeItBegins)
{
    EXPECT_TRUE(
        RefusesFaults(R"({"links": [{"hosts": [0], "down": [{"from_us": 5, "until_us": 5}]}]})",
                      "links/0/down/0/until_us: 5"));
}

TEST(FaultErrors, AWorkerOrJobThatIsNotThere)
{
    EXPECT_TRUE(RefusesFaults(
        R"({"worker_pauses": [{"job": 0, "worker": 8, "at_us": 0, "duration_us": 1}]})",
        "worker_pauses/0/worker: 8"));
    EXPECT_TRUE(RefusesFaults(R"({"ps_failures": [{"job": 8, "at_us": 0, "until_us": 0}]})",
                              "ps_failures/0/job: 8"));
}

TEST(FaultErrors, ASlowHostOrLinkThatIsNotThere)
{
    EXPECT_TRUE(
        RefusesFaults(R"({"slow": [{"hosts": [0, 72], "slowdown": 2}]})", "slow/0/hosts/1: 72"));
    EXPECT_TRUE(RefusesFaults(R"({"slow": [{"between": ["host0", "host1"], "slowdown": 2}]})",
                              "slow/0/between"));
    EXPECT_TRUE(RefusesFaults(R"({"slow": [{"slowdown": 2}]})", "slow/0"));
    EXPECT_TRUE(
        RefusesFaults(R"({"slow": [{"hosts": [0], "between": ["host0", "rack0"], "slowdown": 2}]})",
                      "slow/0"));
    EXPECT_TRUE(
        RefusesFaults(R"({"slow": [{"hosts": [0], "slowdown": 0.5}]})", "slow/0/slowdown: 0.5"));
}

TEST(FaultErrors, AFailureOfWhatIsNotThere)
{
    const std::string at = R"("at_us": 5)";
    EXPECT_TRUE(
        RefusesFaults(R"({"failures": [{"switch": "rack1", )" + at + "}]}", "failures/0/switch"));
    EXPECT_TRUE(
        RefusesFaults(R"({"failures": [{"switch": "host0", )" + at + "}]}", "failures/0/switch"));
    EXPECT_TRUE(RefusesFaults(R"({"failures": [{"between": ["host0", "host1"], )" + at + "}]}",
                              "failures/0/between"));
    EXPECT_TRUE(RefusesFaults(R"({"failures": [{)" + at + "}]}", "failures/0"));
    EXPECT_TRUE(RefusesFaults(
        R"({"failures": [{"switch": "rack0", "between": ["host0", "rack0"], )" + at + "}]}",
        "failures/0"));
}

TEST(FaultErrors, AFailureThatEndsBeforeItBegins)
{
    EXPECT_TRUE(RefusesFaults(R"({"failures": [{"switch": "rack0", "at_us": 5, "until_us": 5}]})",
                              "failures/0/until_us: 5"));
    EXPECT_TRUE(RefusesFaults(R"({"ps_failures": [{"job": 0, "at_us": 5, "until_us": 4}]})",
                              "ps_failures/0/until_us: 4"));
}

TEST(FaultErrors, AFailureThatMovesSums)
{
    const std::string spine = R"({"systems": ["esa"], "recovery": {"enabled": true},
        "topology": {"racks": 4, "spines": 2}, "faults": {"failures": [{"at_us": 5, )";
    const std::string all = "aggregation.levels=all";
    EXPECT_TRUE(Accepts(spine + R"("switch": "spine1"}]}})"));
    EXPECT_TRUE(Accepts(spine + R"("switch": "rack1"}]}})", {all})) << "no path leads through it";
    EXPECT_TRUE(Refuses(spine + R"("switch": "spine1"}]}})", {all}, "/aggregation/levels"));
    EXPECT_TRUE(
        Refuses(spine + R"("between": ["rack0", "spine1"]}]}})", {all}, "/aggregation/levels"));
    EXPECT_TRUE(Accepts(spine + R"("switch": "spine1"}]}})", {all, "systems=[\"ring\"]"}));
}

TEST(FaultErrors, ARestartOfAPsThatCannot)
{
    EXPECT_TRUE(Refuses(R"({"recovery": {"enabled": true}, "systems": ["esa", "atp"],
                            "faults": {"ps_failures": [{"job": 0, "at_us": 0, "until_us": 0}]}})",
                        {},
                        "/faults/ps_failures"));
}

TEST(FaultErrors, HarmWithoutRecovery)
{
    const std::pair<std::string, std::string> harms[] = {
        {R"({"every_link": {"loss_probability": 0.1}})", "every_link/loss_probability"},
        {R"({"every_link": {"burst_probability": 0.1}})", "every_link/burst_probability"},
        {R"({"every_link": {"duplicate_probability": 1}})", "every_link/duplicate_probability"},
        {R"({"every_link": {"reorder_probability": 0.1}})", "every_link/reorder_probability"},
        {R"({"links": [{"hosts": [1]}, {"hosts": [0], "lost_packets": [1]}]})",
         "links/1/lost_packets"},
        {R"({"links": [{"hosts": [0], "down": [{"from_us": 1, "until_us": 2}]}]})", "links/0/down"},
        {R"({"failures": [{"switch": "rack0", "at_us": 1, "until_us": 2}]})", "failures"},
        {R"({"ps_failures": [{"job": 0, "at_us": 0, "until_us": 0}]})", "ps_failures"},
    };
    for (const auto& [harm, cause] : harms)
    {
        const std::string scenario = R"({"systems": ["esa"], "faults": )" + harm + "}";
        EXPECT_TRUE(Refuses(scenario, {}, "/recovery/enabled: false"));
        EXPECT_TRUE(HasText(Joined(ErrorsOf(scenario)), "/faults/" + cause));
        EXPECT_TRUE(Accepts(scenario, {"recovery.enabled=true"}));
    }
}

TEST(FaultErrors, NoneWhereNothingIsLost)
{
    EXPECT_TRUE(Accepts(R"({"faults": {"every_link": {"extra_delay_us": 1, "loss_probability": 0},
                            "links": [{"hosts": [0], "lost_packets": [], "down": []}],
                            "worker_pauses":
                                [{"job": 7, "worker": 7, "at_us": 0, "duration_us": 1}]}})"));
}

TEST(FaultFields, AnEntryTakesThePlaceOfWhatItNames)
{
    const ValidScenario scenario =
        ParseScenario(R"({"recovery": {"enabled": true}, "topology": {"hosts": 2},
                          "jobs": {"count": 1, "workers": 2},
                          "faults": {
                              "every_link": {"loss_probability": 0.1, "reorder_depth": 3},
                              "links": [
                                  {"hosts": [1], "direction": "to_switch", "loss_probability": 0},
                                  {"hosts": [2], "extra_delay_us": 4, "lost_packets": [7]}]}})",
                      "FILE")
            .scenario;
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

} // namespace
} // namespace ns3::esa::test
