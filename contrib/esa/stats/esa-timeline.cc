/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-timeline.h"

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
    m_writer.Close(isComplete);
}

} // namespace ns3::esa
