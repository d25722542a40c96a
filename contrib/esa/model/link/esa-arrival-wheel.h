/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ARRIVAL_WHEEL_H
#define ESA_ARRIVAL_WHEEL_H

#include "ns3/assert.h"
#include "ns3/esa-prefetch.h"
#include "ns3/esa-units.h"
#include "ns3/event-impl.h"
#include "ns3/log.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <list>
#include <map>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Delivers the frames of a time step in a stated order, with one simulator event.
 *
 * Several frames may arrive at a node in one time step. Events of the simulator would deliver them
 * in the order in which they were scheduled, which follows from the whole history of the run. The
 * wheel delivers them in the order of their exact times, and at the same time in the order of the
 * receiving ports. Timers and applications of that step come after all frames (StepTimer).
 *
 * With many busy links several frames arrive in every nanosecond, and an event of the simulator
 * costs more than all other work on a frame. So all arrivals in the same time step share one event.
 * The wheel has a slot for each time step of the near future, and a map for the others. Every link
 * has one arrival pending at most.
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
         * @brief The first frame of the link arrives.
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

    /// An arrival. Arrivals of one time step are delivered in the order of these.
    struct Arrival
    {
        Picoseconds at; ///< exact time
        uint64_t port;  ///< where: number of the node, times 2^32, and of its port
        Client* link;   ///< the link; null: it was removed

        /// @return whether this one is delivered first
        bool operator<(const Arrival& other) const
        {
            return at != other.at ? at < other.at : port < other.port;
        }
    };

    /**
     * @brief Plans an arrival.
     * @param arrival the arrival, at a link that has none planned
     * @param step its time step
     * @param nowStep the current time step
     */
    void Schedule(const Arrival& arrival, int64_t step, int64_t nowStep)
    {
        NS_ASSERT_MSG(step >= nowStep, "a frame does not arrive in the past");
        List& list = step - nowStep < kSlots ? SlotOf(step) : m_far[step];
        Insert(list, arrival, m_waking && step == nowStep ? m_begun : 0);
        if (step < m_wakeStep && !m_waking)
        {
            ScheduleWake(step, nowStep);
        }
    }

    /**
     * @brief Plans an arrival that is not the next one of a link, for example of a late frame.
     * @param at exact time
     * @param port where
     * @param step its time step
     * @param deliver called then
     */
    void ScheduleOnce(Picoseconds at, uint64_t port, int64_t step, std::function<void()> deliver);

    /// @brief Delivers the frames of the current time step that are still to be delivered.
    void DeliverNow();

    /**
     * @brief Removes a link, which will be deleted.
     * @param client the link
     * @param step when it was to be woken
     */
    void Remove(Client& client, int64_t step);

  private:
    /// The simulator's event; one object that is scheduled again and again.
    class WakeEvent;

    /// An arrival that is not the next one of a link.
    class Once;

    /// Arrivals of one time step, in order.
    using List = std::vector<Arrival>;

    /**
     * @brief Puts an arrival in its place.
     * @param list where
     * @param arrival the arrival
     * @param first it does not come before this place
     */
    static void Insert(List& list, const Arrival& arrival, std::size_t first)
    {
        std::size_t place = list.size();
        list.push_back(arrival);
        for (; place > first && arrival < list[place - 1]; --place)
        {
            list[place] = list[place - 1];
        }
        list[place] = arrival;
    }

    /// @return the arrivals of a time step of the near future
    List& SlotOf(int64_t step)
    {
        const auto index = static_cast<std::size_t>(step) & (kSlots - 1);
        List*& list = m_slots[index];
        if (!list)
        {
            list = TakeList();
            m_used[index / kWordBits] |= uint64_t{1} << (index % kWordBits);
        }
        return *list;
    }

    /// @return an empty list: the one that was given back last, which is likely to be in a cache
    List* TakeList();

    /**
     * @brief Schedules the simulator's event.
     * @param step when
     * @param nowStep the current time step
     */
    void ScheduleWake(int64_t step, int64_t nowStep);

    /// @brief Delivers the frames of a time step. @param nowStep the current one
    void Deliver(int64_t nowStep);

    /**
     * @brief Lets up to kBatch links prefetch, which are woken after those before them.
     * @param list arrivals at the links
     * @param first place of the first one
     */
    static void LookAhead(const List& list, std::size_t first);

    /**
     * @param step a time step
     * @return the first time step from there on with arrivals; kNoStep if there is none
     */
    int64_t NextUsed(int64_t step) const;

    static constexpr int64_t kSlots = 1 << 13; ///< time steps ahead; more than 8 us of nanoseconds
    static constexpr int64_t kWordBits = 64;   ///< slots in a word of m_used
    static constexpr int64_t kNoStep = INT64_MAX; ///< never

    static constexpr uint32_t kManyLinks = 512; ///< more than the caches hold

    /// Links that prefetch together. They hide each other's waits, and the first-level cache has
    /// room for what they need and those before them.
    static constexpr std::size_t kBatch = 8;

    std::vector<List*> m_slots;    ///< by time step modulo kSlots; null: no arrivals
    std::map<int64_t, List> m_far; ///< by time step, what was planned when it was not near
    std::list<Once> m_once;        ///< arrivals that are not the next ones of links
    std::deque<List> m_lists;      ///< all lists
    std::vector<List*> m_unused;   ///< of these, those that no slot has
    std::vector<uint64_t> m_used;  ///< a bit for each slot with arrivals
    int64_t m_wakeStep{kNoStep};   ///< earliest time step with a pending event
    bool m_waking{false};          ///< whether frames are being delivered, ...
    std::size_t m_begun{0};        ///< ... and how many of the step
    uint32_t m_links{0};           ///< links that use the wheel
    Ptr<WakeEvent> m_wake;         ///< the event

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_ARRIVAL_WHEEL_H
