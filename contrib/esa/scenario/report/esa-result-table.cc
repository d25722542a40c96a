// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-results.h"

#include "ns3/esa-critical-path.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <array>
#include <boost/math/distributions/students_t.hpp>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <set>

namespace ns3::esa
{

namespace
{

/// A number and what it counts, as in "3 jobs". noun: in the singular
std::string
Counted(uint64_t count, const std::string& noun)
{
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

std::string
SeedsText(const std::vector<uint32_t>& seeds)
{
    constexpr std::size_t kMaxListed = 8;
    if (seeds.size() > kMaxListed)
    {
        return Counted(seeds.size(), "seed");
    }
    std::string text = seeds.size() == 1 ? "seed" : "seeds";
    for (const uint32_t seed : seeds)
    {
        text += " " + std::to_string(seed);
    }
    return text;
}

/// Whether a system of the scenario uses PSes, and all of them share hosts with workers.
bool
ArePsesBesideWorkers(const ValidScenario& scenario)
{
    const auto usesPs = [&scenario](const std::string& name) {
        const SystemRecord& system = *FindSystem(name);
        return system.onHost.hasSummingServer ||
               (HasServers(system) && scenario->bytePs.servers > 0);
    };
    std::set<uint32_t> workers;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        workers.insert(job.workerHosts.begin(), job.workerHosts.end());
    }
    return std::any_of(scenario->systems.begin(), scenario->systems.end(), usesPs) &&
           std::all_of(scenario->placement.jobs.begin(),
                       scenario->placement.jobs.end(),
                       [&workers](const auto& job) { return workers.count(job.psHost) > 0; });
}

/// In how many racks the workers of a job are; empty: there is one rack.
std::string
RacksText(const ValidScenario& scenario)
{
    if (scenario->Racks() == 1)
    {
        return "";
    }
    std::set<std::size_t> numbers;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        std::set<uint32_t> racks;
        for (const uint32_t host : job.workerHosts)
        {
            racks.insert(scenario->RackOf(host));
        }
        numbers.insert(racks.size());
    }
    const std::string least = std::to_string(*numbers.begin());
    return std::string(scenario->jobs.count > 1 ? ", each in " : ", in ") + least +
           (numbers.size() > 1 ? " to " + std::to_string(*numbers.rbegin()) : "") + " of " +
           std::to_string(scenario->Racks()) + " racks";
}

void
PrintJobs(std::ostream& out, const ValidScenario& scenario)
{
    if (const std::size_t traced = scenario->trace.jobs.size())
    {
        out << scenario->name << ": " << Counted(traced, "job") << " of a trace, of up to "
            << Counted(scenario->jobs.workers, "worker") << ", on "
            << Counted(scenario->topology.hosts, "host") << ", DNNs " << scenario->jobs.workload
            << ", " << SeedsText(scenario->seeds);
        return;
    }
    if (const std::size_t traces = scenario->execution.traces.size())
    {
        out << scenario->name << ": " << Counted(traces, "execution trace") << " of "
            << (traces > 1 ? "up to " : "") << Counted(scenario->jobs.workers, "rank") << ", "
            << Counted(scenario->iterations, "iteration") << ", " << SeedsText(scenario->seeds);
        return;
    }
    const bool isUniform = std::all_of(scenario->placement.jobs.begin(),
                                       scenario->placement.jobs.end(),
                                       [&scenario](const JobPlacement& job) {
                                           return job.workerHosts.size() == scenario->jobs.workers;
                                       });
    out << scenario->name << ": " << Counted(scenario->jobs.count, "job") << " x "
        << (isUniform ? "" : "up to ") << Counted(scenario->jobs.workers, "worker")
        << RacksText(scenario) << ", workload " << scenario->jobs.workload << ", "
        << Counted(scenario->iterations, "iteration") << ", " << SeedsText(scenario->seeds);
}

/// Prints what a scenario simulates.
void
PrintResultHeading(std::ostream& out, const ValidScenario& scenario)
{
    PrintJobs(out, scenario);
    if (scenario->trace.jobs.empty() && ArePsesBesideWorkers(scenario))
    {
        out << ", PSes beside workers";
    }
    out << "\n";
    const bool trains = scenario->execution.traces.empty();
    if (!trains && scenario->execution.slice < 1)
    {
        out << "This is a slice of the traces: " << FormatNumber(scenario->execution.slice)
            << " of their bytes and of their computation; --estimate finds whether it is too "
               "small\n";
    }
    for (const auto& [letter, dnn] : scenario->dnns)
    {
        if (trains && dnn.slice < 1 && scenario->jobs.workload.find(letter) != std::string::npos)
        {
            out << "DNN " << letter << " is a slice of its model: " << FormatNumber(dnn.slice)
                << " of its parameters and of its computation; --estimate finds whether it is too "
                   "small\n";
        }
    }
    out << "\n";
}

/// The system that the others are compared with.
const char* const kReference = "esa";

/// The runs of one system.
using Runs = std::vector<const RunResult*>;

Runs
RunsOf(const std::string& system, const std::vector<RunResult>& results)
{
    Runs runs;
    for (const RunResult& result : results)
    {
        if (result.system == system)
        {
            runs.push_back(&result);
        }
    }
    return runs;
}

template <typename F>
double
Mean(const Runs& runs, F value)
{
    double sum = 0;
    for (const RunResult* run : runs)
    {
        sum += static_cast<double>(value(*run));
    }
    return sum / static_cast<double>(runs.size());
}

double
JctMs(const RunResult& run)
{
    return run.jctMs;
}

/// Half of the 95 % confidence interval of the mean over the seeds, by Student's t, as
/// ./ns3 compare and the figures have it.
double
HalfInterval(const Runs& runs)
{
    const double mean = Mean(runs, JctMs);
    double squares = 0;
    for (const RunResult* run : runs)
    {
        squares += (run->jctMs - mean) * (run->jctMs - mean);
    }
    const auto count = static_cast<double>(runs.size());
    const double t = boost::math::quantile(boost::math::students_t(count - 1), 0.975);
    return t * std::sqrt(squares / (count - 1) / count);
}

/// Formats one line like printf().
template <typename... Values>
std::string
FormatLine(const char* format, const Values&... values)
{
    std::array<char, 256> text;
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

std::string
Fixed(double number, int digits)
{
    return FormatLine("%.*f", digits, number);
}

/// A mean count as an integer; its fraction means nothing.
template <typename F>
std::string
Count(const Runs& runs, F value)
{
    return Fixed(Mean(runs, value), 0);
}

std::string
JctText(const Runs& runs)
{
    const std::string mean = Fixed(Mean(runs, JctMs), 4);
    return runs.size() < 2 ? mean : mean + " +- " + Fixed(HalfInterval(runs), 4);
}

/// JCT over ESA's JCT, of the seeds that both have run.
std::string
RatioText(const Runs& runs, const Runs& reference)
{
    const auto sharedWith = [](const Runs& own, const Runs& others) {
        Runs shared;
        for (const RunResult* run : own)
        {
            if (std::any_of(others.begin(), others.end(), [run](const RunResult* other) {
                    return other->seed == run->seed;
                }))
            {
                shared.push_back(run);
            }
        }
        return shared;
    };
    const Runs shared = sharedWith(runs, reference);
    const double ofReference = shared.empty() ? 0 : Mean(sharedWith(reference, shared), JctMs);
    return ofReference > 0 ? Fixed(Mean(shared, JctMs) / ofReference, 3) : "-";
}

std::string
PercentText(double share)
{
    return Fixed(100 * share, 1) + " %";
}

using TextLine = std::vector<std::string>;

TextLine
MakeLine(const std::string& system, const Runs& runs, const Runs& reference)
{
    return {system,
            JctText(runs),
            RatioText(runs, reference),
            Fixed(Mean(runs, [](const RunResult& r) { return r.utilization; }), 3),
            PercentText(Mean(runs, [](const RunResult& r) { return r.occupiedShare; })),
            Count(runs, [](const RunResult& r) { return r.collisions; }),
            Count(runs, [](const RunResult& r) { return r.preemptions; }),
            Count(runs, [](const RunResult& r) { return r.passedThrough; }),
            Count(runs, [](const RunResult& r) { return r.remindersWorker + r.remindersPs; })};
}

void
PrintAligned(std::ostream& out, const std::vector<TextLine>& lines)
{
    std::vector<std::size_t> widths(lines.front().size());
    for (const TextLine& line : lines)
    {
        for (std::size_t i = 0; i < line.size(); ++i)
        {
            widths[i] = std::max(widths[i], line[i].size());
        }
    }
    for (const TextLine& line : lines)
    {
        std::string text = line[0] + std::string(widths[0] - line[0].size(), ' ');
        for (std::size_t i = 1; i < line.size(); ++i)
        {
            text += std::string(2 + widths[i] - line[i].size(), ' ') + line[i];
        }
        out << text << "\n";
    }
}

/// Prints what the time of an iteration is made of, if that was measured.
void
PrintParts(std::ostream& out, const ValidScenario& scenario, const std::vector<RunResult>& results)
{
    std::vector<TextLine> lines{TextLine{"system", "iteration [ms]"}};
    lines[0].insert(lines[0].end(), kTimePartNames.begin(), kTimePartNames.end());
    for (const std::string& system : scenario->systems)
    {
        const Runs runs = RunsOf(system, results);
        if (runs.empty() || std::any_of(runs.begin(), runs.end(), [](const RunResult* run) {
                return run->jctPartsMs.empty();
            }))
        {
            continue;
        }
        lines.push_back({system, Fixed(Mean(runs, JctMs), 4)});
        for (std::size_t part = 0; part < kTimeParts; ++part)
        {
            lines.back().push_back(
                Fixed(Mean(runs, [part](const RunResult& run) { return run.jctPartsMs[part]; }),
                      4));
        }
    }
    if (lines.size() > 1)
    {
        out << "\nWhat an iteration is made of, along its longest chain of causes, in ms:\n\n";
        PrintAligned(out, lines);
    }
}

/// Prints how many workers are left of jobs that have gone on without lost ones.
void
PrintLostWorkers(std::ostream& out, const std::vector<RunResult>& results)
{
    for (const RunResult& result : results)
    {
        for (std::size_t job = 0; job < result.workersLeft.size(); ++job)
        {
            if (result.iterationsWithFewer[job] > 0)
            {
                out << result.system << ", seed " << result.seed << ": job " << job
                    << " ran its last " << Counted(result.iterationsWithFewer[job], "iteration")
                    << " without lost workers, and ended with "
                    << Counted(result.workersLeft[job], "worker") << ".\n";
            }
        }
    }
}

/// @return what the workers of all runs have compared, as a sentence
std::string
Checked(const std::vector<RunResult>& results)
{
    uint64_t checked = 0;
    uint64_t messages = 0;
    bool hasSums = false;
    bool hasCollectives = false;
    bool hasOthers = false;
    for (const RunResult& result : results)
    {
        checked += result.resultsChecked;
        messages += result.messages;
        hasSums |= result.hasSums;
        hasOthers |= result.hasOthers;
        hasCollectives |= result.collectives.count > 0;
    }
    if (hasSums)
    {
        return "All " + std::to_string(checked) + (hasOthers ? " results" : " sums") +
               " were exact.";
    }
    return "Nothing was summed; " + (hasCollectives
                                         ? "all " + Counted(checked, "result") + " were exact."
                                         : "all " + Counted(messages, "message") + " arrived.");
}

/// Prints for each system how many links were paused for long.
void
PrintPauseStorms(std::ostream& out,
                 const ValidScenario& scenario,
                 const std::vector<RunResult>& results)
{
    for (const std::string& system : scenario->systems)
    {
        uint64_t storms = 0;
        for (const RunResult* run : RunsOf(system, results))
        {
            storms += run->pauseStorms.value_or(0);
        }
        if (storms > 0)
        {
            out << system << ": PFC storm: " << Counted(storms, "pause")
                << " of a link longer than 1 ms; --links FILE names them\n";
        }
    }
}

constexpr const char* kHeading = "%-11s %6s %12s %12s %12s %12s %14s %18s\n";
constexpr const char* kRow = "%-11s %6u %12.4f %12.4f %12.4f %12.4f %14.4f %18.4f\n";

/// Prints the times of the jobs of a trace.
void
PrintTraceTable(std::ostream& out, const std::vector<RunResult>& results)
{
    if (std::all_of(results.begin(), results.end(), [](const RunResult& result) {
            return result.jobTimes.empty();
        }))
    {
        return;
    }
    out << "\nJobs of the trace, from submission to end, in ms:\n\n"
        << FormatLine(kHeading,
                      "system",
                      "seed",
                      "mean JCT",
                      "median",
                      "95 %",
                      "99 %",
                      "makespan",
                      "mean queueing");
    for (const RunResult& result : results)
    {
        if (!result.jobTimes.empty())
        {
            const JobTimesSummary summary = Summarize(result.jobTimes);
            out << FormatLine(kRow,
                              result.system.c_str(),
                              result.seed,
                              summary.jctMs.mean,
                              summary.jctMs.median,
                              summary.jctMs.p95,
                              summary.jctMs.p99,
                              summary.makespanMs,
                              summary.queueingMeanMs);
        }
    }
}

} // namespace

void
PrintResultTable(std::ostream& out,
                 const ValidScenario& scenario,
                 const std::vector<RunResult>& results)
{
    PrintResultHeading(out, scenario);
    std::vector<TextLine> lines{TextLine{"system",
                                         "iteration [ms]",
                                         "/ ESA",
                                         "util.",
                                         "memory",
                                         "collisions",
                                         "preempted",
                                         "passed through",
                                         "reminders"}};
    const Runs reference = RunsOf(kReference, results);
    for (const std::string& system : scenario->systems)
    {
        const Runs runs = RunsOf(system, results);
        if (!runs.empty())
        {
            lines.push_back(MakeLine(system, runs, reference));
        }
    }
    PrintAligned(out, lines);
    out << "\nMeans over jobs, iterations and seeds (+-: 95 % interval of seeds, Student's t). / "
           "ESA:\n"
           "ratio of the means; util.: gradients that a worker receives, as a share of what its\n"
           "link can carry; memory: share of aggregators in use. Collision: a fragment meets the\n"
           "memory of another sum. Then this sum is preempted, or the fragment passes through, to\n"
           "the parameter server (PS). Reminders: requests for late sums. "
        << Checked(results) << '\n';
    PrintParts(out, scenario, results);
    PrintPauseStorms(out, scenario, results);
    PrintLostWorkers(out, results);
    PrintTraceTable(out, results);
}

} // namespace ns3::esa
