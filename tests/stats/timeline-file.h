// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_STATS_TIMELINE_FILE_H
#define ESA_TEST_STATS_TIMELINE_FILE_H

#include "ns3/esa-chakra-node.h"

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <fstream>
#include <gtest/gtest.h>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Files of --timeline, decoded.

namespace ns3::esa::test
{

/// A span of a timeline, or what happened at one time.
struct TimelineSpan
{
    std::string category;     ///< its kind
    std::string name;         ///< its name
    uint64_t track{0};        ///< where it stands
    int64_t beginNs{0};       ///< its start
    int64_t endNs{0};         ///< its end
    nlohmann::json arguments; ///< what else is known
    uint64_t flow{0};         ///< the arrow that begins or ends here
    bool isFlowEnd{false};    ///< whether it ends here
};

/// A track of a timeline.
struct TimelineTrackRow
{
    std::string path;           ///< the names from the top, as in run/job 0/worker 1
    std::string name;           ///< its name
    uint64_t above{0};          ///< the track above
    uint64_t rank{0};           ///< its place among those below the same track
    bool ordersChildren{false}; ///< whether those below have a place
    std::string unit;           ///< of a counter; empty: it is none
};

/// The contents of a file of --timeline.
struct TimelineFile
{
    bool isComplete{false};                               ///< whether all jobs have ended
    std::map<uint64_t, TimelineTrackRow> rows;            ///< the tracks
    std::map<uint64_t, std::vector<TimelineSpan>> tracks; ///< spans by track, in order of starts
    std::vector<TimelineSpan> instants;                   ///< what happened at one time
    std::map<std::string, std::vector<double>> counters;  ///< values by path

    std::vector<TimelineSpan> Spans(const std::string& category) const;
};

/// The fields of a message, by number.
using Message = std::multimap<uint32_t, WireField>;

inline Message
ReadMessage(std::string_view bytes)
{
    Message message;
    WireFields fields(bytes);
    while (const auto field = fields.Next())
    {
        message.emplace(field->number, *field);
    }
    return message;
}

inline std::optional<WireField>
Find(const Message& message, uint32_t number)
{
    const auto found = message.find(number);
    return found == message.end() ? std::nullopt : std::optional<WireField>(found->second);
}

inline uint64_t
Integer(const Message& message, uint32_t number)
{
    const auto field = Find(message, number);
    return field ? field->value : 0;
}

inline std::string
Text(const Message& message, uint32_t number)
{
    const auto field = Find(message, number);
    return field ? std::string(field->bytes) : "";
}

inline double
Floating(const WireField& field)
{
    double value = 0;
    std::memcpy(&value, &field.value, sizeof value);
    return value;
}

inline nlohmann::json
ReadArguments(const Message& event)
{
    nlohmann::json arguments = nlohmann::json::object();
    const auto [begin, end] = event.equal_range(4);
    for (auto annotation = begin; annotation != end; ++annotation)
    {
        const Message argument = ReadMessage(annotation->second.bytes);
        nlohmann::json& value = arguments[Text(argument, 10)];
        if (const auto integer = Find(argument, 4))
        {
            value = integer->value;
        }
        else if (const auto floating = Find(argument, 5))
        {
            value = Floating(*floating);
        }
        else
        {
            value = Text(argument, 6);
        }
    }
    return arguments;
}

inline void
ReadTrack(const Message& descriptor, TimelineFile& timeline)
{
    TimelineTrackRow row;
    row.name = Text(descriptor, 2);
    row.above = Integer(descriptor, 5);
    row.rank = Integer(descriptor, 12);
    row.ordersChildren = Integer(descriptor, 11) == 3;
    if (const auto counter = Find(descriptor, 8))
    {
        row.unit = Text(ReadMessage(counter->bytes), 6);
    }
    row.path = (row.above == 0 ? "" : timeline.rows.at(row.above).path + "/") + row.name;
    timeline.rows[Integer(descriptor, 1)] = row;
}

inline void
ReadEvent(int64_t timeNs, const Message& event, TimelineFile& timeline)
{
    const uint64_t track = Integer(event, 11);
    const TimelineTrackRow& row = timeline.rows.at(track); // described before its first event
    TimelineSpan span{Text(event, 22), Text(event, 23), track, timeNs, -1, ReadArguments(event)};
    switch (Integer(event, 9))
    {
    case 1:
        timeline.tracks[track].push_back(span);
        break;
    case 2:
        timeline.tracks.at(track).back().endNs = timeNs;
        break;
    case 3:
        span.isFlowEnd = Find(event, 48).has_value();
        span.flow = Integer(event, span.isFlowEnd ? 48 : 47);
        timeline.instants.push_back(span);
        timeline.isComplete = timeline.isComplete || span.arguments.value("complete", 0) == 1;
        break;
    default: {
        const auto floating = Find(event, 44);
        timeline.counters[row.path].push_back(floating ? Floating(*floating)
                                                       : static_cast<double>(Integer(event, 30)));
    }
    }
}

inline std::vector<TimelineSpan>
TimelineFile::Spans(const std::string& category) const
{
    std::vector<TimelineSpan> found;
    for (const auto& [track, spans] : tracks)
    {
        std::copy_if(spans.begin(),
                     spans.end(),
                     std::back_inserter(found),
                     [&category](const TimelineSpan& span) { return span.category == category; });
    }
    return found;
}

/// @param bytes contents of a file of --timeline
/// @return its contents; malformed bytes throw WireError
inline TimelineFile
ParseTimeline(const std::string& bytes)
{
    TimelineFile timeline;
    WireFields packets(bytes);
    while (const auto field = packets.Next())
    {
        const Message packet = ReadMessage(field->bytes);
        if (const auto descriptor = Find(packet, 60))
        {
            ReadTrack(ReadMessage(descriptor->bytes), timeline);
        }
        else
        {
            ReadEvent(static_cast<int64_t>(Integer(packet, 8)),
                      ReadMessage(Find(packet, 11).value().bytes),
                      timeline);
        }
    }
    for (auto& [track, spans] : timeline.tracks)
    {
        std::stable_sort(
            spans.begin(),
            spans.end(),
            [](const TimelineSpan& a, const TimelineSpan& b) { return a.beginNs < b.beginNs; });
    }
    return timeline;
}

inline std::string
ReadBytes(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    EXPECT_TRUE(file) << path;
    return {std::istreambuf_iterator<char>(file), {}};
}

inline TimelineFile
ReadTimeline(const std::string& path)
{
    return ParseTimeline(ReadBytes(path));
}

/// @param spans spans of a track, in the order of starts
/// @return whether each ends before the next one begins; else Perfetto would nest them
inline testing::AssertionResult
AreInTurn(const std::vector<TimelineSpan>& spans)
{
    int64_t endNs = 0;
    for (const TimelineSpan& span : spans)
    {
        if (span.endNs < span.beginNs || span.beginNs < endNs)
        {
            return testing::AssertionFailure()
                   << span.category << " from " << span.beginNs << " to " << span.endNs
                   << " ns overlaps another span";
        }
        endNs = span.endNs;
    }
    return testing::AssertionSuccess();
}

} // namespace ns3::esa::test

#endif // ESA_TEST_STATS_TIMELINE_FILE_H
