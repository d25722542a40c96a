// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-ina-packet.h"

#include "esa-flow-packet.h"

#include <ios>

namespace ns3::esa
{
namespace
{

/// @brief Writes which endpoint of a flow a number stands for.
/// @param out where to write
void
WriteEndpoint(std::ostream& out, uint16_t endpoint)
{
    if (endpoint == kDedicatedServer)
    {
        out << "the PS";
        return;
    }
    if (IsExtraServer(endpoint))
    {
        out << "the extra server " << ExtraServerAt(endpoint);
        return;
    }
    out << (endpoint >= kFirstServer ? "the server beside worker " : "worker ")
        << WorkerAt(endpoint);
}

/// @brief Writes a bitmap and the fan-in that it is measured by.
/// @param out where to write
/// @param name whose bits they are
void
WriteBitmap(std::ostream& out, const char* name, uint32_t bitmap, uint8_t fanIn)
{
    const std::ios_base::fmtflags before = out.flags();
    out << ", " << name << " 0x" << std::hex << bitmap;
    out.flags(before);
    out << " of " << unsigned{fanIn};
}

} // namespace

const char*
KindName(PacketKind kind)
{
    switch (kind)
    {
    case PacketKind::Gradient:
        return "gradient";
    case PacketKind::Partial:
        return "partial sum";
    case PacketKind::Result:
        return "result";
    case PacketKind::Reminder:
        return "reminder";
    case PacketKind::WorkerReminder:
        return "worker reminder";
    case PacketKind::Resend:
        return "resend";
    case PacketKind::Query:
        return "query";
    case PacketKind::Answer:
        return "answer";
    case PacketKind::Received:
        return "answer \"received\"";
    case PacketKind::Retransmission:
        return "retransmission";
    case PacketKind::NotSent:
        return "answer \"not sent\"";
    case PacketKind::Forward:
        return "forwarded result";
    case PacketKind::Data:
        return "data";
    case PacketKind::Ack:
        return "acknowledgement";
    }
    return "unknown packet";
}

std::ostream&
operator<<(std::ostream& out, const InaPacket& fragment)
{
    out << KindName(fragment.kind) << " of job " << fragment.job;
    if (IsFlowKind(fragment.kind))
    {
        const FlowPacket flow = FlowPacket::From(fragment);
        out << ", number " << flow.number << " from ";
        WriteEndpoint(out, flow.sender);
        out << " to ";
        WriteEndpoint(out, flow.receiver);
        if (flow.missing > 0)
        {
            out << ", " << flow.missing << " missing";
        }
        return out;
    }
    out << ", seq " << fragment.seq;
    if (fragment.worker == kAllWorkers)
    {
        out << ", all workers";
    }
    else if (fragment.kind != PacketKind::Partial)
    {
        out << ", worker " << fragment.worker;
    }
    out << " [aggregator " << fragment.aggregator;
    if (fragment.group > 0)
    {
        out << ", group " << fragment.group;
    }
    WriteBitmap(out, fragment.group > 0 ? "members" : "workers", fragment.bitmap, fragment.fanIn);
    return out << ", priority " << unsigned{fragment.priority} << (fragment.ecn ? ", ECN" : "")
               << (fragment.collision ? ", collision" : "") << "]";
}

} // namespace ns3::esa
