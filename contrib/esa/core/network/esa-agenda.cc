// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-agenda.h"

#include "esa-arrival-order.h"
#include "esa-line.h"

#include "ns3/esa-aggregator-table.h"
#include "ns3/esa-assert.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Memory is fetched into the cache for the frame that is so many frames ahead.
constexpr std::size_t kAhead = 12;

} // namespace

/// Lists that a node needs while it is at work. The nodes of a thread use the same ones in turn:
/// they are long, and stay in the cache.
struct Agenda::Lists
{
    /// An arrival of a line's next frame: time since the first one, and port.
    using DueFrame = uint64_t;

    /// @return port of a frame that is due
    static uint32_t PortOf(DueFrame frame)
    {
        return static_cast<uint32_t>(frame & ((1U << kPortBits) - 1));
    }

    std::vector<uint32_t> busy;    ///< ports with frames that are due
    std::vector<DueFrame> due;     ///< what is due in this run
    std::vector<DueFrame> sorted;  ///< the same, while it is put in order
    std::vector<uint32_t> buckets; ///< to put it in order
};

/// A node is at work, until this ends or something is thrown.
class Agenda::AtWork
{
  public:
    /// @param agenda of the node
    explicit AtWork(Agenda& agenda)
        : m_agenda(agenda)
    {
        s_running = &agenda;
        agenda.m_isRunning = true;
    }

    ~AtWork()
    {
        m_agenda.m_isRunning = false;
        s_running = nullptr;
    }

    AtWork(const AtWork&) = delete;
    AtWork& operator=(const AtWork&) = delete;

  private:
    Agenda& m_agenda; ///< of the node
};

Agenda::Agenda(Driver& driver, const StepClock& clock, uint32_t node)
    : m_driver(driver),
      m_clock(clock),
      m_node(node)
{
}

Agenda::~Agenda() = default;

void
Agenda::AddLine(Line& line, uint32_t port)
{
    ESA_ASSERT(port < kMaxPorts, "the list of due frames has room for the port's number");
    if (port >= m_lines.size())
    {
        m_lines.resize(port + 1);
        m_firsts.resize(port + 1, kNoArrival);
    }
    m_lines[port] = &line;
    ++m_lineCount;
}

void
Agenda::RemoveLine(uint32_t port)
{
    m_lines[port] = nullptr;
    --m_lineCount;
    m_firsts[port] = kNoArrival;
}

void
Agenda::OnFirstFrame(uint32_t port, Picoseconds arrival)
{
    ESA_ASSERT(!m_isRunning, "a node sends nothing to itself");
    ESA_ASSERT(m_clock.RoundUp(arrival) >= m_now, "a node has not passed what it gets");
    m_firsts[port] = arrival.count();
    Lower(m_clock.ToSteps(arrival));
}

void
Agenda::Lower(int64_t step)
{
    if (step < m_next && !m_isRunning && !m_isClosed)
    {
        m_next = step;
        m_driver.Wake(*this, step);
    }
}

void
Agenda::AddItem(const Item& item)
{
    m_items.push_back(item);
    if (m_items.size() > 1)
    {
        std::push_heap(m_items.begin(), m_items.end(), IsAfter);
    }
    m_quietUntil = std::min(m_quietUntil, QuietBefore(item));
    Lower(m_clock.ToSteps(Picoseconds(item.ps)));
}

void
Agenda::AddAction(Item item, std::function<void()> what)
{
    item.action = static_cast<uint32_t>(m_actions.size());
    if (m_freeActions.empty())
    {
        m_actions.push_back(std::move(what));
    }
    else
    {
        item.action = m_freeActions.back();
        m_freeActions.pop_back();
        m_actions[item.action] = std::move(what);
    }
    AddItem(item);
}

