// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TIMELINE_SINK_H
#define ESA_TIMELINE_SINK_H

#include "esa-thousandths.h"

#include "ns3/assert.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// Number of a track; tracks are numbered from 1 in the order in which they are added.
using TimelineTrack = uint32_t;

/// In place of the track above: it stands at the top.
constexpr TimelineTrack kTopTrack = 0;

/// A named number or text.
struct TimelineArgument
{
    const char* name;        ///< what it is, with its unit
    FixedMilli value;        ///< how much
    std::string_view text{}; ///< in place of the value, in ASCII; null: none
};

/// Further values of an event.
using TimelineArguments = std::initializer_list<TimelineArgument>;

/// An end of an arrow from one event to another.
struct TimelineFlow
{
    uint64_t id{0};    ///< of the arrow, the same at both ends
    bool isEnd{false}; ///< whether the arrow ends here
};

/**
 * @ingroup esa
 * @brief Takes the events of a timeline.
 *
 * What happens in a run is shown in more than one way: event by event in a file, and summed up in a
 * report. The parts of a timeline (JobTimeline and others) follow workers, ranks and switches once,
 * and call each of these with what they have found.
 *
 * Events stand on tracks, and tracks below other tracks: tracks of a job, of its workers, of a
 * worker's computation. Spans of one track do not overlap, and come in the order of their ends.
 */
class TimelineSink
{
  public:
    virtual ~TimelineSink() = default;

    /// @brief There is one more track; those below the same track are shown in this order.
    /// @param track its number
    /// @param above the track above, or kTopTrack
    /// @param name its name, in ASCII
    virtual void OnTrack(TimelineTrack track, TimelineTrack above, const std::string& name) = 0;

    /**
     * @brief There is one more track, which shows a number over time.
     * @param track its number
     * @param above the track above, or kTopTrack
     * @param name its name, in ASCII
     * @param unit of its values
     */
    virtual void OnCounter([[maybe_unused]] TimelineTrack track,
                           [[maybe_unused]] TimelineTrack above,
                           [[maybe_unused]] const std::string& name,
                           [[maybe_unused]] const char* unit)
    {
    }

    /**
     * @brief Something took some time.
     * @param track where it stands
     * @param category what kind of span it is
     * @param begin its start
     * @param arguments further values
     */
    virtual void OnSpan(TimelineTrack track,
                        const char* category,
                        const std::string& name,
                        Picoseconds begin,
                        Picoseconds end,
                        TimelineArguments arguments) = 0;

    /**
     * @brief Something happened at one time.
     * @param track where it stands
     * @param time when
     * @param flow the arrow that begins or ends here
     * @param arguments further values
     */
    virtual void OnInstant([[maybe_unused]] TimelineTrack track,
                           [[maybe_unused]] const std::string& name,
                           [[maybe_unused]] Picoseconds time,
                           [[maybe_unused]] const TimelineFlow& flow,
                           [[maybe_unused]] TimelineArguments arguments)
    {
    }

    /// @brief A counter has a value, until the next one.
    /// @param counter its track
    /// @param time since when
    /// @param value how much
    virtual void OnValue([[maybe_unused]] TimelineTrack counter,
                         [[maybe_unused]] Picoseconds time,
                         [[maybe_unused]] FixedMilli value)
    {
    }
};

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

#endif // ESA_TIMELINE_SINK_H
