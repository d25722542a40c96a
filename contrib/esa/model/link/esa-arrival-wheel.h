/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ARRIVAL_WHEEL_H
#define ESA_ARRIVAL_WHEEL_H

#include "ns3/assert.h"
#include "ns3/esa-prefetch.h"
#include "ns3/event-impl.h"
#include "ns3/log.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Wakes the links at which a frame arrives, with one simulator event per time step.
 *
 * With many busy links several frames arrive in every nanosecond, and an event of the simulator
 * costs more than all other work on a frame. So all arrivals in the same time step share one event.
 * The wheel has a slot for each time step of the near future. Every link has one arrival pending at
 * most. Links in a slot are woken in the order in which they entered it, so a run does not depend
 * on the simulator's scheduler.
 *
 * With many links the processor's caches do not hold what a frame needs. The wheel knows which
 * links it wakes next. So it lets them prefetch, some links at a time
 * (esa-arrival-wheel-prefetch.cc).
 */
class ArrivalWheel : public SimpleRefCount<ArrivalWheel>
{
  public:
    /// A link. It begins a cache line, which what every arrival needs can share.
    class alignas(kCacheLineBytes) Client
    {
      public:
        virtual ~Client() = default;

        /**
         * @brief The time step has come.
         * @param nowStep the time step
         */
        virtual void DeliverDue(int64_t nowStep) = 0;

        /**
         * @brief Prefetches what DeliverDue() will need. Memory that is found by way of other
         * memory has to wait for this, so it is asked for in a later stage.
         * @param stage from 0 to kPrefetchStages - 1
         */
        virtual void PrefetchArrival([[maybe_unused]] uint32_t stage) const
        {
        }
    };

    /// Stages of Client::PrefetchArrival().
    static constexpr uint32_t kPrefetchStages = 6;

    /// @return the wheel of the simulation under way
    static Ptr<ArrivalWheel> Get();

    ArrivalWheel();
    ~ArrivalWheel();

    /// @brief A link begins to use the wheel. From kManyLinks on, links prefetch.
    void Join()
    {
        ++m_links;
    }

    /**
     * @brief Asks for a link to be woken.
     * @param client the link, which is not in the wheel
     * @param step when
     * @param nowStep the current time step
     * @return false if the step is too far away for the wheel
     */
    bool Schedule(Client& client, int64_t step, int64_t nowStep)
    {
        NS_ASSERT_MSG(step >= nowStep, "a link is not woken in the past");
        if (step - nowStep >= kSlots)
        {
            return false;
        }
        Insert(client, step);
        if (step < m_wakeStep && !m_waking)
        {
            ScheduleWake(step, nowStep);
        }
        return true;
    }

    /**
     * @brief Removes a link, which will be deleted.
     * @param client the link
     * @param step when it was to be woken
     */
    void Remove(Client& client, int64_t step);

  private:
    /// The simulator's event; one object that is scheduled again and again.
    class WakeEvent;

    /// Links to be woken in one time step, in order. Null: a link that was removed.
    using List = std::vector<Client*>;

    /**
     * @brief Puts a link at the end of a slot.
     * @param client the link
     * @param step the slot's time step
     */
    void Insert(Client& client, int64_t step)
    {
        const auto index = static_cast<std::size_t>(step) & (kSlots - 1);
        List*& list = m_slots[index];
        if (!list)
        {
            list = TakeList();
            m_used[index / kWordBits] |= uint64_t{1} << (index % kWordBits);
        }
        list->push_back(&client);
    }

    /// @return an empty list: the one that was given back last, which is likely to be in a cache
    List* TakeList();

    /**
     * @brief Schedules the simulator's event.
     * @param step when
     * @param nowStep the current time step
     */
    void ScheduleWake(int64_t step, int64_t nowStep);

    /// @brief Wakes the links of the current time step.
    void Wake();

    /**
     * @brief Lets up to kBatch links prefetch, which are woken after those before them.
     * @param list links to be woken
     * @param first place of the first one
     */
    static void LookAhead(const List& list, std::size_t first);

    /**
     * @param step a time step
     * @return the first time step from there on with links; kNoStep if there is none
     */
    int64_t NextUsed(int64_t step) const;

    static constexpr int64_t kSlots = 1 << 13; ///< time steps ahead; more than 8 us of nanoseconds
    static constexpr int64_t kWordBits = 64;   ///< slots in a word of m_used
    static constexpr int64_t kNoStep = INT64_MAX; ///< never

    static constexpr uint32_t kManyLinks = 512; ///< more than the caches hold

    /// Links that prefetch together. They hide each other's waits, and the first-level cache has
    /// room for what they need and those before them.
    static constexpr std::size_t kBatch = 8;

    std::vector<List*> m_slots;   ///< by time step modulo kSlots; null: no links
    std::deque<List> m_lists;     ///< all lists
    std::vector<List*> m_unused;  ///< of these, those that no slot has
    std::vector<uint64_t> m_used; ///< a bit for each slot with links
    int64_t m_wakeStep{kNoStep};  ///< earliest time step with a pending event
    bool m_waking{false};         ///< whether links are being woken
    uint32_t m_links{0};          ///< links that use the wheel
    Ptr<WakeEvent> m_wake;        ///< the event

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_ARRIVAL_WHEEL_H
