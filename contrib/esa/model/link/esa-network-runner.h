// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_RUNNER_H
#define ESA_NETWORK_RUNNER_H

#include "esa-sim-clock.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-rounds.h"
#include "ns3/event-impl.h"
#include "ns3/node.h"
#include "ns3/ptr.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The agendas of all nodes of a simulation, and what concerns several nodes at once.
 *
 * Nodes work in rounds (Rounds), each in an event of the simulator. As ns-3 is, a round is one step
 * of one node, in the context of this node: all else that ns-3 has runs beside it, and it is what
 * long rounds are compared with. After UseRounds() a round is many steps of all nodes, up to the
 * next event of anything else. Results are the same. But while a node works in a long round,
 * Simulator::Now() is the time at which the rounds began. SimClock has the node's time.
 * Simulator::Stop() ends the run behind the round: without AddJob(), nodes may then have done what
 * is due within a line after it.
 *
 * A node may be ahead of others. So what concerns others, too, is done by two verbs:
 * AfterThisRound(), for what may happen late, as a count, and AtStep(), for what happens at a
 * stated time.
 */
class NetworkRunner
{
  public:
    /// @return the runner of the simulation under way
    static NetworkRunner& Get();

    NetworkRunner();
    ~NetworkRunner();

    /// @return the agenda of a node
    std::shared_ptr<Agenda> AgendaOf(const Ptr<Node>& node);

    /// @brief Runs in rounds; to be called before any node has an agenda. It sets a scheduler of
    /// its own, which has to stay. Nodes then send fragments only, and no ordinary frames.
    /// @param threads how many share the nodes; with several, no listener of trace sources may be
    /// shared by nodes
    /// @param fewFrames with fewer frames one of them goes on alone (Rounds::SetThreads())
    void UseRounds(uint32_t threads = 1, uint64_t fewFrames = Rounds::kFewFrames);

    /// @brief Follows critical paths, which needs one thread; to be called before any node has an
    /// agenda.
    void FollowPaths()
    {
        m_followsPaths = true;
    }

    /// @return whether it runs in rounds
    bool HasRounds() const
    {
        return m_hasRounds;
    }

    /// @brief One more line. @param from where it begins @param line the line, connected @param
    /// delay the shortest time that a frame takes
    void AddLine(const Agenda& from, const Line& line, Picoseconds delay);

    /**
     * @brief In rounds: one more job, in the order of numbers. With jobs, nodes do not call
     * AtStep(): only the end of a job concerns several nodes, and EndJob() has it. So groups of
     * nodes work ahead to the ends of their jobs (JobEnds).
     * @param nodes all that it concerns
     * @param lookahead how long before its end it is computed, at least
     */
    void AddJob(const std::vector<Ptr<Node>>& nodes, Picoseconds lookahead);

    /// @brief The end of a job is computed; to be called in a function of AfterThisRound().
    /// @param job its number @param end when its last worker will end
    void EndJob(uint32_t job, Picoseconds end);

    /// @return whether groups work ahead to the ends of their jobs
    bool HasJobs() const
    {
        return m_rounds.HasJobs();
    }

    /// @param follower with jobs, called now and then between rounds; returns whether to go on
    void SetFollower(std::function<bool()> follower)
    {
        m_follower = std::move(follower);
    }

    /// @return time of the last thing that a node did
    Picoseconds LastWork() const;

    /// @brief What nodes bring about for others at a stated time is computed some time before
    /// (AddCause()). Until then nodes need not stay together. @param lookahead how long before; 0:
    /// unknown
    void SetLookahead(Picoseconds lookahead)
    {
        m_rounds.SetLookahead(lookahead / m_clock.FromSteps(1));
    }

    /// @brief Nodes may bring about something for others. @param at when they do
    void AddCause(Picoseconds at)
    {
        m_rounds.AddCause(m_clock.ToSteps(at));
    }

