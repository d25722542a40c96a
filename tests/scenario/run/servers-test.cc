// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Workers that are servers of several GPUs: their time by a closed form, and exact sums.

#include "scenario/run/level-jobs.h"

#include "ns3/esa-system.h"

#include <tuple>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint64_t kBucketBytes = 200000; ///< gradients of an iteration

/// One job of four servers, without jitter and computation; its gradients are one bucket.
json
JobOf(uint32_t gpus, double gpuGbps, double gpuDelayUs)
{
    json scenario = JobsOf("two");
    scenario.merge_patch(
        {{"topology", {{"hosts", 4}}},
         {"host", {{"gpus", gpus}, {"gpu_link_gbps", gpuGbps}, {"gpu_link_delay_us", gpuDelayUs}}},
         {"window", {{"initial_packets", 4000}, {"max_packets", 4000}}},
         {"flow", {{"window_packets", 4000}}},
         {"dnns", DnnOf(0, {kBucketBytes})},
         {"jobs", {{"count", 1}, {"workers", 4}, {"start_max_us", 0}}}});
    return scenario;
}

/// @return time of a bucket of these bytes through the GPUs of a server
double
ThroughUs(const std::string& system, double bytes, uint32_t gpus, double gbps, double delayUs)
{
    const double payload = PayloadBytes(FindSystem(system)->onHost.frame);
    const double fragments = std::ceil(bytes / payload);
    return (fragments + gpus - 2) * payload * 8 / (gbps * 1e3) + (gpus - 1) * delayUs;
}

/// GPUs of a server, and the rate and delay between them.
class Servers : public testing::TestWithParam<std::tuple<uint32_t, double, double>>
{
  protected:
    const uint32_t gpus{std::get<0>(GetParam())};  ///< of a server
    const double gbps{std::get<1>(GetParam())};    ///< between two of them
    const double delayUs{std::get<2>(GetParam())}; ///< between two of them
};

TEST_P(Servers, SumsTakeTheTimeThroughTheChainAndBackBesidesThatOfTheNetwork)
{
    for (const std::string system : {"esa", "switchml", "panama", "byteps", "ring"})
    {
        const double network = RunExactly(JobOf(1, 2400, 0), system).jctMs * 1000;
        const double us = network + 2 * ThroughUs(system, kBucketBytes, gpus, gbps, delayUs);
        const double jctUs = RunExactly(JobOf(gpus, gbps, delayUs), system).jctMs * 1000;
        EXPECT_NEAR(jctUs, us, 0.001 * us) << system;
    }
}

TEST_P(Servers, TheWholeTimeIsThatOfTheClosedForm)
{
    const SystemRecord& record = *FindSystem("esa");
    const double frameUs = System(record).DataFrameBytes() * 8 / (kGbps * 1e3);
    const double fragments = std::ceil(1. * kBucketBytes / PayloadBytes(record.onHost.frame));
    const double us = (fragments + 1) * frameUs + 2 * kHostUs +
                      2 * ThroughUs("esa", kBucketBytes, gpus, gbps, delayUs);
    EXPECT_NEAR(RunExactly(JobOf(gpus, gbps, delayUs), "esa").jctMs * 1000, us, 0.02 * us);
}

TEST_P(Servers, BucketsFollowEachOtherThroughTheChain)
{
    json scenario = JobOf(gpus, gbps, delayUs);
    scenario["dnns"] = DnnOf(0, {kBucketBytes / 2, kBucketBytes / 2});
    const double frameUs = System(*FindSystem("esa")).DataFrameBytes() * 8 / (kGbps * 1e3);
    const double payload = PayloadBytes(FindSystem("esa")->onHost.frame);
    const double fragments = std::ceil(kBucketBytes / 2 / payload); // of a bucket
    const double busyUs = fragments * payload * 8 / (gbps * 1e3);
    const double throughUs = ThroughUs("esa", kBucketBytes / 2, gpus, gbps, delayUs);
    // The slower of network and link sets the pace of the second bucket.
    const double us = throughUs + std::max(busyUs, fragments * frameUs) +
                      (fragments + 1) * frameUs + 2 * kHostUs + throughUs;
    EXPECT_NEAR(RunExactly(scenario, "esa").jctMs * 1000, us, 0.02 * us);
}

INSTANTIATE_TEST_SUITE_P(Links,
                         Servers,
                         testing::Values(std::tuple(2U, 2400.0, 0.0),
                                         std::tuple(8U, 2400.0, 0.5),
                                         std::tuple(8U, 40.0, 2.0),
                                         std::tuple(64U, 300.0, 1.0)));

TEST(ServersOfGpus, WaitForTheSlowestGpu)
{
    json scenario = JobOf(1, 2400, 0);
    scenario["jitter"] = {{"mode", "iteration"}, {"max_us", 1000}};
    const double ofFour = RunExactly(scenario, "esa").jctMs;
    scenario["host"]["gpus"] = 64;
    const double ofMany = RunExactly(scenario, "esa").jctMs;
    EXPECT_GT(ofMany, ofFour) << "the slowest of 256 GPUs, not of four";
    EXPECT_GT(ofMany, 0.98);
}

TEST(ServersOfGpus, FewerPacketsThanAsManyWorkers)
{
    json scenario = JobOf(4, 2400, 0);
    scenario["topology"]["hosts"] = 16;
    const uint64_t ofServers = RunExactly(scenario, "esa").packetHops;
    scenario["host"]["gpus"] = 1;
    scenario["jobs"]["workers"] = 16;
    EXPECT_EQ(RunExactly(scenario, "esa").packetHops, 4 * ofServers);
}

} // namespace
} // namespace ns3::esa::test
