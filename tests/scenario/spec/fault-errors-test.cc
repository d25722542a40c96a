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

/// The only error of a scenario whose faults are these, with recovery.
std::string
ErrorOfFaults(const std::string& faults, const std::string& more = "")
{
    const auto lines = ErrorsOf(R"({"recovery": {"enabled": true}, "systems": ["esa"], )" + more +
                                R"("faults": )" + faults + "}");
    EXPECT_EQ(lines.size(), 1U);
    return lines.empty() ? "" : lines[0];
}

TEST(FaultErrors, AHostThatIsNotThere)
{
    EXPECT_TRUE(HasText(ErrorOfFaults(R"({"links": [{"hosts": [0, 72]}]})"),
                        "/faults/links/0/hosts/1: 72 is not allowed: must be a host number from 0 "
                        "to 71"));
}

TEST(FaultErrors, ALinkWithoutHosts)
{
    EXPECT_TRUE(HasText(ErrorOfFaults(R"({"links": [{"loss_probability": 0.1}]})"),
                        "/faults/links/0/hosts: missing"));
}

TEST(FaultErrors, AnOutageThatEndsBeforeItBegins)
{
    EXPECT_TRUE(HasText(
        ErrorOfFaults(R"({"links": [{"hosts": [0], "down": [{"from_us": 5, "until_us": 5}]}]})"),
        "/faults/links/0/down/0/until_us: 5 is not allowed: must be more than"));
}

TEST(FaultErrors, AWorkerOrJobThatIsNotThere)
{
    EXPECT_TRUE(HasText(
        ErrorOfFaults(
            R"({"worker_pauses": [{"job": 0, "worker": 8, "at_us": 0, "duration_us": 1}]})"),
        "/faults/worker_pauses/0/worker: 8 is not allowed: must be a worker of job 0, from 0 to "
        "7"));
    EXPECT_TRUE(HasText(ErrorOfFaults(R"({"ps_restarts": [{"job": 8, "at_us": 0}]})"),
                        "/faults/ps_restarts/0/job: 8 is not allowed: must be a job number from 0 "
                        "to 7"));
}

TEST(FaultErrors, ASlowHostOrLinkThatIsNotThere)
{
    EXPECT_TRUE(HasText(ErrorOfFaults(R"({"slow": [{"hosts": [0, 72], "slowdown": 2}]})"),
                        "/faults/slow/0/hosts/1: 72 is not allowed: must be a host number from 0"));
    EXPECT_TRUE(HasText(
        ErrorOfFaults(R"({"slow": [{"between": ["host0", "host1"], "slowdown": 2}]})"),
        "/faults/slow/0/between: [\"host0\",\"host1\"] is not allowed: must be the names of "
        "two nodes that a link connects"));
    EXPECT_TRUE(HasText(ErrorOfFaults(R"({"slow": [{"slowdown": 2}]})"),
                        "must be an entry with either hosts or between"));
    EXPECT_TRUE(
        HasText(ErrorOfFaults(
                    R"({"slow": [{"hosts": [0], "between": ["host0", "rack0"], "slowdown": 2}]})"),
                "must be an entry with either hosts or between"));
    EXPECT_TRUE(HasText(ErrorOfFaults(R"({"slow": [{"hosts": [0], "slowdown": 0.5}]})"),
                        "/faults/slow/0/slowdown: 0.5 is not allowed: must be a number from 1"));
}

TEST(FaultErrors, ARestartOfAPsThatCannot)
{
    const auto lines = ErrorsOf(R"({"recovery": {"enabled": true}, "systems": ["esa", "atp"],
                                    "faults": {"ps_restarts": [{"job": 0, "at_us": 0}]}})");
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_TRUE(HasText(lines[0], "/faults/ps_restarts: "));
    EXPECT_TRUE(HasText(lines[0], "[] with atp"));
}

TEST(FaultErrors, HarmWithoutRecovery)
{
    const std::vector<std::pair<std::string, std::string>> harms{
        {R"({"every_link": {"loss_probability": 0.1}})", "/faults/every_link/loss_probability"},
        {R"({"every_link": {"burst_probability": 0.1}})", "/faults/every_link/burst_probability"},
        {R"({"every_link": {"duplicate_probability": 1}})",
         "/faults/every_link/duplicate_probability"},
        {R"({"every_link": {"reorder_probability": 0.1}})",
         "/faults/every_link/reorder_probability"},
        {R"({"links": [{"hosts": [1]}, {"hosts": [0], "lost_packets": [1]}]})",
         "/faults/links/1/lost_packets"},
        {R"({"links": [{"hosts": [0], "down": [{"from_us": 1, "until_us": 2}]}]})",
         "/faults/links/0/down"},
        {R"({"ps_restarts": [{"job": 0, "at_us": 0}]})", "/faults/ps_restarts"},
    };
    for (const auto& [faults, field] : harms)
    {
        const auto lines = ErrorsOf(R"({"systems": ["esa"], "faults": )" + faults + "}");
        ASSERT_EQ(lines.size(), 1U) << faults;
        EXPECT_TRUE(
            HasText(lines[0],
                    "/recovery/enabled: false is not allowed: must be true where " + field));
    }
}

TEST(FaultErrors, NoneWhereNothingIsLost)
{
    EXPECT_EQ(ErrorsOf(R"({"faults": {"every_link": {"extra_delay_us": 1, "loss_probability": 0},
                            "links": [{"hosts": [0], "lost_packets": [], "down": []}],
                            "worker_pauses":
                                [{"job": 7, "worker": 7, "at_us": 0, "duration_us": 1}]}})"),
              std::vector<std::string>());
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
