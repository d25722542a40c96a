/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-job-timeline.h"

#include "ns3/assert.h"

#include <algorithm>
#include <string>

namespace ns3::esa
{

JobTimeline::JobTimeline(TraceEventWriter& writer,
                         uint32_t job,
                         const std::vector<Ptr<EsaTrainingApp>>& workers,
                         Ptr<EsaNetDevice> serverPort)
    : m_writer(writer),
      m_group(writer.AddGroup("job " + std::to_string(job))),
      m_tracks{writer.AddTrack(m_group, "iterations, even"),
               writer.AddTrack(m_group, "iterations, odd")},
      m_serverPort(serverPort)
{
    for (const auto& worker : workers)
    {
        m_workers.emplace_back(writer, m_group, worker);
        worker->TraceConnectWithoutContext("Iteration",
                                           MakeCallback(&JobTimeline::OnIteration, this));
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
        m_writer.Span(m_tracks[record.iteration % m_tracks.size()],
                      "job iteration",
                      "iteration " + std::to_string(record.iteration),
                      iteration.begin,
                      record.end,
                      {{"iteration", FixedMilli::Whole(record.iteration)}});
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
        m_writer.Counter(m_group,
                         "queue at the PS",
                         now,
                         {{"bytes", FixedMilli::Whole(queuedBytes)}});
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
