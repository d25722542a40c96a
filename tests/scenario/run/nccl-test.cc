// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Rings and double trees beside NCCL's model of its own times: latencies and bytes, worked out by
// hand.

#include "scenario/run/simulate.h"
#include "wire-time.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kFrameBytes = 9014;   ///< with an MTU of 9000
constexpr double kFramePayload = 8956; ///< 44 bytes of headers

/// What a protocol costs a job.
struct Costs
{
    const char* protocol; ///< its name
    double latencyUs;     ///< of a call and its steps
    double share;         ///< of data
    uint64_t most;        ///< bytes: NCCL takes it for less data than some more
};

/// One job of 8 workers that sends one partition, over links that are as good as ideal.
json
IdealJob(uint64_t bytes, const char* protocol)
{
    return {{"iterations", 1},
            {"jitter", {{"mode", "none"}}},
            {"link", {{"mtu_bytes", 9000}, {"overhead_bytes", 0}, {"delay_us", 0.001}}},
            {"flow", {{"protocol", protocol}}},
            {"dnns", DnnOf(0, {bytes})},
            {"jobs", {{"count", 1}, {"workers", 8}, {"start_max_us", 0}}}};
}

/// Eight H100 in one server. NCCL's table has 18 x 20.6 GB/s for their links.
json
InServer(uint64_t bytes, const char* protocol)
{
    json scenario = IdealJob(bytes, protocol);
    scenario["topology"] = {{"kind", "servers"},
                            {"servers", 1},
                            {"server_gbps", 8 * 370.8},
                            {"server_delay_us", 0.001}};
    return scenario;
}

/// Eight hosts with a card of 100 Gb/s each.
json
BetweenServers(uint64_t bytes, const char* protocol)
{
    json scenario = IdealJob(bytes, protocol);
    scenario["topology"] = {{"hosts", 8}};
    return scenario;
}

/// @return the time that a link needs for a number of bytes of data, in whole frames
double
LinkUs(double bytes, double share, double gbps)
{
    const double payload = 4 * std::floor(kFramePayload / 4 * share);
    return std::ceil(bytes / payload) * kFrameBytes * 8 / (gbps * 1e3);
}

/// @return the time of the job
double
TimeUs(const json& scenario, const std::string& system = "ring")
{
    return SimulateWithDefaults(scenario.dump(), system).jctMs * 1000;
}

TEST(Nccl, ARingInAServerTakesLatenciesAndBytes)
{
    // 14 steps: 8.4 + 14 x 3.4, 14 + 14 x 1.9, 6.6 + 14 x 0.6 us
    for (const Costs& costs : {Costs{"simple", 56, 1, 67'108'864},
                               Costs{"ll128", 40.6, 120. / 128, 67'108'864},
                               Costs{"ll", 15, 0.5, 4'194'304}})
    {
        for (uint64_t bytes = 1024; bytes <= costs.most; bytes *= 16)
        {
            SCOPED_TRACE(std::string(costs.protocol) + " " + std::to_string(bytes));
            const double part = LinkUs(bytes / 8., costs.share, 8 * 370.8);
            const double us = TimeUs(InServer(bytes, costs.protocol));
            // A chunk is sent while another part of it waits, so this is no sum for much data.
            EXPECT_GT(us, std::max(costs.latencyUs, 14 * part));
            EXPECT_LT(us, 1.03 * (costs.latencyUs + 14 * part) + 14 * 0.06) << "links of 1 ns";
        }
    }
}

TEST(Nccl, ARingBetweenServersTakesLatenciesAndBytes)
{
    // 8.4 + 14 x 14, 14 + 14 x 8.5, 6.6 + 14 x 5 us
    for (const Costs& costs : {Costs{"simple", 204.4, 1, 16'777'216},
                               Costs{"ll128", 133, 120. / 128, 16'777'216},
                               Costs{"ll", 76.6, 0.5, 262'144}})
    {
        for (uint64_t bytes = 1024; bytes <= costs.most; bytes *= 16)
        {
            SCOPED_TRACE(std::string(costs.protocol) + " " + std::to_string(bytes));
            const double part = LinkUs(bytes / 8., costs.share, 100);
            const double us = TimeUs(BetweenServers(bytes, costs.protocol));
            EXPECT_GT(us, std::max(costs.latencyUs, 14 * part));
            EXPECT_LT(us, 1.03 * (costs.latencyUs + 14 * part) + 14 * 2 * 0.73);
        }
    }
}

TEST(Nccl, ARingOfMuchDataHasTheRateOfItsLinks)
{
    // Loops of 24 chunks of 2 MiB for each worker. Each further byte takes the time of the link.
    const double gbytesPerS = 370.8 * kFramePayload / kFrameBytes;
    const double shortUs = TimeUs(InServer(67'108'864, "simple"));
    const double longUs = TimeUs(InServer(2 * 67'108'864, "simple"));
    const double busGbytes = 67'108'864 * 1.75 / (longUs - shortUs) / 1e3;
    EXPECT_NEAR(busGbytes, gbytesPerS, 0.02 * gbytesPerS);
    EXPECT_LT(TimeUs(BetweenServers(16'777'216, "simple")),
              TimeUs(BetweenServers(16'777'216, "ll")) / 1.7);
}

TEST(Nccl, AutoTakesTheBestOfThreeNearly)
{
    for (uint64_t bytes = 1024; bytes <= 67'108'864; bytes *= 16)
    {
        SCOPED_TRACE(bytes);
        double best = TimeUs(BetweenServers(bytes, "simple"));
        for (const char* protocol : {"ll128", "ll"})
        {
            best = std::min(best, TimeUs(BetweenServers(bytes, protocol)));
        }
        // NCCL's model takes a ring with Simple for slower than it is here.
        EXPECT_LE(TimeUs(BetweenServers(bytes, "auto")), 1.1 * best);
    }
}

TEST(Nccl, ATreeTakesTheLatencyOfItsHops)
{
    // 3 hops up and 3 down, and the time of a call. A hop takes two frames, and four times two
    // frames of a worker share its link.
    for (const Costs& costs : {Costs{"simple", 8.4 + 6 * 14, 1, 1024},
                               Costs{"ll128", 14 + 6 * 8.5, 120. / 128, 1024},
                               Costs{"ll", 6.8 + 6 * 5, 0.5, 1024}})
    {
        SCOPED_TRACE(costs.protocol);
        const double us = TimeUs(BetweenServers(1024, costs.protocol), "double_tree");
        EXPECT_NEAR(us, costs.latencyUs, (6 * 2 + 4) * 0.73);
    }
    // Seven hops of a chain inside each server, two between them
    json scenario = InServer(1024, "ll");
    scenario["topology"]["servers"] = 4;
    scenario["jobs"]["workers"] = 32;
    EXPECT_NEAR(TimeUs(scenario, "double_tree"), 6.8 + 2 * (7 * 0.6 + 2 * 5), (4 * 2 + 4) * 0.73);
}

TEST(Nccl, TreesWinWithLittleDataAndRingsWithMuch)
{
    for (const uint64_t bytes : {1024, 16'384, 131'072})
    {
        EXPECT_LT(1.1 * TimeUs(BetweenServers(bytes, "auto"), "double_tree"),
                  TimeUs(BetweenServers(bytes, "auto")))
            << bytes;
    }
    EXPECT_GT(TimeUs(BetweenServers(67'108'864, "auto"), "double_tree"),
              1.05 * TimeUs(BetweenServers(67'108'864, "auto")));
}

} // namespace
} // namespace ns3::esa::test
