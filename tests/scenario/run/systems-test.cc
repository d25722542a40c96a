// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Systems in small scenarios: closed forms, and what each of them does in its own way.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// One job alone. The test sets its partitions; it computes for 100 us per layer.
std::string
OneJob(uint32_t workers, double delayUs, const std::vector<uint64_t>& partitionBytes)
{
    return R"({"systems": ["byteps", "byteps_nton", "ring"], "iterations": 1,
               "jitter": {"mode": "none"}, "link": {"delay_us": )" +
           std::to_string(delayUs) + R"(}, "jobs": {"count": 1, "workers": )" +
           std::to_string(workers) + R"(}, "dnns": )" + DnnOf(100, partitionBytes).dump() + "}";
}

TEST(ClosedForm, OnePartition)
{
    for (const char* system : {"byteps", "byteps_nton", "ring"})
    {
        for (const uint32_t workers : {2U, 3U, 8U, 16U})
        {
            ExpectClosedForm(OneJob(workers, 5, {1000000}), system);
        }
    }
}

TEST(ClosedForm, SeveralPartitions)
{
    for (const char* system : {"byteps", "byteps_nton", "ring"})
    {
        ExpectClosedForm(OneJob(8, 5, {1000000, 1000000, 1000000, 1000000}), system);
        ExpectClosedForm(OneJob(4, 1, std::vector<uint64_t>(8, 500000)), system);
    }
}

TEST(ClosedForm, SmallChunksWaitForTheLinks)
{
    ExpectClosedForm(OneJob(8, 5, {100000, 100000}), "ring");
}

TEST(ClosedForm, PartitionsOfDifferentSizeAtADedicatedServer)
{
    ExpectClosedForm(OneJob(8, 5, {400000, 1200000, 800000}), "byteps");
}

TEST(ClosedForm, JobsOnHostsOfTheirOwnDoNotMeet)
{
    const std::string text = OneJob(4, 5, {1000000, 1000000});
    for (const char* system : {"byteps", "byteps_nton", "ring"})
    {
        const auto formulaMs = FormulaMs(text, system);
        ASSERT_TRUE(formulaMs) << system;
        const RunResult three = Simulate(text, system, {"jobs.count=3"});
        EXPECT_NEAR(three.jctMs / *formulaMs, 1, 0.02) << system;
    }
}

TEST(ClosedForm, HoldsWithRepairs)
{
    for (const char* system : {"ring", "halving_doubling", "byteps"})
    {
        SCOPED_TRACE(system);
        ExpectClosedForm(OneJob(4, 5, {100000}),
                         system,
                         {"recovery.enabled=true", "rto.min_us=auto"});
    }
}

TEST(ClosedForm, ThereIsNoneWhereItsAssumptionsDoNotHold)
{
    const std::string text = OneJob(4, 5, {100000});
    EXPECT_TRUE(FormulaMs(text, "ring"));
    for (const char* setting : {"iterations=2",
                                "jitter.mode=iteration",
                                "link.queue_bytes=10000000",
                                "flow.window_packets=17",
                                "host.processing_ns=1"})
    {
        EXPECT_FALSE(FormulaMs(text, "ring", {setting})) << setting;
    }
    EXPECT_FALSE(FormulaMs(text, "esa"));
    const std::string onOneHost = R"(placement.jobs=[{"workers": [0, 1, 2, 3], "ps": 0}])";
    EXPECT_FALSE(FormulaMs(text, "ring", {onOneHost}));
    EXPECT_FALSE(FormulaMs(OneJob(4, 5, {100000, 200000}), "ring"));
}

TEST(Systems, AWindowOfAtpWaitsForALostPacketUnlessTheUserChooses)
{
    const auto jctMs = [](const std::string& system, const std::string& counts) {
        return Simulate(OneJob(4, 5, {1000000}),
                        system,
                        {"recovery.enabled=true",
                         "faults.every_link.loss_probability=0.001",
                         "window.counts=" + counts})
            .jctMs;
    };
    EXPECT_EQ(jctMs("atp", "auto"), jctMs("atp", "sequence"));
    EXPECT_EQ(jctMs("esa", "auto"), jctMs("esa", "outstanding"));
    EXPECT_GT(jctMs("atp", "auto"), 1.05 * jctMs("atp", "outstanding"));
}

TEST(Systems, HireAdmitsWhileThereIsMemory)
{
    const std::string text = OneJob(4, 5, {1000000});
    const std::vector<std::string> two{"jobs.count=2", "switch.memory_bytes=1999999"};
    const auto hire = Simulate(text, "hire", two);
    ASSERT_EQ(hire.jctMsPerJob.size(), 2U);
    const auto switchml = Simulate(text, "switchml", two);
    const auto byteps = Simulate(text, "byteps", two);
    EXPECT_DOUBLE_EQ(hire.jctMsPerJob[0], switchml.jctMsPerJob[0]);
    EXPECT_DOUBLE_EQ(hire.jctMsPerJob[1], byteps.jctMsPerJob[1]);
}

