// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRACK_EVENT_WRITER_H
#define ESA_TRACK_EVENT_WRITER_H

#include "esa-timeline-sink.h"

#include <cstdint>
#include <ostream>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Writes a timeline as a file for https://ui.perfetto.dev.
 *
 * The format is Perfetto's TrackEvent, as its reference describes it (perfetto.dev, "Writing
 * TrackEvent Protos Synthetically"): a Trace is a sequence of packets, and each of them describes a
 * track or is an event. All tracks stand below one, "run", since only the children of a track have
 * an order. The file is whole at every packet, so it can be read even if the run is killed.
 */
class TrackEventWriter : public TimelineSink
{
  public:
    /// @param out where to write, in binary; outlives this
    explicit TrackEventWriter(std::ostream& out);

    void OnTrack(TimelineTrack track, TimelineTrack above, const std::string& name) override;

    void OnCounter(TimelineTrack track,
                   TimelineTrack above,
                   const std::string& name,
                   const char* unit) override;

    void OnSpan(TimelineTrack track,
                const char* category,
                const std::string& name,
                Picoseconds begin,
                Picoseconds end,
                TimelineArguments arguments) override;

    void OnInstant(TimelineTrack track,
                   const std::string& name,
                   Picoseconds time,
                   const TimelineFlow& flow,
                   TimelineArguments arguments) override;

    void OnValue(TimelineTrack counter, Picoseconds time, FixedMilli value) override;

    /// @brief Writes the last event, which shows whether the run came to its end.
    /// @param time when it ended
    /// @param isComplete whether the run came to its end
    void Close(Picoseconds time, bool isComplete);

  private:
    /// @return the beginning of the description of a track, the last one below another
    std::string BeginTrackBelow(TimelineTrack track, TimelineTrack above, const std::string& name);

    /// @brief Writes a packet. @param number of the field of its message @param packet its
    /// beginning
    void WritePacket(uint32_t number, const std::string& message, std::string packet = {});

    /// @brief Writes an event. @param time when @param event its message
    void WriteEvent(Picoseconds time, const std::string& event);

    std::ostream& m_out;              ///< where to write
    std::vector<uint32_t> m_children; ///< tracks below each track, by number
};

} // namespace ns3::esa

#endif // ESA_TRACK_EVENT_WRITER_H
