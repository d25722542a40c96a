/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How the packets that are due at a node reach it.

#include "esa-agenda.h"
#include "esa-line.h"

#include "ns3/esa-assert.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Up to this many frames are put in order by insertion alone.
constexpr std::size_t kFewFrames = 16;

/// Memory is fetched into the cache for the frame that is so many frames ahead.
constexpr std::size_t kForeseen = 12;

/// Puts keys in order that are nearly so.
void
InsertionSort(std::vector<uint64_t>& keys)
{
    for (std::size_t i = 1; i < keys.size(); ++i)
    {
        const uint64_t key = keys[i];
        std::size_t place = i;
        for (; place > 0 && key < keys[place - 1]; --place)
        {
            keys[place] = keys[place - 1];
        }
        keys[place] = key;
    }
}

} // namespace

inline void
Agenda::Deliver(Line& line, PacketReceiver* sink)
{
    m_now = m_clock.RoundUp(line.Frames().FirstArrival());
    if (sink && line.IsAtFragment())
    {
        line.DeliverFrame(*sink, m_now);
        return;
    }
    line.Deliver(m_now);
}

inline void
Agenda::ReceivePart(const TrainPart& part, PacketReceiver& sink)
{
    m_now = m_clock.RoundUp(part.followers[part.count - 1].Arrival());
    sink.ReceiveTrain(part, m_now);
}

inline bool
Agenda::DeliverTrains(Line& line, PacketReceiver& sink, int64_t last, TrainParts& parts)
{
    FrameQueue& frames = line.Frames();
    if (!frames.IsAtFollower())
    {
        return false;
    }
    const Picoseconds until(std::min(last, m_quietUntil));
    const Follower* const first = &frames.FrontFollower();
    const Follower* const end = frames.EndOfFollowers();
    const uint32_t number = first->Train();
    const PacketTrain& train = frames.TrainArriving(number);
    const uint32_t most = sink.CountAtOnce({train, first, TrainParts::kMost});
    if (most == 0)
    {
        return false;
    }
    const Follower* const run = FrameQueue::EndOfRun(first, std::min(end, first + most), until);
    const auto count = static_cast<uint32_t>(run - first);
    if (count < most && run != end && !run[-1].WantsAck() && FrameQueue::IsFollowerBy(run, until))
    {
        DeliverMixed(frames, sink, until, parts);
        return true;
    }
    ReceivePart({train, first, count}, sink);
    frames.CountTaken(number, count);
    frames.PopFollowers(count);
    return true;
}

void
Agenda::DeliverMixed(FrameQueue& frames, PacketReceiver& sink, Picoseconds until, TrainParts& parts)
{
    parts.Clear();
    const Follower* const first = &frames.FrontFollower();
    const Follower* const end = frames.EndOfFollowers();
    const Follower* next = first;
    uint32_t lastTrain = first->Train();
    for (bool isEnd = false;
         !isEnd && next != end && (next == first || FrameQueue::IsFollowerBy(next, until));
         ++next)
    {
        const uint32_t number = next->Train();
        TrainParts::Part& part = parts.Of(number);
        if (part.count == 0)
        {
            const PacketTrain& train = frames.TrainArriving(number);
            const uint32_t most = sink.CountAtOnce({train, next, TrainParts::kMost});
            if (most == 0)
            {
                break;
            }
            parts.Begin(number, train, most);
        }
        part.packets[part.count] = *next;
        ++part.count;
        lastTrain = number;
        isEnd = part.count == part.most || next->WantsAck();
    }
    // The last packet may bring about something, so its train comes last.
    for (std::size_t i = 0; i < parts.Size(); ++i)
    {
        if (parts.Train(i) != lastTrain)
        {
            ReceivePart(parts.Of(parts.Train(i)).Get(), sink);
        }
    }
    ReceivePart(parts.Of(lastTrain).Get(), sink);
    for (std::size_t i = 0; i < parts.Size(); ++i)
    {
        frames.CountTaken(parts.Train(i), parts.Of(parts.Train(i)).count);
    }
    frames.PopFollowers(static_cast<uint32_t>(next - first));
}

std::size_t
Agenda::DeliverLine(uint32_t port, int64_t last, TrainParts& parts)
{
    Line& line = *m_lines[port];
    FrameQueue& frames = line.Frames();
    const uint64_t before = frames.Taken();
    while (!frames.IsEmpty() && frames.FirstArrival().count() <= last)
    {
        const Picoseconds arrival = frames.FirstArrival();
        if (arrival.count() > m_quietUntil)
        {
            RunBefore(arrival.count(), static_cast<int32_t>(port), m_clock.ToSteps(arrival));
        }
        PacketReceiver* const sink = line.OnlySink(); // what comes between may change it
        if (!sink || !DeliverTrains(line, *sink, last, parts))
        {
            Deliver(line, sink);
        }
    }
    return frames.Taken() - before;
}

