// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// How the packets that are due at a node reach it.

#include "esa-agenda-lists.h"
#include "esa-line.h"

#include "ns3/esa-aggregator-table.h"

#include <algorithm>

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

std::size_t
Agenda::DeliverLine(uint32_t port, int64_t last)
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
        m_now = m_clock.RoundUp(arrival);
        line.Deliver(m_now);
    }
    return frames.Taken() - before;
}

Agenda::Lists&
Agenda::ListsOfThread()
{
    static thread_local Lists lists;
    return lists;
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
    if (!frames.IsEmpty())
    {
        const uint32_t aggregator = frames.Front().fragment.aggregator;
        if (aggregator < m_aggregatorCount)
        {
            __builtin_prefetch(m_aggregators + aggregator, 1);
        }
    }
}

void
Agenda::FindDue(int64_t base, int64_t last, Lists& lists) const
{
    lists.due.clear();
    for (const uint32_t port : lists.busy)
    {
        m_lines[port]->Frames().VisitArrivals(
            [&due = lists.due, base, last, port](Picoseconds arrival) {
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
    const std::vector<Lists::DueFrame>& due = lists.due;
    // Most packets of a round are of a kind.
    const bool areGradients = !m_lines[Lists::PortOf(due.front())]->IsAtFlow();
    const std::size_t count = due.size();
    for (std::size_t i = 0; i < count; ++i)
    {
        if (i + kAhead < count)
        {
            PrefetchFirst(*m_lines[Lists::PortOf(due[i + kAhead])], areGradients);
        }
        const uint32_t port = Lists::PortOf(due[i]);
        const Picoseconds arrival(base + static_cast<int64_t>(due[i] >> kPortBits));
        if (arrival.count() > m_quietUntil)
        {
            RunBefore(arrival.count(), static_cast<int32_t>(port), m_clock.ToSteps(arrival));
        }
        m_now = m_clock.RoundUp(arrival);
        m_lines[port]->Deliver(m_now);
    }
    return count;
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
