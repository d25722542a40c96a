// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// How the packets that are due at a node reach it.

#include "esa-agenda-lists.h"
#include "esa-line.h"
#include "esa-port.h"

#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-assert.h"

#include <algorithm>
#include <array>

namespace ns3::esa
{
namespace
{

/// Up to this many frames are put in order by insertion alone.
constexpr std::size_t kFewFrames = 16;

/// Memory is fetched into the cache for the frame that is so many frames ahead.
constexpr std::size_t kAhead = 12;

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
        TrainParts& parts = lists.parts;
        parts.Clear();
        parts.Begin(number, train, max).Add(first, count);
        DeliverMixed(lane, run, end, until, parts);
        return true;
    }
    ReceivePart(lane, {train, first, count});
    frames.CountTaken(number, count);
    frames.PopFollowers(count);
    return true;
}

bool
Agenda::IsForwarded(uint32_t port) const
{
    const PacketReceiver* const sink = m_lines[port]->End().FragmentSink();
    return sink && sink->HasFixedOutputs();
}

void
Agenda::DeliverMixed(const Lane& lane,
                     const Follower* next,
                     const Follower* end,
                     Picoseconds until,
                     TrainParts& parts)
{
    FrameQueue& frames = lane.line->Frames();
    const Follower* const first = &frames.FrontFollower();
    uint32_t lastTrain = first->Train();
    for (bool isEnd = false; !isEnd && next != end && FrameQueue::IsFollowerBy(next, until); ++next)
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

inline bool
Agenda::Forward(Lane& lane)
{
    FrameQueue& frames = lane.line->Frames();
    const Follower& first = frames.FrontFollower();
    const uint32_t number = first.Train();
    FrameQueue::Arriving& train = frames.TrainArriving(number);
    if (train.run != m_run)
    {
        train.run = m_run;
        train.output = lane.end->FragmentSink()->OutputPortOf(train.first);
    }
    if (!train.output)
    {
        return false;
    }
    train.output->SendRun(train.Next(first), number, m_now);
    ++lane.forwarded;
    ++train.next;
    frames.PopFollowers(1);
    return true;
}

void
Agenda::CountForwarded(Lists& lists)
{
    for (const uint32_t port : lists.busy)
    {
        Lane& lane = lists.lanes[port];
        if (lane.forwarded > 0)
        {
            lane.end->CountDirect(lane.forwarded);
            lane.end->FragmentSink()->CountForwarded(lane.forwarded);
            lane.forwarded = 0;
        }
    }
}

void
Agenda::Prefetch(const AggregatorTable& table)
{
    const bool isByIndex = table.Indexes() == table.Size();
    m_aggregators = &table.AtPlace(0);
    m_aggregatorCount = isByIndex ? table.Size() : 0;
}

// If it is not inlined early, the compiler leaves the call out, as it has no result.
[[gnu::always_inline]] inline void
Agenda::PrefetchFirst(Line& line, bool areGradients) const
{
    FrameQueue& frames = line.Frames();
    if (!areGradients || m_aggregatorCount == 0)
    {
        frames.Prefetch();
        return;
    }
    if (!frames.IsEmpty() && !frames.IsAtFollower())
    {
        const uint32_t aggregator = frames.Front().fragment.aggregator;
        if (aggregator < m_aggregatorCount)
        {
            __builtin_prefetch(m_aggregators + aggregator, 1);
        }
    }
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
        lists.lanes[port] = {&line, &line.End(), areDirect && IsForwarded(port)};
    }
}

void
Agenda::FindDue(int64_t base, int64_t last, Lists& lists) const
{
    lists.due.clear();
    for (const uint32_t port : lists.busy)
    {
        m_lines[port]->Frames().Look([&due = lists.due, base, last, port](Picoseconds arrival) {
            const int64_t ps = arrival.count();
            if (ps <= last)
            {
                due.push_back(static_cast<uint64_t>(ps - base) << kPortBits | port);
            }
            return ps <= last;
        });
    }
}

std::size_t
Agenda::DeliverLines(int64_t last, Lists& lists)
{
    int64_t base = kNoArrival;
    for (const uint32_t port : lists.busy)
    {
        base = std::min(base, m_firsts[port]);
    }
    std::size_t frames = 0;
    for (; last - base > kLongestList; base = FirstOf(lists.busy))
    {
        frames += DeliverList(base, base + kLongestList, lists);
    }
    return frames + (base <= last ? DeliverList(base, last, lists) : 0);
}

int64_t
Agenda::FirstOf(const std::vector<uint32_t>& busy) const
{
    int64_t first = kNoArrival;
    for (const uint32_t port : busy)
    {
        const FrameQueue& frames = m_lines[port]->Frames();
        first = frames.IsEmpty() ? first : std::min(first, frames.FirstArrival().count());
    }
    return first;
}

std::size_t
Agenda::DeliverList(int64_t base, int64_t last, Lists& lists)
{
    FindDue(base, last, lists);
    lists.SortDue(static_cast<uint64_t>(last - base));
    FindLanes(lists);
    const std::vector<Lists::DueFrame>& due = lists.due;
    // Most packets of a round are of a kind.
    const bool areGradients = !lists.lanes[Lists::PortOf(due.front())].line->IsAtFlow();
    for (std::size_t i = 0; i < due.size(); ++i)
    {
        if (i + kAhead < due.size())
        {
            PrefetchFirst(*lists.lanes[Lists::PortOf(due[i + kAhead])].line, areGradients);
        }
        const uint32_t port = Lists::PortOf(due[i]);
        const Picoseconds arrival(base + static_cast<int64_t>(due[i] >> kPortBits));
        if (arrival.count() > m_quietUntil)
        {
            CountForwarded(lists);
            RunBefore(arrival.count(), static_cast<int32_t>(port), m_clock.ToSteps(arrival));
            FindLanes(lists); // they may have changed
        }
        m_now = m_clock.RoundUp(arrival);
        Lane& lane = lists.lanes[port];
        if (!lane.isForwarded || !lane.line->Frames().IsAtFollower() || !Forward(lane))
        {
            Deliver(lane);
        }
    }
    CountForwarded(lists);
    return due.size();
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
