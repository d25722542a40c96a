/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The task engine gives what the simulator gives. ESA_ENGINE_SCENARIOS says with how many random
// scenarios this is tried.

#include "scenario/run/simulate.h"

#include "ns3/esa-engine-run.h"
#include "ns3/esa-hash.h"
#include "ns3/esa-result-columns.h"
#include "ns3/esa-scenario-run.h"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

/// Draws the fields of a scenario.
class Draw
{
  public:
    /// @param number of the scenario
    explicit Draw(uint64_t number)
        : m_state(number)
    {
    }

    /// @return a number from least to most
    uint64_t From(uint64_t least, uint64_t most)
    {
        m_state = Hash64(m_state + 1);
        return least + m_state % (most - least + 1);
    }

    /// @return one of several values
    template <typename T>
    T OneOf(const std::vector<T>& values)
    {
        return values[From(0, values.size() - 1)];
    }

  private:
    uint64_t m_state; ///< of the random numbers
};

/// In Gb/s. With the last ones frames are shorter than a time step.
const std::vector<double> kRates{10, 25, 40, 100, 333, 400, 800, 1440, 720, 2448, 5000, 10000};

/// @return a scenario that the engine may take, unless its frames are too short, as JSON
nlohmann::json
RandomScenario(uint64_t number)
{
    Draw draw(number);
    nlohmann::json scenario;
    const uint64_t racks = number % 3 == 2 ? draw.From(2, 4) : 1;
    const uint64_t jobs = racks * draw.From(1, racks > 1 ? 3 : 6);
    const uint64_t workers = draw.From(2, 9);
    scenario["iterations"] = draw.From(1, 3);
    scenario["topology"] = {{"hosts", jobs * workers}, {"racks", racks}};
    scenario["jobs"] = {{"count", jobs},
                        {"workers", workers},
                        {"workload", draw.OneOf<std::string>({"A", "B", "AB"})},
                        {"start_max_us", draw.OneOf<double>({0, 3, 50, 200})}};
    for (const char* name : {"A", "B"})
    {
        auto& dnn = scenario["dnns"][name];
        const uint64_t layers = draw.From(1, 3);
        for (uint64_t layer = 1; layer <= layers; ++layer)
        {
            const bool isLong = draw.From(0, 9) == 0; // the network has nothing to do meanwhile
            const double us = isLong ? 30000 : draw.OneOf<double>({0.5, 7, 30.25, 100});
            dnn["layers"].push_back({{"compute_us", us}});
        }
        for (uint64_t count = draw.From(layers, 5), i = 0; i < count; ++i)
        {
            // Each layer has a partition at least.
            const uint64_t layer = i < layers ? layers - i : draw.From(1, layers);
            dnn["partitions"].push_back({{"layer", layer}, {"bytes", draw.From(1, 150000)}});
        }
        dnn["comm_comp_ratio"] = 1;
    }
    scenario["link"] = {{"rate_gbps", draw.OneOf<double>(kRates)},
                        {"delay_us", draw.OneOf<double>({0.6, 1, 2.5, 2.5004, 5, 12})}};
    scenario["switch"] = {
        {"memory_bytes",
         draw.OneOf<uint64_t>({30000, 100000, 300000, 1000000, 5000000, 100000000})},
        {"aggregator_index", draw.OneOf<std::string>({"mix64", "linear"})},
        {"processing_ns", draw.OneOf<double>({0, 0, 450})}};
    scenario["host"] = {{"processing_ns", draw.OneOf<double>({0, 0, 300.5})}};
    scenario["jitter"] = {{"mode", draw.OneOf<std::string>({"none", "iteration", "partition"})},
                          {"max_us", draw.OneOf<double>({0, 1, 20, 300})}};
    scenario["ecn"] = {{"threshold_bytes", draw.OneOf<uint64_t>({0, 20000, 1000000})}};
    scenario["window"] = {{"initial_packets", draw.OneOf<uint64_t>({2, 20, 200})},
                          {"max_packets", draw.OneOf<uint64_t>({200, 300, 500})}};
    scenario["reminder"] = {{"overtakes", draw.OneOf<uint64_t>({1, 3, 5})},
                            {"ps_holdoff_us", draw.OneOf<double>({0, 10})}};
    scenario["rto"] = {{"min_us", draw.OneOf<double>({200, 1000})}};
    scenario["reminder"]["bytes"] = draw.OneOf<uint64_t>({58, 150, 306, 306, 307, 1514});
    auto& window = scenario["window"];
    window["growth_packets"] = draw.OneOf<uint64_t>({1, 1, 5});
    window["ssthresh_packets"] = draw.OneOf<uint64_t>({0, 0, 100});
    window["switchml_max_packets"] = draw.OneOf<uint64_t>({0, 20, 333});
    if (draw.From(0, 5) == 0)
    {
        window["max_packets"] = 0; // no limit
    }
    scenario["rto"]["check_us"] = draw.OneOf<double>({50, 50, 7.3});
    return scenario;
}

