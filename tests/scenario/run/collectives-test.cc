// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Collectives of workers over flows: exact data, closed forms, losses, bad input.

#include "scenario/run/simulate.h"

#include "ns3/esa-scenario-choices.h"

#include <cmath>

namespace ns3::esa::test
{
namespace
{

/// One job alone, which computes for 10 us and exchanges one partition or several.
std::string
Job(const std::string& collective, uint32_t workers, const std::vector<uint64_t>& partitionBytes)
{
    return R"({"systems": ["ring"], "iterations": 1, "jitter": {"mode": "none"},
               "link": {"delay_us": 5}, "topology": {"hosts": 64},
               "jobs": {"count": 1, "start_max_us": 0, "workers": )" +
           std::to_string(workers) + R"(, "collective": ")" + collective + R"("}, "dnns": )" +
           DnnOf(10, partitionBytes).dump() + "}";
}

TEST(ClosedFormOfCollectives, EachOperationInARing)
{
    for (const std::string& collective : ChoiceNames<CollectiveKind>())
    {
        for (const uint32_t workers : {2U, 5U, 8U, 64U})
        {
            ExpectClosedForm(Job(collective, workers, {1000000}), "ring");
        }
        ExpectClosedForm(Job(collective, 8, {1000000, 1000000, 1000000}), "ring");
        ExpectClosedForm(Job(collective, 64, {20000}), "ring");
    }
}

TEST(ClosedFormOfCollectives, HalvingAndDoubling)
{
    for (const uint32_t workers : {2U, 8U, 64U})
    {
        ExpectClosedForm(Job("all_reduce", workers, {1000000}), "halving_doubling");
        ExpectClosedForm(Job("all_reduce", workers, {50000}), "halving_doubling");
        ExpectClosedForm(Job("all_reduce", workers, std::vector<uint64_t>(3, 4000000)),
                         "halving_doubling");
    }
    EXPECT_FALSE(FormulaMs(Job("all_reduce", 7, {100000}), "halving_doubling"));
    EXPECT_FALSE(FormulaMs(Job("all_reduce", 8, {100000, 100000}), "halving_doubling"));
}

TEST(Collectives, PairsOfHalvingAndDoublingTakeTheirDataTwiceMore)
{
    // Other numbers of workers than powers of two: the pairs exchange all data before and after the
    // steps, each of which the receiver clears first.
    const double dataUs = std::ceil(4e6 / 1456) * 1514 * 8 / 100e3;
    const double pathUs = 2 * 5 + 1514 * 8 / 100e3;
    const double clearUs = 2 * (5 + 122 * 8 / 100e3);
    for (const uint32_t workers : {3U, 7U, 12U, 33U})
    {
        const auto levels = static_cast<uint32_t>(std::log2(workers));
        const uint32_t members = uint32_t{1} << levels;
        const double expectedUs = 10 + dataUs * (2 + 2.0 * (members - 1) / members) +
                                  2 * (levels + 1) * (pathUs + clearUs);
        const std::string text = Job("all_reduce", workers, {4000000});
        EXPECT_NEAR(1e3 * Simulate(text, "halving_doubling").jctMs / expectedUs, 1, 0.02)
            << workers;
    }
}

/// How much longer all take if workers begin later, in us.
double
CostOfLateness(const std::string& system,
               const std::string& collective,
               const std::vector<double>& lateUs)
{
    constexpr double kComputeUs = 100;
    const std::string text = Job(collective, static_cast<uint32_t>(lateUs.size()), {4000000});
    const std::vector<std::string> computing{
        R"(dnns.A.layers=[{"forward_us":0,"backward_us":100}])"};
    std::vector<std::string> late = computing;
    nlohmann::json slow = nlohmann::json::array();
    for (std::size_t worker = 0; worker < lateUs.size(); ++worker)
    {
        slow.push_back({{"hosts", {worker}}, {"slowdown", 1 + lateUs[worker] / kComputeUs}});
    }
    late.push_back("faults.slow=" + slow.dump());
    return 1e3 * (Simulate(text, system, late).jctMs - Simulate(text, system, computing).jctMs);
}

TEST(Collectives, LatenessOfARingsWorkerCostsItsLateness)
{
    for (const std::string collective : {"all_reduce", "reduce_scatter", "all_gather"})
    {
        for (std::size_t worker = 0; worker < 8; ++worker)
        {
            SCOPED_TRACE(collective + " " + std::to_string(worker));
            for (const double us : {50., 200.})
            {
                std::vector<double> late(8, 0);
                late[worker] = us;
                const double cost = CostOfLateness("ring", collective, late);
                EXPECT_LT(cost, 1.01 * us);
                EXPECT_GT(cost, 0.95 * us);
            }
        }
        const double cost = CostOfLateness("ring", collective, {0, 130, 40, 300, 220, 10, 180, 90});
        EXPECT_LT(cost, 1.01 * 300) << collective << ": the last one's lateness";
    }
}

TEST(Collectives, LatenessCostsHalvingAndDoublingItsLateness)
{
    for (const std::size_t workers : {8, 16})
    {
        for (const std::size_t worker : {0, 3, 7})
        {
            for (const double us : {5., 20., 50., 200.})
            {
                std::vector<double> late(workers, 0);
                late[worker] = us;
                const double cost = CostOfLateness("halving_doubling", "all_reduce", late);
                EXPECT_LT(cost, 1.01 * us + 0.13)
                    << worker << " of " << workers << ": a frame more";
                EXPECT_GT(cost, 0.95 * us) << worker << " of " << workers;
            }
        }
    }
    const std::vector<double> jitter{0, 8, 3, 10, 1, 6, 9, 2};
    EXPECT_LT(CostOfLateness("halving_doubling", "all_reduce", jitter), 1.01 * 10 + 0.13);
}

TEST(ClosedFormOfCollectives, OneChunkInEachOfTwoTrees)
{
    for (const uint32_t workers : {2U, 8U, 64U})
    {
        ExpectClosedForm(Job("all_reduce", workers, {20000}), "double_tree");
        ExpectClosedForm(Job("all_reduce", workers, {100000}),
                         "double_tree",
                         {"link.delay_us=50", "flow.window_packets=2000"});
    }
    EXPECT_FALSE(FormulaMs(Job("all_reduce", 8, {1000000}), "double_tree"));
}

TEST(Collectives, ManyChunksInTwoTreesTakeLittleMoreThanTwiceTheData)
{
    const std::string text = Job("all_reduce", 8, {10000000});
    const double bound = 2 * 10e6 / 1456 * 1514 * 8 / 100e9 * 1e3; // ms
    const std::vector<std::string> wide{"flow.window_packets=8192"};
    const double wideMs = Simulate(text, "double_tree", wide).jctMs;
    EXPECT_GT(wideMs, bound);
    EXPECT_LT(wideMs, 1.06 * bound);
    EXPECT_LT(Simulate(text, "double_tree").jctMs, 1.15 * bound);
}

TEST(Collectives, TwoTreesOverTheSameNeighboursDoNotWaitForEachOther)
{
    // Of three workers each one sends and receives 3 / 2 of the data at most: 3 / 4 of what larger
    // trees take.
    const double boundMs = 1.5 * 20e6 / 1456 * 1514 * 8 / 100e9 * 1e3;
    const std::string text = Job("all_reduce", 3, {20000000});
    const double ms = Simulate(text, "double_tree", {"link.delay_us=1"}).jctMs;
    EXPECT_GT(ms, boundMs);
    EXPECT_LT(ms, 1.06 * boundMs);
}

TEST(Collectives, LittleDataInTwoTreesIsPipelined)
{
    // 2 log2(n) alpha + 2 S beta, with links of 0.5 us
    const double alphaUs = 1 + 1514 * 8 / 100e3;
    const double betaUs = 65536.0 / 1456 * 1514 * 8 / 100e3;
    for (const auto& [workers, levels] : {std::pair{8U, 3}, {64U, 6}})
    {
        const double us =
            1e3 * Simulate(Job("all_reduce", workers, {65536}),
                           "double_tree",
                           {"link.delay_us=0.5", "dnns.A.layers=[{\"compute_us\":0}]"})
                      .jctMs;
        EXPECT_LT(us, 1.6 * (2 * levels * alphaUs + 2 * betaUs)) << workers;
    }
}

TEST(Collectives, AStepTakesItsTime)
{
    const std::string text = Job("all_reduce", 8, {1000000});
    const double us = 1e3 * Simulate(text, "ring").jctMs;
    const RunResult slower = Simulate(text, "ring", {"flow.step_us=2"});
    EXPECT_NEAR(1e3 * slower.jctMs, us + 14 * 2, 0.1) << "14 steps";
    EXPECT_FALSE(FormulaMs(text, "ring", {"flow.step_us=2"}));
}

TEST(Collectives, ALossCostsARingMicroseconds)
{
    const std::string text = Job("all_reduce", 8, {1000000});
    const double idealMs = Simulate(text, "ring").jctMs;
    for (const std::string repair : {"go_back_n", "selective_repeat"})
    {
        const RunResult lossy = Simulate(text,
                                         "ring",
                                         {"recovery.enabled=true",
                                          "flow.repair=" + repair,
                                          "faults.every_link.loss_probability=0.001"});
        EXPECT_GT(lossy.packetsLost, 0U);
        EXPECT_LT(lossy.jctMs, 1.5 * idealMs) << repair << ": a timeout alone is 1 ms";
    }
}

TEST(Collectives, OfSeveralIterationsRepairLosses)
{
    for (const std::string& collective : ChoiceNames<CollectiveKind>())
    {
        const std::string text = Job(collective, 5, {300000, 100000});
        const std::vector<std::string> plain{"iterations=20", "jobs.root=3", "jobs.count=2"};
        std::vector<std::string> lossy(plain);
        for (const char* setting : {"recovery.enabled=true",
                                    "faults.every_link.loss_probability=0.005",
                                    "faults.every_link.duplicate_probability=0.005",
                                    "faults.every_link.reorder_probability=0.005",
                                    "faults.every_link.reorder_depth=3"})
        {
            lossy.emplace_back(setting);
        }
        const RunResult alone = Simulate(text, "ring", plain);
        const RunResult repaired = Simulate(text, "ring", lossy);
        EXPECT_EQ(repaired.resultsChecked, alone.resultsChecked) << collective;
        EXPECT_GT(repaired.packetsLost, 0U) << collective;
        EXPECT_GT(repaired.jctMs, alone.jctMs) << collective;
    }
}

TEST(Collectives, ResultsOfEachOperation)
{
    // 100 fragments, 10 workers
    const auto results = [](const std::string& collective) {
        return Simulate(Job(collective, 10, {145600}), "ring", {"jobs.root=9"}).resultsChecked;
    };
    EXPECT_EQ(results("all_reduce"), 1000U);
    EXPECT_EQ(results("reduce_scatter"), 100U);
    EXPECT_EQ(results("all_gather"), 900U);
    EXPECT_EQ(results("broadcast"), 900U);
    EXPECT_EQ(results("reduce"), 100U);
    EXPECT_EQ(results("all_to_all"), 900U);
    EXPECT_EQ(results("barrier"), 40U);
    EXPECT_EQ(results("send_receive"), 100U);
    EXPECT_EQ(results("gather"), 90U);
    EXPECT_EQ(results("scatter"), 90U);
}

TEST(Collectives, ABarrierMovesNoGradients)
{
    EXPECT_EQ(Simulate(Job("barrier", 8, {1000000}), "ring").utilization, 0);
}

} // namespace
} // namespace ns3::esa::test
