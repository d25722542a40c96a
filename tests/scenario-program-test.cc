/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario-test-util.h"

#include "ns3/config.h"
#include "ns3/esa-interrupt.h"
#include "ns3/esa-scenario-program.h"

#include <algorithm>
#include <csignal>
#include <fcntl.h>
#include <gmock/gmock.h>
#include <sys/wait.h>
#include <thread>
#include <unistd.h>

namespace ns3::esa::test
{

using nlohmann::json;
using testing::AllOf;
using testing::Each;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::StartsWith;

namespace
{

/// A scenario that runs in a moment.
const char* const kTinyScenario = R"({
    "systems": ["esa", "atp"], "iterations": 1, "topology": {"hosts": 4},
    "jobs": {"count": 2, "workers": 2, "workload": "T", "start_max_us": 10},
    "dnns": {"T": {"layers": [{"compute_us": 1}], "partitions": [{"layer": 1, "bytes": 10000}],
                   "comm_comp_ratio": 1}}})";

/// What a call of the program gave.
struct Outcome
{
    int code;        ///< exit code
    std::string out; ///< standard output
    std::string err; ///< standard error
};

int
CallMain(std::vector<std::string> arguments)
{
    arguments.insert(arguments.begin(), "esa-scenario");
    std::vector<char*> argv;
    for (std::string& argument : arguments)
    {
        argv.push_back(argument.data());
    }
    return ScenarioMain(static_cast<int>(argv.size()), argv.data());
}

Outcome
Call(const std::vector<std::string>& arguments)
{
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = CallMain(arguments);
    Config::Reset(); // defaults of attributes outlive a call
    const std::string out = testing::internal::GetCapturedStdout();
    return {code, out, testing::internal::GetCapturedStderr()};
}

std::vector<std::string>
Lines(const std::string& text)
{
    std::vector<std::string> lines;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);)
    {
        lines.push_back(line);
    }
    return lines;
}

/// The CSV without its last column, wall_s.
std::vector<std::string>
Reproducible(const std::string& path)
{
    std::vector<std::string> lines = Lines(ReadTextFile(path));
    for (std::string& line : lines)
    {
        line.erase(line.rfind(','));
    }
    return lines;
}

} // namespace

class ScenarioProgram : public testing::Test
{
  protected:
    TemporaryDirectory m_directory;                                       ///< for files
    std::string m_config = m_directory.Write("tiny.json", kTinyScenario); ///< a scenario file
    std::string m_out = m_directory.Path("out");                          ///< for results
};

TEST_F(ScenarioProgram, Information)
{
    EXPECT_THAT(Call({"--help"}).out, AllOf(HasSubstr("--config"), HasSubstr("Exit codes")));
    EXPECT_THAT(Call({"--version"}).out, HasSubstr("(ns-3 3"));
    EXPECT_THAT(Call({"--list-systems"}).out, AllOf(HasSubstr("esa "), HasSubstr("\nstraw2 ")));
    EXPECT_TRUE(json::parse(Call({"--print-schema"}).out).contains("properties"));
    EXPECT_EQ(Call({"--help", "--config", "/nowhere"}).code, 0);
}

TEST_F(ScenarioProgram, ValidateAndPrintConfig)
{
    const Outcome valid = Call({"--validate", "--config", m_config});
    EXPECT_EQ(valid.code, 0);
    EXPECT_EQ(valid.out, m_config + ": valid\n");
    EXPECT_EQ(Call({"--validate"}).code, 0);

    // file, then named option, then --set, wherever they stand
    const Outcome config = Call({"--set",
                                 "jobs.count=1",
                                 "--print-config",
                                 "--config=" + m_config,
                                 "--jobs",
                                 "7",
                                 "--workers=1",
                                 "--system",
                                 "straw1,esa",
                                 "--seed=4,5",
                                 "--run=6",
                                 "--iterations=3",
                                 "--workload=A"});
    ASSERT_EQ(config.code, 0) << config.err;
    const json printed = json::parse(config.out);
    EXPECT_EQ(printed["jobs"]["count"], 1);
    EXPECT_EQ(printed["jobs"]["workers"], 1);
    EXPECT_EQ(printed["jobs"]["workload"], "A");
    EXPECT_EQ(printed["topology"]["hosts"], 4);
    EXPECT_EQ(printed["systems"], json::parse(R"(["straw1", "esa"])"));
    EXPECT_EQ(printed["seeds"], json::parse("[4, 5]"));
    EXPECT_EQ(printed["run"], 6);
    EXPECT_EQ(printed["iterations"], 3);
}

