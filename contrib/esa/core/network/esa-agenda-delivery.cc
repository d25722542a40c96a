/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How the packets that are due at a node reach it.

#include "esa-agenda-lists.h"
#include "esa-line.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <array>
#include <utility>

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

/// @return number of the lowest bit of a word that is not 0
uint32_t
LowestBit(uint32_t word)
{
    return static_cast<uint32_t>(__builtin_ctz(word));
}

} // namespace

inline void
Agenda::Deliver(const Lane& lane)
{
    if (lane.line->IsAtFragment() && lane.end->Direct() > 0)
    {
        lane.line->DeliverDirect(*lane.end, m_now);
        return;
    }
    lane.line->Deliver(m_now);
}

inline void
Agenda::ReceivePart(const Lane& lane, const TrainPart& part)
{
    m_now = m_clock.RoundUp(part.followers[part.count - 1].Arrival());
    lane.end->CountDirect(part.count);
    lane.end->FragmentSink()->ReceiveTrain(part, m_now);
}

inline bool
Agenda::DeliverTrains(const Lane& lane, int64_t last, Lists& lists)
{
    FrameQueue& frames = lane.line->Frames();
    const uint64_t direct = lane.end->Direct();
    if (direct == 0)
    {
        return false;
    }
    const Picoseconds until(std::min(last, m_quietUntil));
    const Follower* const first = &frames.FrontFollower();
    const auto room = static_cast<uint64_t>(frames.EndOfFollowers() - first);
    const Follower* const end = first + std::min(direct, room);
    const uint32_t number = first->Train();
    const PacketTrain& train = frames.TrainArriving(number);
    const uint32_t max =
        lane.end->FragmentSink()->CountAtOnce({train, first, TrainParts::kMaxPackets});
    if (max == 0)
    {
        return false;
    }
    const Follower* const run = FrameQueue::EndOfRun(first, std::min(end, first + max), until);
    const auto count = static_cast<uint32_t>(run - first);
    if (count < max && run != end && !run[-1].WantsAck() && FrameQueue::IsFollowerBy(run, until))
    {
        DeliverMixed(lane, end, until, lists);
        return true;
    }
    ReceivePart(lane, {train, first, count});
    frames.CountTaken(number, count);
    frames.PopFollowers(count);
    return true;
}

bool
Agenda::HasWays(uint32_t port) const
{
    const PacketReceiver* const sink = m_lines[port]->End().FragmentSink();
    return sink && sink->HasWays();
}

void
Agenda::DeliverMixed(const Lane& lane, const Follower* end, Picoseconds until, Lists& lists)
{
    FrameQueue& frames = lane.line->Frames();
    TrainParts& parts = lists.parts;
    parts.Clear();
    const Follower* const first = &frames.FrontFollower();
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
            const uint32_t max =
                lane.end->FragmentSink()->CountAtOnce({train, next, TrainParts::kMaxPackets});
            if (max == 0)
            {
                break;
            }
            parts.Begin(number, train, max);
        }
        part.packets[part.count] = *next;
        ++part.count;
        lastTrain = number;
        isEnd = part.count == part.max || next->WantsAck();
    }
    // The last packet may bring about something, so its train comes last.
    for (std::size_t i = 0; i < parts.Size(); ++i)
    {
        if (parts.Train(i) != lastTrain)
        {
            ReceivePart(lane, parts.Of(parts.Train(i)).Get());
        }
    }
    ReceivePart(lane, parts.Of(lastTrain).Get());
    for (std::size_t i = 0; i < parts.Size(); ++i)
    {
        frames.CountTaken(parts.Train(i), parts.Of(parts.Train(i)).count);
    }
    frames.PopFollowers(static_cast<uint32_t>(next - first));
}

