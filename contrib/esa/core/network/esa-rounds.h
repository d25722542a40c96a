// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ROUNDS_H
#define ESA_ROUNDS_H

#include "esa-agenda.h"
#include "esa-job-ends.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <set>
#include <utility>
#include <vector>

namespace ns3::esa
{

class RoundTeam;

/**
 * @ingroup esa
 * @brief Runs the nodes of a network in rounds: a node does much at once, while what it works on is
 * in the cache.
 *
 * *The problem.* An event for each packet costs more than the packet, and in a large network each
 * event needs memory that has left the cache.
 *
 * *What looks simpler.* All nodes could do one round after the other, each as long as the shortest
 * line. Then one short line makes all rounds short, and a host is visited for less than a packet.
 * Or nodes could work ahead and be taken back where they were too fast: then all that they have
 * changed must be kept.
 *
 * *Lookahead.* This is conservative parallel simulation: a node works only where nothing that it
 * does not know yet can arrive.
 *
 * 1. A frame takes at least the delay of its line: what a node sends from a step on arrives that
 *    much later, and this is the lookahead of the line.
 * 2. A group is a switch (its hub) and its hosts (its leaves): the hub may work up to the next step
 *    of a leaf and a line, and up to what it sends now and gets back, two lines later; a leaf may
 *    work up to the next step of the hub and a line.
 * 3. What other groups send reaches a hub after the shortest open line between them, so it may work
 *    up to that step (EndOf()). Leaves wait until the hub needs them, and then do all of this at
 *    once.
 * 4. No node passes a step in which something concerns several nodes before this is known, which
 *    is a lookahead of its own before it: the last step of a job (AddJob()), or, without jobs, what
 *    SetLookahead() and AddCause() state.
 *
 * *A pass.* Run() is passes of three stages (Pass()): nodes work up to EndOf(), what they have sent
 * to other groups reaches its readers, and what they have deferred for all is done. With several
 * threads all of them meet after each stage; one thread does the same for all shares.
 *
 * *Invariants.* What a node gets is never earlier than what it has done
 * (Agenda::OnFirstFrame() asserts it). A line between groups is open before something is sent into
 * it. What was sent to another group becomes known there when all threads have met, and what
 * concerns several nodes at once (AfterThisRound()) is done in the order of times and nodes. So
 * groups and threads change no result.
 *
 * With jobs, a group that gets nothing from others does all of its work up to the ends of its
 * jobs (JobEnds) before the next one begins, so all of them use the same memory. What its nodes
 * defer is then done while other groups are elsewhere in time. So it may concern only nodes of the
 * node's own jobs, or things whose order does not matter.
 *
 * *Further reading.* Chandy and Misra (1979) and Bryant (1977) found conservative simulation:
 * logical processes that send each other times (null messages). Here all threads meet, and the
 * times are a minimum over all groups. UNISON (EuroSys 2024) does so for ns-3 with a list of events
 * for each process; its rounds are as long as the shortest link between processes.
 */
class Rounds : public Agenda::Driver
{
  public:
    Rounds();
    ~Rounds() override;

    Rounds(const Rounds&) = delete;
    Rounds& operator=(const Rounds&) = delete;

    static constexpr int64_t kLongestLine = 1000000; ///< in steps; longer ones count as this
    static constexpr uint64_t kFewFrames = 400;      ///< some 20 us of work
    static constexpr uint64_t kMuchWork = 500000;    ///< some 50 ms of work

    /**
     * @brief Sets how many threads share the nodes; before the first round.
     * @param threads how many, at least 1
     * @param fewFrames where the threads met last after fewer frames, one of them goes on alone:
     *        the others would take longer to meet than to work
     * @param muchWork frames and visits of a thread after which Run() with jobs returns
     */
    void SetThreads(uint32_t threads,
                    uint64_t fewFrames = kFewFrames,
                    uint64_t muchWork = kMuchWork);

    /// @brief One more node. @param agenda its agenda
    void Add(std::shared_ptr<Agenda> agenda);

