// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-round-driver.h"

#include "ns3/abort.h"
#include "ns3/make-event.h"
#include "ns3/map-scheduler.h"
#include "ns3/object-factory.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <vector>

namespace ns3::esa
{

/// A scheduler of events that returns when the simulator has its next event. ns-3 makes it, and has
/// one simulator at a time: so the latest one belongs to the simulation under way.
class RoundDriver::WatchedScheduler : public MapScheduler
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId()
    {
        static TypeId tid = TypeId("ns3::esa::WatchedScheduler")
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

    /// @param isInRound whether a round is under way. Meanwhile the simulator is not at its end
    /// though it may have no event: so Simulator::IsFinished() returns whether it was stopped
    static void SetInRound(bool isInRound)
    {
        if (s_latest)
        {
            s_latest->m_isInRound = isInRound;
        }
    }

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

    bool m_isInRound{false}; ///< see SetInRound()
};

RoundDriver::RoundDriver(uint32_t threads, uint64_t fewFrames)
    : m_event(MakeEvent(&RoundDriver::OnRound, this), false)
{
    ObjectFactory factory;
    factory.SetTypeId(WatchedScheduler::GetTypeId());
    Simulator::SetScheduler(factory);
    m_rounds.SetThreads(threads, fewFrames);
    m_rounds.SetWaker([this](int64_t step) {
        if (!m_isInRound && step < m_step)
        {
            Schedule(step);
        }
    });
}

RoundDriver::~RoundDriver()
{
    m_event->Cancel();
}

int64_t
RoundDriver::HorizonOfAll(int64_t first)
{
    if (m_rounds.HasJobs())
    {
        return Agenda::kNoStep;
    }
    m_causes.erase(m_causes.begin(), m_causes.lower_bound(first));
    const int64_t cause = m_causes.empty() ? first + m_endLookahead
                                           : std::min(first + m_endLookahead, *m_causes.begin());
    return cause + m_rounds.ShortestLine();
}

/// Nodes work in a round while this lives. A round that throws ends, too: otherwise the simulator
/// would wait for the events of an empty scheduler when it is destroyed.
class RoundDriver::InRound
{
  public:
    explicit InRound(RoundDriver& driver)
        : m_driver(driver)
    {
        m_driver.m_isInRound = true;
        WatchedScheduler::SetInRound(true);
    }

    ~InRound()
    {
        WatchedScheduler::SetInRound(false);
        m_driver.m_isInRound = false;
    }

    InRound(const InRound&) = delete;
    InRound& operator=(const InRound&) = delete;

  private:
    RoundDriver& m_driver; ///< the driver of the round
};

void
RoundDriver::CatchUp(int64_t now)
{
    {
        const InRound inRound(*this);
        while (m_rounds.Next() <= now)
        {
            m_rounds.Run(now + 1);
        }
    }
    if (m_rounds.Next() < m_step)
    {
        Schedule(m_rounds.Next());
    }
}

void
RoundDriver::Schedule(int64_t step)
{
    m_step = step;
    m_event->Ref(); // the simulator gives it up when the event has run
    Simulator::ScheduleWithContext(Simulator::NO_CONTEXT,
                                   TimeStep(step) - Simulator::Now(),
                                   PeekPointer(m_event));
}

void
RoundDriver::OnRound()
{
    if (m_step != Simulator::Now().GetTimeStep())
    {
        return; // an earlier event has done what was due
    }
    int64_t next = Agenda::kNoStep;
    {
        const InRound inRound(*this);
        next = RunRounds();
    }
    m_step = Agenda::kNoStep;
    if (next != Agenda::kNoStep)
    {
        Schedule(next);
    }
}

int64_t
RoundDriver::RunRounds()
{
    int64_t next = m_step;
    int64_t event = 0;
    const EventImpl* const round = PeekPointer(m_event);
    do
    {
        // What nodes have planned for all is an event, too.
        event = std::max(WatchedScheduler::NextEvent(round), m_step + 1);
        m_rounds.Run(std::min(HorizonOfAll(next), event));
        next = m_rounds.Next();
        if (m_rounds.HasJobs() && m_follower && !m_follower())
        {
            break;
        }
    } while (next < std::min(event, WatchedScheduler::NextEvent(round)) &&
             !Simulator::IsFinished());
    return next;
}

} // namespace ns3::esa
