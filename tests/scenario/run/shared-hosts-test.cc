// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs that meet at a host share its link: times worked out by hand.

#include "scenario/run/level-jobs.h"
#include "wire-time.h"

#include "ns3/esa-results.h"

#include <algorithm>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint64_t kSharedBytes = 4'000'000; ///< gradients of an iteration
constexpr double kSharedGbps = 100;          ///< of each link

/// @return jobs that start together on the same hosts, each with a PS of its own, and compute
/// nothing
json
OnTheSameHosts(uint32_t jobs, uint32_t workers)
{
    json places = json::array();
    json hosts = json::array();
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        hosts.push_back(worker);
    }
    for (uint32_t job = 0; job < jobs; ++job)
    {
        places.push_back({{"workers", hosts}, {"ps", workers + job}});
    }
    return {{"iterations", 1},
            {"jitter", {{"mode", "none"}}},
            {"topology", {{"hosts", workers}, {"ps_hosts", jobs}}},
            {"link", {{"rate_gbps", kSharedGbps}, {"delay_us", 1}}},
            {"placement", {{"jobs", places}}},
            {"dnns", DnnOf(0, {kSharedBytes})},
            {"jobs", {{"count", jobs}, {"workers", workers}, {"start_max_us", 0}}}};
}

/// @return times of the jobs, in ms
std::vector<double>
TimesOf(const json& scenario, const std::string& system)
{
    return SimulateWithDefaults(scenario.dump(), system).jctMsPerJob;
}

/// @return time to send a message of 4 MB, in ms
double
MessageMs()
{
    const double frames =
        std::ceil(kSharedBytes / (1. * PayloadBytes(FindSystem("ring")->onHost.frame)));
    return frames * OnWire(System(*FindSystem("ring")).DataFrameBytes()) * 8 / (kSharedGbps * 1e6);
}

TEST(SharedHosts, EqualMessagesOfSeveralJobsEndTogether)
{
    for (const uint32_t jobs : {2, 3})
    {
        for (const double startMaxUs : {0., 3.})
        {
            json scenario = OnTheSameHosts(jobs, 2);
            scenario["jobs"]["collective"] = "send_receive";
            scenario["jobs"]["start_max_us"] = startMaxUs;
            for (const double ms : TimesOf(scenario, "ring"))
            {
                EXPECT_NEAR(ms, jobs * MessageMs(), 0.02 * jobs * MessageMs())
                    << jobs << " jobs, start " << startMaxUs;
            }
        }
    }
}

TEST(SharedHosts, AJobSummedByTheSwitchGetsHalfOfALinkBesideARing)
{
    for (const std::string system : {"esa", "atp", "switchml", "sharp", "panama"})
    {
        const double alone = TimesOf(OnTheSameHosts(1, 8), system).front();
        json scenario = OnTheSameHosts(2, 8);
        scenario["jobs"]["rings"] = 1;
        const std::vector<double> both = TimesOf(scenario, system);
        // The ring sends 7/4 of the bytes, so it is there to the end of the job under test.
        EXPECT_GE(both.front(), 1.7 * alone) << system;
        EXPECT_LE(both.front(), 2.2 * alone) << system;
        EXPECT_LE(both.back(), 1.05 * (alone + TimesOf(OnTheSameHosts(1, 8), "ring").front()))
            << system << ": the links are busy";
    }
}

TEST(SharedHosts, LossesAreRepairedWhereWorkersWaitForTheirTurn)
{
    for (const std::string system : {"esa", "atp", "switchml", "sharp"})
    {
        for (const std::string mode : {"none", "partition", "packet_in_order"})
        {
            if (system == "sharp" && mode == "packet_in_order")
            {
                continue; // its second job is a ring, whose flows have no delay for each packet
            }
            json scenario = OnTheSameHosts(2, 4);
            scenario["iterations"] = 2;
            scenario["dnns"] = DnnOf(0, {400'000, 200'000});
            scenario["jobs"]["start_max_us"] = 30;
            scenario["jitter"] = {{"mode", mode}, {"max_us", 10}};
            scenario["recovery"]["enabled"] = true;
            scenario["faults"]["every_link"]["loss_probability"] = 0.001;
            SCOPED_TRACE(mode);
            EXPECT_GT(SimulateWithDefaults(scenario.dump(), system).packetsLost, 0U) << system;
            scenario["placement"]["jobs"][0]["ps"] = 0; // its PS shares a link, too
            EXPECT_GT(SimulateWithDefaults(scenario.dump(), system).packetsLost, 0U) << system;
        }
    }
}

TEST(SharedHosts, RatesOfFlowsHoldWhereConnectionsAreNew)
{
    for (const std::string control : {"dcqcn", "swift", "dctcp"})
    {
        json scenario = OnTheSameHosts(2, 8);
        scenario["flow"]["congestion_control"] = control;
        SCOPED_TRACE(control);
        SimulateWithDefaults(scenario.dump(), "halving_doubling");
    }
}

TEST(SharedHosts, OrdinaryTrafficLeavesItsPartOfALinkToJobs)
{
    json scenario = OnTheSameHosts(2, 4);
    scenario["recovery"]["enabled"] = false;
    const double alone = SimulateWithDefaults(scenario.dump(), "switchml").jctMs;
    scenario["background"]["load"] = 0.5;
    EXPECT_LE(SimulateWithDefaults(scenario.dump(), "switchml").jctMs, 4 * alone);
}

} // namespace
} // namespace ns3::esa::test
