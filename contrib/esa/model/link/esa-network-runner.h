// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_NETWORK_RUNNER_H
#define ESA_NETWORK_RUNNER_H

#include "esa-sim-clock.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-rounds.h"
#include "ns3/event-impl.h"
#include "ns3/log.h"
#include "ns3/node.h"
#include "ns3/ptr.h"
#include "ns3/simple-ref-count.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Runs the agendas of all nodes of a simulation.
 *
 * Usually a node has one event of the simulator for each time step in which something is due there.
 * With UseRounds() there is one event for many steps of all nodes (Rounds). A round also ends where
 * the simulator has another event, so all nodes have reached its time then. Results are the same.
 * But while a node works, Simulator::Now() is the time at which the rounds began. SimClock has the
 * node's time.
 */
class NetworkRunner : public SimpleRefCount<NetworkRunner>, private Agenda::Driver
{
  public:
    /// @return the runner of the simulation under way
    static NetworkRunner& Get();

    NetworkRunner();
    ~NetworkRunner() override;

    /// @return the agenda of a node
    std::shared_ptr<Agenda> AgendaOf(const Ptr<Node>& node);

    /// @brief Runs in rounds; to be called before the simulation begins. It sets a scheduler of
    /// its own, which has to stay. Nodes then send fragments only, and no ordinary frames.
    /// @param threads how many share the nodes; with several, no listener of trace sources may be
    /// shared by nodes
    /// @param fewFrames with fewer frames one of them goes on alone (Rounds::SetThreads())
    void UseRounds(uint32_t threads = 1, uint64_t fewFrames = Rounds::kFewFrames);

    /// @return whether it runs in rounds
    bool HasRounds() const
    {
        return m_hasRounds;
    }

    /// @brief One more line. @param from where it begins @param line the line, connected @param
    /// delay the shortest time that a frame takes
    void AddLine(const Agenda& from, const Line& line, Picoseconds delay);

    /**
     * @brief One more job, in the order of numbers. With jobs, nodes do not call PlanForAll(): only
     * the end of a job concerns several nodes, and EndJob() announces it. So groups of nodes work
     * ahead to the ends of their jobs (JobEnds).
     * @param nodes all that it concerns
     * @param notice how long before its end it is announced, at least
     */
    void AddJob(const std::vector<Ptr<Node>>& nodes, Picoseconds notice);

    /// @brief Announces the end of a job; to be called in a function that was given to Tell().
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

    /// Promises that what nodes plan for all is announced some time before. Until then nodes
    /// need not stay together.
    /// @param notice how long before; 0: it is not announced
    void SetNotice(Picoseconds notice);

    /// @brief Announces that something may be planned for all. @param at the cause is known then
    void Announce(Picoseconds at);

    /// Does what concerns more than the node at work, for example to count an iteration of
    /// its job. In a round this waits until all nodes are as far, where one thread does it, in the
    /// order of times and nodes.
    void Tell(std::function<void()> what);

    /**
     * @brief Plans what concerns several nodes at once, for example that a job leaves.
     *
     * It happens after the shortest delay of all lines, as if a message had told it to somebody,
     * and after all that the nodes do in that time step.
     *
     * @param at when the cause is known
     * @param what called then
     */
    void PlanForAll(Picoseconds at, std::function<void()> what);

    /**
     * @brief The same, for what a job has brought about, whose workers are on several nodes.
     *
     * Of one time step, what nodes have planned comes first, in the order of nodes, then what jobs
     * have brought about, in the order of jobs. With events, nodes that do something in one time
     * step do it in no order that means something.
     *
     * @param job its number; kAllJobs: all jobs have brought it about
     */
    void PlanForAll(Picoseconds at, uint32_t job, std::function<void()> what);

    /// @brief The same, a given time after the cause. @param delay a path through the network that
    /// is as long, so it is at least ShortestLine()
    void PlanForAll(Picoseconds at, Picoseconds delay, uint32_t job, std::function<void()> what);

    /// @brief The same, for what a node plans, which has brought it about.
    void PlanForAllAfter(Picoseconds at, Picoseconds delay, std::function<void()> what);

    /// @return the shortest delay of all lines, in whole time steps
    Picoseconds ShortestLine() const
    {
        return m_clock.FromSteps(m_rounds.ShortestLine());
    }

    /// In place of a job: all jobs.
    static constexpr uint32_t kAllJobs = UINT32_MAX;

    /**
     * @brief Plans what concerns several nodes, but each of them for itself.
     *
     * It happens in the time step in which PlanForAll() would have it happen. In rounds it is an
     * action of the nodes, which have no other ones that it concerns. So it ends no round, and a
     * large network has thousands of such plans.
     *
     * @param at when the cause is known
     * @param job the job that has brought it about
     * @param what called for each of them
     */
    void PlanForEach(Picoseconds at,
                     uint32_t job,
                     const std::vector<Ptr<Node>>& nodes,
                     std::function<void(const Ptr<Node>&)> what);

    /// @brief Each node does what is due up to now, this time step included. For events that look
    /// at several nodes.
    void CatchUp();

    /// @return in rounds: frames that the nodes got
    uint64_t Frames() const
    {
        return m_rounds.Frames();
    }

  private:
    class WatchedScheduler;

    /// What was planned for all.
    struct PlanForStep
    {
        uint64_t order;             ///< in the step
        std::function<void()> what; ///< the plan
    };

    void Wake(Agenda& agenda, int64_t step) override;
    void OnSent(Line& line) override;
    void OnOpened() override;

    /// @return the step up to which nodes may work before something is planned for all @param first
    /// nothing is due before it
    int64_t EndOfRounds(int64_t first);

    /// @brief Plans something for all. @param order in its time step
    void PlanInOrder(Picoseconds at, Picoseconds delay, uint64_t order, std::function<void()> what);

    /// @brief Does what was planned for all at a step, in its order.
    void RunPlans(int64_t step);

    /// @brief Schedules the event of a node. @param step when
    void ScheduleNode(uint32_t node, int64_t step);

    /// @brief A node works. @param node its number
    void OnNode(uint32_t node);

    /// @brief Schedules the event of the next round. @param step when
    void ScheduleRound(int64_t step);

    /// @brief Rounds follow each other until the simulator has another event.
    void OnRound();

    SimClock m_clock;                              ///< converts times
    Rounds m_rounds;                               ///< all nodes
    std::vector<std::shared_ptr<Agenda>> m_byNode; ///< by number of the node
    std::vector<Ptr<EventImpl>> m_nodeEvents; ///< by number of the node; scheduled again and again
    std::vector<int64_t> m_nodeSteps;         ///< by number of the node: next event
    Ptr<EventImpl> m_roundEvent;              ///< with rounds: the event
    int64_t m_roundStep{Agenda::kNoStep};     ///< with rounds: when it comes
    int64_t m_notice{0};                      ///< steps of which SetNotice() knows
    std::set<int64_t> m_announced;            ///< steps of which Announce() knows
    std::map<int64_t, std::vector<PlanForStep>> m_plans; ///< of PlanForAll(), by step
    std::function<bool()> m_follower;                    ///< of SetFollower()
    bool m_hasRounds{false};                             ///< whether it runs in rounds
    bool m_isInRound{false};                             ///< whether nodes work in a round

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_NETWORK_RUNNER_H
