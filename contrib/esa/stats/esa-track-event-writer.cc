// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-track-event-writer.h"

#include "ns3/assert.h"
#include "ns3/esa-wire-append.h"

#include <algorithm>
#include <string_view>
#include <utility>

namespace ns3::esa
{
namespace
{

// Numbers of fields, of Perfetto's reference.
namespace field
{
constexpr uint32_t kPacket = 1; // of a trace

constexpr uint32_t kTimestamp = 8; // of a packet, in ns
constexpr uint32_t kSequence = 10;
constexpr uint32_t kTrackEvent = 11;
constexpr uint32_t kTrackDescriptor = 60;

constexpr uint32_t kUuid = 1; // of a track
constexpr uint32_t kTrackName = 2;
constexpr uint32_t kParent = 5;
constexpr uint32_t kCounter = 8;
constexpr uint32_t kChildOrdering = 11;
constexpr uint32_t kSiblingOrderRank = 12;

constexpr uint32_t kUnitName = 6; // of a counter

constexpr uint32_t kAnnotation = 4; // of an event
constexpr uint32_t kType = 9;
constexpr uint32_t kTrack = 11;
constexpr uint32_t kCategory = 22;
constexpr uint32_t kName = 23;
constexpr uint32_t kInteger = 30;
constexpr uint32_t kDouble = 44;
constexpr uint32_t kFlow = 47;
constexpr uint32_t kTerminatingFlow = 48;

constexpr uint32_t kArgumentInteger = 4; // of an annotation
constexpr uint32_t kArgumentDouble = 5;
constexpr uint32_t kArgumentText = 6;
constexpr uint32_t kArgumentName = 10;
} // namespace field

/// Types of events.
enum EventType : uint32_t
{
    kSliceBegin = 1,
    kSliceEnd = 2,
    kInstant = 3,
    kValue = 4,
};

constexpr uint64_t kOnlySequence = 1; // one writer: one sequence of packets
constexpr uint64_t kExplicitOrder = 3;

/// Whether a name has ASCII characters only.
[[maybe_unused]] bool
IsAscii(std::string_view name)
{
    return std::all_of(name.begin(), name.end(), [](char c) {
        return static_cast<unsigned char>(c) < 0x80;
    });
}

/// The uuid of a track. A uuid of 0 stands for Perfetto's own global track, so the top has 1.
uint64_t
UuidOf(TimelineTrack track)
{
    return uint64_t{track} + 1;
}

/// The beginning of an event.
std::string
BeginEvent(EventType type, TimelineTrack track)
{
    std::string event;
    AppendInteger(event, field::kType, type);
    AppendInteger(event, field::kTrack, UuidOf(track));
    return event;
}

/// Appends a number, as an integer if it is one.
void
AppendNumber(std::string& out, uint32_t integer, uint32_t floating, FixedMilli value)
{
    NS_ASSERT_MSG(value.count >= 0, "only numbers from 0 on are written");
    if (value.count % 1000 == 0)
    {
        AppendInteger(out, integer, static_cast<uint64_t>(value.count / 1000));
        return;
    }
    AppendDouble(out, floating, static_cast<double>(value.count) / 1000);
}

void
AppendArguments(std::string& event, TimelineArguments arguments)
{
    for (const TimelineArgument& argument : arguments)
    {
        std::string annotation;
        AppendBytes(annotation, field::kArgumentName, argument.name);
        if (argument.text.data() != nullptr)
        {
            AppendBytes(annotation, field::kArgumentText, argument.text);
        }
        else
        {
            AppendNumber(annotation,
                         field::kArgumentInteger,
                         field::kArgumentDouble,
                         argument.value);
        }
        AppendBytes(event, field::kAnnotation, annotation);
    }
}

/// The beginning of the description of a track.
std::string
BeginTrack(TimelineTrack track, const std::string& name)
{
    NS_ASSERT_MSG(IsAscii(name), "names are ASCII");
    std::string descriptor;
    AppendInteger(descriptor, field::kUuid, UuidOf(track));
    AppendBytes(descriptor, field::kTrackName, name);
    return descriptor;
}

} // namespace

TrackEventWriter::TrackEventWriter(std::ostream& out)
    : m_out(out)
{
    std::string descriptor = BeginTrack(kTopTrack, "run");
    AppendInteger(descriptor, field::kChildOrdering, kExplicitOrder);
    WritePacket(field::kTrackDescriptor, descriptor);
}

void
TrackEventWriter::WritePacket(uint32_t number, const std::string& message, std::string packet)
{
    AppendInteger(packet, field::kSequence, kOnlySequence);
    AppendBytes(packet, number, message);
    std::string bytes;
    AppendBytes(bytes, field::kPacket, packet);
    m_out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

std::string
TrackEventWriter::BeginTrackBelow(TimelineTrack track, TimelineTrack above, const std::string& name)
{
    m_children.resize(std::max<std::size_t>(m_children.size(), track + 1));
    std::string descriptor = BeginTrack(track, name);
    AppendInteger(descriptor, field::kParent, UuidOf(above));
    AppendInteger(descriptor, field::kSiblingOrderRank, m_children[above]++);
    return descriptor;
}

void
TrackEventWriter::OnTrack(TimelineTrack track, TimelineTrack above, const std::string& name)
{
    std::string descriptor = BeginTrackBelow(track, above, name);
    AppendInteger(descriptor, field::kChildOrdering, kExplicitOrder);
    WritePacket(field::kTrackDescriptor, descriptor);
}

void
TrackEventWriter::OnCounter(TimelineTrack track,
                            TimelineTrack above,
                            const std::string& name,
                            const char* unit)
{
    std::string counter;
    AppendBytes(counter, field::kUnitName, unit);
    std::string descriptor = BeginTrackBelow(track, above, name);
    AppendBytes(descriptor, field::kCounter, counter);
    WritePacket(field::kTrackDescriptor, descriptor);
}

void
TrackEventWriter::WriteEvent(Picoseconds time, const std::string& event)
{
    std::string packet;
    AppendInteger(packet, field::kTimestamp, static_cast<uint64_t>(time.count()) / 1000);
    WritePacket(field::kTrackEvent, event, std::move(packet));
}

void
TrackEventWriter::OnSpan(TimelineTrack track,
                         const char* category,
                         const std::string& name,
                         Picoseconds begin,
                         Picoseconds end,
                         TimelineArguments arguments)
{
    std::string event = BeginEvent(kSliceBegin, track);
    AppendBytes(event, field::kCategory, category);
    AppendBytes(event, field::kName, name);
    AppendArguments(event, arguments);
    WriteEvent(begin, event);
    WriteEvent(end, BeginEvent(kSliceEnd, track));
}

void
TrackEventWriter::OnInstant(TimelineTrack track,
                            const std::string& name,
                            Picoseconds time,
                            const TimelineFlow& flow,
                            TimelineArguments arguments)
{
    std::string event = BeginEvent(kInstant, track);
    AppendBytes(event, field::kName, name);
    AppendFixed64(event, flow.isEnd ? field::kTerminatingFlow : field::kFlow, flow.id);
    AppendArguments(event, arguments);
    WriteEvent(time, event);
}

void
TrackEventWriter::OnValue(TimelineTrack counter, Picoseconds time, FixedMilli value)
{
    std::string event = BeginEvent(kValue, counter);
    AppendNumber(event, field::kInteger, field::kDouble, value);
    WriteEvent(time, event);
}

void
TrackEventWriter::Close(Picoseconds time, bool isComplete)
{
    std::string event = BeginEvent(kInstant, kTopTrack);
    AppendBytes(event, field::kName, isComplete ? "end of the run" : "the run has not ended");
    AppendArguments(event, {{"complete", FixedMilli::Whole(isComplete ? 1 : 0)}});
    WriteEvent(time, event);
}

} // namespace ns3::esa
