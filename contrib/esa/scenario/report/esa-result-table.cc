/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-result-table.h"

#include "esa-result-heading.h"
#include "esa-trace-table.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <string>

namespace ns3::esa
{

namespace
{

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

/// Sample standard deviation.
double
Spread(const Runs& runs)
{
    const double mean = Mean(runs, JctMs);
    double squares = 0;
    for (const RunResult* run : runs)
    {
        squares += (run->jctMs - mean) * (run->jctMs - mean);
    }
    return std::sqrt(squares / static_cast<double>(runs.size() - 1));
}

std::string
Fixed(double number, int digits)
{
    std::array<char, 64> text;
    std::snprintf(text.data(), text.size(), "%.*f", digits, number);
    return text.data();
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
    return runs.size() < 2 ? mean : mean + " +- " + Fixed(Spread(runs), 4);
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
    return shared.empty()
               ? "-"
               : Fixed(Mean(shared, JctMs) / Mean(sharedWith(reference, shared), JctMs), 3);
}

std::string
PercentText(double share)
{
    return Fixed(100 * share, 1) + " %";
}

using Line = std::array<std::string, 9>;

Line
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
PrintAligned(std::ostream& out, const std::vector<Line>& lines)
{
    std::array<std::size_t, std::tuple_size<Line>::value> widths{};
    for (const Line& line : lines)
    {
        for (std::size_t i = 0; i < line.size(); ++i)
        {
            widths[i] = std::max(widths[i], line[i].size());
        }
    }
    for (const Line& line : lines)
    {
        std::string text = line[0] + std::string(widths[0] - line[0].size(), ' ');
        for (std::size_t i = 1; i < line.size(); ++i)
        {
            text += std::string(2 + widths[i] - line[i].size(), ' ') + line[i];
        }
        out << text << "\n";
    }
}

/// Prints for each system with a formula the JCT by the formula beside the simulated one.
void
PrintClosedForms(std::ostream& out,
                 const ValidScenario& scenario,
                 const std::vector<RunResult>& results)
{
    for (const std::string& system : scenario->systems)
    {
        const Runs runs = RunsOf(system, results);
        if (!runs.empty() && runs[0]->closedFormJctMs)
        {
            const double formula = *runs[0]->closedFormJctMs;
            const double simulated = Mean(runs, JctMs);
            out << system << ": closed form " << Fixed(formula, 4) << " ms, simulated "
                << Fixed(simulated, 4) << " ms (" << (simulated < formula ? "" : "+")
                << Fixed(100 * (simulated / formula - 1), 2) << " %)\n";
        }
    }
}

/// Says for each system how many links were paused for long.
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
            storms += run->pauseStorms;
        }
        if (storms > 0)
        {
            out << system << ": PFC storm: " << Counted(storms, "pause")
                << " of a link longer than "
                << "link.pfc.storm_us = " << scenario->link.pfc.stormUs
                << "; --links FILE names them\n";
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
    std::vector<Line> lines{{"system",
                             "JCT [ms]",
                             "/ ESA",
                             "util.",
                             "memory",
                             "collisions",
                             "preempted",
                             "passed through",
                             "reminders"}};
    const Runs reference = RunsOf(kReference, results);
    uint64_t checked = 0;
    for (const std::string& system : scenario->systems)
    {
        const Runs runs = RunsOf(system, results);
        if (!runs.empty())
        {
            lines.push_back(MakeLine(system, runs, reference));
        }
    }
    for (const RunResult& result : results)
    {
        checked += result.resultsChecked;
    }
    PrintAligned(out, lines);
    out << "\nMeans over the seeds (+-: standard deviation). util.: the paper's utilisation; "
           "memory: "
           "mean\nshare of aggregators in use; reminders: of workers and PSes. All "
        << checked << " sums were exact.\n";
    PrintClosedForms(out, scenario, results);
    PrintPauseStorms(out, scenario, results);
    PrintTraceTable(out, results);
}

} // namespace ns3::esa
