// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-contended-tasks.h"

#include "esa-job-model.h"

#include <algorithm>

namespace ns3::esa
{

ContendedTasks::ContendedTasks(std::deque<JobModel>& models,
                               uint32_t aggregators,
                               ReleaseRule release)
    : m_release(release),
      m_models(models),
      m_owners(aggregators),
      m_coming(models.size()),
      m_goneBefore(models.size())
{
    for (std::size_t job = 0; job < models.size(); ++job)
    {
        m_coming[job].next.resize(models[job].Workers().size());
    }
}

void
ContendedTasks::BeginRound(int64_t begin)
{
    m_begin = begin;
    ++m_round;
    m_visits.clear();
    m_started.clear();
    for (std::size_t job = 0; job < m_models.size(); ++job)
    {
        const JobModel& model = m_models[job];
        m_goneBefore[job] =
            m_release == ReleaseRule::OnCompletion ? model.done : model.FirstMissing();
    }
}

bool
ContendedTasks::HadGone(const Owner& owner) const
{
    if (owner.job == kNoJob || owner.position < m_goneBefore[owner.job])
    {
        return true;
    }
    return m_release == ReleaseRule::OnResult &&
           m_models[owner.job].Rows().At(owner.position).released < m_begin;
}

bool
ContendedTasks::HasGone(const Owner& owner, int64_t step) const
{
    if (HadGone(owner))
    {
        return true;
    }
    const JobModel& model = m_models[owner.job];
    if (m_release == ReleaseRule::OnResult)
    {
        return model.Rows().At(owner.position).released < step;
    }
    return owner.position < model.SentByAll() && model.LastArrival(owner.position) < step;
}

void
ContendedTasks::Visited(Owner& owner)
{
    m_visits.push_back({owner.position, owner.job, owner.visit});
    owner.visit = static_cast<uint32_t>(m_visits.size() - 1);
}

void
ContendedTasks::Touch(uint32_t job, uint64_t position)
{
    const TaskRing::Task& task = m_models[job].Rows().At(position);
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
    if (HasGone(owner, task.first))
    {
        owner.job = job;
        owner.position = position;
        Visited(owner);
        return;
    }
    // Tasks are looked at job by job, so this one may be older than those before it.
    owner.contended = static_cast<uint32_t>(m_contentions.size());
    m_contentions.push_back({task.aggregator});
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
    ++m_contentions[owner.contended].coming;
    m_models[job].Rows().At(position).isContended = true;
    ComingTasks& coming = m_coming[job];
    const auto place = std::lower_bound(coming.positions.begin(), coming.positions.end(), position);
    coming.positions.insert(place, position);
    if (m_models[job].Rows().At(position).first >= m_begin)
    {
        return;
    }
    uint32_t begun = 0;
    for (uint32_t worker = 0; worker < coming.next.size(); ++worker)
    {
        const WorkerModel& sender = m_models[job].Workers()[worker];
        if (sender.Next() > position && StepOf(sender.Arrival(position)) < m_begin)
        {
            // So had those of earlier tasks.
            ++coming.next[worker];
            begun |= uint32_t{1} << worker;
        }
    }
    m_started.push_back({job, position, begun});
}

void
ContendedTasks::CollectFragments(int64_t end, std::vector<SwitchArrival>& out)
{
    for (uint32_t job = 0; job < m_coming.size(); ++job)
    {
        if (!m_coming[job].positions.empty())
        {
            CollectFragmentsOf(job, (end - 1) * kStepPs, out);
        }
    }
}

void
ContendedTasks::CollectFragmentsOf(uint32_t job, int64_t lastPs, std::vector<SwitchArrival>& out)
{
    JobModel& model = m_models[job];
    auto& [positions, next] = m_coming[job];
    std::size_t taken = positions.size();
    for (uint16_t number = 0; number < next.size(); ++number)
    {
        const WorkerModel& worker = model.Workers()[number];
        std::size_t place = next[number];
        for (; place < positions.size() && positions[place] < worker.Next(); ++place)
        {
            const FrameArrival at = worker.Arrival(positions[place]);
            if (at.ps > lastPs)
            {
                break;
            }
            out.push_back(
                {at, positions[place], static_cast<uint16_t>(job), number, PacketKind::Gradient});
        }
        next[number] = place;
        taken = std::min(taken, place);
    }
    for (std::size_t place = 0; place < taken; ++place)
    {
        const uint32_t aggregator = model.Rows().At(positions[place]).aggregator;
        --m_contentions[m_owners[aggregator].contended].coming;
    }
    positions.erase(positions.begin(), positions.begin() + static_cast<std::ptrdiff_t>(taken));
    for (std::size_t& place : next)
    {
        place -= taken;
    }
}

void
ContendedTasks::EndRound(const AggregatorTable& table)
{
    for (std::size_t place = 0; place < m_contentions.size();)
    {
        const auto [aggregator, coming] = m_contentions[place];
        if (coming > 0 || table.At(aggregator).State() != AggregatorState::Free)
        {
            ++place;
            continue;
        }
        m_owners[aggregator] = {};
        m_contentions[place] = m_contentions.back();
        m_contentions.pop_back();
        if (place < m_contentions.size())
        {
            m_owners[m_contentions[place].aggregator].contended = static_cast<uint32_t>(place);
        }
    }
}

} // namespace ns3::esa
