// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CONTENDED_TASKS_H
#define ESA_CONTENDED_TASKS_H

#include "esa-engine-setup.h"

#include "ns3/esa-switch-pipeline.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace ns3::esa
{

class JobModel;

/// A contended task that was alone at its aggregator when the round began.
struct StartedTask
{
    uint32_t job;      ///< place of its job
    uint64_t position; ///< position of its fragments
    uint32_t workers;  ///< bits of the workers whose fragments had come by then
};

/**
 * @ingroup esa
 * @brief Finds the tasks that meet each other at an aggregator.
 *
 * Aggregators do not depend on each other. So a task that is alone at its aggregator from its first
 * fragment to the last one needs no table: it is as if the switch had memory for itself. All others
 * are contended.
 */
class ContendedTasks
{
  public:
    /// @param models the jobs, by number; outlive this
    /// @param release when an aggregator becomes free
    ContendedTasks(std::deque<JobModel>& models, uint32_t aggregators, ReleaseRule release);

    /// @brief A round begins. @param begin its first step
    void BeginRound(int64_t begin);

    /// @brief A task comes soon. @param aggregator its aggregator
    void Prefetch(uint32_t aggregator) const
    {
        __builtin_prefetch(&m_owners[aggregator], 1);
    }

    /// @brief The first fragment of a task arrives at its aggregator in this round.
    /// @param job place of its job
    /// @param position position of its fragments, whose row has its aggregator, and when they
    /// arrive
    void Touch(uint32_t job, uint64_t position);

    /// @return contended tasks that had begun alone, before this round; at most one an aggregator
    const std::vector<StartedTask>& Started() const
    {
        return m_started;
    }

    /// @brief Collects the other fragments of contended tasks that have arrived.
    /// @param end up to this step, exclusive
    /// @param out takes them, in no order
    void CollectFragments(int64_t end, std::vector<SwitchArrival>& out);

    /// @brief Forgets aggregators for which no tasks contend any more. @param table the aggregators
    void EndRound(const AggregatorTable& table);

    /// @return tasks that were contended
    uint64_t Count() const
    {
        return m_count;
    }

  private:
    /// Who has an aggregator.
    struct Owner
    {
        uint64_t position{0};        ///< position of the task that was there last
        uint32_t job{kNoJob};        ///< its job
        uint32_t contended{kNobody}; ///< place in m_contentions, if tasks contend for it
        uint32_t visit{kNobody};     ///< place in m_visits of the last task that came, ...
        uint32_t round{0};           ///< if that was in this round
    };

    /// A task that has, or had, an aggregator in this round.
    struct Visit
    {
        uint64_t position; ///< position of the task
        uint32_t job;      ///< its job
        uint32_t before;   ///< place in m_visits of the one before it; kNobody: there was none
    };

    /// An aggregator that tasks contend for.
    struct Contention
    {
        uint32_t aggregator; ///< the aggregator
        uint32_t coming{0};  ///< its tasks of which fragments are still to come
    };

    /// The contended tasks of a job of which fragments are still to come. The fragments of a worker
    /// come in order, so each is looked at once.
    struct ComingTasks
    {
        std::vector<uint64_t> positions; ///< the tasks, in order
        std::vector<std::size_t> next;   ///< by worker: place of the next task whose fragment comes
    };

    static constexpr uint32_t kNoJob = UINT32_MAX;  ///< the aggregator was never used
    static constexpr uint32_t kNobody = UINT32_MAX; ///< no tasks contend

    /// @return whether the task that was at an aggregator last had gone when the round began
    bool HadGone(const Owner& owner) const;

    /// @return whether the task that was at an aggregator last has gone before a step
    bool HasGone(const Owner& owner, int64_t step) const;

    /// @brief Notes that the task at an aggregator uses it in this round.
    void Visited(Owner& owner);

    /// @brief Adds a task to those that contend.
    void Contend(Owner& owner, uint32_t job, uint64_t position);

    /// @brief Collects the fragments of a job. @param lastPs up to this time
    void CollectFragmentsOf(uint32_t job, int64_t lastPs, std::vector<SwitchArrival>& out);

    ReleaseRule m_release;                 ///< when an aggregator becomes free
    std::deque<JobModel>& m_models;        ///< the jobs
    std::vector<Owner> m_owners;           ///< by aggregator
    std::vector<Contention> m_contentions; ///< the aggregators that tasks contend for
    std::vector<ComingTasks> m_coming;     ///< by job
    std::vector<StartedTask> m_started;    ///< tasks that had begun before this round
    std::vector<uint64_t> m_goneBefore; ///< by job: tasks before this one had gone when the round
                                        ///< began
    std::vector<Visit> m_visits;        ///< of this round
    int64_t m_begin{0};                 ///< first step of the round
    uint32_t m_round{0};                ///< number of the round
    uint64_t m_count{0};                ///< tasks that were contended
};

} // namespace ns3::esa

#endif // ESA_CONTENDED_TASKS_H
