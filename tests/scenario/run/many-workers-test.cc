/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Jobs with more workers than a switch's bitmap has bits: systems that sum in hosts take them.

#include "scenario/test-util.h"

#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"

#include <gtest/gtest.h>
#include <nlohmann/json.hpp>
#include <string>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// @return a scenario of one job with a system
json
JobOf(uint32_t workers, const std::string& system)
{
    return {{"systems", {system}},
            {"iterations", 1},
            {"topology", {{"hosts", 80}}},
            {"jobs", {{"count", 1}, {"workers", workers}}},
            {"dnns",
             {{"A",
               {{"layers", {{{"forward_us", 1}}}},
                {"partitions", {{{"layer", 1}, {"bytes", 20000}}}},
                {"comm_comp_ratio", 1}}}}}};
}

/// Runs a scenario where its system allows it, and expects exact sums; else expects a true error.
void
ExpectRunOrLimit(const json& scenario, const SystemRecord& system, const std::string& place)
{
    SCOPED_TRACE(system.name);
    if (system.MostWorkers() >= 64)
    {
        const auto parsed = ParseScenario(scenario.dump(), "FILE");
        const auto result = RunScenario(parsed.scenario, system.name, 1, {});
        ASSERT_TRUE(result);
        EXPECT_EQ(result->resultsChecked, 64U * 14);
        EXPECT_EQ(result->resultsWrong, 0U);
        return;
    }
    const std::string text = Joined(ErrorsOf(scenario.dump()));
    EXPECT_TRUE(HasText(text, place + ": 64 is not allowed: must be "));
    EXPECT_TRUE(HasText(text, "32 with " + std::string(system.name) + " (a switch's bitmap"));
}

TEST(ManyWorkers, ALimitBelongsToTheSystemsThatHaveIt)
{
    for (const SystemRecord& system : Systems())
    {
        ExpectRunOrLimit(JobOf(64, system.name), system, "/jobs/workers");
        json traced = JobOf(64, system.name);
        traced.erase("jobs");
        traced["trace"]["jobs"] = {
            {{"submit_time", 0}, {"gpu_num", 64}, {"duration", 0}, {"model", "A"}}};
        ExpectRunOrLimit(traced, system, "/trace/jobs/0/gpu_num");
    }
}

TEST(ManyWorkers, StandInSeveralRacks)
{
    for (const char* system : {"ring", "byteps", "byteps_nton"})
    {
        json scenario = JobOf(64, system);
        scenario["topology"]["racks"] = 2;
        scenario["placement"]["racks_per_job"] = 2;
        ExpectRunOrLimit(scenario, *FindSystem(system), "");
    }
}

TEST(ManyWorkers, AMixOfSystemsNamesThoseThatHaveTheLimit)
{
    json scenario = JobOf(64, "ring");
    scenario["systems"] = {"ring", "atp", "byteps", "hire"};
    EXPECT_TRUE(HasText(Joined(ErrorsOf(scenario.dump())), "at most 32 with atp, hire (a switch"));
}

} // namespace
} // namespace ns3::esa::test
