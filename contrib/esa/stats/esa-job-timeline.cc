// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-timeline.h"

#include "ns3/assert.h"

#include <algorithm>
#include <string>

namespace ns3::esa
{

JobTimeline::JobTimeline(TimelineEvents& events,
                         uint32_t job,
                         const std::vector<Ptr<EsaTrainingApp>>& workers,
                         Ptr<EsaNetDevice> serverPort)
    : m_events(events),
      m_track(events.AddTrack(kTopTrack, "job " + std::to_string(job))),
      m_tracks{events.AddTrack(m_track, "iterations, even"),
               events.AddTrack(m_track, "iterations, odd")},
      m_results(events.AddTrack(m_track, "results after preemptions")),
      m_queue(events.AddCounter(m_track, "queue at the PS", "bytes")),
      m_serverPort(serverPort)
{
    for (const auto& worker : workers)
    {
        m_workers.emplace_back(events, m_track, worker);
        worker->TraceConnectWithoutContext("Iteration",
                                           MakeCallback(&JobTimeline::OnIteration, this));
        worker->TraceConnectWithoutContext("Result", MakeCallback(&JobTimeline::OnResult, this));
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

} // namespace ns3::esa
