// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Sums that are not complete in time leave the switch. With Canary the PS adds the rest; with Trio
// they are results, which say who is in them.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

constexpr double kTimeoutForwardUs = 40;
constexpr double kTimeoutBackwardUs = 60;
constexpr uint64_t kTimeoutWindow = 1000;

/// @return one job in one rack, which computes for 100 us
std::string
WaitingJob(uint64_t bytes)
{
    return R"({"iterations": 1, "jitter": {"mode": "none"}, "link": {"delay_us": 5},
        "jobs": {"count": 1, "workers": 4}, "switch": {"aggregator_index": "linear"},
        "window": {"initial_packets": 1000, "max_packets": 1000},
        "dnns": {"A": {"layers": [{"forward_us": 40, "backward_us": 60}], "comm_comp_ratio": 1,
            "partitions": [{"layer": 1, "bytes": )" +
           std::to_string(bytes) + "}]}}}";
}

/// @return the setting with which a worker computes more slowly
std::string
SlowWorker(double slowdown)
{
    return R"(faults.slow=[{"hosts": [1], "slowdown": )" + std::to_string(slowdown) + "}]";
}

/// @return a setting of the timeout of a system
std::string
TimeoutOf(const std::string& system, double us)
{
    return system + ".timeout_us=" + std::to_string(us);
}

// The links are full from the first fragment of the slow worker on. Its first window meets sums
// that have timed out, and goes to the PS as well. Results come by way of the PS: four links.
TEST(ClosedForm, CanaryWithAStraggler)
{
    const double fragments = 4033; // 1 MB of 62 values
    for (const double slowdown : {1., 2., 10.})
    {
        const double exchangeUs = (fragments + 3) * 306 * 8 / 100e3 + 4 * 5;
        const double us = slowdown * (kTimeoutBackwardUs + kTimeoutForwardUs) + exchangeUs;
        const RunResult run = Simulate(WaitingJob(1000000),
                                       "canary",
                                       {SlowWorker(slowdown), TimeoutOf("canary", 10)});
        EXPECT_NEAR(run.jctMs * 1000 / us, 1, 0.02) << slowdown;
        EXPECT_EQ(run.timedOut, slowdown > 1 ? kTimeoutWindow : 0)
            << "the window of the other workers";
    }
}

TEST(Canary, IsAtpIfNoSumIsLate)
{
    const RunResult atp = Simulate(WaitingJob(1000000), "atp", {"jobs.count=2"});
    const RunResult canary =
        Simulate(WaitingJob(1000000), "canary", {"jobs.count=2", TimeoutOf("canary", 1000)});
    EXPECT_EQ(canary.iterationMs, atp.iterationMs);
    EXPECT_EQ(canary.packetHops, atp.packetHops);
    EXPECT_EQ(canary.timedOut, 0U);
}

// In ATP a sum of which one part has met another task waits in the switch until a worker resends.
TEST(Canary, NeedsFewResendsForSumsThatWereSplit)
{
    const std::vector<std::string> split{"jobs.count=4",
                                         "jitter.mode=partition",
                                         "switch.memory_bytes=100000",
                                         "switch.aggregator_index=mix64"};
    const RunResult atp = Simulate(WaitingJob(1000000), "atp", split);
    EXPECT_GT(atp.fetched, 0U);
    auto withTimeout = split;
    withTimeout.push_back(TimeoutOf("canary", 20));
    const RunResult canary = Simulate(WaitingJob(1000000), "canary", withTimeout);
    EXPECT_GT(canary.timedOut, 0U);
    EXPECT_LT(canary.fetched, atp.fetched / 10);
}

// Results without the slow worker are there a timeout after the others' fragments. If the slow
// worker is ready later, it has all of them at once, and sends nothing. If it is ready before the
// timeout, all wait for it. All fragments have slots.
TEST(ClosedForm, TrioWithAStraggler)
{
    const double fragments = 275; // 400 KB of 364 values
    const double exchangeUs = 2 * 5 + (fragments + 1) * 1514 * 8 / 100e3;
    for (const double slowdown : {1., 2., 4., 10.})
    {
        for (const double timeoutUs : {10., 70., 200.})
        {
            const bool isLate = (slowdown - 1) * kTimeoutBackwardUs > timeoutUs + exchangeUs;
            const double computeUs = slowdown * (kTimeoutBackwardUs + kTimeoutForwardUs);
            const double us = isLate ? computeUs : computeUs + exchangeUs;
            const RunResult run = Simulate(WaitingJob(400000),
                                           "trio",
                                           {SlowWorker(slowdown), TimeoutOf("trio", timeoutUs)});
            EXPECT_NEAR(run.jctMs * 1000 / us, 1, 0.02) << slowdown << " " << timeoutUs;
            EXPECT_EQ(run.timedOut, isLate ? fragments : 0) << slowdown << " " << timeoutUs;
        }
    }
}

TEST(Trio, HasWholeSumsIfNoWorkerIsLate)
{
    const RunResult sharp = Simulate(WaitingJob(400000), "sharp");
    const RunResult trio = Simulate(WaitingJob(400000), "trio");
    EXPECT_EQ(trio.iterationMs, sharp.iterationMs);
    EXPECT_EQ(trio.packetHops, sharp.packetHops);
    EXPECT_EQ(trio.timedOut, 0U);
}

// Workers that go on may be iterations ahead of one that stands still.
TEST(Trio, AWorkerThatWasStillGetsTheResultsOfAllIterations)
{
    const std::vector<std::string> still{
        "iterations=5",
        TimeoutOf("trio", 20),
        "switch.memory_bytes=60000",
        R"(faults.worker_pauses=[{"job": 0, "worker": 2, "at_us": 30, "duration_us": 5000}])"};
    EXPECT_GT(Simulate(WaitingJob(400000), "trio", still).timedOut, 3 * 275U);
}

} // namespace
} // namespace ns3::esa::test
