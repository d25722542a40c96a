/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-arrival-wheel.h"

#include "ns3/simulation-singleton.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Holds the wheel until Simulator::Destroy().
struct WheelHolder
{
    Ptr<ArrivalWheel> wheel{Create<ArrivalWheel>()}; ///< the wheel
};

/**
 * @param word a word with a bit
 * @return place of its lowest bit
 */
int64_t
LowestBit(uint64_t word)
{
    NS_ASSERT_MSG(word != 0, "a word without bits has no lowest one");
    return __builtin_ctzll(word);
}

} // namespace

LogComponent ArrivalWheel::g_log("EsaArrivalWheel", __FILE__);

class ArrivalWheel::WakeEvent : public EventImpl
{
  public:
    /// @param wheel the wheel
    explicit WakeEvent(ArrivalWheel& wheel)
        : m_wheel(wheel)
    {
    }

  private:
    void Notify() override
    {
        m_wheel.DeliverNow();
    }

    ArrivalWheel& m_wheel; ///< the wheel, which cancels this before it goes
};

class ArrivalWheel::Once : public Client
{
  public:
    /// @param wheel the wheel, which has it @param deliver called when it arrives
    Once(ArrivalWheel& wheel, std::function<void()> deliver)
        : m_wheel(wheel),
          m_deliver(std::move(deliver))
    {
    }

    void DeliverDue(int64_t /* nowStep */) override
    {
        const auto deliver = std::move(m_deliver);
        m_wheel.m_once.erase(place); // and with it this
        deliver();
    }

    std::list<Once>::iterator place; ///< its place in m_once

  private:
    ArrivalWheel& m_wheel;           ///< the wheel
    std::function<void()> m_deliver; ///< called when it arrives
};

Ptr<ArrivalWheel>
ArrivalWheel::Get()
{
    return SimulationSingleton<WheelHolder>::Get()->wheel;
}

ArrivalWheel::ArrivalWheel()
    : m_slots(kSlots),
      m_used(kSlots / kWordBits),
      m_wake(Create<WakeEvent>(*this))
{
}

ArrivalWheel::~ArrivalWheel()
{
    m_wake->Cancel();
}

void
ArrivalWheel::ScheduleWake(int64_t step, int64_t nowStep)
{
    NS_LOG_FUNCTION(this << step << nowStep);
    m_wakeStep = step;
    // The simulator gives up one reference when the event has run.
    m_wake->Ref();
    Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                   TimeStep(step - nowStep),
                                   PeekPointer(m_wake));
}

void
ArrivalWheel::ScheduleOnce(Picoseconds at,
                           uint64_t port,
                           int64_t step,
                           std::function<void()> deliver)
{
    const auto once = m_once.emplace(m_once.end(), *this, std::move(deliver));
    once->place = once;
    Schedule({at, port, &*once}, step, Simulator::Now().GetTimeStep());
}

void
ArrivalWheel::DeliverNow()
{
    const int64_t nowStep = Simulator::Now().GetTimeStep();
    if (nowStep == m_wakeStep)
    {
        Deliver(nowStep);
    }
    NS_ASSERT_MSG(nowStep < m_wakeStep, "no frame is delivered late");
}

void
ArrivalWheel::Deliver(int64_t nowStep)
{
    NS_LOG_FUNCTION(this << nowStep);
    NS_ASSERT_MSG(!m_waking, "no event of the simulator runs within another");
    m_wakeStep = kNoStep;
    m_waking = true;
    m_begun = 0;
    List& list = SlotOf(nowStep);
    if (const auto far = m_far.begin(); far != m_far.end() && far->first == nowStep)
    {
        for (const Arrival& arrival : far->second)
        {
            Insert(list, arrival, 0);
        }
        m_far.erase(far);
    }
    const bool looksAhead = m_links >= kManyLinks;
    while (m_begun < list.size())
    {
        if (looksAhead && m_begun % kBatch == 0)
        {
            LookAhead(list, m_begun + kBatch);
        }
        if (Client* link = list[m_begun++].link)
        {
            link->DeliverDue(nowStep); // may plan arrivals in this very list
        }
    }
    list.clear();
    m_unused.push_back(&list);
    const auto index = static_cast<std::size_t>(nowStep) & (kSlots - 1);
    m_slots[index] = nullptr;
    m_used[index / kWordBits] &= ~(uint64_t{1} << (index % kWordBits));
    m_waking = false;
    const int64_t near = NextUsed(nowStep + 1);
    const int64_t next = m_far.empty() ? near : std::min(near, m_far.begin()->first);
    if (next != kNoStep)
    {
        if (looksAhead && next == near)
        {
            LookAhead(*m_slots[static_cast<std::size_t>(next) & (kSlots - 1)], 0);
        }
        ScheduleWake(next, nowStep);
    }
}

ArrivalWheel::List*
ArrivalWheel::TakeList()
{
    if (m_unused.empty())
    {
        return &m_lists.emplace_back();
    }
    List* list = m_unused.back();
    m_unused.pop_back();
    return list;
}

int64_t
ArrivalWheel::NextUsed(int64_t step) const
{
    constexpr int64_t kWords = kSlots / kWordBits;
    const int64_t start = step & (kSlots - 1);
    // The word of the first slot counts from that slot on; once round, it counts up to it.
    int64_t index = start / kWordBits;
    uint64_t word = m_used[index] & (~uint64_t{0} << (start % kWordBits));
    for (int64_t words = 0; words <= kWords; ++words)
    {
        if (word != 0)
        {
            const int64_t slot = index * kWordBits + LowestBit(word);
            return step + ((slot - start) & (kSlots - 1));
        }
        index = (index + 1) % kWords;
        word = m_used[index];
    }
    return kNoStep;
}

void
ArrivalWheel::Remove(Client& client, int64_t step)
{
    const auto remove = [&client](List& list) {
        for (Arrival& arrival : list)
        {
            arrival.link = arrival.link == &client ? nullptr : arrival.link;
        }
    };
    if (List* list = m_slots[static_cast<std::size_t>(step) & (kSlots - 1)])
    {
        remove(*list);
    }
    if (const auto far = m_far.find(step); far != m_far.end())
    {
        remove(far->second);
    }
}

} // namespace ns3::esa
