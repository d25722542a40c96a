// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_RUNNER_H
#define ESA_NETWORK_RUNNER_H

#include "esa-network-driver.h"
#include "esa-round-driver.h"
#include "esa-sim-clock.h"

#include "ns3/esa-agenda.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

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
 * A driver runs the agendas: by events of the simulator, or in rounds after UseRounds(). Results
 * are the same. But while a node works in a round, Simulator::Now() is the time at which the rounds
 * began. SimClock has the node's time. Simulator::Stop() ends the run behind the round: without
 * AddJob(), nodes may then have done what is due within a line after it.
 *
 * A node may be ahead of others. So what concerns others, too, is done by two verbs:
 * AfterThisRound(), for what may happen late, as a count, and AtStep(), for what happens at a
 * stated time.
 */
class NetworkRunner : public SimpleRefCount<NetworkRunner>
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
        return m_inRounds != nullptr;
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
        return m_inRounds && m_inRounds->Get().HasJobs();
    }

    /// @param follower with jobs, called now and then between rounds; returns whether to go on
    void SetFollower(std::function<bool()> follower)
    {
        m_inRounds->SetFollower(std::move(follower));
    }

    /// @return time of the last thing that a node did
    Picoseconds LastWork() const;

    /// @brief What nodes bring about for others at a stated time is computed some time before
    /// (AddCause()). Until then nodes need not stay together. @param lookahead how long before; 0:
    /// unknown
    void SetLookahead(Picoseconds lookahead);

    /// @brief Nodes may bring about something for others. @param at when they do
    void AddCause(Picoseconds at);

    /// @brief Does what concerns more than the node at work, for example counts an iteration of its
    /// job, when no node is at work: in the order of times and nodes. If none is, at once.
    void AfterThisRound(std::function<void()> what)
    {
        m_driver->AfterThisRound(std::move(what));
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

    /// @brief The same, but each node acts for itself: this ends no round, and a large network has
    /// thousands of such plans. @param nodes they @param what called for each of them
    void AtStep(const Cause& cause,
                const std::vector<Ptr<Node>>& nodes,
                std::function<void(const Ptr<Node>&)> what);

    /// @return the shortest delay of all lines, in whole time steps
    Picoseconds ShortestLine() const
    {
        return m_clock.FromSteps(m_shortest);
    }

    /// @brief Each node does what is due up to now, this time step included. For events that read
    /// several nodes.
    void CatchUp();

    /// @return in rounds: frames that the nodes got
    uint64_t Frames() const
    {
        return m_inRounds ? m_inRounds->Get().Frames() : 0;
    }

  private:
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

    SimClock m_clock;                                    ///< converts times
    std::unique_ptr<NetworkDriver> m_driver;             ///< runs the agendas
    RoundDriver* m_inRounds{nullptr};                    ///< the same, if it is one of rounds
    bool m_followsPaths{false};                          ///< whether FollowPaths() was called
    std::vector<std::shared_ptr<Agenda>> m_byNode;       ///< by number of the node
    int64_t m_shortest{Rounds::kLongestLine};            ///< see ShortestLine()
    std::map<int64_t, std::vector<PlanForStep>> m_plans; ///< of AtStep(), by step
};

} // namespace ns3::esa

#endif // ESA_NETWORK_RUNNER_H
