// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-timeline.h"

#include <algorithm>
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
        m_byNumber.push_back(&m_ranks.emplace_back(
            events,
            m_track,
            *m_trace,
            rank,
            [nameOfNode, rank](uint32_t node) { return nameOfNode(rank, node); }));
    }
}

void
ExecutionTimeline::OnEvent(const ExecutionEvent& event, Picoseconds now)
{
    if (event.kind == ExecutionEvent::Kind::IterationBegins)
    {
        Begin(event.iteration, now);
    }
    m_byNumber[event.rank]->OnEvent(event, now);
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

} // namespace ns3::esa
