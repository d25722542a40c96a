// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-times.h"

#include "esa-thousandths.h"

#include <algorithm>
#include <cstddef>

namespace ns3::esa
{

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