TEST(Systems, SharpSumsOneJobOfASwitchAndTheOthersRunAsRing)
{
    const std::string text = OneJob(4, 5, {1000000});
    const auto alone = Simulate(text, "sharp");
    const auto two = Simulate(text, "sharp", {"jobs.count=2"});
    const auto ring = Simulate(text, "ring", {"jobs.count=2"});
    ASSERT_EQ(two.jctMsPerJob.size(), 2U);
    EXPECT_DOUBLE_EQ(two.jctMsPerJob[0], alone.jctMs);
    EXPECT_DOUBLE_EQ(two.jctMsPerJob[1], ring.jctMsPerJob[1]);
    EXPECT_LT(two.jctMsPerJob[0], 0.9 * two.jctMsPerJob[1]);
}

TEST(Systems, SharpSumsAllJobsWhosePortsAreTheirOwn)
{
    const std::string text = OneJob(4, 5, {1000000});
    const std::vector<std::string> two{"jobs.count=2", "sharp.trees_per_switch=0"};
    const auto apart = Simulate(text, "sharp", two);
    EXPECT_DOUBLE_EQ(apart.jctMsPerJob[1], apart.jctMsPerJob[0]);
    std::vector<std::string> together = two;
    together.emplace_back(R"(placement.jobs=[{"workers": [0, 1, 2, 3], "ps": 0},
                                             {"workers": [3, 4, 5, 6], "ps": 4}])");
    const auto shared = Simulate(text, "sharp", together);
    EXPECT_GT(shared.jctMsPerJob[1], 1.3 * apart.jctMsPerJob[1]) << "it runs as ring";
}

TEST(Systems, SharpFreesTheTreeOfAJobThatHasEnded)
{
    const auto msOfSecond = [](const std::string& submitUs) {
        const std::string job = R"("gpu_num": 4, "duration": 1, "model": "A"})";
        return Simulate(
                   R"({"iterations": 1, "jitter": {"mode": "none"}, "topology": {"hosts": 8},
                       "dnns": {"A": {"layers": [{"compute_us": 100}], "comm_comp_ratio": 1,
                           "partitions": [{"layer": 1, "bytes": 1000000}]}},
                       "trace": {"jobs": [{"submit_time": 0, )" +
                       job + R"(, {"submit_time": )" + submitUs + ", " + job + "]}}",
                   "sharp")
            .jobMs.at(1);
    };
    EXPECT_LT(msOfSecond("10000"), 0.9 * msOfSecond("10")) << "the first one holds the tree";
}

/// The JCT of a job with a worker that pauses time and again, beside another job.
double
PausingJctMs(const std::string& baseRoundTripUs)
{
    std::string pauses;
    for (int at = 120; at < 1000; at += 100)
    {
        pauses += (pauses.empty() ? "" : ", ") +
                  (R"({"job": 0, "worker": 1, "duration_us": 60, "at_us": )" + std::to_string(at)) +
                  "}";
    }
    return Simulate(OneJob(4, 5, {3000000}),
                    "a2tp",
                    {"jobs.count=2",
                     "jobs.start_max_us=100",
                     "switch.memory_bytes=200000",
                     "faults.worker_pauses=[" + pauses + "]",
                     "a2tp.base_round_trip_us=" + baseRoundTripUs})
        .jctMsPerJob.at(0);
}

TEST(Systems, A2tpJudgesLatenessByItsBaseRoundTrip)
{
    const double always = PausingJctMs("300"); // no round is late
    EXPECT_GT(PausingJctMs("30"), 1.05 * always) << "a slow worker costs its job aggregators";
    EXPECT_NE(PausingJctMs("10"), always);
}

// The links are full from the first fragment to the last, which then takes a frame and a delay on
// each of the links that follow. The layer computes for 0.1 ms.
TEST(ClosedForm, SharpAndA2tpAlone)
{
    const auto jctMs = [](double fragments, double frameBytes, int links) {
        const double frameUs = frameBytes * 8 / 100e3;
        return ((fragments + links - 1) * frameUs + links * 5 + 100) / 1000;
    };
    const std::vector<std::string> full{"window.max_packets=1000",
                                        "switch.aggregator_index=linear"};
    for (const uint32_t workers : {2U, 8U, 16U})
    {
        const std::string text = OneJob(workers, 5, {1000000});
        EXPECT_NEAR(Simulate(text, "sharp", full).jctMs / jctMs(687, 1514, 2), 1, 0.02) << workers;
        const auto a2tp = Simulate(text, "a2tp", full); // results come by way of the PS
        EXPECT_NEAR(a2tp.jctMs / jctMs(4033, 306, 4), 1, 0.02) << workers;
    }
}

TEST(Systems, AServerOnAWorkersHostNeedsNoLink)
{
    const std::string text = OneJob(2, 5, {1000000});
    const std::vector<std::string> sameHost{R"(placement.jobs=[{"workers": [0, 1], "ps": 0}])"};
    EXPECT_LT(Simulate(text, "byteps", sameHost).jctMs, 0.7 * Simulate(text, "byteps").jctMs);
}

TEST(Systems, SmallerBlocksSpreadOverTheServers)
{
    const std::string text = OneJob(8, 5, {4000000});
    EXPECT_LT(Simulate(text, "byteps_nton", {"byteps.partition_bytes=500000"}).jctMs,
              0.3 * Simulate(text, "byteps_nton").jctMs);
}

} // namespace
} // namespace ns3::esa::test
