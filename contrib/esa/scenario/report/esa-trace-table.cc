/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-trace-table.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>

namespace ns3::esa
{
namespace
{

constexpr const char* kHeading = "%-11s %6s %12s %12s %12s %12s %14s %18s\n";
constexpr const char* kRow = "%-11s %6u %12.4f %12.4f %12.4f %12.4f %14.4f %18.4f\n";

/// Formats one line like printf().
template <typename... Values>
std::string
FormatLine(const char* format, const Values&... values)
{
    std::array<char, 256> text;
    std::snprintf(text.data(), text.size(), format, values...);
    return text.data();
}

} // namespace

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

} // namespace ns3::esa
