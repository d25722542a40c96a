// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-timeline.h"

#include "ns3/assert.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ns3::esa
{

ExecutionTimeline::ExecutionTimeline(TimelineEvents& events,
                                     uint32_t job,
                                     std::shared_ptr<const ExecutionTrace> trace,
                                     const NameOfNode& nameOfNode)
    : m_events(events),
      m_trace(std::move(trace)),
      m_track(events.AddTrack(kTopTrack, "job " + std::to_string(job)))
{
    for (uint32_t rank = 0; rank < m_trace->ranks.size(); ++rank)
    {
        m_ranks.emplace_back(events, m_track, *m_trace, rank, [nameOfNode, rank](uint32_t node) {
            return nameOfNode(rank, node);
        });
    }
}

void
ExecutionTimeline::OnEvent(const ExecutionEvent& event, Picoseconds now)
{
    if (event.kind == ExecutionEvent::Kind::IterationBegins)
    {
        Begin(event.iteration, now);
    }
    m_ranks[event.rank].OnEvent(event, now);
    if (event.kind == ExecutionEvent::Kind::IterationEnds)
    {
        End(event.iteration, now);
    }
}

void
ExecutionTimeline::Begin(uint32_t iteration, Picoseconds now)
{
    if (m_iterations.count(iteration) > 0)
    {
        return;
    }
    const auto lane = static_cast<std::size_t>(
        std::find(m_isTaken.begin(), m_isTaken.end(), false) - m_isTaken.begin());
    if (lane == m_tracks.size())
    {
        const std::string number = lane == 0 ? "" : " (" + std::to_string(lane + 1) + ")";
        m_tracks.push_back(m_events.AddTrack(m_track, "iterations" + number));
        m_isTaken.push_back(false);
    }
    m_isTaken[lane] = true;
    m_iterations[iteration] = {now, lane, m_ranks.size()};
}

void
ExecutionTimeline::End(uint32_t iteration, Picoseconds now)
{
    const auto found = m_iterations.find(iteration);
    if (--found->second.left > 0)
    {
        return;
    }
    m_events.Span(m_tracks[found->second.lane],
                  "job iteration",
                  "iteration " + std::to_string(iteration),
                  found->second.begin,
                  now,
                  {{"iteration", FixedMilli::Whole(iteration)}});
    m_isTaken[found->second.lane] = false;
    m_iterations.erase(found);
}

void
ExecutionTimeline::Close(Picoseconds now)
{
    for (RankTimeline& rank : m_ranks)
    {
        rank.Close(now);
    }
}

JobTimeline::JobTimeline(TimelineEvents& events,
                         uint32_t job,
                         const ApplicationContainer& apps,
                         Ptr<EsaNetDevice> serverPort)
    : m_events(events),
      m_track(events.AddTrack(kTopTrack, "job " + std::to_string(job))),
      m_tracks{events.AddTrack(m_track, "iterations, even"),
               events.AddTrack(m_track, "iterations, odd")},
      m_results(events.AddTrack(m_track, "results after preemptions")),
      m_queue(events.AddCounter(m_track, "queue at the PS", "bytes")),
      m_serverPort(serverPort)
{
    for (auto app = apps.Begin(); app != apps.End(); ++app)
    {
        const auto* const worker = ProcessIn<TrainingProcess>(*app);
        if (!worker)
        {
            continue;
        }
        m_workers.emplace_back(events, m_track, *app);
        (*app)->TraceConnectWithoutContext("Iteration",
                                           MakeCallback(&JobTimeline::OnIteration, this));
        (*app)->TraceConnectWithoutContext("Result", MakeCallback(&JobTimeline::OnResult, this));
        m_iterations.resize(worker->Job()->iterations);
    }
}

void
JobTimeline::OnIteration(const IterationRecord& record)
{
    Iteration& iteration = m_iterations[record.iteration];
    iteration.begin = std::min(iteration.begin, record.begin);
    iteration.end = std::max(iteration.end, record.end);
    ++iteration.workers;
    NS_ASSERT_MSG(record.iteration < m_tracks.size() ||
                      m_iterations[record.iteration - m_tracks.size()].end <= record.begin,
                  "an iteration begins when all have ended the last but one");
    if (iteration.workers == m_workers.size())
    {
        m_events.Span(m_tracks[record.iteration % m_tracks.size()],
                      "job iteration",
                      "iteration " + std::to_string(record.iteration),
                      iteration.begin,
                      record.end,
                      {{"iteration", FixedMilli::Whole(record.iteration)}});
    }
}

uint64_t
JobTimeline::FlowOf(const InaPacket& packet)
{
    return (uint64_t{packet.job} + 1) << 32 | packet.seq; // never 0
}

void
JobTimeline::OnPreempted(const InaPacket& partial, TimelineTrack track, const std::string& place)
{
    m_preempted.insert(partial.seq);
    m_events.Instant(track,
                     "preempted, job " + std::to_string(partial.job),
                     m_clock.Now(),
                     {FlowOf(partial), false},
                     {{"switch", {}, place},
                      {"task", FixedMilli::Whole(partial.seq)},
                      {"priority", FixedMilli::Whole(partial.priority)}});
}

void
JobTimeline::OnResult(const InaPacket& result)
{
    if (!m_preempted.empty() && m_preempted.erase(result.seq) > 0)
    {
        m_events.Instant(m_results,
                         "result",
                         m_clock.Now(),
                         {FlowOf(result), true},
                         {{"task", FixedMilli::Whole(result.seq)}});
    }
}

void
JobTimeline::Sample(Picoseconds now)
{
    for (WorkerTimeline& worker : m_workers)
    {
        worker.Sample(now);
    }
    const uint64_t queuedBytes = m_serverPort->GetQueuedBytes();
    if (queuedBytes != m_queuedBytes)
    {
        m_queuedBytes = queuedBytes;
        m_events.Value(m_queue, now, FixedMilli::Whole(queuedBytes));
    }
}

void
JobTimeline::Close(Picoseconds now)
{
    for (WorkerTimeline& worker : m_workers)
    {
        worker.Close(now);
    }
}

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
    if (partial.job < m_jobs.size()) // streams of execution traces have numbers of their own
    {
        m_jobs[partial.job].OnPreempted(partial, m_preemptions, place);
    }
}

void
Timeline::AddJob(const ApplicationContainer& apps, Ptr<EsaNetDevice> serverPort)
{
    const auto job = static_cast<uint32_t>(m_jobs.size());
    m_jobs.emplace_back(m_events, job, apps, serverPort);
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
