// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"
#include "wire-time.h"

#include "ns3/esa-scenario-run.h"

#include <nlohmann/json.hpp>
#include <utility>

// An iteration takes 100 us of computation, and 5 us and two frames until the sum of its only
// fragment is back (see layers-test.cc). The trace counts an iteration alone as 100.01984 us. So
// 200 s of a trace, at 1 us per second, are two iterations.

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

constexpr double kComputeUs = 100; ///< of a worker alone, who sends nothing
/// Of two or more workers: a frame there and back over links of 2.5 us.
constexpr double kIterationUs = kComputeUs + 2 * (2.5 + FrameUs(306));
constexpr double kRoundingUs = 0.01; ///< events happen at integer nanoseconds
/// From the end of a job of two workers to the next start: the delays of the links between them.
constexpr double kHandoverUs = 2 * 2.5;

/// @return a job of a trace
json
Job(double submitS, uint32_t workers, double durationS)
{
    return {{"submit_time", submitS},
            {"gpu_num", workers},
            {"duration", durationS},
            {"model", "T"}};
}

/// @return a scenario of four hosts
json
Traced(const json& jobs)
{
    return {{"topology", {{"hosts", 4}}},
            {"link", {{"delay_us", 2.5}}},
            {"jitter", {{"mode", "none"}}},
            {"trace", {{"jobs", jobs}}},
            {"dnns",
             {{"T",
               {{"layers", {{{"forward_us", 100}}}},
                {"partitions", {{{"layer", 1}, {"bytes", 248}}}},
                {"comm_comp_ratio", 1}}}}}};
}

/// @return four jobs: the second waits for the first, the third behind the second
json
FourJobs()
{
    return Traced({Job(0, 2, 200), Job(10, 3, 100), Job(20, 1, 360), Job(1000, 4, 1)});
}

RunResult
Simulate(const json& scenario, const std::string& system = "esa")
{
    return *RunScenario(ParseScenario(scenario.dump(), "FILE").scenario, system, 1, {});
}

double
Us(Picoseconds span)
{
    return ToMilliseconds(span) * 1000;
}

/// Expects the times of a job.
void
ExpectTimes(const JobTimes& job, double submitUs, double startUs, double endUs)
{
    EXPECT_NEAR(Us(job.submit), submitUs, kRoundingUs);
    EXPECT_NEAR(Us(job.start), startUs, kRoundingUs);
    EXPECT_NEAR(Us(job.end), endUs, kRoundingUs);
}

TEST(JobTraces, JobsWaitRunAndLeave)
{
    for (const std::string system : {"esa", "straw1", "panama"}) // with frames of this length
    {
        SCOPED_TRACE(system);
        const RunResult result = Simulate(FourJobs(), system);
        ASSERT_EQ(result.jobTimes.size(), 4U);
        const double first = 2 * kIterationUs;
        ExpectTimes(result.jobTimes[0], 0, 0, first);
        const double next = first + kHandoverUs;
        ExpectTimes(result.jobTimes[1], 10, next, next + kIterationUs);
        ExpectTimes(result.jobTimes[2], 20, next, next + 4 * kComputeUs);
        ExpectTimes(result.jobTimes[3], 1000, 1000, 1000 + kIterationUs);

        const JobTimesSummary summary = Summarize(result.jobTimes);
        const double roundingMs = kRoundingUs / 1000;
        EXPECT_NEAR(summary.queueingMeanMs, (2 * next - 30) / 4000, roundingMs);
        EXPECT_NEAR(summary.makespanMs, (1000 + kIterationUs) / 1000, roundingMs);
        EXPECT_NEAR(summary.jctMs.median, first / 1000, roundingMs);
        EXPECT_NEAR(summary.jctMs.p95, (next + 4 * kComputeUs - 20) / 1000, roundingMs);
        ASSERT_EQ(result.jobMs.size(), 4U);
        EXPECT_NEAR(result.jobMs[2], (next + 4 * kComputeUs - 20) / 1000, roundingMs)
            << "from its submission";
        EXPECT_EQ(result.makespanMs, summary.makespanMs);
        EXPECT_EQ(result.resultsChecked, 2U * 2U + 3U + 4U + 4U);
        EXPECT_EQ(result.resultsWrong, 0U);
    }
}

TEST(JobTraces, SharesOfStaticMemoryAreUsedAgain)
{
    // One slot of memory for the one job at a time, used by four in turn.
    json scenario = FourJobs();
    scenario["trace"]["max_jobs"] = 1;
    scenario["switch"] = {{"memory_bytes", 272}};
    scenario["systems"] = {"switchml"};
    const RunResult result = Simulate(scenario, "switchml");
    ASSERT_EQ(result.jobTimes.size(), 4U);
    EXPECT_NEAR(Us(result.jobTimes[2].start),
                Us(result.jobTimes[1].end) + kHandoverUs,
                kRoundingUs);
    EXPECT_EQ(result.aggregators, 1U);
    EXPECT_EQ(result.resultsWrong, 0U);
}

