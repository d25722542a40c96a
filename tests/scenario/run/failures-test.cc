// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Links, switches and PSes that fail while jobs run.

#include "scenario/run/simulate.h"

namespace ns3::esa::test
{
namespace
{

const char* const kFile = "scenarios/faults/spine-failure.json";

/// The result of a run of the shipped scenario.
RunResult
RunWith(const std::string& system, const std::vector<std::string>& settings)
{
    return SimulateFile(kFile, system, settings);
}

/// The error of such a run.
std::string
ErrorOf(const std::string& system, const std::vector<std::string>& settings)
{
    return ErrorOfRun([&] { RunWith(system, settings); });
}

/// One entry of faults.failures.
std::string
Fails(const std::string& what)
{
    return "faults.failures=[{" + what + "}]";
}

const std::string kNoFailure = "faults.failures=[]";
const char* const kSpine = R"("switch": "spine0", "at_us": 300)";

TEST(Failures, WithOtherPathsAllSumsAreExact)
{
    for (const std::string system : {"esa", "atp", "switchml", "panama", "ring", "byteps"})
    {
        SCOPED_TRACE(system);
        const RunResult whole = RunWith(system, {kNoFailure});
        const RunResult failed = RunWith(system, {Fails(kSpine)});
        EXPECT_EQ(failed.resultsChecked, whole.resultsChecked);
        EXPECT_GT(failed.jctMs, whole.jctMs);
        EXPECT_LT(failed.jctMs, whole.jctMs + 1) << "the other spine serves both jobs";
    }
}

TEST(Failures, TheDetectionDelayIsPaidFor)
{
    const double soon = RunWith("esa", {Fails(kSpine), "faults.detection_us=0"}).jctMs;
    const double late = RunWith("esa", {Fails(kSpine), "faults.detection_us=3000"}).jctMs;
    EXPECT_GT(late, soon + 0.5) << "for 3 ms, packets of one job of two take the lost spine";
}

TEST(Failures, AFailureAfterTheEndChangesNothing)
{
    const std::string late = Fails(R"("switch": "spine0", "at_us": 100000)");
    for (const std::string system : {"esa", "ring"})
    {
        const RunResult whole = RunWith(system, {kNoFailure});
        const RunResult failed = RunWith(system, {late});
        EXPECT_EQ(failed.jctMs, whole.jctMs);
        EXPECT_EQ(failed.packetHops, whole.packetHops);
    }
}

TEST(Failures, ARackSwitchForgetsItsSumsAndTheyAreMadeAnew)
{
    for (const std::string system : {"esa", "atp", "panama", "straw1"})
    {
        SCOPED_TRACE(system);
        const RunResult failed =
            RunWith(system, {Fails(R"("switch": "rack1", "at_us": 100, "until_us": 300)")});
        EXPECT_EQ(failed.resultsChecked, RunWith(system, {kNoFailure}).resultsChecked);
    }
}

TEST(Failures, ALostSlotOfSwitchMlIsNamed)
{
    const std::string error =
        ErrorOf("switchml", {Fails(R"("switch": "rack1", "at_us": 300, "until_us": 500)")});
    EXPECT_TRUE(HasText(error, " workers lack results, most of them worker "));
    EXPECT_TRUE(HasText(error, "the switch rack1 failed at 0.3 ms and came back without its sums"));
}

TEST(Failures, ARackThatIsCutOffForGoodIsNamed)
{
    for (const std::string system : {"esa", "ring"})
    {
        const std::string error =
            ErrorOf(system, {Fails(R"("between": ["host5", "rack1"], "at_us": 100)")});
        EXPECT_TRUE(
            HasText(error, "the link host5 - rack1 failed at 0.1 ms and does not come back"));
    }
}

TEST(Failures, AWorkerThatIsLostIsNamed)
{
    for (const std::string system : {"esa", "switchml", "ring"})
    {
        const std::string error = ErrorOf(
            system,
            {kNoFailure, R"(faults.worker_pauses=[{"job": 1, "worker": 5, "at_us": 100}])"});
        EXPECT_TRUE(HasText(error, "worker 5 of job 1 was lost at 0.1 ms"));
        EXPECT_TRUE(HasText(error, " of 16 workers lack results"));
    }
}

TEST(Failures, APsThatIsAwayIsWaitedFor)
{
    const std::string fewAggregators = "switch.memory_bytes=20000"; // so that the PS has to sum
    const auto away = [](const std::string& until) {
        return R"(faults.ps_failures=[{"job": 0, "at_us": 60)" + until + "}]";
    };
    const std::vector<std::string> common{kNoFailure, fewAggregators, "systems=[\"esa\"]"};
    const auto with = [&common](const std::string& setting) {
        std::vector<std::string> settings = common;
        settings.push_back(setting);
        return settings;
    };
    const RunResult none = RunWith("esa", common);
    const RunResult back = RunWith("esa", with(away(R"(, "until_us": 5000)")));
    EXPECT_EQ(back.resultsChecked, none.resultsChecked);
    EXPECT_GT(back.makespanMs, 5);
    EXPECT_TRUE(HasText(ErrorOf("esa", with(away(""))),
                        "the PS of job 0 failed at 0.06 ms and does not come back"));
}

} // namespace
} // namespace ns3::esa::test
