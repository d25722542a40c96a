/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Fully sharded training, simulated.

#include "scenario/test-util.h"

#include "ns3/esa-chakra-reader.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-sharded-trace.h"

#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

constexpr uint32_t kRanks = 4;
constexpr uint32_t kUnits = 3;
constexpr uint64_t kParameters = 4'000'000;

/// A job of three units of the same size.
ShardedSpec
ThreeUnits(uint64_t forwardUs, uint64_t backwardUs)
{
    return {kRanks, 2, {kUnits, ShardedUnit{kParameters, forwardUs, backwardUs}}};
}

/// Writes the files of a job. @return the trace's prefix
std::string
Write(const TemporaryDirectory& folder, const ShardedSpec& spec)
{
    for (uint32_t rank = 0; rank < spec.ranks; ++rank)
    {
        folder.Write("t." + std::to_string(rank) + ".et", MakeShardedTrace(spec));
    }
    return folder.Path("t");
}

/// JCT of an iteration, in ms.
double
JctMsOf(const ShardedSpec& spec)
{
    const TemporaryDirectory folder;
    const nlohmann::json scenario{{"systems", {"ring"}},
                                  {"iterations", 1},
                                  {"topology", {{"hosts", kRanks}}},
                                  {"jobs", {{"start_max_us", 0}}},
                                  {"link", {{"delay_us", 0.5}}},
                                  {"execution", {{"traces", {Write(folder, spec)}}}}};
    const auto parsed = ParseScenario(OnPaper(scenario.dump()), "FILE");
    const auto result = RunScenario(parsed.scenario, "ring", 1, {});
    EXPECT_TRUE(result);
    EXPECT_EQ(result->resultsWrong, 0U);
    return result->jctMs;
}

/// Time of an all-gather or reduce-scatter of a unit: three quarters of it leave each rank, in
/// frames of 1514 bytes that carry 1456.
constexpr double kCollectiveMs = 0.75 * 2 * kParameters / 1456. * 1514 * 8 / 100e9 * 1e3;

TEST(ShardedTraining, ComputationHidesAllButTheEnds)
{
    // the first all-gather, that of the last unit after its forward part, the last reduce-scatter
    const double expected = kUnits * (2. + 4.) + 3 * kCollectiveMs;
    EXPECT_NEAR(JctMsOf(ThreeUnits(2000, 4000)), expected, 0.002 * expected);
}

TEST(ShardedTraining, WithoutComputationTheCollectivesFollowEachOther)
{
    // all units are gathered, all but the root again, and all scattered
    const double expected = (kUnits + (kUnits - 1) + kUnits) * kCollectiveMs;
    EXPECT_NEAR(JctMsOf(ThreeUnits(1, 1)), expected, 0.02 * expected);
}

TEST(ShardedTraining, GathersAtMostTwoUnitsAtATime)
{
    // short forward parts after a long one: unit 2 is not gathered before it has ended
    ShardedSpec spec = ThreeUnits(1, 1);
    spec.units[0].forwardUs = 10'000;
    const double expected = 10 + (1 + 1 + (kUnits - 1) + kUnits) * kCollectiveMs;
    EXPECT_NEAR(JctMsOf(spec), expected, 0.01 * expected);
}

TEST(ShardedTraining, ShardsArePaddedAndEmptyUnitsAreNotSent)
{
    const TemporaryDirectory folder;
    ShardedSpec spec{kRanks, 4, {{5, 1, 1}, {0, 1, 1}}};
    const ExecutionTrace trace = ReadChakraTrace(Write(folder, spec), {});
    std::vector<uint64_t> bytes;
    std::size_t computations = 0;
    for (const ExecutionNode& node : trace.ranks[1].nodes)
    {
        computations += node.kind == ExecutionKind::Compute ? 1 : 0;
        if (node.kind == ExecutionKind::Collective)
        {
            bytes.push_back(node.bytes);
        }
    }
    EXPECT_EQ(computations, 4U);
    EXPECT_EQ(bytes, (std::vector<uint64_t>{8, 32})); // two parameters a rank; of four ranks
    const TemporaryDirectory other;
    spec.ranks = 1; // alone it has nothing to exchange
    EXPECT_EQ(ReadChakraTrace(Write(other, spec), {}).ranks[0].nodes.size(), 4U);
}

} // namespace
} // namespace ns3::esa::test
