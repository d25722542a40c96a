// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A job of one worker has nothing to sum: with every system it computes, and sends nothing.

#include "scenario/run/simulate.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-results.h"
#include "ns3/esa-system-registry.h"

#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

constexpr double kComputationMs = 0.35; ///< of an iteration: two layers, backward and forward

/// Jobs of one worker: their gradients are ready one layer after the other.
const char* const kOneWorkerJobs = R"({"iterations": 2, "jitter": {"mode": "none"},
    "topology": {"hosts": 4}, "jobs": {"count": 2, "workers": 1, "start_max_us": 0},
    "dnns": {"A": {"layers": [{"forward_us": 20, "backward_us": 70},
                              {"forward_us": 110, "backward_us": 150}],
                   "comm_comp_ratio": 1,
                   "partitions": [{"layer": 2, "bytes": 300000}, {"layer": 1, "bytes": 500000},
                                  {"layer": 1, "bytes": 7}]}}})";

/// Compares with the closed form: the sum of what is computed.
void
ExpectComputationOnly(const RunResult& result)
{
    ASSERT_EQ(result.jctMsPerJob.size(), 2U);
    for (const double jctMs : result.jctMsPerJob)
    {
        EXPECT_NEAR(jctMs, kComputationMs, 1e-9);
    }
    EXPECT_EQ(result.packetHops, 0U);
    EXPECT_EQ(result.utilization, 0);
    EXPECT_TRUE(result.hostSummed.empty());
    const std::string row = JsonRow(result).dump();
    EXPECT_EQ(row.find("nan"), std::string::npos) << row;
    EXPECT_EQ(row.find("inf"), std::string::npos) << row;
}

TEST(OneWorker, ComputesOnlyWithEverySystem)
{
    for (const SystemRecord& system : Systems())
    {
        for (const char* engine : {"auto", "rounds", "ns3"})
        {
            SCOPED_TRACE(std::string(system.name) + " " + engine);
            ExpectComputationOnly(
                Simulate(kOneWorkerJobs, system.name, {"engine=\"" + std::string(engine) + "\""}));
        }
    }
}

TEST(OneWorker, ComputesOnlyWithEveryCollective)
{
    for (const SystemRecord& system : Systems())
    {
        for (const CollectiveKind kind : {CollectiveKind::ReduceScatter,
                                          CollectiveKind::AllGather,
                                          CollectiveKind::Broadcast,
                                          CollectiveKind::Reduce,
                                          CollectiveKind::AllToAll,
                                          CollectiveKind::Barrier,
                                          CollectiveKind::Gather,
                                          CollectiveKind::Scatter})
        {
            const SystemRecord* const fallback = FallbackOf(system);
            if (KnowsOperation(system, kind) && (!fallback || KnowsOperation(*fallback, kind)))
            {
                SCOPED_TRACE(std::string(system.name) + " " + NameOf(kind));
                const std::string set = "jobs.collective=\"" + std::string(NameOf(kind)) + "\"";
                ExpectComputationOnly(Simulate(kOneWorkerJobs, system.name, {set}));
            }
        }
    }
}

TEST(OneWorker, ComputesOnlyWithRepairsValuesAndLosses)
{
    for (const char* system : {"esa", "atp", "switchml", "sharp"})
    {
        SCOPED_TRACE(system);
        ExpectComputationOnly(
            Simulate(kOneWorkerJobs,
                     system,
                     {"recovery.enabled=true", "faults.every_link.loss_probability=0.3"}));
    }
    ExpectComputationOnly(Simulate(kOneWorkerJobs, "esa", {"payload=full"}));
}

// Two jobs in one rack. The first one would take the only tree of the switch.
TEST(OneWorker, TakesNoTreeFromOtherJobs)
{
    const std::string place = R"("topology": {"hosts": 6}, "jobs": {"count": COUNT, "workers": 4,
        "start_max_us": 0}, "iterations": 1, "jitter": {"mode": "none"},
        "placement": {"jobs": [FIRST {"workers": [1, 2, 3, 4], "ps": 5}]}})";
    const auto text = [&place](const std::string& count, const std::string& first) {
        std::string written = "{" + place;
        written.replace(written.find("COUNT"), 5, count);
        return written.replace(written.find("FIRST"), 5, first);
    };
    const RunResult beside = Simulate(text("2", R"({"workers": [0], "ps": 5},)"), "sharp");
    const RunResult alone = Simulate(text("1", ""), "sharp");
    EXPECT_DOUBLE_EQ(beside.jctMsPerJob.at(1), alone.jctMsPerJob.at(0));
    EXPECT_TRUE(beside.hostSummed.empty());
    EXPECT_EQ(beside.groups, alone.groups);
}

TEST(OneWorker, LeavesOthersOfAJobTraceAsTheyAre)
{
    const std::string text = R"({"jitter": {"mode": "none"}, "topology": {"hosts": 4},
        "dnns": {"A": {"layers": [{"compute_us": 100}], "comm_comp_ratio": 1,
                       "partitions": [{"layer": 1, "bytes": 1000000}]}},
        "trace": {"time_scale": 1, "jobs": [
            {"submit_time": 0, "gpu_num": 1, "duration": 0.001, "model": "A"},
            {"submit_time": 0, "gpu_num": 2, "duration": 0.001, "model": "A"}]}})";
    for (const char* system : {"esa", "switchml", "byteps", "ring"})
    {
        const RunResult result = Simulate(text, system);
        ASSERT_EQ(result.jobTimes.size(), 2U) << system;
        const JobTimes& alone = result.jobTimes[0];
        EXPECT_EQ(alone.end - alone.start, alone.iterations * FromMicroseconds(100)) << system;
        EXPECT_GT(result.jobTimes[1].end, alone.end) << system;
    }
}

} // namespace
} // namespace ns3::esa::test
