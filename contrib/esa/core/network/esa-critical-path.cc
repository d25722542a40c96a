// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-critical-path.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-frame-sizes.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// @return whether a packet carries gradients, and not only headers
bool
CarriesPayload(const InaPacket& packet)
{
    return BringsSum(packet.kind) && packet.frameBytes > kEmptyFrameBytes;
}

/// @return whether a host sends it as its window allows
bool
IsInWindow(PacketKind kind)
{
    return kind == PacketKind::Gradient || kind == PacketKind::Data;
}

/// @return whether it may open a window where it arrives
bool
OpensWindow(PacketKind kind)
{
    return IsResultKind(kind) || kind == PacketKind::Ack;
}

/// @return a path of which nothing is known up to a time
CriticalPath
After(CriticalPath path, Picoseconds until)
{
    path.Spend(TimePart::Queue, std::max(until, path.at));
    return path;
}

} // namespace

void
NodePaths::OnBegin(const CriticalPath& path, uint32_t firstSeq)
{
    now = path;
    arrivals[path.job] = path;
    std::deque<Begin>& ofJob = begins[path.job];
    ofJob.push_back({path, firstSeq});
    if (ofJob.size() > kBegins)
    {
        ofJob.pop_front();
    }
}

CriticalPath
NodePaths::PathTo(const InaPacket& packet) const
{
    if (!isHost)
    {
        // A packet of one job may make a switch send what it holds of another job.
        const auto own = arrivals.find(packet.job);
        return now.job == packet.job || own == arrivals.end() ? now : own->second;
    }
    const auto ofJob = begins.find(packet.job);
    if (ofJob == begins.end() || !IsInWindow(packet.kind))
    {
        return now;
    }
    for (auto begin = ofJob->second.rbegin(); begin != ofJob->second.rend(); ++begin)
    {
        if (static_cast<int32_t>(packet.seq - begin->firstSeq) >= 0)
        {
            // What an earlier iteration has sent may still fill the window.
            return begin->path.iteration > now.iteration ? After(begin->path, now.at) : now;
        }
    }
    return now;
}

CriticalPath
NodePaths::PathToEnd(uint16_t job, uint32_t iteration) const
{
    return now.iteration == iteration ? now : After(begins.at(job).back().path, now.at);
}

void
NodePaths::OnPlan(const CriticalPath& planned, const Wait& wait, Picoseconds at)
{
    now = planned;
    now.waited = Picoseconds(0);
    now.opensWindow = false;
    now.isRepair = false;
    now.Spend(wait.part, std::max(at - wait.late, now.at));
    now.Spend(TimePart::Late, std::max(at, now.at));
}

void
NodePaths::OnTimer(const CriticalPath& set, TimePart part, Picoseconds at)
{
    now = set;
    for (const auto* const paths : {&arrivals, &departures})
    {
        const auto last = paths->find(set.job);
        const bool counts = part != TimePart::Window || paths == &departures;
        const bool isKnown = counts && last != paths->end() && last->second.at <= at;
        if (isKnown &&
            (last->second.iteration != now.iteration ? last->second.iteration > now.iteration
                                                     : last->second.at > now.at))
        {
            now = last->second;
        }
    }
    now.opensWindow = false;
    now.isRepair = part == TimePart::Repair;
    now.waited += std::max(at - now.at, Picoseconds(0));
    now.Spend(part, std::max(at, now.at));
}

void
LinePaths::OnSent(NodePaths& node, const InaPacket& packet, const Times& times)
{
    const bool isData = node.isHost && IsInWindow(packet.kind);
    CriticalPath path = node.PathTo(packet);
    path.job = packet.job;
    CriticalPath& last = m_lastOfJob[packet.job];
    const bool isBehindOwn =
        last.at > path.at && last.at <= times.begins && last.iteration == path.iteration;
    const bool isRepair = isData ? node.sendsAgain : path.isRepair;
    if (isBehindOwn)
    {
        path = last;
    }
    else if (isData && path.opensWindow)
    {
        const bool wasRepaired = isRepair || path.isRepair;
        path.Move(TimePart::Latency, wasRepaired ? TimePart::Repair : TimePart::Window, path.loop);
    }
    path.isRepair = isRepair;
    path.loop = isData ? Picoseconds(0) : path.loop;
    path.opensWindow = false;
    path.waited = Picoseconds(0);
    path.Spend(TimePart::Queue, std::max(times.begins, path.at));
    const bool carries = CarriesPayload(packet);
    const uint64_t headers =
        carries ? std::min<uint64_t>(path.headerBytes + times.overhead, times.wireBytes)
                : times.wireBytes;
    const Picoseconds duration = times.leaves - times.begins;
    const Picoseconds headerTime(
        static_cast<int64_t>(static_cast<double>(duration.count()) * static_cast<double>(headers) /
                             static_cast<double>(times.wireBytes)));
    path.Spend(path.isRepair ? TimePart::Repair : TimePart::Headers, times.begins + headerTime);
    path.Spend(path.isRepair ? TimePart::Repair : TimePart::Payload, times.leaves);
    last = path;
    if (node.isHost)
    {
        node.departures[packet.job] = path;
    }
    path.Spend(TimePart::Latency, times.arrives);
    m_underWay.push_back(path);
}

void
LinePaths::OnOrdinary(NodePaths& node, const Times& times)
{
    CriticalPath path = node.now;
    path.Spend(TimePart::Queue, std::max(times.arrives, path.at));
    m_underWay.push_back(path);
}

void
LinePaths::OnArrived(NodePaths& node, const InaPacket* packet, Picoseconds now)
{
    ESA_ASSERT(!m_underWay.empty(), "each frame on the line has a path");
    node.now = m_underWay.front();
    m_underWay.pop_front();
    node.now.Spend(TimePart::Latency, std::max(now, node.now.at));
    if (packet)
    {
        node.now.opensWindow = OpensWindow(packet->kind);
        node.now.job = packet->job;
        node.arrivals[packet->job] = node.now;
    }
}

} // namespace ns3::esa
