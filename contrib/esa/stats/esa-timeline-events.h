// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TIMELINE_EVENTS_H
#define ESA_TIMELINE_EVENTS_H

#include "esa-timeline-sink.h"

#include "ns3/assert.h"

#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Numbers the tracks of a timeline, and passes its events on to all sinks.
class TimelineEvents
{
  public:
    /// @param sinks what takes the events; outlive this
    explicit TimelineEvents(std::vector<TimelineSink*> sinks)
        : m_sinks(std::move(sinks))
    {
    }

    TimelineEvents(const TimelineEvents&) = delete;
    TimelineEvents& operator=(const TimelineEvents&) = delete;

    /// @brief Adds a track. @param above the track above @param name its name @return its number
    TimelineTrack AddTrack(TimelineTrack above, const std::string& name)
    {
        ++m_tracks;
        for (TimelineSink* sink : m_sinks)
        {
            sink->OnTrack(m_tracks, above, name);
        }
        return m_tracks;
    }

    /// @brief Adds a track that shows a number over time.
    /// @param above the track above
    /// @param unit of its values
    /// @return its number
    TimelineTrack AddCounter(TimelineTrack above, const std::string& name, const char* unit)
    {
        ++m_tracks;
        for (TimelineSink* sink : m_sinks)
        {
            sink->OnCounter(m_tracks, above, name, unit);
        }
        return m_tracks;
    }

    /// @brief Something took some time; the parameters are as in TimelineSink::OnSpan().
    void Span(TimelineTrack track,
              const char* category,
              const std::string& name,
              Picoseconds begin,
              Picoseconds end,
              TimelineArguments arguments)
    {
        NS_ASSERT_MSG(begin <= end, "a span does not end before it begins");
        for (TimelineSink* sink : m_sinks)
        {
            sink->OnSpan(track, category, name, begin, end, arguments);
        }
    }

    /// @brief Something happened; the parameters are as in TimelineSink::OnInstant().
    void Instant(TimelineTrack track,
                 const std::string& name,
                 Picoseconds time,
                 const TimelineFlow& flow,
                 TimelineArguments arguments)
    {
        for (TimelineSink* sink : m_sinks)
        {
            sink->OnInstant(track, name, time, flow, arguments);
        }
    }

    /// @brief A counter has a value. @param counter its track @param time since when
    /// @param value how much
    void Value(TimelineTrack counter, Picoseconds time, FixedMilli value)
    {
        for (TimelineSink* sink : m_sinks)
        {
            sink->OnValue(counter, time, value);
        }
    }

  private:
    std::vector<TimelineSink*> m_sinks; ///< what takes the events
    TimelineTrack m_tracks{0};          ///< tracks there are
};

} // namespace ns3::esa

#endif // ESA_TIMELINE_EVENTS_H