TEST(JobTraces, TheFileIsRelativeToTheScenarioAndItsJobsTakeItsPlace)
{
    const TemporaryDirectory directory;
    directory.Write("t.csv",
                    "user,model,submit_time,gpu_num,duration\r\n"
                    "me,T,0.5,2,200\r\n"
                    "you, T ,3,4,1e2\r\n");
    json scenario = Traced(json::array());
    scenario["trace"]["file"] = "t.csv";
    const auto path = directory.Write("s.json", scenario.dump());
    const auto parsed = ReadScenario(path);
    ASSERT_EQ(parsed.scenario->trace.jobs.size(), 2U);
    EXPECT_DOUBLE_EQ(parsed.scenario->trace.jobs[0].submitUs, 0.5);
    EXPECT_EQ(parsed.scenario->trace.jobs[0].iterations, 2U);
    EXPECT_EQ(parsed.scenario->trace.jobs[1].workers, 4U);
    EXPECT_EQ(parsed.scenario->jobs.count, 2U); // 4 hosts, 2 for the smallest
    const auto again = ParseScenario(parsed.effective.dump(), "AGAIN");
    EXPECT_EQ(again.effective, parsed.effective);
}

TEST(JobTraces, CellsMayBeInQuotes)
{
    const TemporaryDirectory directory;
    directory.Write("t.csv",
                    "\"submit_time\",\"gpu_num\", \"duration\" ,\"model\",name\r\n"
                    "\"0\",\"2\",200,\"T\",\"bert, large\"\r\n"
                    "3,4,\"1e2\",T,\"a \"\"quoted\"\" one\"\r\n"
                    "5,4,\"1e2\",T,\"\"\r\n");
    json scenario = Traced(json::array());
    scenario["trace"]["file"] = "t.csv";
    const auto parsed = ReadScenario(directory.Write("s.json", scenario.dump()));
    ASSERT_EQ(parsed.scenario->trace.jobs.size(), 3U);
    EXPECT_EQ(parsed.scenario->trace.jobs[0].workers, 2U);
    EXPECT_EQ(parsed.scenario->trace.jobs[1].submitUs, 3);
}

TEST(JobTraces, ErrorsOfAFileNameLineAndField)
{
    const std::string heading = "submit_time,gpu_num,duration,model\n";
    const std::vector<std::pair<std::string, std::string>> cases{
        {heading + "-1,1,1,T\n", ":2: submit_time: -1 is not allowed"},
        {heading + "1,1,-5,T\n", ":2: duration: -5 is not allowed"},
        {heading + "1,1,long,T\n", ":2: duration: \"long\" is not allowed"},
        {heading + "1e999,1,1,T\n", ":2: submit_time: \"1e999\" is not allowed"},
        {heading + "5,1,1,T\n4,1,1,T\n", ":3: submit_time: 4 is not allowed: must be at least 5"},
        {heading + "0,4,1,T\n0,5,1,T\n",
         ":3: gpu_num: 5 is not allowed: must be an integer from 1 to 4 (/topology/hosts"},
        {heading + "0,0,1,T\n", ":2: gpu_num: 0 is not allowed"},
        {heading + "0,1.5,1,T\n", ":2: gpu_num: 1.5 is not allowed"},
        {heading + "0,1,1,Z\n", ":2: model: \"Z\" is not allowed: must be a letter of /dnns"},
        {"submit_time,gpu_num,model\n0,1,T\n", ":1: duration: missing"},
        {"submit_time,gpu_num,duration,model,model\n0,1,1,T,T\n", ":1: model: there twice"},
        {heading + "0,1,1\n", ":2: 3 fields"},
        {heading, ":2: no job"},
        {heading + "0,1,1,T\n\n", ":3: 1 fields"},
        {heading + "0,1,1,\"T\n", ":2: a quote is not closed, or something follows it"},
        {heading + "0,1,\"1\"1,T\n", ":2: a quote is not closed, or something follows it"},
        {heading + "0,1,1,\"T\"\"\"\n", ":2: model: \"T\\\"\" is not allowed"},
    };
    json scenario = Traced(json::array());
    for (const auto& [text, error] : cases)
    {
        const TemporaryDirectory directory;
        const std::string file = directory.Write("t.csv", text);
        scenario["trace"]["file"] = file;
        EXPECT_TRUE(LinesBeginWith(ErrorsOf(scenario.dump()), {file + error})) << text;
    }
}

TEST(JobTraces, AMissingFileIsNamed)
{
    json scenario = Traced(json::array());
    scenario["trace"]["file"] = "no/such.csv";
    EXPECT_TRUE(LinesBeginWith(ErrorsOf(scenario.dump()), {"FILE: /trace/file: \"no/such.csv\""}));
}

TEST(JobTraces, AFileWithTooManyRowsIsRefusedBeforeItIsRead)
{
    std::string text = "submit_time,gpu_num,duration,model\n";
    for (int row = 0; row < 65537; ++row)
    {
        text += "wrong\n"; // no row is looked at
    }
    const TemporaryDirectory directory;
    const std::string file = directory.Write("t.csv", text);
    json scenario = Traced(json::array());
    scenario["trace"]["file"] = file;
    EXPECT_TRUE(LinesBeginWith(ErrorsOf(scenario.dump()),
                               {file + ": 65537 rows are not allowed: must be at most 65536"}));
}

TEST(JobTraces, TimesWithoutJobsTakeNoEvents)
{
    json scenario = Traced(json::array({Job(0, 2, 1), Job(1e9, 2, 1), Job(9e9, 2, 1)}));
    const uint64_t spread = Simulate(scenario).events;
    scenario["trace"]["jobs"] = {Job(0, 2, 1), Job(1000, 2, 1), Job(2000, 2, 1)};
    EXPECT_LT(spread, Simulate(scenario).events + 100);
}

} // namespace
} // namespace ns3::esa::test