TEST_F(ScenarioProgram, BadInputIsOneLineAnErrorAndExitCode2)
{
    const std::string wrong = m_directory.Write("wrong.json", R"({"naem": 1, "run": 0})");
    const std::vector<std::vector<std::string>> calls{
        {"--config", wrong},
        {"--config", wrong, "--validate"},
        {"--config", m_directory.Path("missing.json")},
        {"--config", m_directory.Path("")},
        {"--config", ""},
        {"--config"},
        {m_config},
        {"-h"},
        {"--sytem", "esa"},
        {"--system", "sea"},
        {"--system", ""},
        {"--jobs", "-1"},
        {"--jobs", "3", "--jobs", "4"},
        {"--workers=33"},
        {"--seed", "1,,2"},
        {"--seed", "0"},
        {"--set", "nothing"},
        {"--set", "link.dely_us=5"},
        {"--force=1"},
        {"--RngSeed=3"},
        {"--RngRun=3"},
        {"--SchedulerType"},
        {"--SchedulerType=ns3::NoScheduler"},
        {"--SchedulerType=ns3::Node"},
        {"--PrintAttributes=ns3::NoClass"},
        {"--ns3::NoClass::Attribute=1"},
        {"--ns3::TcpSocket::NoAttribute=1"},
        {"--ns3::TcpSocket::SegmentSize=many"},
        {"--ns3::TcpSocket::DelAckTimeout=soon"},
        {"--ns3::TcpSocket"},
        {"--ns3::esa::EsaChannel::Delay=1ms"},
        {"--pcap", m_directory.Path("missing/capture"), "--config", m_config},
    };
    for (const auto& arguments : calls)
    {
        const Outcome outcome = Call(arguments);
        SCOPED_TRACE(testing::PrintToString(arguments) + "\n" + outcome.err);
        EXPECT_EQ(outcome.code, 2);
        EXPECT_EQ(outcome.out, "");
        EXPECT_NE(outcome.err, "");
        EXPECT_THAT(Lines(outcome.err), Each(StartsWith("esa-scenario: error: ")));
    }
}

TEST_F(ScenarioProgram, ErrorsOfFileAndOptionsTogether)
{
    const std::string wrong = m_directory.Write("wrong.json", R"({"naem": 1, "run": 0})");
    const Outcome outcome = Call({"--config", wrong, "--ns3::A::B=1", "--seed", "x"});
    EXPECT_EQ(Lines(outcome.err).size(), 4u) << outcome.err;
    EXPECT_THAT(outcome.err, HasSubstr("--seed x: /seeds/0: \"x\" is not allowed"));
}

TEST_F(ScenarioProgram, OwnedAttributeNamesItsField)
{
    EXPECT_THAT(Call({"--ns3::esa::EsaChannel::Delay=1ms"}).err,
                HasSubstr("--set link.delay_us=VALUE"));
    EXPECT_THAT(Call({"--RngSeed=1"}).err, HasSubstr("use --seed"));
    EXPECT_THAT(Call({"--RngRun=1"}).err, HasSubstr("use --run"));
}

TEST_F(ScenarioProgram, WritesARowARun)
{
    const Outcome outcome = Call({"--config", m_config, "--seed=1,2", "--out", m_out});
    ASSERT_EQ(outcome.code, 0) << outcome.err;
    EXPECT_THAT(outcome.out, HasSubstr("\natp "));
    EXPECT_EQ(outcome.err, "");
    const auto rows = Reproducible(m_out + "/result.csv");
    ASSERT_EQ(rows.size(), 5u);
    EXPECT_THAT(rows[1], StartsWith("esa,2,2,T,1,1,1,"));
    EXPECT_THAT(rows[2], StartsWith("atp,2,2,T,1,1,1,"));
    EXPECT_THAT(rows[3], StartsWith("esa,2,2,T,2,1,1,"));
    const json result = json::parse(ReadTextFile(m_out + "/result.json"));
    EXPECT_EQ(result["complete"], true);
    EXPECT_EQ(result["rows"].size(), 4u);
    EXPECT_EQ(result["config"]["seeds"], json::parse("[1, 2]"));
}

