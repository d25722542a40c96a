// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Flows whose packets are spread over equal paths.

#include "scenario/run/simulate.h"

#include <set>

namespace ns3::esa::test
{
namespace
{

/// The result of a run of the shipped scenario.
RunResult
RunWith(const std::vector<std::string>& settings, const std::string& system = "ring")
{
    return SimulateFile("scenarios/topologies/spraying.json", system, settings);
}

const std::vector<std::string> kOneRing{"jobs.count=1", "jobs.workers=16"};

/// The settings of a ring of all hosts, and one more.
std::vector<std::string>
OneRing(const std::string& setting)
{
    std::vector<std::string> settings = kOneRing;
    settings.push_back(setting);
    return settings;
}

TEST(Spraying, UsesSpinesThatHashesLeaveIdle)
{
    const double sprayed = RunWith({}).jctMs;
    const double hashed = RunWith({"flow.paths=ecmp"}).jctMs;
    EXPECT_GT(hashed, 1.4 * sprayed) << "two flows of a rack share a spine";
}

TEST(Spraying, HashesAreChanceThatDependsOnSeedAndRun)
{
    for (const std::string paths : {"ecmp", "spray"})
    {
        const auto jctMs = [&paths](uint32_t seed, const std::string& run) {
            const auto parsed = ReadScenario("scenarios/topologies/spraying.json",
                                             Overrides({"flow.paths=" + paths, "run=" + run}));
            return RunScenario(parsed.scenario, "ring", seed, RunControl{})->jctMs;
        };
        std::set<double> times{jctMs(1, "2"), jctMs(1, "3")};
        for (const uint32_t seed : {1U, 2U, 3U, 4U})
        {
            times.insert(jctMs(seed, "1"));
        }
        EXPECT_GE(times.size(), 4U) << paths;
        EXPECT_EQ(jctMs(2, "1"), jctMs(2, "1")) << paths;
    }
}

TEST(Spraying, AJobThatTakesOneSpineIsSlower)
{
    const double job = RunWith(OneRing("flow.paths=job")).jctMs;
    const double sprayed = RunWith(kOneRing).jctMs;
    EXPECT_GT(job, 1.5 * sprayed);
}

TEST(Spraying, WithoutAReorderingWindowPacketsAreSentForNothing)
{
    const std::string repair = "recovery.enabled=true";
    const RunResult none = RunWith({repair, "flow.reordering_us=0"});
    const RunResult window = RunWith({repair});
    EXPECT_GT(none.remindersWorker, 100U);
    EXPECT_EQ(window.remindersWorker, 0U);
    EXPECT_NEAR(window.jctMs, RunWith({}).jctMs, 1e-4) << "nothing is repaired";
}

TEST(Spraying, AFailedSpineIsAvoided)
{
    const RunResult failed = RunWith({"recovery.enabled=true",
                                      "faults.detection_us=100",
                                      R"(faults.failures=[{"switch": "spine2", "at_us": 100}])"});
    EXPECT_GT(failed.packetsLost, 0U);
    EXPECT_LT(failed.jctMs, 3 * RunWith({}).jctMs);
}

} // namespace
} // namespace ns3::esa::test
