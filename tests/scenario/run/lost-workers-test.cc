// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs that lose workers and go on with those that are left.

#include "scenario/run/simulate.h"

#include "ns3/esa-system-registry.h"

#include <cstdint>

namespace ns3::esa::test
{
namespace
{

using Settings = std::vector<std::string>;

const char* const kLostFile = "scenarios/faults/lost-worker.json";

/// The result of a run of the shipped scenario.
RunResult
RunLosing(const std::string& system, const Settings& settings)
{
    return SimulateFile(kLostFile, system, settings);
}

/// A worker of job 1 is lost, and others of the list are, too.
std::string
Lost(const std::string& atUs, const std::string& others = "")
{
    return R"(faults.worker_pauses=[{"job": 1, "worker": 5, "at_us": )" + atUs + "}" + others + "]";
}

const std::string kAllPresent = "faults.worker_pauses=[]";

/// Settings of all systems, as some need several values.
Settings
SettingsOf(const std::string& system, Settings settings)
{
    settings.push_back("systems=[\"" + system + "\"]");
    return settings;
}

TEST(LostWorkers, AWorkerThatIsAloneUsesNoLink)
{
    for (const std::string system : {"ring", "esa"})
    {
        const RunResult lost = Simulate(
            R"({"iterations": 3, "topology": {"hosts": 4}, "jitter": {"mode": "none"},
                "jobs": {"count": 1, "workers": 2, "start_max_us": 0},
                "placement": {"jobs": [{"workers": [0, 1], "ps": 2}]},
                "faults": {"on_lost_worker": "continue", "detection_us": 0,
                           "worker_pauses": [{"job": 0, "worker": 1, "at_us": 1}]},
                "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
                               "partitions": [{"layer": 1, "bytes": 100000}]}}})",
            system,
            {});
        EXPECT_EQ(lost.utilization, 0) << system;
    }
}

TEST(LostWorkers, EverySystemEndsWithExactSumsOfThoseThatAreLeft)
{
    for (const auto& record : Systems())
    {
        const std::string system = record.name;
        SCOPED_TRACE(system);
        const RunResult whole = RunLosing(system, SettingsOf(system, {kAllPresent}));
        const RunResult lost = RunLosing(system, SettingsOf(system, {Lost("60")}));
        EXPECT_TRUE(whole.workersLeft.empty());
        EXPECT_EQ(lost.workersLeft, (std::vector<uint32_t>{8, 7}));
        EXPECT_EQ(lost.iterationsWithFewer, (std::vector<uint32_t>{0, 3}));
        const uint64_t ofWorker = whole.resultsChecked / 16; // in 3 iterations
        EXPECT_GE(lost.resultsChecked, 15 * ofWorker);
        EXPECT_LT(lost.resultsChecked, (8 + 7 + 8) * ofWorker) << "one iteration was run again";
        EXPECT_GT(lost.iterationMs[1][0], 0.16) << "it began anew after that";
    }
}

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

const Settings kAt50{R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": 50}])",
                     "faults.detection_us=70"};

// The iteration takes until the loss, its detection, and an iteration of the smaller job.
TEST(LostWorkers, TheIterationTakesTheLossTheDetectionAndARestart)
{
    for (const std::string system : {"esa", "atp", "switchml", "sharp", "ring"})
    {
        SCOPED_TRACE(system);
        const double smallerMs = Simulate(JobOf(7, 1), system).jctMs;
        const RunResult lost = Simulate(JobOf(8, 1), system, kAt50);
        EXPECT_NEAR(lost.jctMs / (0.05 + 0.07 + smallerMs), 1, 0.02);
        EXPECT_EQ(lost.workersLeft, std::vector<uint32_t>{7});
    }
}

// At the link of the server, the packets under way wait for as long as those of the smaller job.
TEST(LostWorkers, PacketsUnderWayStillNeedTheirLinks)
{
    const double smallerMs = Simulate(JobOf(7, 1), "byteps").jctMs;
    const double lostMs = Simulate(JobOf(8, 1), "byteps", kAt50).jctMs;
    EXPECT_GT(lostMs, 0.05 + 0.07 + smallerMs);
    EXPECT_LT(lostMs, 2 * (0.05 + 0.07) + smallerMs + 0.1);
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

TEST(LostWorkers, ValuesAreExactWhereThePsSums)
{
    const RunResult lost =
        Simulate(JobOf(8, 2),
                 "esa",
                 {R"(faults.worker_pauses=[{"job": 0, "worker": 0, "at_us": 150}])",
                  "faults.detection_us=20",
                  "payload=full",
                  "switch.memory_bytes=20000"});
    EXPECT_EQ(lost.workersLeft, std::vector<uint32_t>{7});
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

TEST(LostWorkers, ALossAfterTheEndChangesNothing)
{
    const RunResult whole = Simulate(JobOf(8, 2), "ring");
    const RunResult lost =
        Simulate(JobOf(8, 2),
                 "ring",
                 {R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": 100000}])"});
    EXPECT_EQ(lost.jctMs, whole.jctMs);
    EXPECT_EQ(lost.packetHops, whole.packetHops);
    EXPECT_EQ(lost.workersLeft, std::vector<uint32_t>{8});
}

TEST(LostWorkers, OneWorkerIsLeft)
{
    const std::string all = R"({"job": 0, "worker": 0, "at_us": 20},
                               {"job": 0, "worker": 2, "at_us": 20},
                               {"job": 0, "worker": 1, "at_us": 60})";
    for (const std::string system : {"esa", "atp", "switchml", "ring", "byteps"})
    {
        SCOPED_TRACE(system);
        const RunResult lost =
            Simulate(JobOf(4, 2),
                     system,
                     {"faults.worker_pauses=[" + all + "]", "faults.detection_us=30"});
        EXPECT_EQ(lost.workersLeft, std::vector<uint32_t>{1});
        EXPECT_EQ(lost.iterationsWithFewer, std::vector<uint32_t>{2});
    }
}

TEST(LostWorkers, WhereNobodyIsLeftTheRunEndsWithATrueError)
{
    const std::string error = ErrorOfRun([] {
        Simulate(JobOf(2, 2),
                 "esa",
                 {R"(faults.worker_pauses=[{"job": 0, "worker": 0, "at_us": 20},
                                           {"job": 0, "worker": 1, "at_us": 100}])",
                  "faults.detection_us=30"});
    });
    EXPECT_TRUE(HasText(error, "1 of 1 workers lack results"));
    EXPECT_TRUE(HasText(error, "job 1 (job 0 with 1 of its workers)"));
    EXPECT_TRUE(HasText(error, "worker 1 of job 0 was lost at 0.1 ms"));
}