    /// @brief One more line, between nodes that were added.
    /// @param from where it begins
    /// @param line the line, connected with the node where it ends
    /// @param steps time steps from the sending of a frame to its arrival, at least
    void AddLine(const Agenda& from, const Line& line, int64_t steps);

    /// @brief One more job: with jobs, only their ends concern several nodes at once.
    /// @param nodes places of all nodes that it concerns
    /// @param lookahead least number of steps between the call that makes the job's end known and
    /// this
    ///        end. The last step of the job is this end plus the shortest delay of a line
    void AddJob(std::vector<uint32_t> nodes, int64_t lookahead);

    /// @brief Without jobs: what nodes bring about for others at a stated step is computed some
    /// steps before (AddCause()). Without a call, nodes bring about nothing. @param steps how many
    void SetLookahead(int64_t steps)
    {
        m_endLookahead = steps;
    }

    /// @brief Something may be brought about for several nodes. @param step in which it is computed
    void AddCause(int64_t step)
    {
        m_causes.insert(step);
    }

    /// @brief The end of a job is known. @param job its number, in the order of AddJob()
    /// @param last its last step
    void EndJob(std::size_t job, int64_t last);

    /// @return whether there are jobs; Run() may then return before the step that it was given
    bool HasJobs() const
    {
        return !m_jobs.IsEmpty();
    }

    /// @return steps within which no line delivers what is sent; at most kLongestLine
    int64_t ShortestLine() const
    {
        return m_shortest;
    }

    /// @brief A line was opened, between rounds.
    void OnOpened() override
    {
        ESA_ASSERT(!m_isAtWork, "a line is opened before a round: where it ends may be ahead");
        m_hasLookahead = false;
    }

    /// @return the nodes
    const std::vector<std::shared_ptr<Agenda>>& Nodes() const
    {
        return m_nodes;
    }

    /// @return the step in which something is due next; Agenda::kNoStep: nothing is
    int64_t Next() const
    {
        return DueOfShares().next;
    }

    void Wake(Agenda& agenda, int64_t step) override;
    void OnSent(Line& line) override;

    /// @param waker called between rounds with a node at which something is due, and the step,
    /// which is earlier than all else there
    void SetWaker(std::function<void(const Agenda& node, int64_t step)> waker)
    {
        m_waker = std::move(waker);
    }

    /// @brief The nodes do what is due before a step. Without jobs, they stop where something may
    /// concern several of them (AddCause()). @param event the step, exclusive
    void Run(int64_t event);

    /// @brief A round of one step and one node: the node does what is due up to a step, and what it
    /// has deferred. In place of Run(). @param node a node @param step the step, inclusive
    void RunNode(Agenda& node, int64_t step);

    /// @brief Does what concerns others than the node at work, when no node is at work: at the end
    /// of Run(), with jobs earlier; at once, if no node is at work now. @param what called then
    void AfterThisRound(std::function<void()> what);

    /// @brief In what AfterThisRound() was given: does what concerns all nodes at the end of Run().
    /// @param what called then
    void AtEnd(std::function<void()> what)
    {
        m_atEnd.push_back(std::move(what));
    }

    /// @return whether Run() is under way, and does not do yet what is done at its end
    bool IsAtWork() const
    {
        return m_isAtWork;
    }

    /// @return frames that the nodes got; the number of threads does not change it
    uint64_t Frames() const;

    /// @return how often a node did something in a round; more often where one thread of several
    /// was alone
    uint64_t Visits() const;

  private:
    static constexpr int64_t kFar = INT64_MAX / 4; ///< steps; longer than any simulation
    static constexpr int64_t kStepsAlone = 200;    ///< that one of several threads does before it
                                                   ///< checks whether there is work for all

    /// @return a number of steps after a step; Agenda::kNoStep: after no step
    static int64_t After(int64_t step, int64_t steps)
    {
        return step == Agenda::kNoStep ? step : step + steps;
    }

    /// A line and its ends.
    struct Connection
    {
        uint32_t from;    ///< place of the node where it begins
        uint32_t to;      ///< and where it ends
        int64_t steps;    ///< from the sending of a frame to its arrival, at least
        const Line* line; ///< the line
    };

