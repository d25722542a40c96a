// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs with more workers than a switch's bitmap has bits: switches sum them in groups.

#include "core/switch-systems.h"
#include "scenario/run/simulate.h"
#include "wire-time.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-system.h"

#include <algorithm>
#include <cmath>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr uint64_t kGradientBytes = 20000; ///< of the gradients
constexpr double kLinkDelayUs = 1;         ///< of a host's link
constexpr double kUplinkDelayUs = 2;       ///< of a link between switches
constexpr double kLinkGbps = 100;          ///< of a host's link
constexpr double kComputeUs = 1;           ///< of the only layer

/// How the workers of the job stand.
struct Size
{
    uint32_t workers; ///< number of workers
    uint32_t racks;   ///< number of racks
};

/// @return a scenario of one job, without jitter and faults
json
JobOf(const Size& size, const std::string& system)
{
    return {{"systems", {system}},
            {"iterations", 1},
            {"topology",
             {{"hosts", size.workers}, {"racks", size.racks}, {"uplink_delay_us", kUplinkDelayUs}}},
            {"placement", {{"racks_per_job", size.racks}}},
            {"link", {{"rate_gbps", kLinkGbps}, {"delay_us", kLinkDelayUs}}},
            {"jitter", {{"mode", "none"}}},
            {"switch", {{"aggregator_index", "linear"}}}, // no collision within a job
            {"jobs", {{"count", 1}, {"workers", size.workers}, {"start_max_us", 0}}},
            {"dnns", DnnOf(kComputeUs, {kGradientBytes})}};
}

/// @return the result of a scenario, whose sums have to be exact
RunResult
RunJob(const json& scenario, const std::string& system)
{
    SCOPED_TRACE(system);
    const RunResult result = Simulate(scenario.dump(), system);
    const uint64_t payload = PayloadBytes(FindSystem(system)->onHost.frame);
    const uint64_t fragments = (kGradientBytes + payload - 1) / payload;
    EXPECT_EQ(result.resultsChecked, fragments * result.workers);
    return result;
}

/// @return the formula of the manual
double
ClosedFormUs(const Size& size, const SystemRecord& system)
{
    const double frameUs = System(system).DataFrameBytes() * 8 / (kLinkGbps * 1e3);
    const double payload = PayloadBytes(system.onHost.frame);
    const double fragments = std::ceil(kGradientBytes / payload);
    const double uplinkFrameUs = frameUs * size.racks / size.workers; // one spine
    const double uplinksUs = size.racks > 1 ? 4 * (uplinkFrameUs + kUplinkDelayUs) : 0;
    // The link of the PS's rack carries the sums of all other racks.
    const double spacingUs = std::max(frameUs, (size.racks - 1) * uplinkFrameUs);
    const bool fromPs = system.onSwitch.resultSource == ResultSource::ParameterServer;
    return fragments * spacingUs + frameUs + 2 * kLinkDelayUs + uplinksUs +
           (fromPs ? 2 * (frameUs + kLinkDelayUs) : 0) + kComputeUs;
}

/// Each system that sums in switches.
class LargeJobs : public testing::TestWithParam<std::string>
{
};

TEST_P(LargeJobs, TakeTheTimeOfTheClosedForm)
{
    for (const Size& size : {Size{32, 1}, Size{64, 1}, Size{64, 4}, Size{128, 2}, Size{256, 8}})
    {
        SCOPED_TRACE(std::to_string(size.workers) + " workers in " + std::to_string(size.racks));
        const double expectedUs = ClosedFormUs(size, *FindSystem(GetParam()));
        EXPECT_NEAR(RunJob(JobOf(size, GetParam()), GetParam()).jctMs * 1000,
                    expectedUs,
                    0.02 * expectedUs);
    }
}

/// @return bytes of memory that leave each group of the largest job here an aggregator
uint64_t
TinyMemory(const std::string& system)
{
    return std::max<uint64_t>(16000, 7 * System(*FindSystem(system)).AggregatorBytes());
}

TEST_P(LargeJobs, SumExactlyWithTinyMemoryAndUnderLosses)
{
    for (const Size& size : {Size{64, 1}, Size{64, 4}, Size{130, 2}})
    {
        json scenario = JobOf(size, GetParam());
        scenario["switch"] = {{"memory_bytes", TinyMemory(GetParam())}};
        RunJob(scenario, GetParam());
        scenario["recovery"]["enabled"] = true;
        scenario["faults"]["every_link"]["loss_probability"] = 0.001;
        EXPECT_GT(RunJob(scenario, GetParam()).packetsLost, 0U);
    }
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         LargeJobs,
                         testing::ValuesIn(SwitchSystems()),
                         [](const auto& info) { return info.param; });

/// 1,024 workers, with a few systems.
class ThousandWorkers : public testing::TestWithParam<std::string>
{
};

TEST_P(ThousandWorkers, AreSummedInTwoAndInThreeLevels)
{
    for (const Size& size : {Size{1024, 32}, Size{1024, 8}})
    {
        SCOPED_TRACE(std::to_string(size.racks) + " racks");
        const SystemRecord& system = *FindSystem(GetParam());
        json scenario = JobOf(size, GetParam());
        const double us = RunJob(scenario, GetParam()).jctMs * 1000;
        if (!system.SumsInHosts())
        {
            const double expectedUs = ClosedFormUs(size, system);
            EXPECT_NEAR(us, expectedUs, 0.02 * expectedUs);
        }
        scenario["recovery"]["enabled"] = true;
        scenario["faults"]["every_link"]["loss_probability"] = 0.001;
        EXPECT_GT(RunJob(scenario, GetParam()).packetsLost, 0U);
    }
}

