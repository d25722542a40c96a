/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-contended-tasks.h"

#include "esa-job-model.h"

#include <utility>

namespace ns3::esa
{

ContendedTasks::ContendedTasks(std::deque<JobModel>& lanes,
                               uint32_t aggregators,
                               ReleaseRule release)
    : m_release(release),
      m_lanes(lanes),
      m_owners(aggregators),
      m_doneBefore(lanes.size())
{
}

void
ContendedTasks::BeginRound(int64_t begin)
{
    m_begin = begin;
    ++m_round;
    m_visits.clear();
    for (std::size_t job = 0; job < m_lanes.size(); ++job)
    {
        m_doneBefore[job] = m_lanes[job].done;
    }
}

bool
ContendedTasks::HadGone(const Owner& owner) const
{
    if (owner.job == kNoJob)
    {
        return true;
    }
    if (m_release == ReleaseRule::OnCompletion)
    {
        return owner.position < m_doneBefore[owner.job];
    }
    const JobModel& lane = m_lanes[owner.job];
    return owner.position < lane.FirstMissing() ||
           lane.Rows().At(owner.position).released < m_begin;
}

bool
ContendedTasks::HasGone(const Owner& owner, int64_t step) const
{
    if (HadGone(owner))
    {
        return true;
    }
    const JobModel& lane = m_lanes[owner.job];
    if (m_release == ReleaseRule::OnResult)
    {
        return lane.Rows().At(owner.position).released < step;
    }
    return owner.position < lane.SentByAll() && lane.LastArrival(owner.position) < step;
}

void
ContendedTasks::Visited(Owner& owner)
{
    m_visits.push_back({owner.position, owner.job, owner.visit});
    owner.visit = static_cast<uint32_t>(m_visits.size() - 1);
}

void
ContendedTasks::Touch(uint32_t job, uint64_t position, int64_t first)
{
    TaskRing::Task& task = m_lanes[job].Rows().At(position);
    const TrainingJob& training = *m_lanes[job].Setup().job;
    task.aggregator = training.pool.Index(training.job, static_cast<uint32_t>(position));
    task.first = first;
    Owner& owner = m_owners[task.aggregator];
    if (owner.contended != kNobody)
    {
        Contend(owner, job, position);
        return;
    }
    if (owner.round != m_round)
    {
        owner.round = m_round;
        owner.visit = kNobody;
        if (!HadGone(owner))
        {
            Visited(owner);
        }
    }
    if (HasGone(owner, first))
    {
        owner.job = job;
        owner.position = position;
        Visited(owner);
        return;
    }
    // Tasks are looked at job by job, so this one may be older than those before it.
    m_aggregators.push_back(task.aggregator);
    owner.contended = static_cast<uint32_t>(m_tasks.size());
    m_tasks.emplace_back();
    for (uint32_t visit = owner.visit; visit != kNobody; visit = m_visits[visit].before)
    {
        Contend(owner, m_visits[visit].job, m_visits[visit].position);
    }
    Contend(owner, job, position);
}

void
ContendedTasks::Contend(Owner& owner, uint32_t job, uint64_t position)
{
    ++m_count;
    m_lanes[job].Rows().At(position).isContended = true;
    m_tasks[owner.contended].push_back({job, position});
}

void
ContendedTasks::EndRound(const AggregatorTable& table)
{
    for (std::size_t place = 0; place < m_tasks.size();)
    {
        auto& tasks = m_tasks[place];
        for (std::size_t i = 0; i < tasks.size();)
        {
            const uint32_t workers = m_lanes[tasks[i].job].Setup().job->workers;
            if (tasks[i].taken == FullBitmap(workers))
            {
                tasks[i] = tasks.back();
                tasks.pop_back();
                continue;
            }
            ++i;
        }
        const uint32_t aggregator = m_aggregators[place];
        if (!tasks.empty() || table.At(aggregator).State() != AggregatorState::Free)
        {
            ++place;
            continue;
        }
        m_owners[aggregator] = {};
        m_tasks[place].swap(m_tasks.back());
        m_aggregators[place] = m_aggregators.back();
        m_tasks.pop_back();
        m_aggregators.pop_back();
        if (place < m_tasks.size())
        {
            m_owners[m_aggregators[place]].contended = static_cast<uint32_t>(place);
        }
    }
}

} // namespace ns3::esa