    /// What AfterThisRound() was given.
    struct Deferred
    {
        Picoseconds at;             ///< when
        uint32_t node;              ///< its place among the nodes
        std::function<void()> what; ///< called later
    };

    /// Nodes that belong together. Other threads would slow it down in the same cache lines.
    struct alignas(128) Group
    {
        Agenda* hub{nullptr};              ///< the switch, or its only node
        std::vector<Agenda*> leaves;       ///< hosts, which have no line but to the hub
        int64_t leafNext{Agenda::kNoStep}; ///< when something is due at a leaf
        int64_t lookahead{kFar};           ///< no open line from other groups takes fewer steps
        int64_t length{kFar};              ///< no line inside takes fewer steps
        uint32_t thread{0};                ///< to which it belongs
        bool isAlone{false};               ///< whether it shares no line and no job with others
        JobEnds::Limit* limit{nullptr};    ///< how far it may work ahead of the others
        JobEnds::Limit own;                ///< of a group that is alone
        std::vector<Line*> sent;           ///< lines inside with news
        std::vector<Deferred> deferred;    ///< of its nodes, if it is alone

        /// @return when something is due at its nodes
        int64_t Next() const
        {
            return std::min(hub->Next(), leafNext);
        }

        /// @return a step before which its hub does not send, if no other group sends to it
        int64_t FirstSending() const
        {
            return std::min(hub->Next(), After(leafNext, length));
        }
    };

    /// When something is due.
    struct Due
    {
        int64_t next{Agenda::kNoStep};    ///< at any node
        int64_t sending{Agenda::kNoStep}; ///< at a hub, which may send to other groups

        /// @brief Something is due elsewhere, too. @param other when
        void Add(const Due& other)
        {
            next = std::min(next, other.next);
            sending = std::min(sending, other.sending);
        }
    };

    /// What one thread works on. Others would slow it down if they changed the same cache lines.
    struct alignas(128) Share
    {
        std::vector<Group*> groups;           ///< its groups
        std::vector<std::vector<Line*>> sent; ///< lines between groups with news, by the reader's
                                              ///< thread
        std::vector<Deferred> deferred;       ///< of nodes of other groups
        Due due;                              ///< when something is due at its nodes
        uint64_t frames{0};                   ///< that its nodes got
        uint64_t passes{0};                   ///< times that the threads have met in Run()
        uint64_t visits{0};                   ///< of its nodes in rounds
        uint64_t work{0};                     ///< frames and visits in this Run()
        std::exception_ptr failure{};         ///< what a node has thrown
        bool isOver{false};                   ///< no thread goes on, as all see after a meeting
        bool hasDeferred{false};              ///< there is something deferred, as all see it
    };

    /// @brief Divides the nodes into groups, and these among the threads.
    void Divide();

    /// @return places of nodes that belong together: a switch and its hosts
    std::vector<std::vector<uint32_t>> Racks() const;

    /// @brief Finds the lookahead of each group.
    void FindLookahead();

    /// @brief Finds out which groups are alone, and which jobs they wait for.
    void FindLimits();

    // Limits

    /// @return the step behind the last one of a group's jobs, or of all jobs when all groups are
    /// as far; JobEnds::kOpen: it is not known
    int64_t EndOfJobs(const Group& group) const
    {
        return m_isLimited ? group.limit->Step() : m_endOfRun;
    }

    /// @return the step in which something may concern nodes of several groups next
    /// @param first when something is due
    int64_t NextPlan(const Group& group, const Due& first) const
    {
        const int64_t next = group.isAlone ? group.Next() : first.next;
        return HasJobs() ? std::min(EndOfJobs(group), After(next, m_endLookahead + m_shortest))
                         : m_plan;
    }

    /// @return the step up to which a node may work, exclusive
    /// @param horizon nothing that is sent to the node from now on arrives before it
    int64_t EndOf(const Group& group, const Due& first, int64_t horizon) const
    {
        return std::min({horizon, m_event, NextPlan(group, first)});
    }

