// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Fully sharded training, simulated.

#include "scenario/run/simulate.h"
#include "scenario/traces/chakra-files.h"

#include "ns3/esa-chakra-rank.h"

#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

constexpr uint32_t kRanks = 4;
constexpr uint32_t kUnits = 3;
constexpr uint64_t kParameters = 4'000'000;

/// Writes a fully sharded job of three units of the same size. @return the trace's prefix
std::string
ThreeUnits(const TemporaryDirectory& folder,
           uint64_t forwardUs,
           uint64_t backwardUs,
           uint64_t firstForwardUs)
{
    nlohmann::json layers = nlohmann::json::array();
    for (uint32_t unit = 0; unit < kUnits; ++unit)
    {
        layers.push_back({{"name", "unit"},
                          {"parameters", kParameters},
                          {"forward_us", unit == 0 ? firstForwardUs : forwardUs},
                          {"backward_us", backwardUs}});
    }
    const nlohmann::json model{{"name", "units"}, {"layers", layers}};
    folder.Write("units.json", model.dump());
    return MakeTrace(folder,
                     "t",
                     "--fsdp --data " + std::to_string(kRanks) + " --model '" +
                         folder.Path("units.json") + "'");
}

/// JCT of an iteration of three units, in ms.
double
JctMsOf(uint64_t forwardUs, uint64_t backwardUs, uint64_t firstForwardUs)
{
    const TemporaryDirectory folder;
    const std::string trace = ThreeUnits(folder, forwardUs, backwardUs, firstForwardUs);
    const nlohmann::json scenario{{"iterations", 1},
                                  {"topology", {{"hosts", kRanks}}},
                                  {"jobs", {{"start_max_us", 0}}},
                                  {"link", {{"delay_us", 0.5}}},
                                  {"execution", {{"traces", {trace}}}}};
    return Simulate(scenario.dump(), "ring").jctMs;
}

/// Time of an all-gather or reduce-scatter of a unit: three quarters of it leave each rank, in
/// frames of 1514 bytes that carry 1456.
constexpr double kCollectiveMs = 0.75 * 2 * kParameters / 1456. * 1514 * 8 / 100e9 * 1e3;

TEST(ShardedTraining, ComputationHidesAllButTheEnds)
{
    // the first all-gather, that of the last unit after its forward part, the last reduce-scatter
    const double expected = kUnits * (2. + 4.) + 3 * kCollectiveMs;
    EXPECT_NEAR(JctMsOf(2000, 4000, 2000), expected, 0.002 * expected);
}

TEST(ShardedTraining, WithoutComputationTheCollectivesFollowEachOther)
{
    // all units are gathered, all but the root again, and all scattered
    const double expected = (kUnits + (kUnits - 1) + kUnits) * kCollectiveMs;
    EXPECT_NEAR(JctMsOf(1, 1, 1), expected, 0.02 * expected);
}

TEST(ShardedTraining, GathersAtMostTwoUnitsAtATime)
{
    // short forward parts after a long one: unit 2 is not gathered before it has ended
    const double expected = 10 + (1 + 1 + (kUnits - 1) + kUnits) * kCollectiveMs;
    EXPECT_NEAR(JctMsOf(1, 1, 10'000), expected, 0.01 * expected);
}

TEST(ShardedTraining, ShardsArePadded)
{
    const TemporaryDirectory folder;
    folder.Write("m.json",
                 R"({"name": "m", "layers": [{"name": "a", "parameters": 5,
                     "forward_us": 1, "backward_us": 1}]})");
    const std::string model = "--fsdp --precision fp32 --model '" + folder.Path("m.json") + "'";
    const ExecutionTrace trace =
        ReadExecutionTrace(MakeTrace(folder, "t", model + " --data " + std::to_string(kRanks)), {});
    std::vector<uint64_t> bytes;
    for (const ExecutionNode& node : trace.ranks[1].nodes)
    {
        if (node.kind == ExecutionKind::Collective)
        {
            bytes.push_back(node.bytes);
        }
    }
    EXPECT_EQ(bytes, (std::vector<uint64_t>{8, 32})); // two parameters a rank; of four ranks
    // alone it has nothing to exchange
    const ExecutionTrace alone =
        ReadExecutionTrace(MakeTrace(folder, "one", model + " --data 1"), {});
    EXPECT_EQ(alone.ranks[0].nodes.size(), 2U);
}

} // namespace
} // namespace ns3::esa::test
