// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Outputs of esa-scenario that collide, cannot be written, or are not what they seem.

#include "scenario/program/program-call.h"
#include "scenario/traces/chakra-files.h"
#include "stats/timeline-file.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <sys/resource.h>
#include <sys/stat.h>

namespace ns3::esa::test
{

namespace fs = std::filesystem;
using nlohmann::json;

/// Outputs of the tiny scenario.
class OutputFiles : public ScenarioProgram
{
  protected:
    /// @return lines of result.csv
    std::size_t Rows() const
    {
        return Lines(ReadTextFile(m_out + "/result.csv")).size();
    }

    std::string m_timeline = m_directory.Path("run.json"); ///< named by --timeline
    std::vector<std::string> m_one{"--config=" + m_config,
                                   "--quiet",
                                   "--system=esa",
                                   "--timeline=" + m_timeline}; ///< options of one run
};

TEST_F(OutputFiles, GetNothingThatIsPrinted)
{
    // a file that is opened gets the number of a stream that is closed
    const std::vector<std::string> arguments{"--config=" + m_config,
                                             "--system=esa",
                                             "--out=" + m_out};
    for (const std::vector<int>& closed : {std::vector<int>{0, 1}, {0, 1, 2}, {1}, {0}})
    {
        const int status = CallInChild(arguments, [&closed] {
            for (const int descriptor : closed)
            {
                close(descriptor);
            }
        });
        ASSERT_TRUE(WIFEXITED(status));
        // the table could not be printed
        EXPECT_EQ(WEXITSTATUS(status), closed == std::vector<int>{0} ? 0 : 1);
        EXPECT_EQ(Rows(), 2U);
        EXPECT_EQ(json::parse(ReadTextFile(m_out + "/result.json"))["complete"], true);
        fs::remove_all(m_out);
    }
}

TEST_F(OutputFiles, SayWhichFieldsFollowFromOthers)
{
    const auto derived = [this](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"--config=" + m_config,
                                           "--quiet",
                                           "--system=esa",
                                           "--force",
                                           "--out=" + m_out};
        arguments.insert(arguments.end(), more.begin(), more.end());
        EXPECT_EQ(Call(arguments).code, 0);
        const json found = json::parse(ReadTextFile(m_out + "/result.json"))["derived"];
        const auto has = [&found](const char* field) {
            return std::find(found.begin(), found.end(), field) != found.end();
        };
        EXPECT_FALSE(has("link.delay_us"));
        return has("rto.min_us");
    };
    EXPECT_TRUE(derived({}));
    EXPECT_FALSE(derived({"--set=rto.min_us=1000"}));
}

TEST_F(OutputFiles, SayWhatAutoStoodFor)
{
    const auto resultOf = [this](const std::vector<std::string>& more) {
        std::vector<std::string> arguments{"--config=" + m_config,
                                           "--quiet",
                                           "--why",
                                           "--system=esa,ring",
                                           "--set=recovery.enabled=true",
                                           "--force",
                                           "--out=" + m_out};
        arguments.insert(arguments.end(), more.begin(), more.end());
        const CallResult called = Call(arguments);
        EXPECT_EQ(called.code, 0) << called.err;
        json result = json::parse(ReadTextFile(m_out + "/result.json"));
        result["printed"] = called.out;
        return result;
    };
    const json result = resultOf({});
    const json& autos = result["autos"];
    const json values = result["config"].flatten();
    uint32_t choices = 0;
    for (const auto& [place, value] : values.items())
    {
        if (value != "auto")
        {
            continue;
        }
        ++choices;
        std::string field = place.substr(1);
        std::replace(field.begin(), field.end(), '/', '.');
        SCOPED_TRACE(field);
        ASSERT_TRUE(autos.contains(field));
        for (const auto& [system, chosen] : autos[field].items())
        {
            const std::string setting = field + "=" + chosen.get<std::string>();
            EXPECT_TRUE(field == "engine" || HasText(result["printed"], setting));
            const json same = resultOf({"--set=" + setting});
            const std::size_t row = system == "esa" ? 0 : 1;
            EXPECT_EQ(same["rows"][row]["jct_ms"], result["rows"][row]["jct_ms"]);
            EXPECT_FALSE(same["autos"].contains(field)) << "it was set";
        }
    }
    EXPECT_EQ(choices, autos.size()) << "nothing else was auto";
}

