// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Scenarios that once did not end, with every system: each ends with exact sums within a bounded
// number of events, or is refused with an error that names the field.

#include "scenario/test-util.h"

#include "ns3/esa-network-runner.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"
#include "ns3/simulator.h"

#include <csignal>
#include <optional>
#include <ostream>
#include <tuple>

namespace ns3::esa::test
{
namespace
{

/// A scenario of tests/scenario/cases.
struct Case
{
    std::string label;                 ///< in the test's name
    std::string file;                  ///< without directory and suffix
    std::vector<std::string> settings; ///< on top of it, as with --set
    uint64_t maxEvents; ///< with frames of rounds; about ten times what the slowest system needs
};

/// Prints a case as its name, in messages of the tests.
std::ostream&
operator<<(std::ostream& out, const Case& one)
{
    return out << one.label;
}

const std::vector<Case> kCases{
    {"LostResultInALargeWindow", "lost-result-in-a-large-window", {}, 20000000},
    {"LostResultBeyond1024Packets",
     "lost-result-in-a-large-window",
     {"window.max_packets=1100"},
     20000000},
    {"LongLinks", "long-links", {}, 30000},
    {"LinksOf400Milliseconds", "long-links", {"link.delay_us=400000"}, 30000},
    {"LinksOfASecond", "long-links", {"link.delay_us=1000000"}, 30000},
    {"LinksOfASecondWithRecovery",
     "long-links",
     {"link.delay_us=1000000", "recovery.enabled=true"},
     30000},
    {"TinyJobsUnderLosses", "tiny-jobs-under-losses", {}, 400000},
    {"TimeoutsBelowTheRoundTrip", "timeouts-below-the-round-trip", {}, 1000000},
    {"QueuesOfNineFrames", "queues-of-nine-frames", {}, 30000},
    {"LinksOfAMegabit", "links-of-a-megabit", {}, 10000},
    {"DuplicatesOver3000Iterations", "duplicates-over-3000-iterations", {}, 10000000},
    {"QuestionsOnSlowLinks", "questions-on-slow-links", {}, 1200000},
    {"QuestionsInStep", "questions-in-step", {}, 300000},
    {"QuestionsFillAQueue", "questions-fill-a-queue", {}, 20000000},
    {"TimeoutsOfFlows", "timeouts-of-flows", {}, 100000},
    {"LongQueues", "long-queues", {}, 20000000},
    {"OneJobOfEight", "one-job-of-eight", {}, 20000000},
    {"OneJobOfEightInQueuesOf60KB", "one-job-of-eight", {"link.queue_bytes=60000"}, 20000000},
    {"IdleForAHundredSeconds", "idle-for-a-hundred-seconds", {}, 20000},
    {"IdleForAHundredSecondsWithRecovery",
     "idle-for-a-hundred-seconds",
     {"recovery.enabled=true"},
     20000},
};

/// Nearly all of it is TCP, which does not depend on the system.
const Case kBackground{"SmallBackgroundFlows", "small-background-flows", {}, 4000000};

/// A case and the name of a system.
using CaseAndSystem = std::tuple<Case, std::string>;

class HardCase : public testing::TestWithParam<CaseAndSystem>
{
};

/// @return the names of all systems
std::vector<std::string>
SystemNames()
{
    std::vector<std::string> names;
    for (const SystemRecord& system : Systems())
    {
        names.emplace_back(system.name);
    }
    return names;
}

/// Runs a scenario unless it takes more events and frames of rounds.
/// @return the result; none: it was stopped
std::optional<RunResult>
RunWithin(uint64_t most, const ValidScenario& scenario, const std::string& system)
{
    volatile std::sig_atomic_t tooLong = 0;
    RunControl control;
    control.interrupted = &tooLong;
    control.stallAfter = Seconds(100); // some links are slow
    control.progress = [&tooLong, most](double /* fraction */) {
        // rounds carry frames without events of ns-3
        tooLong = Simulator::GetEventCount() + NetworkRunner::Get().Frames() > most;
    };
    return RunScenario(scenario, system, scenario->seeds[0], control);
}

TEST(HardCases, AreStoppedInEveryRunner)
{
    for (const std::string runner : {"ns3", "rounds"})
    {
        const ParsedScenario parsed =
            ReadScenario("tests/scenario/cases/duplicates-over-3000-iterations.json",
                         {ParseSetting("systems=[\"esa\"]"), ParseSetting("engine=" + runner)});
        EXPECT_FALSE(RunWithin(1000, parsed.scenario, "esa")) << runner;
    }
}

TEST_P(HardCase, EndsWithExactSumsOrATrueError)
{
    const auto& [one, system] = GetParam();
    std::vector<ScenarioOverride> overrides{ParseSetting("systems=[\"" + system + "\"]")};
    for (const std::string& setting : one.settings)
    {
        overrides.push_back(ParseSetting(setting));
    }
    std::optional<ParsedScenario> parsed;
    try
    {
        parsed = ReadScenario("tests/scenario/cases/" + one.file + ".json", overrides);
    }
    catch (const ScenarioError& error)
    {
        EXPECT_TRUE(HasText(error.Lines().at(0), " is not allowed: must be "));
        EXPECT_TRUE(HasText(error.Lines().at(0), "/")) << "it names no field";
        EXPECT_TRUE(HasText(error.Lines().at(0), system)) << "it would hold for every system";
        return;
    }
    const auto result = RunWithin(one.maxEvents, parsed->scenario, system);
    ASSERT_TRUE(result) << "it has not ended after " << one.maxEvents << " events";
    EXPECT_LE(result->events, one.maxEvents) << "a short run ends before anything looks at it";
    EXPECT_GT(result->resultsChecked, 0U);
    EXPECT_EQ(result->resultsWrong, 0U);
    RecordProperty("events", std::to_string(result->events));
}

/// @return the name of a case with a system
std::string
NameOfCase(const testing::TestParamInfo<CaseAndSystem>& info)
{
    return std::get<0>(info.param).label + "_" + std::get<1>(info.param);
}

INSTANTIATE_TEST_SUITE_P(All,
                         HardCase,
                         testing::Combine(testing::ValuesIn(kCases),
                                          testing::ValuesIn(SystemNames())),
                         NameOfCase);

INSTANTIATE_TEST_SUITE_P(Background,
                         HardCase,
                         testing::Combine(testing::Values(kBackground),
                                          testing::Values("esa", "ring")),
                         NameOfCase);

} // namespace
} // namespace ns3::esa::test
