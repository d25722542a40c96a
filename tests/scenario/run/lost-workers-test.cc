// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs that lose workers and go on with those that are left.

#include "scenario/run/simulate.h"

#include <cstdint>

namespace ns3::esa::test
{
namespace
{

/// One job in one rack; its workers compute for 0.1 ms.
std::string
JobOf(uint32_t workers, uint32_t iterations)
{
    return R"({"iterations": )" + std::to_string(iterations) +
           R"(, "jitter": {"mode": "none"}, "topology": {"hosts": 8},
             "faults": {"on_lost_worker": "continue"},
             "jobs": {"count": 1, "start_max_us": 0, "workers": )" +
           std::to_string(workers) +
           R"(}, "dnns": {"A": {"layers": [{"compute_us": 100}], "comm_comp_ratio": 1,
                 "partitions": [{"layer": 1, "bytes": 1000000}]}}})";
}

TEST(LostWorkers, IterationsThatHadEndedStay)
{
    const std::vector<double> whole = Simulate(JobOf(8, 5), "esa").iterationMs.at(0);
    const std::vector<double> smaller = Simulate(JobOf(7, 3), "esa").iterationMs.at(0);
    const std::string atUs = std::to_string(1000 * (whole[0] + whole[1]) + 50);
    const RunResult lost =
        Simulate(JobOf(8, 5),
                 "esa",
                 {R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": )" + atUs + "}]",
                  "faults.detection_us=20"});
    const std::vector<double>& iterations = lost.iterationMs.at(0);
    EXPECT_EQ(iterations.at(0), whole[0]);
    EXPECT_EQ(iterations.at(1), whole[1]);
    EXPECT_NEAR(iterations.at(2) / (0.07 + smaller[0]), 1, 0.02);
    EXPECT_NEAR(iterations.at(3) / smaller[1], 1, 0.02);
    EXPECT_NEAR(iterations.at(4) / smaller[2], 1, 0.02);
    EXPECT_EQ(lost.iterationsWithFewer, std::vector<uint32_t>{3});
}

TEST(LostWorkers, AJobMayEndBeforeTheLossIsDetected)
{
    const RunResult whole = Simulate(JobOf(8, 1), "esa");
    // It is lost while the last layer computes: all others have their results.
    const std::string atUs = std::to_string(1000 * whole.jctMs - 50);
    const RunResult lost =
        Simulate(JobOf(8, 1),
                 "esa",
                 {R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": )" + atUs + "}]",
                  "faults.detection_us=5000"});
    EXPECT_EQ(lost.jctMs, whole.jctMs);
    EXPECT_EQ(lost.workersLeft, std::vector<uint32_t>{7});
    EXPECT_EQ(lost.iterationsWithFewer, std::vector<uint32_t>{0});
}

TEST(LostWorkers, TheDetectionIsNoStall)
{
    const auto scenario =
        ValidScenarioOf(OnPaper(JobOf(8, 1)),
                        {R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": 50}])",
                         "faults.detection_us=400000"});
    RunControl control;
    control.stallAfter = MilliSeconds(1);
    EXPECT_GT(RunScenario(scenario, "esa", 1, control)->makespanMs, 400);
}

} // namespace
} // namespace ns3::esa::test
