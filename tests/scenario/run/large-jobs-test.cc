// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Jobs with more workers than a switch's bitmap has bits: switches sum them in groups.

#include "core/switch-systems.h"
#include "scenario/run/simulate.h"

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

INSTANTIATE_TEST_SUITE_P(Systems,
                         ThousandWorkers,
                         testing::Values("esa", "atp", "switchml", "byteps"),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa::test
