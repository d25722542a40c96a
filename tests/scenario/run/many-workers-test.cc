/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Jobs with more workers than a switch's bitmap has bits.

#include "scenario/test-util.h"

#include "ns3/esa-frame-sizes.h"
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

/// Runs a scenario of 64 workers, and expects exact sums.
void
ExpectRun(const json& scenario, const std::string& system)
{
    SCOPED_TRACE(system);
    const auto parsed = ParseScenario(scenario.dump(), "FILE");
    const auto result = RunScenario(parsed.scenario, system, 1, {});
    ASSERT_TRUE(result);
    const SystemRecord& record = *FindSystem(system);
    const uint32_t payload = PayloadBytes(record.onHost.frame);
    EXPECT_EQ(result->resultsChecked, 64U * ((20000 + payload - 1) / payload));
    EXPECT_EQ(result->resultsWrong, 0U);
}

TEST(ManyWorkers, RunWithEverySystem)
{
    for (const SystemRecord& system : Systems())
    {
        ExpectRun(JobOf(64, system.name), system.name);
        json traced = JobOf(64, system.name);
        traced.erase("jobs");
        traced["trace"]["jobs"] = {
            {{"submit_time", 0}, {"gpu_num", 64}, {"duration", 0}, {"model", "A"}}};
        ExpectRun(traced, system.name);
    }
}

TEST(ManyWorkers, StandInSeveralRacks)
{
    for (const SystemRecord& system : Systems())
    {
        json scenario = JobOf(64, system.name);
        scenario["topology"]["racks"] = 5;
        scenario["placement"]["racks_per_job"] = 5;
        ExpectRun(scenario, system.name);
    }
}

TEST(ManyWorkers, HaveALimit)
{
    for (const SystemRecord& system : Systems())
    {
        json traced = JobOf(64, system.name);
        traced.erase("jobs");
        traced["topology"]["hosts"] = 50000;
        traced["trace"]["jobs"] = {
            {{"submit_time", 0}, {"gpu_num", 40000}, {"duration", 0}, {"model", "A"}}};
        EXPECT_TRUE(HasText(Joined(ErrorsOf(traced.dump())),
                            "/trace/jobs/0/gpu_num: 40000 is not allowed: must be an integer from "
                            "1 to 32766"));
    }
}

TEST(ManyWorkers, NeedAPartOfAStaticShareForEachGroup)
{
    json scenario = JobOf(64, "switchml");
    scenario["systems"] = {"esa", "switchml", "panama"};
    scenario["switch"]["memory_bytes"] = 264 * 4;
    const std::string text = Joined(ErrorsOf(scenario.dump()));
    EXPECT_TRUE(HasText(text,
                        "/switch/memory_bytes: 1056 is not allowed: must be at least 1088: a job "
                        "of 64 workers may have 4 groups of at most 32 at a switch"))
        << text;
    EXPECT_TRUE(HasText(text, "(switchml)")) << text;
    EXPECT_FALSE(HasText(text, "(panama)")) << text;
    scenario["switch"]["memory_bytes"] = 272 * 4;
    ExpectRun(scenario, "switchml");
    ExpectRun(scenario, "panama");
    ExpectRun(scenario, "esa");
    json admitted = JobOf(64, "hire");
    admitted["hire"]["job_memory_bytes"] = 272;
    EXPECT_TRUE(HasText(Joined(ErrorsOf(admitted.dump())),
                        "/hire/job_memory_bytes: 272 is not allowed: must be at least 1088"));
}

} // namespace
} // namespace ns3::esa::test
