// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What Ethernet sends with each frame takes time on every link, whoever computes the run.

#include "scenario/run/simulate.h"
#include "wire-time.h"

#include "ns3/esa-results.h"

#include <cmath>
#include <map>

namespace ns3::esa::test
{
namespace
{

constexpr double kComputeMs = 0.32;     ///< of a layer of DNN A, which has two
constexpr double kPartitionBytes = 4e6; ///< of DNN A, which has four

/// A way to run a scenario.
struct Way
{
    std::string engine;
    uint32_t threads;
};

/// @return an iteration of a shipped scenario with an overhead of frames, without what differs with
/// the way
RunResult
RunWithOverhead(const std::string& file,
                const std::string& system,
                const std::string& overhead,
                const Way& way = {"auto", 1})
{
    const auto parsed = ReadOnPaper(
        "scenarios/paper/" + file,
        Overrides({"link.overhead_bytes=" + overhead, "engine=" + way.engine, "iterations=1"}));
    RunControl control;
    control.threads = way.threads;
    RunResult result = *RunScenario(parsed.scenario, system, 1, control);
    result.wallS = 0;
    result.events = 0;
    return result;
}

TEST(Overhead, OfEachFrameIsInTheTimeOfAJobThatASwitchSums)
{
    const std::map<std::string, double> payloads{{"esa", 248}, {"switchml", 128}};
    const std::map<std::string, double> frames{{"esa", 306}, {"switchml", 180}};
    for (const auto& [system, payload] : payloads)
    {
        for (const double overhead : {0., kOverheadBytes, 100.})
        {
            SCOPED_TRACE(system + ", overhead " + std::to_string(overhead));
            // All frames follow each other over two links of 2.5 us; then the last layer computes.
            const double frameUs = (frames.at(system) + overhead) * 8 / 100e3;
            const double sentUs =
                4 * std::ceil(kPartitionBytes / payload) * frameUs + frameUs + 2 * 2.5;
            const RunResult result =
                RunWithOverhead("closed-form.json", system, std::to_string(int(overhead)));
            EXPECT_NEAR(result.jctMs, sentUs / 1000 + kComputeMs, 3e-6) << "times are rounded up";
        }
    }
}

TEST(Overhead, OfEachFrameIsInTheTimeOfARing)
{
    // Steps of a ring of 8 (closed-form.h). Layer 1 waits for three of four partitions.
    const double chunkUs = std::ceil(std::ceil(kPartitionBytes / 1456) / 8) * FrameUs(1514);
    const double wayUs = FrameUs(1514) + 2 * 5;
    const double ms = (13 * 4 * chunkUs + 3 * chunkUs + wayUs) / 1000 + 2 * kComputeMs;
    const RunResult result = RunWithOverhead("closed-form-hosts.json", "ring", "24");
    EXPECT_NEAR(result.jctMs, ms, 0.002 * ms);
    const auto parsed = ReadOnPaper("scenarios/paper/closed-form-hosts.json",
                                    Overrides({"link.overhead_bytes=24"}));
    EXPECT_NEAR(ClosedFormMs(parsed.scenario, "ring").value(), ms, 1e-6);
}

TEST(Overhead, IsTheSameForAllWhoComputeARun)
{
    for (const std::string system : {"esa", "atp", "switchml", "ring"})
    {
        SCOPED_TRACE(system);
        const auto row = [&system](const Way& way) {
            return CsvRow(RunWithOverhead("microbenchmark.json", system, "100", way));
        };
        const std::string all = row({"auto", 1});
        EXPECT_EQ(row({"ns3", 1}), all);
        EXPECT_EQ(row({"rounds", 1}), all);
        EXPECT_EQ(row({"rounds", 2}), all);
    }
}

} // namespace
} // namespace ns3::esa::test
