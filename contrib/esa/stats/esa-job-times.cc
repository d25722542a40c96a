// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-times.h"

#include "esa-thousandths.h"

#include "ns3/assert.h"

#include <algorithm>
#include <cstddef>

namespace ns3::esa
{

namespace
{

/// @param sorted values, smallest first
/// @param percent a share of them in per cent
/// @return the smallest value that this share of the values does not exceed
double
NearestRank(const std::vector<double>& sorted, std::size_t percent)
{
    NS_ASSERT_MSG(percent > 0 && percent <= 100, "a percentile is above 0 per cent");
    return sorted[(percent * sorted.size() + 99) / 100 - 1];
}

} // namespace

Distribution
Describe(std::vector<double> values)
{
    NS_ASSERT_MSG(!values.empty(), "a distribution is of a value at least");
    Distribution result;
    for (const double value : values)
    {
        result.mean += value / static_cast<double>(values.size());
    }
    std::sort(values.begin(), values.end());
    result.least = values.front();
    result.median = NearestRank(values, 50);
    result.p95 = NearestRank(values, 95);
    result.p99 = NearestRank(values, 99);
    result.most = values.back();
    return result;
}

JobTimesSummary
Summarize(const std::vector<JobTimes>& jobs)
{
    NS_ASSERT_MSG(!jobs.empty(), "a summary is of a job at least");
    JobTimesSummary summary;
    std::vector<double> jctMs;
    Picoseconds firstSubmit = jobs.front().submit;
    Picoseconds lastEnd = jobs.front().end;
    for (const JobTimes& job : jobs)
    {
        const auto count = static_cast<double>(jobs.size());
        jctMs.push_back(ToMilliseconds(job.Completion()));
        summary.queueingMeanMs += ToMilliseconds(job.Queueing()) / count;
        firstSubmit = std::min(firstSubmit, job.submit);
        lastEnd = std::max(lastEnd, job.end);
    }
    summary.jctMs = Describe(jctMs);
    summary.makespanMs = ToMilliseconds(lastEnd - firstSubmit);
    return summary;
}

void
WriteJobTimesHeader(std::ostream& out)
{
    out << "system,seed,job,dnn,workers,iterations,submit_us,start_us,end_us,queueing_us,jct_us\n";
}

void
WriteJobTimes(std::ostream& out, const std::string& run, const std::vector<JobTimes>& jobs)
{
    std::size_t number = 0;
    for (const JobTimes& job : jobs)
    {
        out << run << ',' << number++ << ',' << job.dnn << ',' << job.workers << ','
            << job.iterations;
        for (const Picoseconds time :
             {job.submit, job.start, job.end, job.Queueing(), job.Completion()})
        {
            out << ',' << FixedMilli::Microseconds(time);
        }
        out << '\n';
    }
}

} // namespace ns3::esa
