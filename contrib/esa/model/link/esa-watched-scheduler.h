// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WATCHED_SCHEDULER_H
#define ESA_WATCHED_SCHEDULER_H

#include "ns3/abort.h"
#include "ns3/esa-agenda.h"
#include "ns3/event-impl.h"
#include "ns3/map-scheduler.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A scheduler of events that returns when the simulator has its next event. ns-3 makes it,
/// and has one simulator at a time: so the latest one belongs to the simulation under way.
class WatchedScheduler : public MapScheduler
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId()
    {
        static const TypeId tid = TypeId("ns3::esa::WatchedScheduler")
                                      .SetParent<MapScheduler>()
                                      .SetGroupName("Esa")
                                      .AddConstructor<WatchedScheduler>();
        return tid;
    }

    WatchedScheduler()
    {
        s_latest = this;
    }

    ~WatchedScheduler() override
    {
        s_latest = s_latest == this ? nullptr : s_latest;
    }

    /// @param round the event of rounds, which does not count: where rounds were to begin earlier,
    /// it is left there and does nothing
    /// @return the time step of the simulator's next event; Agenda::kNoStep: it has none
    static int64_t NextEvent(const EventImpl* round)
    {
        NS_ABORT_MSG_IF(!s_latest,
                        "Simulator::SetScheduler() was called after NetworkRunner::UseRounds(), "
                        "which needs a scheduler of its own");
        std::vector<Event> ofRounds;
        while (!s_latest->HasNone() && s_latest->PeekNext().impl == round)
        {
            ofRounds.push_back(s_latest->RemoveNext());
        }
        const int64_t next = s_latest->HasNone()
                                 ? Agenda::kNoStep
                                 : static_cast<int64_t>(s_latest->PeekNext().key.m_ts);
        for (const Event& event : ofRounds)
        {
            s_latest->Insert(event);
        }
        return next;
    }

    /// Rounds are under way while this lives. Meanwhile the simulator is not at its end though it
    /// may have no event: so Simulator::IsFinished() returns whether it was stopped. A round that
    /// throws ends, too: otherwise the simulator would wait for the events of an empty scheduler
    /// when it is destroyed.
    class InRound
    {
      public:
        InRound()
        {
            Set(true);
        }

        ~InRound()
        {
            Set(false);
        }

        InRound(const InRound&) = delete;
        InRound& operator=(const InRound&) = delete;

      private:
        /// @param isInRound whether a round is under way
        static void Set(bool isInRound)
        {
            if (s_latest)
            {
                s_latest->m_isInRound = isInRound;
            }
        }
    };

    bool IsEmpty() const override
    {
        return !m_isInRound && HasNone();
    }

  private:
    /// @return whether it has no event
    bool HasNone() const
    {
        return MapScheduler::IsEmpty();
    }

    static inline WatchedScheduler* s_latest{nullptr}; ///< the one of the simulation under way

    bool m_isInRound{false}; ///< see InRound
};

} // namespace ns3::esa

#endif // ESA_WATCHED_SCHEDULER_H
