// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXPOSED_TIMES_H
#define ESA_EXPOSED_TIMES_H

#include "esa-timeline-sink.h"

#include "ns3/esa-units.h"

#include <cstddef>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa
{

/// How a worker or a rank used its time, from the first of its iterations to the last.
struct ExposedTime
{
    std::string job;         ///< its job, as on the timeline: job 0
    std::string name;        ///< its name: worker 3
    Picoseconds total{0};    ///< all of the time
    Picoseconds computed{0}; ///< when it computed, with or without communication
    Picoseconds hidden{0};   ///< when it computed, and communication was under way
    Picoseconds exposed{0};  ///< when communication was under way, and it computed nothing
};

/**
 * @ingroup esa
 * @brief Sums up what a timeline shows: how much of the communication computation hides.
 *
 * A job is as slow as what is not hidden: the time in which communication is under way and nothing
 * is computed. ASTRA-sim calls it exposed communication. The rest of a worker's time is neither,
 * for example when a rank waits for another rank to begin.
 */
class ExposedTimes : public TimelineSink
{
  public:
    void OnTrack(TimelineTrack track, TimelineTrack above, const std::string& name) override;

    void OnSpan(TimelineTrack track,
                const char* category,
                const std::string& name,
                Picoseconds begin,
                Picoseconds end,
                TimelineArguments arguments) override;

    /// @return the times of all workers and ranks, in the order of their tracks
    std::vector<ExposedTime> Get() const;

  private:
    /// From when to when.
    using Interval = std::pair<Picoseconds, Picoseconds>;

    /// Intervals that may overlap.
    using Intervals = std::vector<Interval>;

    /// A track and those below.
    struct Node
    {
        TimelineTrack above{kTopTrack}; ///< the track above
        std::string name;               ///< its name
    };

    /// The spans below the track of a worker or a rank.
    struct Spans
    {
        Intervals computation;   ///< when it computed
        Intervals communication; ///< when it communicated
    };

    /// @brief Adds an interval, to the last one if they overlap.
    static void Add(Intervals& intervals, const Interval& interval);

    /// @return the same intervals in order, of which no two overlap
    static Intervals Union(Intervals intervals);

    /// @return the length of all together @param intervals none of which overlap
    static Picoseconds Length(const Intervals& intervals);

    /// @return the length of what is in both @param a in order @param b in order
    static Picoseconds Common(const Intervals& a, const Intervals& b);

    std::map<TimelineTrack, Node> m_tracks; ///< tracks of spans
    std::map<TimelineTrack, Spans> m_spans; ///< by track of the worker or rank
};

} // namespace ns3::esa

#endif // ESA_EXPOSED_TIMES_H
