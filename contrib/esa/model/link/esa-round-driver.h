// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ROUND_DRIVER_H
#define ESA_ROUND_DRIVER_H

#include "esa-network-driver.h"

#include "ns3/esa-rounds.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <set>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Rounds, in one event of the simulator for many steps of all nodes.
 *
 * A round also ends where the simulator has another event, so all nodes have reached its time then.
 */
class RoundDriver : public NetworkDriver
{
  public:
    /// @brief Sets a scheduler of its own, which has to stay. @param threads share the nodes
    /// @param fewFrames see Rounds::SetThreads()
    RoundDriver(uint32_t threads, uint64_t fewFrames);
    ~RoundDriver() override;

    RoundDriver(const RoundDriver&) = delete;
    RoundDriver& operator=(const RoundDriver&) = delete;

    Agenda::Driver& ForAgendas() override
    {
        return m_rounds;
    }

    /// @return the rounds
    Rounds& Get()
    {
        return m_rounds;
    }

    void Add(const std::shared_ptr<Agenda>& agenda) override
    {
        m_rounds.Add(agenda);
    }

    void AddLine(const Agenda& from, const Line& line, int64_t steps) override
    {
        m_rounds.AddLine(from, line, steps);
    }

    void AfterThisRound(std::function<void()> what) override
    {
        m_rounds.AfterThisRound(std::move(what));
    }

    void CatchUp(int64_t now) override;

    /// @brief What nodes bring about for all is computed some steps before. @param steps how many
    void SetLookahead(int64_t steps)
    {
        m_endLookahead = steps;
    }

    /// @brief Something may be brought about for all. @param cause the step that computes this
    void AddCause(int64_t cause)
    {
        m_causes.insert(cause);
    }

    /// @param follower with jobs, called now and then between rounds; returns whether to go on
    void SetFollower(std::function<bool()> follower)
    {
        m_follower = std::move(follower);
    }

  private:
    class WatchedScheduler;
    class InRound;

    /// @return the step up to which all nodes may work before something concerns all of them
    /// @param first nothing is due before it
    int64_t HorizonOfAll(int64_t first);

    /// @brief Schedules the event of the next round. @param step when
    void Schedule(int64_t step);

    /// @brief Rounds follow each other until the simulator has another event.
    void OnRound();

    /// @brief Does what OnRound() is for. @return the step at which nodes have something to do next
    int64_t RunRounds();

    Rounds m_rounds;                  ///< all nodes
    Ptr<EventImpl> m_event;           ///< of the next round
    int64_t m_step{Agenda::kNoStep};  ///< when it comes
    bool m_isInRound{false};          ///< whether nodes work in a round
    int64_t m_endLookahead{0};        ///< see SetLookahead()
    std::set<int64_t> m_causes;       ///< see AddCause()
    std::function<bool()> m_follower; ///< see SetFollower()
};

} // namespace ns3::esa

#endif // ESA_ROUND_DRIVER_H
