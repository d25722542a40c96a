/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-timeline.h"

#include <utility>

namespace ns3::esa
{

Timeline::Timeline(std::ostream& out)
    : m_writer(out),
      m_switchGroup(m_writer.AddGroup("switch"))
{
}

void
Timeline::AddJob(const std::vector<Ptr<EsaTrainingApp>>& workers, Ptr<EsaNetDevice> serverPort)
{
    const auto job = static_cast<uint32_t>(m_jobs.size());
    m_jobs.emplace_back(m_writer, job, workers, serverPort);
}

ExecutionTimeline&
Timeline::AddExecution(std::shared_ptr<const ExecutionTrace> trace,
                       const ExecutionTimeline::NameOfNode& nameOfNode)
{
    const auto number = static_cast<uint32_t>(m_executions.size());
    return m_executions.emplace_back(m_writer, number, std::move(trace), nameOfNode);
}

void
Timeline::Sample(const OccupancySample& sample)
{
    m_writer.Counter(m_switchGroup,
                     "aggregators",
                     sample.begin,
                     {{"aggregating", sample.aggregating}, {"waiting", sample.waiting}});
    for (JobTimeline& job : m_jobs)
    {
        job.Sample(sample.end);
    }
}

void
Timeline::Close(Picoseconds now, bool isComplete)
{
    for (JobTimeline& job : m_jobs)
    {
        job.Close(now);
    }
    for (ExecutionTimeline& execution : m_executions)
    {
        execution.Close(now);
    }
    m_writer.Close(isComplete);
}

} // namespace ns3::esa
