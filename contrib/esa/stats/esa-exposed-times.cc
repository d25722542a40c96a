// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-exposed-times.h"

#include <algorithm>
#include <string_view>

namespace ns3::esa
{

void
ExposedTimes::OnTrack(TimelineTrack track, TimelineTrack above, const std::string& name)
{
    m_tracks[track] = {above, name};
}

void
ExposedTimes::Add(Intervals& intervals, const Interval& interval)
{
    if (!intervals.empty() && interval.first >= intervals.back().first &&
        interval.first <= intervals.back().second)
    {
        intervals.back().second = std::max(intervals.back().second, interval.second);
        return;
    }
    intervals.push_back(interval);
}

void
ExposedTimes::OnSpan(TimelineTrack track,
                     const char* category,
                     [[maybe_unused]] const std::string& name,
                     Picoseconds begin,
                     Picoseconds end,
                     [[maybe_unused]] TimelineArguments arguments)
{
    const TimelineTrack owner = m_tracks.at(track).above;
    if (const std::string_view kind = category; kind == "computation")
    {
        Add(m_spans[owner].computation, {begin, end});
    }
    else if (kind == "communication")
    {
        Add(m_spans[owner].communication, {begin, end});
    }
}

ExposedTimes::Intervals
ExposedTimes::Union(Intervals intervals)
{
    std::sort(intervals.begin(), intervals.end());
    Intervals joined;
    for (const Interval& interval : intervals)
    {
        Add(joined, interval);
    }
    return joined;
}

Picoseconds
ExposedTimes::Length(const Intervals& intervals)
{
    Picoseconds length(0);
    for (const auto& [begin, end] : intervals)
    {
        length += end - begin;
    }
    return length;
}

Picoseconds
ExposedTimes::Common(const Intervals& a, const Intervals& b)
{
    Picoseconds length(0);
    for (auto x = a.begin(), y = b.begin(); x != a.end() && y != b.end();)
    {
        const Picoseconds begin = std::max(x->first, y->first);
        const Picoseconds end = std::min(x->second, y->second);
        length += std::max(end - begin, Picoseconds(0));
        (x->second < y->second ? x : y)++;
    }
    return length;
}

std::vector<ExposedTime>
ExposedTimes::Get() const
{
    std::vector<ExposedTime> times;
    for (const auto& [track, spans] : m_spans)
    {
        const Node& node = m_tracks.at(track);
        const Intervals computation = Union(spans.computation);
        const Intervals communication = Union(spans.communication);
        Intervals both = computation;
        both.insert(both.end(), communication.begin(), communication.end());
        both = Union(std::move(both));
        ExposedTime time;
        time.job = m_tracks.at(node.above).name;
        time.name = node.name;
        time.total = both.back().second - both.front().first;
        time.computed = Length(computation);
        time.hidden = Common(computation, communication);
        time.exposed = Length(communication) - time.hidden;
        times.push_back(time);
    }
    return times;
}

} // namespace ns3::esa
