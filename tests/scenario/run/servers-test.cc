// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Parameter servers of byteps: a job takes the time of its busiest link, and with even loads the
// time that follows from the numbers of workers and servers.

#include "scenario/run/simulate.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-server-plan.h"
#include "ns3/esa-training-job.h"

#include <algorithm>
#include <map>
#include <utility>
#include <vector>

namespace ns3::esa::test
{
namespace
{

using Settings = std::vector<std::string>;

constexpr uint32_t kServedWorkers = 8;
constexpr double kServedFrameUs = 1514 * 8 / 100e3; ///< of a frame of an MTU

/// @return 8 workers that sum one layer, in one rack with more hosts than servers
std::string
ServedJob(uint32_t blocks, uint32_t blockBytes)
{
    return R"({"iterations": 1, "jitter": {"mode": "none"},
        "topology": {"hosts": 8, "ps_hosts": 8}, "jobs": {"count": 1, "workers": 8,
        "start_max_us": 0}, "link": {"delay_us": 1},
        "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
        "partitions": [{"layer": 1, "bytes": )" +
           std::to_string(uint64_t{blocks} * blockBytes) + R"(}]}},
        "byteps": {"partition_bytes": )" +
           std::to_string(blockBytes) + "}}";
}

/// @return settings of servers
Settings
WithServers(uint32_t servers, bool isColocated)
{
    return {"byteps.servers=" + std::to_string(servers),
            std::string("byteps.colocated=") + (isColocated ? "true" : "false")};
}

/// @return frames that the busiest link carries in one direction, by the hash of keys
uint64_t
FramesOfBusiestLink(const JobSetup& job, const System& system)
{
    const FragmentPlan plan(job.dnn, system.PayloadBytes());
    const BlockPlan blocks = BlocksOf(plan, system);
    const ServerPlan servers(kServedWorkers,
                             job.extraServers.GetN(),
                             job.isColocated,
                             KeysOf(job.dnn, blocks, false));
    std::map<uint16_t, uint64_t> summed; // by server
    uint64_t position = 0;
    for (uint32_t block = 0; block < blocks.Blocks(); ++block)
    {
        const PositionRange range = blocks.At(position).range;
        summed[servers.Of(block)] += range.Size();
        position = range.end;
    }
    uint64_t most = 0;
    for (const uint16_t server : servers.Endpoints())
    {
        const bool isBesideWorker = WorkerAt(server) < kServedWorkers;
        most = std::max(most, isBesideWorker ? 0 : kServedWorkers * summed[server]);
    }
    for (uint32_t worker = 0; worker < kServedWorkers; ++worker)
    {
        const uint64_t own = summed[ServerOf(worker)];
        most = std::max(most, plan.Fragments() - own + (kServedWorkers - 1) * own);
    }
    return most;
}

TEST(Servers, TakeTheTimeOfTheBusiestLink)
{
    for (const auto& [servers, isColocated] : std::vector<std::pair<uint32_t, bool>>{{0, true},
                                                                                     {1, true},
                                                                                     {2, true},
                                                                                     {4, true},
                                                                                     {8, true},
                                                                                     {1, false},
                                                                                     {4, false},
                                                                                     {8, false}})
    {
        SCOPED_TRACE(std::to_string(servers) + (isColocated ? ", and beside workers" : ""));
        const Settings settings = WithServers(servers, isColocated);
        uint64_t frames = 0;
        RunControl control;
        control.built = [&frames](const Network& network) {
            const InstalledJob& job = network.jobs.front();
            frames =
                FramesOfBusiestLink(job.setup, network.helper.SystemOf(job.identity, job.setup));
        };
        const RunResult result = Simulate(ServedJob(200, 345 * 1456), "byteps", settings, control);
        const double boundUs = static_cast<double>(frames) * kServedFrameUs;
        EXPECT_GT(1e3 * result.jctMs, boundUs);
        const bool isMixed = isColocated && servers > 0 && servers < kServedWorkers;
        EXPECT_LT(1e3 * result.jctMs, (isMixed ? 1.5 : 1.1) * boundUs)
            << "flows to all servers share links equally";
    }
}

/// @return time of a job whose blocks are spread evenly by the hash, over that of a worker's
/// gradients at line rate
double
TimesOfServed(const std::string& system, const Settings& settings)
{
    // The last digits of 80 keys in a row are spread evenly over 8 servers: 33 is 1 modulo 8, so
    // djb2 is the sum of the digits there.
    constexpr uint32_t kBlocks = 80;
    constexpr uint32_t kFrames = 690;
    const double us = kBlocks * kFrames * kServedFrameUs;
    return 1e3 * Simulate(ServedJob(kBlocks, kFrames * 1456), system, settings).jctMs / us;
}

TEST(Servers, WithEvenLoadsTakeWhatFollowsFromTheirNumber)
{
    const double n = kServedWorkers;
    EXPECT_NEAR(TimesOfServed("byteps", WithServers(0, true)), 2 * (n - 1) / n, 0.05);
    EXPECT_NEAR(TimesOfServed("byteps", WithServers(8, false)), 1 + 0.1, 0.05)
        << "and the first block of ten";
    EXPECT_NEAR(TimesOfServed("byteps", WithServers(1, false)) / n, 1, 0.05);
    EXPECT_NEAR(TimesOfServed("ring", {}), 2 * (n - 1) / n, 0.05) << "as servers beside workers";
}

} // namespace
} // namespace ns3::esa::test
