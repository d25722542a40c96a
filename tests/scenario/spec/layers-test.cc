// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"
#include "wire-time.h"

#include "ns3/esa-scenario-run.h"

// Timelines of a model of three layers, computed by hand. Two workers start together.

namespace ns3::esa::test
{

using nlohmann::json;

constexpr double kRoundingMs = 2e-6; ///< events happen at integer nanoseconds

/// From the first bit of a fragment at its worker to its result there, over two links.
constexpr double kBackUs = 2 * (2.5 + FrameUs(306));

/// @return a scenario that trains three layers with partitions of this number of fragments each
json
ThreeLayerScenario(uint32_t fragmentsOfLayer2)
{
    return {{"iterations", 2},
            {"topology", {{"hosts", 2}}},
            {"jobs", {{"count", 1}, {"workers", 2}, {"start_max_us", 0}}},
            {"link", {{"delay_us", 2.5}}},
            {"jitter", {{"mode", "none"}}},
            {"window", {{"initial_packets", 1000}, {"max_packets", 1000}}},
            {"dnns",
             {{"A",
               {{"layers",
                 {{{"forward_us", 10}, {"backward_us", 100}},
                  {{"forward_us", 20}, {"backward_us", 200}},
                  {{"forward_us", 30}, {"backward_us", 300}}}},
                {"partitions",
                 {{{"layer", 3}, {"bytes", 248}},
                  {{"layer", 2}, {"bytes", 248 * fragmentsOfLayer2}},
                  {{"layer", 1}, {"bytes", 248}}}},
                {"comm_comp_ratio", 1}}}}}};
}

/// @return JCT of an iteration with ESA
double
JctMs(const json& scenario)
{
    return RunScenario(ParseScenario(scenario.dump(), "FILE").scenario, "esa", 1, {})->jctMs;
}

TEST(Layers, ForwardPartsFollowTheLastBackwardPartAndItsResult)
{
    // Layer 1's gradients are ready after 300 + 200 + 100 us, and their sums arrive kBackUs
    // later. The sums of the other layers arrive long before.
    EXPECT_NEAR(JctMs(ThreeLayerScenario(1)), (600 + kBackUs + 10 + 20 + 30) / 1000, kRoundingMs);
}

TEST(Layers, GradientsLeaveInOrderHoweverLongTheyTake)
{
    // Layer 2's 10000 fragments leave from 500 us on, layer 1's after them.
    EXPECT_NEAR(JctMs(ThreeLayerScenario(10000)),
                (500 + 10000 * FrameUs(306) + kBackUs + 10 + 20 + 30) / 1000,
                kRoundingMs);
}

TEST(Layers, HalfPrecisionIsExactWithAllValues)
{
    json scenario = ThreeLayerScenario(100);
    scenario["payload"] = "full";
    scenario["dnns"]["A"]["precision"] = "fp16";
    const auto parsed = ParseScenario(scenario.dump(), "FILE");
    ASSERT_EQ(parsed.scenario->dnns.at("A").precision, GradientPrecision::Half);
    for (const std::string system : {"esa", "atp"})
    {
        const auto result = RunScenario(parsed.scenario, system, 1, {});
        EXPECT_EQ(result->resultsChecked, 2U * 2U * 102U);
        EXPECT_EQ(result->resultsWrong, 0U);
    }
}

TEST(Layers, ADnnMayHaveIterationsOfItsOwn)
{
    json scenario = ThreeLayerScenario(1);
    scenario["dnns"]["A"]["iterations"] = 5;
    const auto result = RunScenario(ParseScenario(scenario.dump(), "FILE").scenario, "esa", 1, {});
    EXPECT_EQ(result->resultsChecked, 5U * 2U * 3U);
}

} // namespace ns3::esa::test