/// @return a row of results without what differs between engines: events, and the wall clock
std::string
RowOf(RunResult result)
{
    result.events = 0;
    result.wallS = 0;
    return JsonRow(result).dump();
}

/// @return how many random scenarios are tried
uint64_t
Scenarios()
{
    const char* const asked = std::getenv("ESA_ENGINE_SCENARIOS");
    return asked ? std::strtoull(asked, nullptr, 10) : 100;
}

/// @return time to send the shortest frame, in nanoseconds
double
ShortestNs(const Scenario& scenario, const std::string& system)
{
    const uint32_t data = system == "switchml" ? 180 : 306;
    return 8.0 * std::min(data, scenario.reminder.bytes) / scenario.link.rateGbps;
}

TEST(EngineTest, RandomScenariosHaveTheSameRows)
{
    uint64_t computed = 0;
    uint64_t runs = 0;
    for (uint64_t number = 0; number < Scenarios(); ++number)
    {
        const std::string text = RandomScenario(number).dump();
        const auto scenario = ParseScenario(OnPaper(text), "random").scenario;
        for (const char* system : {"esa", "atp", "straw1", "switchml"})
        {
            SCOPED_TRACE(std::to_string(number) + " " + system + " " + text);
            if (!MayUseEngine(scenario, system, {}))
            {
                ASSERT_LT(ShortestNs(*scenario, system), 1);
                continue;
            }
            const EngineRun engine = RunByEngine(scenario, system, 1, {});
            ++runs;
            if (!engine.isExact)
            {
                continue;
            }
            ++computed;
            const auto packets =
                ParseScenario(OnPaper(text), "random", {ParseSetting("engine=packet")}).scenario;
            const auto expected = RunScenario(packets, system, 1, {});
            ASSERT_TRUE(engine.result && expected);
            ASSERT_EQ(RowOf(*engine.result), RowOf(*expected));
        }
    }
    RecordProperty("computed", static_cast<int>(computed));
    // Where the workers of a job may differ, the simulator has to do it.
    EXPECT_GT(2 * computed, runs);
}

TEST(EngineTest, TheSimulatorRunsWhatItCannotCompute)
{
    // Workers ask for results that come late.
    const std::vector<std::string> settings{"rto.min_us=12",
                                            "switch.memory_bytes=30000",
                                            "iterations=1"};
    const auto scenario = Small(settings).scenario;
    ASSERT_FALSE(RunByEngine(scenario, "esa", 1, {}).isExact);
    auto packets = settings;
    packets.emplace_back("engine=packet");
    const auto expected = RunScenario(Small(packets).scenario, "esa", 1, {});
    EXPECT_EQ(RowOf(*RunScenario(scenario, "esa", 1, {})), RowOf(*expected));
}

TEST(EngineTest, IdleTimeCostsNothing)
{
    std::vector<std::string> settings{"dnns.A.layers=[{\"compute_us\": 1000000}]",
                                      "dnns.A.partitions=[{\"layer\": 1, \"bytes\": 1000}]",
                                      "link.delay_us=0.5"};
    for (const char* system : {"esa", "atp", "switchml"})
    {
        const EngineRun engine = RunByEngine(Small(settings).scenario, system, 1, {});
        ASSERT_TRUE(engine.isExact) << system << ": " << engine.reason;
        EXPECT_LT(engine.result->events, 20000U) << system << ": two seconds are 8 million rounds";
        auto packets = settings;
        packets.emplace_back("engine=packet");
        EXPECT_EQ(RowOf(*engine.result),
                  RowOf(*RunScenario(Small(packets).scenario, system, 1, {})))
            << system;
    }
}

TEST(EngineTest, CanBeInterrupted)
{
    const std::sig_atomic_t isInterrupted = 1;
    RunControl control;
    control.interrupted = &isInterrupted;
    const EngineRun run = RunByEngine(Small({}).scenario, "switchml", 1, control);
    EXPECT_TRUE(run.isExact);
    EXPECT_FALSE(run.result);
}

} // namespace
} // namespace ns3::esa::test