void
Agenda::AddArrival(const Item& item, std::function<void(Picoseconds)> arrive)
{
    if (m_isClosed)
    {
        return;
    }
    if (!m_paths)
    {
        AddAction(item, [this, arrive = std::move(arrive)] { arrive(m_now); });
        return;
    }
    AddAction(item, [this, path = m_paths->now, arrive = std::move(arrive)] {
        m_paths->OnPlan(path, {}, m_now);
        m_paths->now.opensWindow = path.opensWindow;
        m_paths->now.isRepair = path.isRepair;
        arrive(m_now);
    });
}

void
Agenda::Plan(Picoseconds at, std::function<void()> what, const Wait& wait)
{
    ESA_ASSERT(!s_running || m_isRunning, "a node plans nothing for another one");
    if (m_isClosed)
    {
        return;
    }
    if (m_paths)
    {
        what = [this, path = m_paths->now, wait, next = std::move(what)] {
            m_paths->OnPlan(path, wait, m_now);
            next();
        };
    }
    AddAction({m_clock.RoundUp(at).count(), kBehindPorts, kNoAction, kActions + ++m_order, nullptr},
              std::move(what));
}

void
Agenda::PlanArrival(Picoseconds at, uint32_t port, std::function<void(Picoseconds)> arrive)
{
    AddArrival(
        {at.count(), static_cast<int32_t>(port), kNoAction, kLateFrames + ++m_order, nullptr},
        std::move(arrive));
}

void
Agenda::PlanSignal(Picoseconds at, uint32_t port, std::function<void(Picoseconds)> arrive)
{
    AddArrival({at.count(), static_cast<int32_t>(port), kNoAction, ++m_order, nullptr},
               std::move(arrive));
}

void
Agenda::PlanBegin(Picoseconds at, std::function<void(Picoseconds)> what)
{
    ESA_ASSERT(!s_running || m_isRunning, "a node plans nothing for another one");
    // The first time that belongs to the step; of step 0 it is the only one.
    const int64_t step = m_clock.ToSteps(at);
    const Picoseconds first =
        step == 0 ? Picoseconds(0) : m_clock.FromSteps(step - 1) + Picoseconds(1);
    AddArrival({first.count(), kBeforePorts, kNoAction, ++m_order, nullptr}, std::move(what));
}

void
Agenda::ReleaseIdleMemory()
{
    for (Line* const line : m_lines)
    {
        if (line)
        {
            line->ReleaseIdleMemory();
        }
    }
}

void
Agenda::Close()
{
    m_isClosed = true;
    m_next = kNoStep;
    for (Item& item : m_items)
    {
        if (item.timer)
        {
            --item.timer->m_items;
            item.timer->m_order = 0;
        }
    }
    m_items.clear();
    m_actions.clear();
    m_freeActions.clear();
}

void
Agenda::Remove(const NodeTimer& timer)
{
    for (Item& item : m_items)
    {
        item.timer = item.timer == &timer ? nullptr : item.timer;
    }
}

inline bool
Agenda::HasItem()
{
    while (!m_items.empty())
    {
        const Item& first = m_items.front();
        if (first.action != kNoAction || (first.timer && first.timer->m_order == first.order))
        {
            return true;
        }
        DropItem();
    }
    return false;
}

[[gnu::noinline]] void
Agenda::DropItem()
{
    if (NodeTimer* const timer = m_items.front().timer)
    {
        --timer->m_items;
    }
    std::pop_heap(m_items.begin(), m_items.end(), IsAfter);
    m_items.pop_back();
}

void
Agenda::RunItem()
{
    const Item item = m_items.front();
    std::pop_heap(m_items.begin(), m_items.end(), IsAfter);
    m_items.pop_back();
    m_now = m_clock.RoundUp(Picoseconds(item.ps));
    m_itemsOfStep = m_now == m_itemTime ? m_itemsOfStep + 1 : 0;
    m_itemTime = m_now;
    if (m_itemsOfStep > kMaxItemsOfStep)
    {
        throw std::runtime_error("simulated time stands still: node " + std::to_string(m_node) +
                                 " has more than " + std::to_string(kMaxItemsOfStep) +
                                 " things that are due at " + std::to_string(m_now.count()) +
                                 " ps");
    }
    if (item.timer)
    {
        --item.timer->m_items;
        item.timer->m_order = 0;
        if (m_paths)
        {
            m_paths->OnTimer(*item.timer->m_path, item.timer->m_part, m_now);
        }
        item.timer->m_what();
        return;
    }
    const auto what = std::move(m_actions[item.action]);
    m_actions[item.action] = nullptr;
    m_freeActions.push_back(item.action);
    what();
}