Agenda::Lists&
Agenda::ListsOfThread()
{
    static thread_local Lists lists;
    return lists;
}

inline void
Agenda::PassOn(Line& line, PacketReceiver& sink)
{
    FrameQueue& frames = line.Frames();
    FrameQueue::Arriving& train = frames.FirstTrain();
    if (train.run != m_run)
    {
        train.run = m_run;
        train.way = nullptr;
    }
    const TrainPacket packet = train.Next(frames.FrontFollower());
    if (!sink.PassOn(packet, train.way, m_now))
    {
        InaPacket made = packet.Packet();
        sink.ReceiveFragment(made, m_now);
    }
    ++train.next;
    frames.PopFollowers(1);
}

void
Agenda::FindLanes(Lists& lists)
{
    ++m_run;
    lists.lanes.resize(m_lines.size());
    for (const uint32_t port : lists.busy)
    {
        lists.lanes[port] = {m_lines[port], m_lines[port]->OnlySink()};
    }
}

void
Agenda::FindDue(int64_t base, int64_t last, Lists& lists) const
{
    std::size_t most = 0;
    for (const uint32_t port : lists.busy)
    {
        most += m_lines[port]->Frames().Size();
    }
    lists.due.resize(most);
    DueFrame* due = lists.due.data();
    for (const uint32_t port : lists.busy)
    {
        m_lines[port]->Frames().Look([&due, base, last, port](Picoseconds arrival) {
            const int64_t ps = arrival.count();
            *due = static_cast<uint64_t>(ps - base) << kPortBits | port;
            due += ps <= last ? 1 : 0;
            return ps <= last;
        });
    }
    lists.due.resize(static_cast<std::size_t>(due - lists.due.data()));
}

std::size_t
Agenda::DeliverLines(int64_t last, Lists& lists)
{
    std::vector<DueFrame>& due = lists.due;
    int64_t base = kNoArrival;
    for (const uint32_t port : lists.busy)
    {
        base = std::min(base, m_firsts[port]);
    }
    FindDue(base, last, lists);
    SortDue(static_cast<uint64_t>(last - base), lists);
    FindLanes(lists);
    // All lines of a switch have the same sink, and most packets of a round are of a kind.
    const Lane& first = lists.lanes[PortOf(due.front())];
    const PacketReceiver* const sink = first.sink;
    const bool areForeseen = sink && sink->Foresees() && !first.line->IsAtFlow();
    for (std::size_t i = 0; i < due.size(); ++i)
    {
        if (i + kForeseen < due.size())
        {
            lists.lanes[PortOf(due[i + kForeseen])].line->Foresee(areForeseen ? sink : nullptr);
        }
        const uint32_t port = PortOf(due[i]);
        const Picoseconds arrival(base + static_cast<int64_t>(due[i] >> kPortBits));
        if (arrival.count() > m_quietUntil)
        {
            RunBefore(arrival.count(), static_cast<int32_t>(port), m_clock.ToSteps(arrival));
            FindLanes(lists); // they may have changed
        }
        m_now = m_clock.RoundUp(arrival);
        const Lane lane = lists.lanes[port];
        if (lane.sink && lane.line->Frames().IsAtFollower())
        {
            PassOn(*lane.line, *lane.sink);
        }
        else if (lane.sink && lane.line->IsAtFragment())
        {
            lane.line->DeliverFrame(*lane.sink, m_now);
        }
        else
        {
            lane.line->Deliver(m_now);
        }
    }
    return due.size();
}

void
Agenda::SortDue(uint64_t span, Lists& lists)
{
    std::vector<DueFrame>& due = lists.due;
    std::vector<uint32_t>& buckets = lists.buckets;
    if (due.size() > kFewFrames)
    {
        // As many buckets as frames: then most frames are in their places.
        uint32_t shift = 0;
        while (span >> shift > due.size())
        {
            ++shift;
        }
        shift += kPortBits;
        buckets.assign((span << kPortBits >> shift) + 2, 0);
        for (const DueFrame frame : due)
        {
            ++buckets[(frame >> shift) + 1];
        }
        for (std::size_t bucket = 1; bucket < buckets.size(); ++bucket)
        {
            buckets[bucket] += buckets[bucket - 1];
        }
        lists.sorted.resize(due.size());
        for (const DueFrame frame : due)
        {
            lists.sorted[buckets[frame >> shift]++] = frame;
        }
        due.swap(lists.sorted);
    }
    InsertionSort(due);
}

} // namespace ns3::esa