TEST_F(OutputFiles, ThatCollideAreRefused)
{
    fs::create_directory(m_out);
    fs::create_directory_symlink(m_out, m_directory.Path("same"));
    const std::string config = "--config=" + m_config;
    const std::string one = "--system=esa";
    const std::string out = "--out=" + m_out;
    const std::string newOut = "--out=" + m_directory.Path("new");
    const std::string trace =
        m_directory.Write("jobs.csv", "submit_time,gpu_num,duration,model\n0,2,1,T\n");
    const auto timeline = [this](const std::string& path) {
        return "--timeline=" + m_directory.Path(path);
    };
    const auto occupancy = [this](const std::string& path) {
        return "--occupancy=" + m_directory.Path(path);
    };
    for (const std::string force : {"--quiet", "--force"})
    {
        ExpectRefused({config, one, out, timeline("out/result.csv"), force},
                      {"--timeline", "--out"});
        ExpectRefused({config, one, out, timeline("same/result.json"), force},
                      {"--timeline", "--out"});
        ExpectRefused({config, one, timeline("t"), occupancy("x/.././t"), force},
                      {"--timeline", "--occupancy"});
        ExpectRefused({config, one, timeline("tiny.json"), force}, {"--timeline", "--config"});
        ExpectRefused({config, one, "--set=trace.file=" + trace, occupancy("jobs.csv"), force},
                      {"--occupancy", "trace.file"});
        ExpectRefused({config, timeline("t.json"), occupancy("t.json"), force},
                      {"--timeline", "--occupancy", "t-esa-1.json"});
        ExpectRefused({config, one, newOut, timeline("new"), force}, {"--timeline", "--out"});
        ExpectRefused({config, one, newOut + "/sub", timeline("new"), force},
                      {"--timeline", "is the folder of a file of --out"});
        ExpectRefused({config, one, newOut, timeline("new/result.csv/t"), force},
                      {"--timeline", "is inside of the file of --out"});
        ExpectRefused({config, one, timeline("t"), occupancy("t/o"), force},
                      {"--occupancy", "--timeline"});
    }
    EXPECT_FALSE(fs::exists(m_directory.Path("new")));
    EXPECT_EQ(ReadTextFile(m_config), kTinyScenario);
}

TEST_F(OutputFiles, NeverReplaceAnExecutionTraceThatIsRead)
{
    MakeTrace(m_directory, "t", "");
    m_directory.Write("t.groups.json", "{}");
    const std::vector<std::string> run{"--trace=" + m_directory.Path("t"),
                                       "--system=esa",
                                       "--iterations=1",
                                       "--force"};
    for (const std::string input : {"t.1.et", "t.groups.json"})
    {
        const std::string before = ReadBytes(m_directory.Path(input));
        std::vector<std::string> arguments = run;
        arguments.push_back("--links=" + m_directory.Path(input));
        ExpectRefused(arguments, {"--links", "is the same file as that of execution.traces"});
        EXPECT_EQ(ReadBytes(m_directory.Path(input)), before);
    }
    EXPECT_EQ(Call(run).code, 0);
}

TEST_F(OutputFiles, ReplaceRegularFilesOnly)
{
    const std::string mine = m_directory.Write("mine", "mine");
    fs::create_symlink(mine, m_timeline);
    fs::create_directory(m_out);
    m_one.emplace_back("--force");
    ExpectRefused(m_one, {"--timeline", "is not a regular file"});
    m_one[3] = "--timeline=/dev/null";
    ExpectRefused(m_one, {"/dev/null", "is not a regular file"});
    fs::create_symlink(mine, m_out + "/result.csv");
    ExpectRefused({"--config=" + m_config, "--out=" + m_out, "--force"}, {"result.csv"});
    EXPECT_EQ(ReadTextFile(mine), "mine");
}

TEST_F(OutputFiles, WithImpossibleNamesAreRefused)
{
    const std::string name(256, 'a');
    ExpectRefused({"--config=" + m_config, "--timeline=" + m_directory.Path(name)}, {"too long"});
    ExpectRefused({"--config=" + m_config, "--out=" + m_directory.Path(name)}, {"too long"});
    // with several runs, system and seed make this one too long
    ExpectRefused({"--config=" + m_config, "--timeline=" + m_directory.Path(name.substr(6))},
                  {"too long"});
}

TEST_F(OutputFiles, AreTriedBeforeAnythingRuns)
{
    // nobody can make a file in /proc, whatever the rights of the folder are
    ExpectRefused({"--config=" + m_config, "--links=/proc/x"}, {"--links /proc/x", "be written"});
}

TEST_F(OutputFiles, KeepTheRowIfARecordingCannotBeWritten)
{
    m_one.push_back("--out=" + m_out);
    m_one.emplace_back("--iterations=40");
    const int status = CallInChild(m_one, [] {
        const rlimit limit{20000, 20000}; // the rows fit, the timeline does not
        setrlimit(RLIMIT_FSIZE, &limit);
    });
    ASSERT_TRUE(WIFEXITED(status)) << "signal " << WTERMSIG(status);
    EXPECT_EQ(WEXITSTATUS(status), 1);
    const std::string log = ReadTextFile(m_log);
    EXPECT_TRUE(HasText(log, "with seed 1 ended, but "));
    EXPECT_TRUE(HasText(log, "run.json: cannot be written: File too large"));
    EXPECT_TRUE(HasText(log, "1 of 1 runs are in"));
    EXPECT_EQ(Rows(), 2u);
    EXPECT_EQ(json::parse(ReadTextFile(m_out + "/result.json"))["rows"].size(), 1u);
    EXPECT_FALSE(fs::exists(m_timeline));
}

} // namespace ns3::esa::test