    /// @brief Does what concerns more than the node at work, for example counts an iteration of its
    /// job, when no node is at work: in the order of times and nodes. If none is, at once.
    void AfterThisRound(std::function<void()> what)
    {
        m_rounds.AfterThisRound(std::move(what));
    }

    /// In place of a job: the node at work.
    static constexpr uint32_t kThisNode = UINT32_MAX;
    /// In place of a job: all jobs.
    static constexpr uint32_t kAllJobs = UINT32_MAX - 1;

    /// What brings about something for several nodes.
    struct Cause
    {
        Picoseconds at;          ///< when it is computed
        uint32_t job{kThisNode}; ///< whose workers, which are on several nodes, have done it
        Picoseconds delay{0};    ///< to the effect: of a path through the network; 0:
                                 ///< ShortestLine(), the least that there may be
    };

    /**
     * @brief Plans what concerns several nodes at once, for example that a job leaves.
     *
     * It happens some time after its cause, as if a message had brought it, and after all that the
     * nodes do in that time step. Of one time step, what nodes have brought about comes first, in
     * the order of nodes, then what jobs have brought about, in the order of jobs. With events,
     * nodes that do something in one time step do it in no order that means something.
     */
    void AtStep(const Cause& cause, std::function<void()> what);

    /// @brief Plans what several nodes do, each for itself: this ends no round, and a large network
    /// has thousands of such plans. @param nodes they @param what called for each of them
    void AtStep(const Cause& cause,
                const std::vector<Ptr<Node>>& nodes,
                std::function<void(const Ptr<Node>&)> what);

    /// @return the shortest delay of all lines, in whole time steps
    Picoseconds ShortestLine() const
    {
        return m_clock.FromSteps(m_rounds.ShortestLine());
    }

    /// @brief Each node does what is due up to now, this time step included. For events that read
    /// several nodes.
    void CatchUp();

    /// @return in rounds: frames that the nodes got
    uint64_t Frames() const
    {
        return m_hasRounds ? m_rounds.Frames() : 0;
    }

  private:
    /// An event of the simulator in which nodes work, scheduled again and again.
    struct RoundEvent
    {
        Ptr<EventImpl> event;          ///< calls OnRound()
        uint32_t context;              ///< its node; Simulator::NO_CONTEXT: it is of all nodes
        int64_t step{Agenda::kNoStep}; ///< when it comes
    };

    /// A plan of AtStep().
    struct PlanForStep
    {
        uint64_t order;             ///< in the step
        std::function<void()> what; ///< the plan
    };

    /// @return the step in which the effect of a cause happens
    int64_t StepOf(const Cause& cause) const;

    /// @brief Does what was planned at a step, in its order.
    void RunPlans(int64_t step);

    /// @brief Adds the next of m_events. @param context its context
    void AddEvent(uint32_t context);

    /// @return the event in which a node works
    RoundEvent& EventOf(const Agenda& node)
    {
        return m_events[m_hasRounds ? 0 : node.Place()];
    }

    /// @brief Schedules an event, if it does not come as early. @param step when
    static void Schedule(RoundEvent& event, int64_t step);

    /// @brief Nodes work. @param number place in m_events
    void OnRound(std::size_t number);

    /// @brief Rounds of all nodes follow each other until the simulator has another event.
    /// @param now the step in which they begin
    /// @return the step in which something is due next
    int64_t RunRounds(int64_t now);

    SimClock m_clock;                              ///< converts times
    Rounds m_rounds;                               ///< all nodes
    bool m_hasRounds{false};                       ///< whether UseRounds() was called
    std::vector<RoundEvent> m_events;              ///< by Agenda::Place(), or one of all nodes
    std::function<bool()> m_follower;              ///< see SetFollower()
    bool m_followsPaths{false};                    ///< whether FollowPaths() was called
    std::vector<std::shared_ptr<Agenda>> m_byNode; ///< by number of the node
    std::map<int64_t, std::vector<PlanForStep>> m_plans; ///< of AtStep(), by step
};

} // namespace ns3::esa

#endif // ESA_NETWORK_RUNNER_H
