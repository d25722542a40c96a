/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Paths that esa-scenario accepts for --timeline and --occupancy, and paths that it refuses.

#include "scenario/program/program-call.h"
#include "scenario/run/recording-files.h"

#include <filesystem>
#include <utility>

namespace ns3::esa::test
{

/// Recordings of the tiny scenario.
class RecordingPaths : public ScenarioProgram
{
  protected:
    std::string m_timeline = m_directory.Path("timeline.json"); ///< named by --timeline
};

TEST_F(RecordingPaths, NamesTheFilesOfSeveralRuns)
{
    const std::vector<std::string> arguments{"--config=" + m_config,
                                             "--quiet",
                                             "--seed=1,2",
                                             "--timeline=" + m_timeline,
                                             "--occupancy=" + m_directory.Path("o.d/occupancy")};
    EXPECT_EQ(Call(arguments).code, 2);
    std::filesystem::create_directory(m_directory.Path("o.d"));
    ASSERT_EQ(Call(arguments).code, 0);
    for (const std::string run : {"esa-1", "atp-1", "esa-2", "atp-2"})
    {
        EXPECT_TRUE(ReadTimeline(m_directory.Path("timeline-" + run + ".json")).isComplete);
        EXPECT_FALSE(ReadOccupancy(m_directory.Path("o.d/occupancy-" + run)).empty());
    }
    EXPECT_FALSE(std::filesystem::exists(m_timeline));
}

TEST_F(RecordingPaths, RefusesToOverwrite)
{
    m_directory.Write("timeline-atp-1.json", "mine");
    std::vector<std::string> arguments{"--config=" + m_config,
                                       "--quiet",
                                       "--timeline=" + m_timeline};
    const CallResult refused = Call(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_TRUE(HasText(refused.err, "timeline-atp-1.json: exists already"));
    EXPECT_EQ(ReadTextFile(m_directory.Path("timeline-atp-1.json")), "mine");
    EXPECT_FALSE(std::filesystem::exists(m_directory.Path("timeline-esa-1.json")));
    arguments.emplace_back("--force");
    EXPECT_EQ(Call(arguments).code, 0);
    EXPECT_TRUE(ReadTimeline(m_directory.Path("timeline-atp-1.json")).isComplete);
}

TEST_F(RecordingPaths, BadOptions)
{
    const std::string file = "--timeline=" + m_timeline;
    const std::vector<std::pair<std::vector<std::string>, std::string>> calls{
        {{"--timeline", ""}, "--timeline: needs a value"},
        {{"--timeline", m_directory.Path("missing/file")}, "cannot be written"},
        {{"--timeline", m_directory.Path("")}, "is a directory"},
        {{file, "--occupancy=" + m_directory.Path("./timeline.json")},
         "is the same file as that of --timeline"},
        {{"--sample-us=5"}, "is allowed with --timeline, --report, --occupancy or --links only"},
        {{file, "--sample-us", ""}, "--sample-us: needs a value"},
        {{"--switches", file, "--sample-us=5"},
         "is allowed with --timeline, --report, --occupancy or --links only"},
        {{file, "--sample-us=0.001", "--set=jobs.start_max_us=20000"},
         "it must be at least 0.002 "},
        {{file, "--sample-us=0"}, "--sample-us 0: is not allowed"},
        {{file, "--sample-us=1e7"}, "--sample-us 1e7: is not allowed"},
        {{file, "--sample-us=soon"}, "--sample-us soon: is not allowed"},
    };
    for (const auto& [arguments, message] : calls)
    {
        const CallResult outcome = Call(arguments);
        EXPECT_EQ(outcome.code, 2) << message;
        EXPECT_TRUE(HasText(outcome.err, message));
        EXPECT_EQ(Lines(outcome.err).size(), 1u);
        EXPECT_FALSE(std::filesystem::exists(m_timeline));
    }
}

} // namespace ns3::esa::test