void
Agenda::RunBefore(int64_t ps, int32_t port)
{
    const auto isBefore = [ps, port](const Item& item) {
        return item.ps != ps ? item.ps < ps : item.port < port;
    };
    while (HasItem() && isBefore(m_items.front()))
    {
        RunItem();
    }
    m_quietUntil = m_items.empty() ? kNoArrival : QuietBefore(m_items.front());
}

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
            RunBefore(arrival.count(), static_cast<int32_t>(port));
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
    SortArrivals(lists.due,
                 lists.sorted,
                 lists.buckets,
                 static_cast<uint64_t>(last - base),
                 [](Lists::DueFrame frame) { return frame >> kPortBits; });
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
            RunBefore(arrival.count(), static_cast<int32_t>(port));
        }
        m_now = m_clock.RoundUp(arrival);
        m_lines[port]->Deliver(m_now);
    }
    return count;
}

std::size_t
Agenda::Run(int64_t end)
{
    ESA_ASSERT(!s_running, "one node works at a time");
    const AtWork atWork(*this);
    const int64_t last = m_clock.FromSteps(end - 1).count();
    Lists& lists = ListsOfThread();
    lists.busy.clear();
    for (uint32_t port = 0; port < m_firsts.size(); ++port)
    {
        if (m_firsts[port] <= last)
        {
            lists.busy.push_back(port);
        }
    }
    std::size_t frames = 0;
    if (lists.busy.size() == 1)
    {
        frames = DeliverLine(lists.busy.front(), last);
    }
    else if (!lists.busy.empty())
    {
        frames = DeliverLines(last, lists);
    }
    RunBefore(last + 1, kBeforePorts);
    FindNext(lists.busy);
    return frames;
}

void
Agenda::FindNext(const std::vector<uint32_t>& busy)
{
    if (m_isClosed) // by what the node has just done
    {
        return;
    }
    for (const uint32_t port : busy)
    {
        Line* const line = m_lines[port];
        m_firsts[port] =
            line && !line->Frames().IsEmpty() ? line->Frames().FirstArrival().count() : kNoArrival;
    }
    int64_t first = HasItem() ? m_items.front().ps : kNoArrival;
    for (const int64_t ps : m_firsts)
    {
        first = std::min(first, ps);
    }
    m_next = first == kNoArrival ? kNoStep : m_clock.ToSteps(Picoseconds(first));
}

NodeTimer::~NodeTimer()
{
    if (m_items > 0)
    {
        m_agenda->Remove(*this);
    }
}

void
NodeTimer::Bind(std::shared_ptr<Agenda> agenda, std::function<void()> what, TimePart part)
{
    m_agenda = std::move(agenda);
    m_what = std::move(what);
    m_part = part;
}

void
NodeTimer::Set(Picoseconds at)
{
    ESA_ASSERT(m_agenda, "a timer is bound before it is set");
    if (m_agenda->m_isClosed)
    {
        return;
    }
    m_at = at;
    if (const NodePaths* const paths = m_agenda->m_paths.get())
    {
        m_path = std::make_unique<CriticalPath>(paths->now);
    }
    m_order = ++m_agenda->m_order;
    ++m_items;
    ESA_ASSERT(!Agenda::s_running || m_agenda->m_isRunning, "a node plans nothing for another one");
    m_agenda->AddItem({m_agenda->m_clock.RoundUp(at).count(),
                       Agenda::kBehindPorts,
                       Agenda::kNoAction,
                       m_order,
                       this});
}

} // namespace ns3::esa
