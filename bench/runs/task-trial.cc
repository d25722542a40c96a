/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "task-trial.h"

#include "star-traffic.h"
#include "task-check.h"
#include "task-work.h"

#include "ns3/esa-scenario-parse.h"
#include "ns3/esa-scenario-run.h"

#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <vector>

namespace esabench
{

using namespace ns3;

namespace
{

/// A scenario that TaskRecursion can compute.
struct TaskCase
{
    std::string name;                  ///< for the table
    std::string system;                ///< the system
    std::vector<std::string> settings; ///< what differs from the defaults
};

/// @return the cases
std::vector<TaskCase>
TaskCases()
{
    // An aggregator for each task of each job: no two tasks meet.
    const std::string linear = "switch.aggregator_index=linear";
    const std::string large = "switch.memory_bytes=280000000";
    return {
        {"SwitchML, A", "switchml", {}},
        {"SwitchML, B", "switchml", {"jobs.workload=B"}},
        {"SwitchML, 1:1", "switchml", {"jobs.workload=AB"}},
        {"ESA, A, no collisions", "esa", {linear, large}},
        {"ATP, A, no collisions", "atp", {linear, large}},
    };
}

/// Seconds of processor time.
struct TaskCosts
{
    std::vector<double> simulator; ///< the simulator
    std::vector<double> byTask;    ///< TaskRecursion, task by task
    std::vector<double> inRuns;    ///< in runs
    std::vector<double> sums;      ///< sums made and checked
    std::vector<double> lookUps;   ///< aggregators found and looked up
};

/// @return the median
double
Median(std::vector<double> values)
{
    std::sort(values.begin(), values.end());
    return values[values.size() / 2];
}

/// @return what a function takes, in seconds of processor time
template <typename F>
double
CpuSecondsOf(F&& function)
{
    const double before = CpuSeconds();
    function();
    return CpuSeconds() - before;
}

/// @brief Measures TaskRecursion and the work per task once.
void
MeasureTasks(const LoneJobs& taken, uint64_t aggregators, TaskCosts& costs)
{
    std::vector<TaskRecursion> recursions(taken.jobs.begin(), taken.jobs.end());
    costs.byTask.push_back(CpuSecondsOf([&] {
        for (const LoneJob& lone : taken.jobs)
        {
            TaskRecursion(lone).Run(false);
        }
    }));
    costs.inRuns.push_back(CpuSecondsOf([&] {
        for (TaskRecursion& recursion : recursions)
        {
            recursion.Run(true);
        }
    }));
    uint64_t wrong = 0;
    uint64_t busy = 0;
    std::vector<int64_t> busyUntil(aggregators);
    const auto forAllRuns = [&](auto&& function) {
        return CpuSecondsOf([&] {
            for (std::size_t job = 0; job < recursions.size(); ++job)
            {
                TaskWork work(*taken.jobs[job].job);
                for (const ResultRun& run : recursions[job].Results())
                {
                    function(work, run);
                }
                wrong += work.Wrong();
                busy += work.Busy();
            }
        });
    };
    costs.sums.push_back(
        forAllRuns([](TaskWork& work, const ResultRun& run) { work.CheckSums(run); }));
    costs.lookUps.push_back(
        forAllRuns([&](TaskWork& work, const ResultRun& run) { work.LookUp(run, busyUntil); }));
    if (wrong > 0)
    {
        throw std::runtime_error("tasks: a sum was wrong");
    }
    // What was looked up is used, so that no compiler leaves the look-ups out.
    std::fprintf(stderr, "%s", busy == UINT64_MAX ? "\n" : "");
}

/// @brief Prints what a case costs, per task and per packet-hop.
void
PrintCosts(const TaskComparison& compared, const TaskCosts& costs, double stockNsPerHop)
{
    uint64_t tasks = 0;
    uint64_t runs = 0;
    uint64_t steps = 0;
    for (const LoneJob& lone : compared.jobs.jobs)
    {
        TaskRecursion recursion(lone);
        recursion.Run(true);
        tasks += lone.job->plan.Fragments() * lone.job->iterations;
        runs += recursion.Results().size();
        steps += recursion.Steps();
    }
    const double hops = static_cast<double>(compared.result.packetHops);
    std::printf("  %llu tasks, %.0f packet-hops; %llu runs of results in %llu steps\n",
                static_cast<unsigned long long>(tasks),
                hops,
                static_cast<unsigned long long>(runs),
                static_cast<unsigned long long>(steps));
    const auto print = [&](const char* what, double seconds) {
        const double nsPerHop = seconds * 1e9 / hops;
        std::printf("  %-34s %9.2f ns a task %8.3f ns a packet-hop %10.1f\n",
                    what,
                    seconds * 1e9 / static_cast<double>(tasks),
                    nsPerHop,
                    stockNsPerHop / nsPerHop);
    };
    const double work = Median(costs.sums) + Median(costs.lookUps);
    print("simulator, packet by packet", Median(costs.simulator));
    print("task by task, without events", Median(costs.byTask));
    print("in runs", Median(costs.inRuns));
    print("sums made and checked", Median(costs.sums));
    print("aggregators looked up", Median(costs.lookUps));
    print("task by task, with sums, look-ups", Median(costs.byTask) + work);
    print("in runs, with sums, look-ups", Median(costs.inRuns) + work);
}

/// @brief Compares and measures a case. @return true if every time was the same
bool
TryCase(const TaskCase& tried, uint32_t rounds)
{
    std::vector<esa::ScenarioOverride> overrides;
    for (const auto& setting : tried.settings)
    {
        overrides.push_back(esa::ParseSetting(setting));
    }
    overrides.push_back(esa::ParseSetting("engine=packet"));
    const auto scenario = esa::ParseScenario("{}", tried.name, overrides).scenario;
    bool isSame = true;
    TaskComparison compared;
    for (const bool inRuns : {false, true})
    {
        compared = CompareTasks(scenario, tried.system, inRuns);
        std::printf("%s, %s: %llu of %llu arrivals of results differ, %llu of %llu iterations\n",
                    tried.name.c_str(),
                    inRuns ? "in runs" : "task by task",
                    static_cast<unsigned long long>(compared.different),
                    static_cast<unsigned long long>(compared.compared),
                    static_cast<unsigned long long>(compared.otherIterations),
                    static_cast<unsigned long long>(compared.iterations));
        isSame = isSame && compared.different == 0 && compared.otherIterations == 0;
    }
    TaskCosts costs;
    std::vector<double> stock;
    for (uint32_t round = 0; round < rounds; ++round)
    {
        costs.simulator.push_back(
            CpuSecondsOf([&] { esa::RunScenario(scenario, tried.system, 1, esa::RunControl{}); }));
        MeasureTasks(compared.jobs, compared.result.aggregators, costs);
        stock.push_back(1e9 / MeasureStock(StarLoad{}).HopsPerCpuS());
    }
    PrintCosts(compared, costs, Median(stock));
    std::printf("  %-34s %28.1f ns a packet-hop        1.0\n", "stock ns-3", Median(stock));
    std::fflush(stdout);
    return isSame;
}

} // namespace

bool
TryTasks(uint32_t rounds, const std::string& only)
{
    std::vector<TaskCase> cases = TaskCases();
    cases.erase(std::remove_if(cases.begin(),
                               cases.end(),
                               [&](const TaskCase& tried) {
                                   return tried.name.find(only) == std::string::npos;
                               }),
                cases.end());
    if (cases.empty())
    {
        throw std::runtime_error("--only: no case has " + only + " in its name");
    }
    bool isSame = true;
    std::printf("Times are of the processor; last column: how often stock ns-3's time\n\n");
    for (const TaskCase& tried : cases)
    {
        isSame = TryCase(tried, rounds) && isSame;
    }
    return isSame;
}

} // namespace esabench