TEST(LostWorkers, APauseOfAnotherWorkerGoesOnInTheSmallerJob)
{
    const auto endMs = [](const std::string& pause) {
        return Simulate(
                   JobOf(8, 1),
                   "esa",
                   {R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": 50}, )" + pause + "]",
                    "faults.detection_us=70"})
            .makespanMs;
    };
    EXPECT_GT(endMs(R"({"job": 0, "worker": 7, "at_us": 20, "duration_us": 5000})"), 5);
    EXPECT_GT(endMs(R"({"job": 0, "worker": 7, "at_us": 130, "duration_us": 5000})"), 5);
}

TEST(LostWorkers, APsThatHasFailedIsStillAway)
{
    const RunResult lost =
        Simulate(JobOf(8, 1),
                 "esa",
                 {R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": 50}])",
                  R"(faults.ps_failures=[{"job": 0, "at_us": 10, "until_us": 4000}])",
                  "faults.detection_us=70",
                  "recovery.enabled=true",
                  "jitter.mode=iteration",
                  "switch.memory_bytes=20000"}); // so that the PS has to sum
    EXPECT_GT(lost.makespanMs, 4);
}

TEST(LostWorkers, TheDetectionIsNoStall)
{
    const auto scenario =
        ValidScenarioOf(OnPaper(JobOf(8, 1)), {kAt50[0], "faults.detection_us=400000"});
    RunControl control;
    control.stallAfter = MilliSeconds(1);
    EXPECT_GT(RunScenario(scenario, "esa", 1, control)->makespanMs, 400);
}

TEST(LostWorkers, ASlowWorkerStaysSlow)
{
    const Settings slow{kAt50[0], kAt50[1], R"(faults.slow=[{"hosts": [7], "slowdown": 40}])"};
    EXPECT_GT(Simulate(JobOf(8, 1), "esa", slow).jctMs, 4);
}

TEST(LostWorkers, AJobThatHasNotBegunBeginsWithThoseThatAreLeft)
{
    const Settings late{"jobs.start_max_us=5000",
                        R"(faults.worker_pauses=[{"job": 0, "worker": 3, "at_us": 0}])",
                        "faults.detection_us=10"};
    const RunResult lost = Simulate(JobOf(8, 2), "esa", late);
    const RunResult smaller = Simulate(JobOf(7, 2), "esa", {"jobs.start_max_us=5000"});
    EXPECT_NEAR(lost.jctMs / smaller.jctMs, 1, 0.001);
    EXPECT_NEAR(lost.simMs / smaller.simMs, 1, 0.001) << "it begins when it would have begun";
}

TEST(LostWorkers, AHostOrARackThatIsCutOffIsLost)
{
    const auto run = [](const std::string& system, const std::string& failure) {
        return RunLosing(system,
                         SettingsOf(system,
                                    {kAllPresent,
                                     "recovery.enabled=true",
                                     "faults.failures=[{" + failure + R"(, "at_us": 100}])"}));
    };
    for (const std::string system : {"esa", "switchml", "ring"})
    {
        SCOPED_TRACE(system);
        const RunResult host = run(system, R"("between": ["host5", "rack1"])");
        EXPECT_EQ(host.workersLeft[0] + host.workersLeft[1], 15U);
    }
    const RunResult rack = run("ring", R"("switch": "rack1")");
    EXPECT_EQ(rack.workersLeft, (std::vector<uint32_t>{6, 6}));
}

TEST(LostWorkers, ListedTreesAndAllLevelsGoOnWithoutEmptyRacks)
{
    const std::string pauses =
        R"(faults.worker_pauses=[{"job": 1, "worker": 1, "at_us": 100},
                                 {"job": 1, "worker": 5, "at_us": 100}])";
    for (const std::string system : {"esa", "atp", "panama"})
    {
        SCOPED_TRACE(system);
        const RunResult all =
            RunLosing(system, SettingsOf(system, {pauses, "aggregation.levels=all"}));
        EXPECT_EQ(all.workersLeft, (std::vector<uint32_t>{8, 6}));
        const std::string rack = R"(faults.worker_pauses=[{"job": 1, "worker": 2, "at_us": 10}])";
        const RunResult trees =
            SimulateFile("scenarios/topologies/trees.json",
                         system,
                         {rack, "faults.on_lost_worker=continue", "faults.detection_us=5"});
        EXPECT_EQ(trees.workersLeft, (std::vector<uint32_t>{7, 6})) << "a rack has no worker";
    }
}

} // namespace
} // namespace ns3::esa::test
