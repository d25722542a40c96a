// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/enumeration.h"
#include "core/switch-systems.h"

#include "ns3/esa-system-registry.h"

#include <gtest/gtest.h>
#include <iostream>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

std::string
Lines(const EnumerationReport& report)
{
    std::string lines;
    for (const std::string& step : report.steps)
    {
        lines += "\n" + step;
    }
    return lines;
}

/// All schedules of a small job of one system.
class EverySchedule : public testing::TestWithParam<std::string>
{
  protected:
    void Run(EnumeratedJob job)
    {
        job.system = GetParam();
        const EnumerationReport report = Enumerate(job);
        std::cout << job.system << ": " << report.schedules << " schedules, " << report.states
                  << " states of the job, " << report.parts << " of its parts, " << report.effects
                  << " effects, " << report.checks << " compared, " << report.ends << " ends\n";
        EXPECT_EQ(report.violation, "") << job.system << Lines(report);
        EXPECT_GT(report.ends, 0U);
    }

    /// Runs all schedules of jobs whose fragments have the same priority, and different ones.
    void RunPriorities(EnumeratedJob job)
    {
        const bool matter = FindSystem(GetParam())->onSwitch.collide.decide == &PreemptByPriority;
        for (const uint8_t second : {uint8_t{1}, uint8_t{255}})
        {
            for (const uint8_t first : {uint8_t{1}, uint8_t{255}})
            {
                job.priorities = {first, second};
                if ((first == 1 || second == 1) && (matter || first == second))
                {
                    Run(job);
                }
            }
        }
    }
};

TEST_P(EverySchedule, WithALossOrACopyCountsExactlyOnce)
{
    EnumeratedJob job;
    job.copies = 0;
    RunPriorities(job);
    job.losses = 0;
    job.copies = 1;
    RunPriorities(job);
}

TEST_P(EverySchedule, WithALossAndACopyCountsExactlyOnce)
{
    Run({});
}

TEST_P(EverySchedule, WithAnEarlyTimerCountsExactlyOnce)
{
    EnumeratedJob job;
    job.losses = 0;
    job.copies = 0;
    job.early = 1;
    Run(job);
}

TEST_P(EverySchedule, OfAServerThatForgetsCountsExactlyOnce)
{
    if (FindSystem(GetParam())->onSwitch.resultSource == ResultSource::ParameterServer)
    {
        GTEST_SKIP() << "results are lost with the server";
    }
    EnumeratedJob job;
    job.losses = 0;
    job.copies = 0;
    job.restarts = 1;
    Run(job);
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         EverySchedule,
                         testing::ValuesIn(test::RepairingSystems()),
                         [](const auto& info) { return info.param; });

} // namespace
} // namespace ns3::esa
