// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-statistics.h"

#include "ns3/assert.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace ns3::esa
{

void
JobStatistics::AddJob(uint32_t workers, uint32_t iterations)
{
    const uint64_t outstanding = uint64_t{workers} * iterations;
    m_jobs.push_back({outstanding, workers, Picoseconds(0), std::vector<Iteration>(iterations)});
    m_outstanding += outstanding;
}

void
JobStatistics::SetLeastBusySeconds(uint32_t job, double seconds, uint32_t first)
{
    std::vector<Iteration>& iterations = m_jobs.at(job).iterations;
    std::for_each(iterations.begin() + first, iterations.end(), [seconds](Iteration& iteration) {
        iteration.leastBusyS = seconds;
    });
}

void
JobStatistics::OnEnding(uint32_t job, Picoseconds end)
{
    if (!m_jobEnding)
    {
        return;
    }
    NS_ASSERT_MSG(m_jobs.at(job).notEnding > 0, "a worker reports once when it will end");
    m_jobs[job].end = std::max(m_jobs[job].end, end);
    if (--m_jobs[job].notEnding == 0)
    {
        m_jobEnding(job, m_jobs[job].end);
    }
}

void
JobStatistics::OnIteration(const IterationRecord& record)
{
    NS_ASSERT_MSG(record.begin <= record.lastResult && record.lastResult <= record.end,
                  "an iteration begins, has its results, and ends");
    NS_ASSERT_MSG(m_jobs.at(record.job).outstanding > 0 && m_outstanding > 0,
                  "a worker ends each of its iterations once");
    Iteration& iteration = m_jobs.at(record.job).iterations.at(record.iteration);
    iteration.firstBegin = std::min(iteration.firstBegin, record.begin);
    iteration.lastResult = std::max(iteration.lastResult, record.lastResult);
    if (record.end > iteration.lastEnd ||
        (record.end == iteration.lastEnd && record.worker < iteration.lastWorker))
    {
        iteration.lastWorker = record.worker;
        iteration.path = record.path;
    }
    iteration.lastEnd = std::max(iteration.lastEnd, record.end);
    m_firstBegin = std::min(m_firstBegin, record.begin);
    m_lastEnd = std::max(m_lastEnd, record.end);
    m_jobs[record.job].settled = std::max({m_jobs[record.job].settled, record.end, record.settled});
    SetOutstanding(record.job, m_jobs[record.job].outstanding - 1);
}

void
JobStatistics::SetOutstanding(uint32_t job, uint64_t outstanding)
{
    m_outstanding = m_outstanding - m_jobs[job].outstanding + outstanding;
    m_jobs[job].outstanding = outstanding;
    if (m_jobs[job].outstanding == 0 && m_jobDone)
    {
        m_jobDone(job);
    }
    if (m_outstanding == 0 && m_done)
    {
        m_done();
    }
}

void
JobStatistics::Shrink(uint32_t job,
                      uint32_t workers,
                      uint32_t iteration,
                      const std::vector<IterationRecord>& underWay)
{
    std::vector<Iteration>& iterations = m_jobs.at(job).iterations;
    NS_ASSERT_MSG(!HasEnded(job) && iteration <= iterations.size(),
                  "a job that goes on has not ended");
    for (const IterationRecord& record : underWay)
    {
        m_firstBegin = std::min(m_firstBegin, record.begin);
        if (record.iteration <= iteration && record.iteration < iterations.size())
        {
            Picoseconds& begin = iterations[record.iteration].firstBegin;
            begin = std::min(begin, record.begin);
        }
    }
    SetOutstanding(job, uint64_t{workers} * (iterations.size() - iteration));
}

double
JobStatistics::JctMs(uint32_t job) const
{
    const std::vector<double> times = IterationMs(job);
    return std::accumulate(times.begin(), times.end(), 0.0) / static_cast<double>(times.size());
}

std::vector<double>
JobStatistics::IterationMs(uint32_t job) const
{
    std::vector<double> times;
    for (const auto& iteration : m_jobs.at(job).iterations)
    {
        times.push_back(ToMilliseconds(iteration.lastEnd - iteration.firstBegin));
    }
    return times;
}

std::vector<double>
JobStatistics::JctPartsMs() const
{
    std::vector<double> ms(kTimeParts);
    for (const Job& job : m_jobs)
    {
        const auto share = static_cast<double>(m_jobs.size() * job.iterations.size());
        for (const Iteration& iteration : job.iterations)
        {
            if (!iteration.path)
            {
                return {};
            }
            const CriticalPath& path = *iteration.path;
            for (std::size_t part = 0; part < kTimeParts; ++part)
            {
                ms[part] += ToMilliseconds(path.parts[part]) / share;
            }
            ms[static_cast<std::size_t>(TimePart::Late)] +=
                ToMilliseconds(path.begin - iteration.firstBegin) / share;
        }
    }
    return ms;
}

double
JobStatistics::JobMs(uint32_t job) const
{
    const auto& iterations = m_jobs.at(job).iterations;
    return ToMilliseconds(iterations.back().lastEnd - iterations.front().firstBegin);
}

double
JobStatistics::Utilization(uint32_t job) const
{
    const auto& iterations = m_jobs.at(job).iterations;
    double sum = 0;
    for (const auto& iteration : iterations)
    {
        // no time has passed where nothing was sent or computed
        const Picoseconds time = iteration.lastResult - iteration.firstBegin;
        sum += time > Picoseconds(0) ? iteration.leastBusyS / ToSeconds(time) : 0;
    }
    return sum / static_cast<double>(iterations.size());
}

} // namespace ns3::esa