TEST(FourThousandWorkers, AreRepairedWithFewQuestions)
{
    const Size size{4096, 128};
    json scenario = JobOf(size, "esa");
    scenario["switch"] = {{"memory_bytes", 16000}};
    scenario["window"]["max_packets"] = 200; // results that workers keep for others
    scenario["recovery"]["enabled"] = true;
    scenario["faults"]["every_link"]["loss_probability"] = 0.001;
    const RunResult result = RunJob(scenario, "esa");
    EXPECT_GT(result.packetsLost, 0U);
    EXPECT_GT(result.collisions, 0U);
    // If every worker requested every late result, these would be more than the fragments.
    const uint64_t asked = result.remindersWorker + result.remindersPs + result.queries;
    EXPECT_LT(asked, result.resultsChecked / 4);
    EXPECT_LT(result.jctMs, 20);
}

/// @return a job of 32 workers in 8 racks that all levels of switches sum, whose tasks may collide
json
TreeOfRacks(double lossProbability)
{
    return {{"topology", {{"hosts", 32}, {"racks", 8}, {"spines", 4}}},
            {"aggregation", {{"levels", "all"}}},
            {"iterations", 1},
            {"link", {{"rate_gbps", kLinkGbps}, {"delay_us", 0.5}}},
            {"jitter", {{"mode", "none"}}},
            {"switch", {{"aggregator_index", "mix64"}}},
            {"window", {{"max_packets", 500}}},
            {"jobs", {{"count", 1}, {"workers", 32}, {"start_max_us", 0}}},
            {"recovery", {{"enabled", true}}},
            {"faults", {{"every_link", {{"loss_probability", lossProbability}}}}},
            {"dnns", DnnOf(0, {2'000'000})}};
}

TEST(RepairsInATree, ACollisionIsNoLoss)
{
    const std::string scenario = TreeOfRacks(0).dump();
    const RunResult esa = Simulate(scenario, "esa");
    EXPECT_GT(esa.collisions, 50U);
    EXPECT_LE(esa.remindersWorker + esa.remindersPs + esa.queries + esa.retransmissions,
              8 * esa.collisions);
    // A task that collides needs no worker once more.
    EXPECT_LE(esa.retransmissions, esa.collisions / 10);
    EXPECT_LE(esa.jctMs, 1.5 * Simulate(scenario, "panama").jctMs);
}

TEST(RepairsInATree, ALossStopsASlotAndKeepsTheLinkOfTheRootBusy)
{
    // Copies of all workers bring the root to return the result to each: a frame for each of 32
    // workers. Slots that lose a frame wait for their timers, two or three times one after another.
    for (const std::string system : {"switchml", "sharp"})
    {
        const RunResult without = SimulateWithDefaults(TreeOfRacks(0).dump(), system);
        const RunResult with = SimulateWithDefaults(TreeOfRacks(0.0002).dump(), system);
        const double frameMs =
            FrameUs(System(*FindSystem(system)).DataFrameBytes()) * 100 / kLinkGbps / 1e3;
        EXPECT_GT(with.packetsLost, 10U) << system;
        const double timersMs = 4 * 0.2; // 4 times 20 round trips of at most 10 us
        const double most = without.jctMs + with.packetsLost * 32 * frameMs + timersMs;
        EXPECT_LE(with.jctMs, most) << system;
        EXPECT_LE(with.remindersWorker, 2U * 32 * with.packetsLost) << system;
    }
}

TEST(RepairsInATree, ALossUnderOneSwitchLeavesTheOthersAlone)
{
    for (const std::string system : {"esa", "panama"})
    {
        const RunResult without = Simulate(TreeOfRacks(0).dump(), system);
        const RunResult with = Simulate(TreeOfRacks(0.001).dump(), system);
        EXPECT_GT(with.packetsLost, 100U);
        EXPECT_LE(with.jctMs, 3 * without.jctMs) << system;
        // A fragment that is lost is brought once more by its worker, a sum by those below it.
        EXPECT_LE(with.retransmissions, 4 * with.packetsLost) << system;
    }
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         ThousandWorkers,
                         testing::Values("esa", "atp", "switchml", "byteps_nton"),
                         [](const auto& info) { return info.param; });

/// @return a scenario with a trace of one job
json
TraceOf(uint32_t workers, const std::string& system)
{
    json scenario = JobOf({64, 1}, system);
    scenario.erase("jobs");
    scenario["trace"]["jobs"] = {
        {{"submit_time", 0}, {"gpu_num", workers}, {"duration", 0}, {"model", "A"}}};
    return scenario;
}

TEST(ManyWorkers, RunWithEverySystem)
{
    for (const SystemRecord& system : Systems())
    {
        json scenario = JobOf({64, 1}, system.name);
        scenario["topology"]["hosts"] = 80;
        RunJob(scenario, system.name);
        json traced = TraceOf(64, system.name);
        traced["topology"]["hosts"] = 80;
        RunJob(traced, system.name);
        scenario["topology"]["racks"] = 5;
        scenario["placement"]["racks_per_job"] = 5;
        RunJob(scenario, system.name);
    }
}

TEST(ManyWorkers, RunWithASlotForEachGroup)
{
    json scenario = JobOf({64, 1}, "switchml");
    scenario["systems"] = {"esa", "switchml", "panama"};
    scenario["switch"]["memory_bytes"] = 272 * 4;
    for (const std::string system : {"switchml", "panama", "esa"})
    {
        RunJob(scenario, system);
    }
}

} // namespace
} // namespace ns3::esa::test
