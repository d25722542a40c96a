// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-timeline.h"

#include <utility>

namespace ns3::esa
{

Timeline::Timeline(std::vector<TimelineSink*> sinks)
    : m_events(std::move(sinks)),
      m_switch(m_events.AddTrack(kTopTrack, "switch")),
      m_aggregating(m_events.AddCounter(m_switch, "aggregators: partial sum", "aggregators")),
      m_waiting(m_events.AddCounter(m_switch, "aggregators: complete sum, waiting", "aggregators")),
      m_preemptions(m_events.AddTrack(m_switch, "preemptions"))
{
}

void
Timeline::AddSwitch(Ptr<EsaSwitch> node, const std::string& name)
{
    node->TraceConnectWithoutContext("Preempted",
                                     MakeCallback(&Timeline::OnPreempted, this).Bind(name));
}

void
Timeline::OnPreempted(std::string place, const InaPacket& partial)
{
    if (partial.job < m_byNumber.size()) // streams of execution traces have numbers of their own
    {
        m_byNumber[partial.job]->OnPreempted(partial, m_preemptions, place);
    }
}

void
Timeline::AddJob(const std::vector<Ptr<EsaTrainingApp>>& workers, Ptr<EsaNetDevice> serverPort)
{
    const auto job = static_cast<uint32_t>(m_jobs.size());
    m_byNumber.push_back(&m_jobs.emplace_back(m_events, job, workers, serverPort));
}

ExecutionTimeline&
Timeline::AddExecution(std::shared_ptr<const ExecutionTrace> trace,
                       const ExecutionTimeline::NameOfNode& nameOfNode)
{
    const auto number = static_cast<uint32_t>(m_executions.size());
    return m_executions.emplace_back(m_events, number, std::move(trace), nameOfNode);
}

void
Timeline::Sample(const OccupancySample& sample)
{
    m_events.Value(m_aggregating, sample.begin, sample.aggregating);
    m_events.Value(m_waiting, sample.begin, sample.waiting);
    for (JobTimeline& job : m_jobs)
    {
        job.Sample(sample.end);
    }
}

void
Timeline::Close(Picoseconds now)
{
    for (JobTimeline& job : m_jobs)
    {
        job.Close(now);
    }
    for (ExecutionTimeline& execution : m_executions)
    {
        execution.Close(now);
    }
}

} // namespace ns3::esa
