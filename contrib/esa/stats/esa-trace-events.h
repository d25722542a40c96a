/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRACE_EVENTS_H
#define ESA_TRACE_EVENTS_H

#include "esa-thousandths.h"

#include "ns3/esa-units.h"

#include <cstdint>
#include <initializer_list>
#include <ostream>
#include <string>
#include <string_view>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Writes a file in the Trace Event Format, JSON that Perfetto and chrome://tracing show.
 *
 * Spans stand on tracks (the format's threads), and tracks in groups (its processes). A group can
 * have counters. Names are ASCII. The file is valid JSON when it is closed.
 */
class TraceEventWriter
{
  public:
    /// A track.
    struct Track
    {
        uint32_t group; ///< number of its group
        uint32_t track; ///< its number, unique in the file
    };

    /// A named number or text.
    struct Argument
    {
        const char* name;        ///< what it is, with its unit
        FixedMilli value;        ///< how much
        std::string_view text{}; ///< in place of the value, in ASCII; null: none
    };

    using Arguments = std::initializer_list<Argument>; ///< what else is known of an event

    /// @param out where to write; outlives this
    explicit TraceEventWriter(std::ostream& out);

    /**
     * @brief Adds a group of tracks; groups are shown in the order in which they are added.
     * @return its number
     */
    uint32_t AddGroup(const std::string& name);

    /**
     * @brief Adds a track; the tracks of a group are shown in the order in which they are added.
     * @return the track
     */
    Track AddTrack(uint32_t group, const std::string& name);

    /**
     * @brief Writes a span.
     * @param category what kind of span it is
     * @param begin its start
     * @param arguments what else is known
     */
    void Span(const Track& track,
              const char* category,
              const std::string& name,
              Picoseconds begin,
              Picoseconds end,
              Arguments arguments);

    /**
     * @brief Writes the values of a counter, which hold until the next ones.
     * @param time since when they hold
     */
    void Counter(uint32_t group, const std::string& name, Picoseconds time, Arguments values);

    /**
     * @brief Ends the file.
     * @param isComplete whether the run came to its end; the file says so
     */
    void Close(bool isComplete);

  private:
    /**
     * @brief Begins an event.
     * @param phase letter of its type
     * @return where its other members go
     */
    std::ostream& Begin(char phase, uint32_t group, const std::string& name);

    /// Writes the arguments and ends the event.
    void End(Arguments arguments);

    std::ostream& m_out;  ///< where to write
    bool m_isFirst{true}; ///< whether no event was written yet
    uint32_t m_groups{0}; ///< groups there are
    uint32_t m_tracks{0}; ///< tracks there are
};

} // namespace ns3::esa

#endif // ESA_TRACE_EVENTS_H