std::size_t
Agenda::DeliverLine(uint32_t port, int64_t last, Lists& lists)
{
    Line& line = *m_lines[port];
    const Lane lane{&line, &line.End()};
    FrameQueue& frames = line.Frames();
    const uint64_t before = frames.Taken();
    while (!frames.IsEmpty() && frames.FirstArrival().count() <= last)
    {
        const Picoseconds arrival = frames.FirstArrival();
        if (arrival.count() > m_quietUntil)
        {
            RunBefore(arrival.count(), static_cast<int32_t>(port), m_clock.ToSteps(arrival));
        }
        if (!frames.IsAtFollower() || !DeliverTrains(lane, last, lists))
        {
            m_now = m_clock.RoundUp(arrival);
            Deliver(lane);
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

bool
Agenda::BeginTransit(Lane& lane, Lists& lists)
{
    FrameQueue& frames = lane.line->Frames();
    const FrameQueue::Row row = lists.rows[lane.nextRow++];
    for (uint32_t left = row.trains; left != 0; left &= left - 1)
    {
        FrameQueue::Arriving& train = frames.TrainArriving(LowestBit(left));
        if (train.run != m_run)
        {
            train.run = m_run;
            train.way = lane.end->FragmentSink()->WayOf(train.first);
        }
        if (!train.way)
        {
            return false;
        }
    }
    const Follower* first = row.first;
    if (row.count == 1)
    {
        FrameQueue::Arriving& train = frames.TrainArriving(first->Train());
        if (!train.way->HasTransit())
        {
            train.way->SendNext(train.Next(*first), m_now);
            ++train.next;
            TakeRow(lane, 1);
            return true;
        }
    }
    for (uint32_t left = row.trains; left != 0; ++first)
    {
        const uint32_t number = first->Train();
        if ((left >> number & 1) == 0)
        {
            continue;
        }
        left &= ~(uint32_t{1} << number);
        FrameQueue::Arriving& train = frames.TrainArriving(number);
        if (!train.way->HasTransit())
        {
            lists.transit.push_back(train.way);
        }
        train.way->BeginTransit({train, {first, row.first + row.count}, m_moment.port});
    }
    lane.inTransit = row.count;
    lane.trains = row.trains;
    return true;
}

inline void
Agenda::TakeRow(Lane& lane, uint32_t count)
{
    lane.end->CountDirect(count);
    lane.end->FragmentSink()->CountPassed(count);
    lane.line->Frames().PopFollowers(count);
}

void
Agenda::SettleTransit(Lane& lane)
{
    FrameQueue& frames = lane.line->Frames();
    for (uint32_t left = lane.trains; left != 0; left &= left - 1)
    {
        Port& way = *frames.TrainArriving(LowestBit(left)).way;
        if (way.HasTransit())
        {
            way.SettleTransit(m_moment);
        }
    }
    TakeRow(lane, std::exchange(lane.inTransit, 0));
}

void
Agenda::EndTransit(int64_t last, Lists& lists)
{
    // Some may have been sent on before the packet that has just arrived.
    const ArrivalMoment before = std::max(m_moment, {last, UINT32_MAX});
    for (Port* const port : lists.transit)
    {
        port->SettleTransit(before);
        port->ForgetTransit();
    }
    lists.transit.clear();
    for (const uint32_t port : lists.busy)
    {
        Lane& lane = lists.lanes[port];
        if (lane.inTransit > 0)
        {
            FrameQueue& frames = lane.line->Frames();
            const Picoseconds until(before.ps - (port < before.port ? 0 : 1));
            const uint32_t passed = frames.CountRow(lane.inTransit, until);
            TakeRow(lane, passed);
            lane.inTransit = 0;
        }
    }
}

ArrivalMoment
Agenda::FirstOf(const std::vector<uint32_t>& busy) const
{
    ArrivalMoment first{kNoArrival, 0};
    for (const uint32_t port : busy)
    {
        const FrameQueue& frames = m_lines[port]->Frames();
        if (!frames.IsEmpty())
        {
            first = std::min(first, {frames.FirstArrival().count(), port});
        }
    }
    return first;
}

void
Agenda::FindLanes(Lists& lists)
{
    ++m_run;
    lists.lanes.resize(m_lines.size());
    for (const uint32_t port : lists.busy)
    {
        Line& line = *m_lines[port];
        const bool areDirect = line.End().Direct() >= line.Frames().Size();
        lists.lanes[port] = {&line, &line.End(), lists.hasWays && areDirect && HasWays(port)};
    }
}

void
Agenda::FindDue(int64_t base, int64_t last, Lists& lists) const
{
    std::size_t size = 0;
    for (const uint32_t port : lists.busy)
    {
        size += m_lines[port]->Frames().Size();
    }
    lists.due.resize(size);
    lists.rows.clear();
    lists.quietUntil = std::min(last, m_quietUntil);
    Lists::DueFrame* due = lists.due.data();
    for (const uint32_t port : lists.busy)
    {
        const auto isDue = [&due, base, last, port](Picoseconds arrival) {
            const int64_t ps = arrival.count();
            *due = static_cast<uint64_t>(ps - base) << kPortBits | port;
            due += ps <= last ? 1 : 0;
            return ps <= last;
        };
        Lane& lane = lists.lanes[port];
        lane.nextRow = static_cast<uint32_t>(lists.rows.size());
        const Picoseconds together(lane.hasWays ? lists.quietUntil : -1);
        lane.line->Frames().Look(together, isDue, [&lists](const FrameQueue::Row& row) {
            lists.rows.push_back(row);
        });
    }
    lists.due.resize(static_cast<std::size_t>(due - lists.due.data()));
}

std::size_t
Agenda::DeliverLines(int64_t last, Lists& lists)
{
    const auto taken = [this, &lists] {
        uint64_t packets = 0;
        for (const uint32_t port : lists.busy)
        {
            packets += m_lines[port]->Frames().Taken();
        }
        return packets;
    };
    const uint64_t before = taken();
    lists.hasWays = true;
    for (ArrivalMoment first = FirstOf(lists.busy); first.ps <= last; first = FirstOf(lists.busy))
    {
        if (first.ps > m_quietUntil)
        {
            RunBefore(first.ps, static_cast<int32_t>(first.port), StepOf(first));
        }
        FindLanes(lists);
        const int64_t lastListed = std::min(last, first.ps + kLongestList);
        FindDue(first.ps, lastListed, lists);
        lists.SortDue(static_cast<uint64_t>(lastListed - first.ps));
        DeliverDue(first.ps, lists);
    }
    return taken() - before;
}

void
Agenda::DeliverDue(int64_t base, Lists& lists)
{
    const std::vector<Lists::DueFrame>& due = lists.due;
    // All lines of a switch have the same sink, and most packets of a round are of a kind.
    const Lane& first = lists.lanes[Lists::PortOf(due.front())];
    const PacketReceiver* const sink = first.end->FragmentSink();
    const bool areForeseen = sink && sink->Foresees() && !first.line->IsAtFlow();
    for (std::size_t i = 0; i < due.size(); ++i)
    {
        if (i + kForeseen < due.size())
        {
            lists.lanes[Lists::PortOf(due[i + kForeseen])].line->Foresee(areForeseen ? sink
                                                                                     : nullptr);
        }
        const ArrivalMoment moment{base + static_cast<int64_t>(due[i] >> kPortBits),
                                   Lists::PortOf(due[i])};
        if (moment.ps > m_quietUntil)
        {
            if (!lists.rows.empty())
            {
                EndTransit(m_quietUntil, lists);
                return; // what was in transit, or listed as a row, may be due after what comes now
            }
            RunBefore(moment.ps, static_cast<int32_t>(moment.port), StepOf(moment));
            FindLanes(lists);      // they may have changed
            lists.quietUntil = -1; // the list has no rows
        }
        m_moment = moment;
        m_now = m_clock.RoundUp(Picoseconds(moment.ps));
        if (!DeliverFirst(lists.lanes[moment.port], lists))
        {
            lists.hasWays = false;
            EndTransit(moment.ps - 1, lists);
            return;
        }
    }
    EndTransit(std::min(lists.quietUntil, m_quietUntil), lists);
}

inline bool
Agenda::DeliverFirst(Lane& lane, Lists& lists)
{
    if (lane.inTransit > 0)
    {
        SettleTransit(lane);
    }
    if (lane.hasWays && m_moment.ps <= lists.quietUntil && lane.line->Frames().IsAtFollower())
    {
        return BeginTransit(lane, lists);
    }
    Deliver(lane);
    return true;
}

void
Agenda::Lists::SortDue(uint64_t span)
{
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
        sorted.resize(due.size());
        for (const DueFrame frame : due)
        {
            sorted[buckets[frame >> shift]++] = frame;
        }
        due.swap(sorted);
    }
    InsertionSort(due);
}

} // namespace ns3::esa