    /// @return without jobs, the step of what concerns several nodes next, if something does
    int64_t FindPlan();

    // A pass

    /// @brief The groups of some shares do what is due, as far as their lookahead allows. Each
    /// thread of the team calls it for its own share, or one thread for all.
    /// @param begin the first share @param end behind the last one
    void Pass(std::size_t begin, std::size_t end);

    /// @brief First stage: the groups of a share work. @param first nothing is due before it
    void Work(Share& share, const Due& first);

    /// @brief A group works as far as it may. @param first see Work()
    void WorkOfGroup(Group& group, Share& share, const Due& first);

    /// @brief A node of a share does what is due before a step.
    static void Visit(Agenda& node, Share& share, int64_t end);

    /// @brief After nodes of a group have worked: the others get what they have sent.
    void Publish(Group& group);

    /// @brief Second stage: hands what other groups have sent to the groups of a share, and notes
    /// when something is due next. @param place of the share
    void Exchange(std::size_t place);

    /// @return whether there are jobs and nodes have deferred something that is done after a pass
    bool HaveDeferred() const;

    /// @brief Third stage: does what nodes have deferred.
    void ActForAll();

    /// @brief Does what nodes of groups that are not alone have deferred.
    void RunDeferred();

    /// @brief Does what nodes have deferred, in order. @param deferred what
    static void RunInOrder(std::vector<Deferred> deferred);

    // Run()

    /// @brief Passes follow each other up to a step. @param event the step, exclusive
    void RunPasses(int64_t event);

    /// @brief Run() is over: forgets what holds for one of it. @throws what a node has thrown
    void EndRun();

    /// @return whether no thread goes on in this Run()
    bool IsOver() const;

    /// @return when something is due in all shares; never, if the run is over
    Due DueOfShares() const;

    /// @brief Notes when something is due next that groups of a share may do. @param share it
    void FindDue(Share& share) const;

    /// @brief Notes for each share when something is due next, while no thread works.
    void FindDueOfAll();

    std::vector<std::shared_ptr<Agenda>> m_nodes; ///< the nodes
    std::vector<Connection> m_lines;              ///< the lines
    std::vector<Connection> m_borders;            ///< the lines between two groups
    std::vector<std::unique_ptr<Group>> m_groups; ///< the groups
    std::vector<std::unique_ptr<Share>> m_shares; ///< by thread
    bool m_isDivided{false};                      ///< whether all nodes and lines were divided
    bool m_hasLookahead{false};                   ///< whether the open lines are known
    bool m_isAtWork{false};                       ///< whether the threads are at work
    bool m_isLimited{false};          ///< whether groups work only up to the ends of their own jobs
    JobEnds m_jobs;                   ///< the jobs
    JobEnds::Limit m_common;          ///< of all groups that are not alone
    std::set<int64_t> m_causes;       ///< see AddCause()
    int64_t m_endLookahead{kFar};     ///< of AddJob(), or of SetLookahead()
    int64_t m_shortest{kLongestLine}; ///< see ShortestLine()
    int64_t m_event{0};               ///< end of this Run(), or pass
    int64_t m_plan{0};                ///< without jobs: what concerns several nodes next
    int64_t m_endOfRun{JobEnds::kOpen};         ///< behind the last step of all jobs
    std::mutex m_mutex;                         ///< of what groups defer that are alone
    std::vector<std::function<void()>> m_atEnd; ///< what is done at the end of Run()
    uint64_t m_fewFrames{kFewFrames};           ///< see SetThreads()
    uint64_t m_muchWork{kMuchWork};             ///< see SetThreads()
    uint64_t m_framesOfPass{0}; ///< until the threads met last, or one looked whether they should
    std::function<void(const Agenda& node, int64_t step)> m_waker; ///< see SetWaker()
    std::unique_ptr<RoundTeam> m_team; ///< the threads; null: only this one
};

} // namespace ns3::esa

#endif // ESA_ROUNDS_H