TEST_F(ScenarioProgram, RepeatsItselfWithEveryScheduler)
{
    std::vector<std::vector<std::string>> results;
    std::vector<std::string> hashes;
    for (const std::string scheduler : {"Map", "Heap", "Calendar", "PriorityQueue"})
    {
        const std::string out = m_directory.Path(scheduler);
        ASSERT_EQ(Call({"--config",
                        m_config,
                        "--SchedulerType=ns3::" + scheduler + "Scheduler",
                        "--quiet",
                        "--out",
                        out})
                      .code,
                  0);
        results.push_back(Reproducible(out + "/result.csv"));
        hashes.push_back(json::parse(ReadTextFile(out + "/result.json"))["config_hash"]);
    }
    EXPECT_THAT(results, Each(results[0]));
    EXPECT_THAT(hashes, Each(hashes[0]));
}

TEST_F(ScenarioProgram, RefusesToOverwrite)
{
    const std::vector<std::string> arguments{"--config", m_config, "--quiet", "--out", m_out};
    ASSERT_EQ(Call(arguments).code, 0);
    const std::string before = ReadTextFile(m_out + "/result.json");
    const Outcome refused = Call(arguments);
    EXPECT_EQ(refused.code, 2);
    EXPECT_THAT(refused.err, HasSubstr("already holds result.csv"));
    EXPECT_EQ(ReadTextFile(m_out + "/result.json"), before);

    std::vector<std::string> forced = arguments;
    forced.push_back("--force");
    const Outcome done = Call(forced);
    EXPECT_EQ(done.code, 0);
    EXPECT_EQ(done.out + done.err, "") << "--quiet";
}

TEST_F(ScenarioProgram, BadInputTouchesNoDirectory)
{
    EXPECT_EQ(Call({"--config", m_config, "--jobs=0", "--out", m_out}).code, 2);
    EXPECT_FALSE(std::filesystem::exists(m_out));
    EXPECT_EQ(Call({"--config", m_config, "--out", m_config}).code, 2);
    EXPECT_EQ(ReadTextFile(m_config), kTinyScenario);
}

TEST_F(ScenarioProgram, Ns3PrintsOnRequest)
{
    EXPECT_EXIT(CallMain({"--PrintAttributes=ns3::esa::EsaChannel"}),
                testing::ExitedWithCode(0),
                "");
    EXPECT_EXIT(CallMain({"--PrintGlobals"}), testing::ExitedWithCode(0), "");
}

TEST_F(ScenarioProgram, InterruptKeepsFinishedRows)
{
    const pid_t child = fork();
    if (child == 0)
    {
        const int log = open(m_directory.Path("log").c_str(), O_WRONLY | O_CREAT, 0600);
        dup2(log, STDOUT_FILENO);
        dup2(log, STDERR_FILENO);
        std::string seeds = "--seed=1"; // far more runs than there is time for
        for (int seed = 2; seed <= 9000; ++seed)
        {
            seeds += "," + std::to_string(seed);
        }
        _exit(CallMain({"--config=" + m_config, "--system=esa", seeds, "--out=" + m_out}));
    }
    const auto rows = [this] {
        return std::filesystem::exists(m_out + "/result.csv")
                   ? Lines(ReadTextFile(m_out + "/result.csv")).size()
                   : 0;
    };
    for (int tries = 0; tries < 2000 && rows() < 3; ++tries)
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(child, SIGINT);
    int status = 0;
    waitpid(child, &status, 0);
    ASSERT_TRUE(WIFEXITED(status));
    EXPECT_EQ(WEXITSTATUS(status), 130);
    const json result = json::parse(ReadTextFile(m_out + "/result.json"));
    EXPECT_EQ(result["complete"], false);
    EXPECT_EQ(result["rows"].size() + 1, rows());
    EXPECT_GE(result["rows"].size(), 2u);
    EXPECT_THAT(ReadTextFile(m_directory.Path("log")),
                HasSubstr("interrupted: " + std::to_string(result["rows"].size()) +
                          " of 9000 runs are in " + m_out));
}

TEST(InterruptGuard, SecondSignalEndsTheProgram)
{
    EXPECT_EXIT(
        {
            const InterruptGuard guard;
            raise(SIGINT);
            raise(SIGTERM);
        },
        testing::ExitedWithCode(143),
        "");
}

TEST(InterruptGuard, FirstSignalSetsTheFlag)
{
    const InterruptGuard guard;
    EXPECT_EQ(*InterruptGuard::Flag(), 0);
    raise(SIGINT);
    EXPECT_EQ(*InterruptGuard::Flag(), SIGINT);
    EXPECT_EQ(InterruptGuard::ExitCode(), 130);
}

} // namespace ns3::esa::test
