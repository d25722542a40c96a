// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs whose flows are under a congestion control, alone and beside aggregation in the network.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

/// Two jobs of four workers on the same four hosts.
constexpr const char* kTwoJobs = R"({"iterations": 2, "jitter": {"mode": "none"},
    "topology": {"hosts": 4, "ps_hosts": 2},
    "jobs": {"count": 2, "workers": 4, "start_max_us": 0},
    "placement": {"jobs": [{"workers": [0, 1, 2, 3], "ps": 4},
                           {"workers": [0, 1, 2, 3], "ps": 5}]},
    "dnns": {"A": {"layers": [{"compute_us": 10}], "comm_comp_ratio": 1,
                   "partitions": [{"layer": 1, "bytes": 1000000}]}}})";

TEST(CongestionOfJobs, OnlyControlsThatNeedMarksHaveThem)
{
    EXPECT_EQ(Simulate(kTwoJobs, "byteps", {}).ecnMarks, 0U);
    EXPECT_EQ(Simulate(kTwoJobs, "byteps", {"flow.congestion_control=swift"}).ecnMarks, 0U);
    EXPECT_GT(Simulate(kTwoJobs, "byteps", {"flow.congestion_control=dctcp"}).ecnMarks, 0U);
    EXPECT_GT(Simulate(kTwoJobs, "byteps", {"flow.congestion_control=dcqcn"}).ecnMarks, 0U);
}

TEST(CongestionOfJobs, ARingRunsBesideAggregation)
{
    for (const std::string system : {"esa", "atp", "switchml", "panama"})
    {
        SCOPED_TRACE(system);
        const RunResult beside = Simulate(kTwoJobs, system, {"jobs.rings=1"});
        const RunResult alone = Simulate(kTwoJobs, system, {});
        ASSERT_EQ(beside.jctMsPerJob.size(), 2U);
        EXPECT_GT(beside.jctMsPerJob[1],
                  Simulate(kTwoJobs,
                           "ring",
                           {"jobs.count=1",
                            R"(placement.jobs=[{"workers":
                                                            [0, 1, 2, 3], "ps": 4}])"})
                      .jctMsPerJob[0])
            << "both share the links";
        EXPECT_NE(beside.jctMsPerJob[0], alone.jctMsPerJob[0]);
    }
    EXPECT_EQ(Simulate(kTwoJobs, "esa", {"jobs.rings=2"}).jctMsPerJob,
              Simulate(kTwoJobs, "ring", {}).jctMsPerJob)
        << "nobody is left who aggregates in the network";
}

} // namespace
} // namespace ns3::esa::test
