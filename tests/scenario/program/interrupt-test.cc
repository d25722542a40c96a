// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/program/program-call.h"

#include "ns3/esa-terminal.h"

#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

namespace ns3::esa::test
{

using nlohmann::json;

TEST_F(ScenarioProgram, InterruptKeepsFinishedRows)
{
    std::string seeds = "--seed=1"; // far more runs than can end in time
    for (int seed = 2; seed <= 1000; ++seed)
    {
        seeds += "," + std::to_string(seed);
    }
    const pid_t child =
        StartChild({"--config=" + m_config, "--iterations=10000", seeds, "--out=" + m_out});
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
    EXPECT_TRUE(HasText(ReadTextFile(m_log),
                        "interrupted: " + std::to_string(result["rows"].size()) +
                            " of 2000 runs are in " + m_out));
}

TEST_F(ScenarioProgram, AKilledComparisonKeepsTheRowsOfRunsThatHaveEnded)
{
    const std::string csv = m_out + "/result.csv";
    const pid_t child =
        StartChild({"--config=" + m_config, "--iterations=100000", "--out=" + m_out});
    const auto rows = [&csv] {
        return std::filesystem::exists(csv) ? Lines(ReadTextFile(csv)).size() : 0;
    };
    for (int tries = 0; tries < 6000 && rows() < 2; ++tries) // of the two runs
    {
        std::this_thread::sleep_for(std::chrono::milliseconds(10));
    }
    kill(child, SIGKILL);
    waitpid(child, nullptr, 0);
    EXPECT_GE(rows(), 2U);
    EXPECT_EQ(ReadTextFile(csv).back(), '\n') << "rows are whole";
}

TEST(InterruptGuard, SecondSignalEndsTheProgram)
{
    EXPECT_EXIT(
        {
            std::signal(SIGINT, SIG_DFL); // a shell's background jobs ignore it
            const InterruptGuard guard;
            raise(SIGINT);
            raise(SIGTERM);
        },
        testing::ExitedWithCode(143),
        "");
}

TEST(InterruptGuard, HangingUpIsAnInterruptUnlessItIsIgnored)
{
    std::signal(SIGHUP, SIG_DFL);
    {
        const InterruptGuard guard;
        raise(SIGHUP);
        EXPECT_EQ(*InterruptGuard::Flag(), SIGHUP);
        EXPECT_EQ(InterruptGuard::ExitCode(), 129);
    }
    std::signal(SIGHUP, SIG_IGN); // as nohup does
    {
        const InterruptGuard guard;
        raise(SIGHUP);
        EXPECT_EQ(*InterruptGuard::Flag(), 0);
    }
    std::signal(SIGHUP, SIG_DFL);
}

TEST(InterruptGuard, FirstSignalSetsTheFlag)
{
    std::signal(SIGINT, SIG_DFL); // a shell's background jobs ignore it
    const InterruptGuard guard;
    EXPECT_EQ(*InterruptGuard::Flag(), 0);
    raise(SIGINT);
    EXPECT_EQ(*InterruptGuard::Flag(), SIGINT);
    EXPECT_EQ(InterruptGuard::ExitCode(), 130);
}

} // namespace ns3::esa::test
