// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-rank-timeline.h"

#include "ns3/assert.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// What communication a node is.
const char*
KindOf(const ExecutionNode& node)
{
    switch (node.kind)
    {
    case ExecutionKind::Send:
        return "send";
    case ExecutionKind::Receive:
        return "receive";
    default:
        return esa::NameOf(node.collective);
    }
}

} // namespace

RankTimeline::RankTimeline(TimelineEvents& events,
                           TimelineTrack job,
                           const ExecutionTrace& trace,
                           uint32_t rank,
                           NameOfNode nameOfNode)
    : m_events(events),
      m_trace(trace),
      m_rank(trace.ranks.at(rank)),
      m_nameOfNode(std::move(nameOfNode)),
      m_track(events.AddTrack(job, "rank " + std::to_string(rank))),
      m_iterations(events.AddTrack(m_track, "iterations"))
{
    const Place accelerator{ExecutionKind::Compute, 0};
    m_lanes[accelerator].push_back({events.AddTrack(m_track, NameOfPlace(accelerator))});
    m_waiting = events.AddTrack(m_track, "waiting");
}

RankTimeline::Place
RankTimeline::PlaceOf(const ExecutionNode& node)
{
    if (node.Computes())
    {
        return {node.kind, node.unit};
    }
    return {node.kind, node.kind == ExecutionKind::Collective ? node.group : node.peer};
}

std::string
RankTimeline::NameOfPlace(const Place& place) const
{
    const std::string number = place.second == 0 ? "" : " " + std::to_string(place.second);
    switch (place.first)
    {
    case ExecutionKind::Compute:
        return "computation" + number;
    case ExecutionKind::CpuWork:
        return "processor" + number;
    case ExecutionKind::Send:
        return "to rank " + std::to_string(place.second);
    case ExecutionKind::Receive:
        return "from rank " + std::to_string(place.second);
    default:
        return "group " + m_trace.groups[place.second].name;
    }
}

std::string
RankTimeline::NameOf(uint32_t node) const
{
    std::string name = m_nameOfNode(node);
    return name.empty() ? "node " + std::to_string(m_rank.nodes[node].id) : name;
}

void
RankTimeline::OnEvent(const ExecutionEvent& event, Picoseconds now)
{
    switch (event.kind)
    {
    case ExecutionEvent::Kind::IterationBegins:
        m_iteration = event.iteration;
        m_begin = now;
        m_waitsSince = now;
        break;
    case ExecutionEvent::Kind::NodeBegins:
        BeginNode(event.node, now);
        break;
    case ExecutionEvent::Kind::NodeEnds:
        EndNode(event.node, now);
        break;
    case ExecutionEvent::Kind::IterationEnds:
        m_events.Span(m_iterations,
                      "iteration",
                      "iteration " + std::to_string(m_iteration),
                      m_begin,
                      now,
                      {{"iteration", FixedMilli::Whole(m_iteration)}});
        break;
    }
}

void
RankTimeline::BeginNode(uint32_t node, Picoseconds now)
{
    const ExecutionNode& entry = m_rank.nodes[node];
    const Place place = PlaceOf(entry);
    auto& lanes = m_lanes[place];
    auto lane =
        std::find_if(lanes.begin(), lanes.end(), [](const Lane& each) { return !each.isTaken; });
    if (lane == lanes.end())
    {
        const std::string number =
            lanes.empty() ? "" : " (" + std::to_string(lanes.size() + 1) + ")";
        lane = lanes.insert(lane, Lane{m_events.AddTrack(m_track, NameOfPlace(place) + number)});
    }
    lane->isTaken = true;
    m_open[node] = {now, place, static_cast<std::size_t>(lane - lanes.begin())};
    m_computing += entry.Computes() ? 1 : 0;
}

void
RankTimeline::EndNode(uint32_t node, Picoseconds now)
{
    const auto found = m_open.find(node);
    NS_ASSERT_MSG(found != m_open.end(), "a node that ends has begun");
    const OpenNode open = found->second;
    m_open.erase(found);
    m_lanes[open.place][open.lane].isTaken = false;
    WriteNode(node, open, now, true);
    if (m_rank.nodes[node].Computes())
    {
        --m_computing;
    }
    else if (m_computing == 0)
    {
        WriteWait(node, now);
    }
    if (m_computing == 0)
    {
        m_waitsSince = now;
    }
}

void
RankTimeline::WriteNode(uint32_t node, const OpenNode& open, Picoseconds now, bool hasEnded)
{
    TimelineTrack track = m_lanes[open.place][open.lane].track;
    if (!m_rank.nodes[node].Computes())
    {
        WriteCommunication(track, "communication", node, open.begin, now, hasEnded);
        return;
    }
    m_events.Span(track,
                  "computation",
                  NameOf(node),
                  open.begin,
                  now,
                  {{"iteration", FixedMilli::Whole(m_iteration)},
                   {"node", FixedMilli::Whole(m_rank.nodes[node].id)},
                   {"ended", FixedMilli::Whole(hasEnded ? 1 : 0)}});
}

void
RankTimeline::WriteWait(uint32_t node, Picoseconds now)
{
    if (now > m_waitsSince)
    {
        WriteCommunication(m_waiting, "waiting", node, m_waitsSince, now, true);
    }
}

void
RankTimeline::WriteCommunication(TimelineTrack track,
                                 const char* category,
                                 uint32_t node,
                                 Picoseconds begin,
                                 Picoseconds end,
                                 bool hasEnded)
{
    const ExecutionNode& entry = m_rank.nodes[node];
    const std::string with = NameOfPlace(PlaceOf(entry));
    m_events.Span(track,
                  category,
                  NameOf(node),
                  begin,
                  end,
                  {{"iteration", FixedMilli::Whole(m_iteration)},
                   {"node", FixedMilli::Whole(entry.id)},
                   {"kind", {}, KindOf(entry)},
                   {"with", {}, with},
                   {"bytes", FixedMilli::Whole(entry.bytes)},
                   {"ended", FixedMilli::Whole(hasEnded ? 1 : 0)}});
}

void
RankTimeline::Close(Picoseconds now)
{
    for (const auto& [node, open] : m_open)
    {
        WriteNode(node, open, now, false);
    }
    m_open.clear();
}

} // namespace ns3::esa
