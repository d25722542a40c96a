// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/esa-scenario-run.h"

// Iterations whose gradients travel in buckets, beside times computed by hand. Two workers start
// together. A frame of 306 bytes takes 24.48 ns on each of two links of 2.5 us, so a result is back
// 5048.96 ns after its fragment begins to leave.

namespace ns3::esa::test
{

using nlohmann::json;

constexpr double kRoundingUs = 2e-3; ///< events happen at integer nanoseconds
constexpr double kFrameUs = 0.02448; ///< of a fragment of 248 bytes
constexpr double kLoopUs = 5.04896;  ///< from a fragment's begin to its result

/// A model of three layers: 600 us backward in all, 60 us forward; 10000, 5000 and 1 fragments.
const char* const kThreeLayers = R"({"name": "three", "layers": [
    {"name": "front", "parameters": 620000, "forward_us": 10, "backward_us": 100},
    {"name": "middle", "parameters": 310000, "forward_us": 20, "backward_us": 200},
    {"name": "rear", "parameters": 62, "forward_us": 30, "backward_us": 300}]})";

/// The model in a file, and scenarios with it.
class BucketsInARun : public testing::Test
{
  protected:
    /// @return a scenario whose DNN has these fields
    ValidScenario Scenario(json fields, const json& further = json::object()) const
    {
        fields["model"] = "three.json";
        json scenario{{"iterations", 1},
                      {"jobs", {{"count", 1}, {"workers", 2}, {"start_max_us", 0}}},
                      {"link", {{"delay_us", 2.5}}},
                      {"jitter", {{"mode", "none"}}},
                      {"window", {{"initial_packets", 1000}, {"max_packets", 1000}}},
                      {"switch", {{"memory_bytes", 50000000}}},
                      {"dnns", {{"A", fields}}}};
        scenario.merge_patch(further);
        return ReadOnPaper(m_directory.Write("scenario.json", scenario.dump())).scenario;
    }

    /// @return the JCT of an iteration with ESA, in us
    double JctUs(const json& fields) const
    {
        return RunScenario(Scenario(fields), "esa", 1, {})->jctMs * 1000;
    }

    const TemporaryDirectory m_directory;                                     ///< of both
    const std::string m_path = m_directory.Write("three.json", kThreeLayers); ///< the model's
};

TEST_F(BucketsInARun, OneBucketWithEverythingTakesComputationAndTransfer)
{
    // 15001 fragments leave at the end of the backward part; no layer begins before the last sum.
    EXPECT_NEAR(JctUs({{"buckets", "ddp"}, {"first_bucket_bytes", 1000000000}}),
                600 + 15000 * kFrameUs + kLoopUs + 60,
                kRoundingUs);
}

TEST_F(BucketsInARun, WholeLayersLeaveAsTheBackwardPartGoesOn)
{
    // The middle layer's 5000 fragments leave from 500 us on, for 122.4 us; the front's follow.
    const double expectedUs = 500 + 14999 * kFrameUs + kLoopUs + 60;
    EXPECT_NEAR(JctUs({{"buckets", "layers"}}), expectedUs, kRoundingUs);
    EXPECT_NEAR(JctUs({{"buckets", "partitions"}, {"partition_bytes", 248000}}),
                expectedUs,
                kRoundingUs)
        << "in the same order";
}

TEST_F(BucketsInARun, ABucketOfTwoLayersWaitsForTheFrontOne)
{
    // The rear layer fills the first bucket to the byte. Middle and front leave at 600 us.
    EXPECT_NEAR(JctUs({{"buckets", "ddp"}, {"first_bucket_bytes", 248}}),
                600 + 14999 * kFrameUs + kLoopUs + 60,
                kRoundingUs);
}

TEST_F(BucketsInARun, HostsThatSumOneBucketKeepTheirClosedForm)
{
    const json one{{"buckets", "ddp"}, {"first_bucket_bytes", 1000000000}};
    json instant = one;
    instant["compute_scale"] = 0;
    instant["comm_comp_ratio"] = 1;
    const json four{{"jobs", {{"workers", 4}}}, {"topology", {{"hosts", 5}}}};
    for (const std::string system : {"ring", "byteps", "byteps_nton"})
    {
        SCOPED_TRACE(system);
        const auto formulaMs = ClosedFormMs(Scenario(one, four), system);
        const auto transferMs = ClosedFormMs(Scenario(instant, four), system);
        ASSERT_TRUE(formulaMs && transferMs);
        EXPECT_NEAR(*formulaMs, *transferMs + 0.660, 1e-9);
        const auto result = RunScenario(Scenario(one, four), system, 1, {});
        EXPECT_NEAR(result->jctMs / *formulaMs, 1, 0.01);
        EXPECT_FALSE(ClosedFormMs(Scenario({{"buckets", "layers"}}, four), system))
            << "layers are not ready at once";
    }
}

} // namespace ns3::esa::test
