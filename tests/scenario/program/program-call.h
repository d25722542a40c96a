// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_PROGRAM_PROGRAM_CALL_H
#define ESA_TEST_SCENARIO_PROGRAM_PROGRAM_CALL_H

#include "scenario/test-util.h"

#include "ns3/config.h"
#include "ns3/esa-scenario-program.h"

#include <csignal>
#include <fcntl.h>
#include <functional>
#include <sys/wait.h>
#include <unistd.h>

namespace ns3::esa::test
{

/// A scenario that runs in a moment.
inline const char* const kTinyScenario = R"({
    "systems": ["esa", "atp"], "iterations": 1, "topology": {"hosts": 4},
    "jobs": {"count": 2, "workers": 2, "workload": "T", "start_max_us": 10},
    "dnns": {"T": {"layers": [{"compute_us": 1}], "partitions": [{"layer": 1, "bytes": 10000}],
                   "comm_comp_ratio": 1}}})";

/// The result of a call of the program.
struct CallResult
{
    int code;        ///< exit code
    std::string out; ///< standard output
    std::string err; ///< standard error
};

/// @param program path of the program
/// @return exit code of the program
inline int
CallMain(std::vector<std::string> arguments, const std::string& program = "esa-scenario")
{
    arguments.insert(arguments.begin(), program);
    std::vector<char*> argv;
    for (std::string& argument : arguments)
    {
        argv.push_back(argument.data());
    }
    return ScenarioMain(static_cast<int>(argv.size()), argv.data());
}

/// @param program path of the program
/// @return the result
inline CallResult
Call(const std::vector<std::string>& arguments, const std::string& program = "esa-scenario")
{
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    const int code = CallMain(arguments, program);
    Config::Reset(); // defaults of attributes outlive a call
    const std::string out = testing::internal::GetCapturedStdout();
    return {code, out, testing::internal::GetCapturedStderr()};
}

/// @return its lines
inline std::vector<std::string>
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

/// Expects that a call is refused: exit code 2 and one line of error, which has some texts.
inline void
ExpectRefused(const std::vector<std::string>& arguments, const std::vector<std::string>& texts)
{
    SCOPED_TRACE(testing::PrintToString(arguments));
    const CallResult outcome = Call(arguments);
    EXPECT_EQ(outcome.code, 2);
    EXPECT_EQ(outcome.out, "");
    EXPECT_EQ(Lines(outcome.err).size(), 1U) << outcome.err;
    EXPECT_TRUE(BeginsWith(outcome.err, "esa-scenario: error: "));
    for (const std::string& text : texts)
    {
        EXPECT_TRUE(HasText(outcome.err, text));
    }
}

/// @param path a result.csv
/// @return its lines without the columns events and wall_s, which depend on who computes a run
inline std::vector<std::string>
Reproducible(const std::string& path)
{
    std::vector<std::string> lines = Lines(ReadTextFile(path));
    const std::vector<std::string> names = lines.empty() ? lines : Cells(lines.front());
    for (std::string& line : lines)
    {
        const std::vector<std::string> cells = Cells(line);
        line.clear();
        for (std::size_t i = 0; i < cells.size(); ++i)
        {
            line += names[i] == "events" || names[i] == "wall_s" ? "" : cells[i] + ",";
        }
    }
    return lines;
}

/// Calls of the program, with a scenario and a directory for results.
class ScenarioProgram : public testing::Test
{
  protected:
    /// @brief Calls the program in a process of its own.
    /// @param prepare what is done there before
    /// @return the process; what it prints is in m_log
    pid_t StartChild(
        const std::vector<std::string>& arguments,
        const std::function<void()>& prepare = [] {})
    {
        const pid_t child = fork();
        if (child == 0)
        {
            const int log = open(m_log.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
            dup2(log, STDOUT_FILENO);
            dup2(log, STDERR_FILENO);
            close(log);
            std::signal(SIGINT, SIG_DFL); // a shell's background jobs ignore it
            prepare();
            _exit(CallMain(arguments));
        }
        return child;
    }

    /// The same. @return how it ended, as waitpid() says it
    int CallInChild(const std::vector<std::string>& arguments, const std::function<void()>& prepare)
    {
        const pid_t child = StartChild(arguments, prepare);
        int status = 0;
        waitpid(child, &status, 0);
        return status;
    }

    TemporaryDirectory m_directory;                                       ///< for files
    std::string m_config = m_directory.Write("tiny.json", kTinyScenario); ///< a scenario file
    std::string m_out = m_directory.Path("out");                          ///< for results
    std::string m_log = m_directory.Path("log");                          ///< of a child
};

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_PROGRAM_PROGRAM_CALL_H
