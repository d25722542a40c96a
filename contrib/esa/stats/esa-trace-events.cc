/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-trace-events.h"

#include "ns3/assert.h"

namespace ns3::esa
{
namespace
{

/**
 * @param text a text of ASCII characters
 * @return the same as a JSON string
 */
std::string
Quoted(std::string_view text)
{
    static const char* const kHex = "0123456789abcdef";
    std::string quoted = "\"";
    for (const char c : text)
    {
        const auto byte = static_cast<unsigned char>(c);
        NS_ASSERT_MSG(byte < 0x80, "names are ASCII");
        if (byte < 0x20)
        {
            quoted += std::string("\\u00") + kHex[byte >> 4] + kHex[byte & 0xf];
            continue;
        }
        if (c == '"' || c == '\\')
        {
            quoted += '\\';
        }
        quoted += c;
    }
    return quoted + '"';
}

} // namespace

TraceEventWriter::TraceEventWriter(std::ostream& out)
    : m_out(out)
{
    m_out << "{\"displayTimeUnit\": \"ns\", \"traceEvents\": [";
}

std::ostream&
TraceEventWriter::Begin(char phase, uint32_t group, const std::string& name)
{
    m_out << (m_isFirst ? "\n" : ",\n");
    m_isFirst = false;
    return m_out << "{\"ph\":\"" << phase << "\",\"pid\":" << group << ",\"name\":" << Quoted(name);
}

void
TraceEventWriter::End(Arguments arguments)
{
    m_out << ",\"args\":{";
    const char* separator = "";
    for (const Argument& argument : arguments)
    {
        m_out << separator << Quoted(argument.name) << ":";
        if (argument.text.data() != nullptr)
        {
            m_out << Quoted(argument.text);
        }
        else
        {
            m_out << argument.value;
        }
        separator = ",";
    }
    m_out << "}}";
}

uint32_t
TraceEventWriter::AddGroup(const std::string& name)
{
    const uint32_t group = ++m_groups;
    Begin('M', group, "process_name") << ",\"args\":{\"name\":" << Quoted(name) << "}}";
    Begin('M', group, "process_sort_index");
    End({{"sort_index", FixedMilli::Whole(group)}});
    return group;
}

TraceEventWriter::Track
TraceEventWriter::AddTrack(uint32_t group, const std::string& name)
{
    const Track track{group, ++m_tracks};
    Begin('M', group, "thread_name")
        << ",\"tid\":" << track.track << ",\"args\":{\"name\":" << Quoted(name) << "}}";
    Begin('M', group, "thread_sort_index") << ",\"tid\":" << track.track;
    End({{"sort_index", FixedMilli::Whole(track.track)}});
    return track;
}

void
TraceEventWriter::Span(const Track& track,
                       const char* category,
                       const std::string& name,
                       Picoseconds begin,
                       Picoseconds end,
                       Arguments arguments)
{
    NS_ASSERT_MSG(begin <= end, "a span does not end before it begins");
    Begin('X', track.group, name) << ",\"tid\":" << track.track << ",\"cat\":" << Quoted(category)
                                  << ",\"ts\":" << FixedMilli::Microseconds(begin)
                                  << ",\"dur\":" << FixedMilli::Microseconds(end - begin);
    End(arguments);
}

void
TraceEventWriter::Counter(uint32_t group,
                          const std::string& name,
                          Picoseconds time,
                          Arguments values)
{
    Begin('C', group, name) << ",\"ts\":" << FixedMilli::Microseconds(time);
    End(values);
}

void
TraceEventWriter::Close(bool isComplete)
{
    m_out << "\n], \"otherData\": {\"complete\": " << (isComplete ? "true" : "false") << "}}\n";
}

} // namespace ns3::esa
