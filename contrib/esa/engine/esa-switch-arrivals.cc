/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-arrivals.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return the bit of a job @param job its number
uint64_t
JobBit(uint32_t job)
{
    return uint64_t{1} << (job % 64);
}

/// @brief Takes the fragments of a contended task. @param jobs bits of those that meet it
/// @param end up to this step, exclusive
void
TakeFragments(const JobModel& lane,
              ContendedTask& task,
              uint64_t jobs,
              int64_t end,
              std::vector<SwitchArrival>& out)
{
    const auto& workers = lane.Workers();
    for (uint32_t number = 0; number < workers.size(); ++number)
    {
        const WorkerModel& worker = workers[number];
        const uint32_t bit = uint32_t{1} << number;
        if ((task.taken & bit) != 0 || worker.Next() <= task.position)
        {
            continue;
        }
        const int64_t step = worker.Arrival(task.position);
        if (step < end)
        {
            task.taken |= bit;
            out.push_back({step,
                           task.job,
                           number,
                           task.position,
                           PacketKind::Gradient,
                           jobs,
                           worker.FrameOf(task.position)});
        }
    }
}

/// @brief Takes the reminders of a job's workers. @param end up to this step, exclusive
void
TakeRepairs(JobModel& lane,
            uint32_t job,
            PacketKind kind,
            int64_t end,
            std::vector<SwitchArrival>& out)
{
    auto& workers = lane.Workers();
    for (uint32_t number = 0; number < workers.size(); ++number)
    {
        WorkerModel& worker = workers[number];
        const auto& reminders = worker.Reminders();
        for (std::size_t& place = worker.remindersTaken; place < reminders.size(); ++place)
        {
            const int64_t step = worker.Arrival(reminders[place]);
            if (step >= end)
            {
                break;
            }
            out.push_back({step,
                           job,
                           number,
                           reminders[place].position,
                           kind,
                           JobBit(lane.Setup().job->job),
                           worker.FrameOf(reminders[place])});
        }
    }
}

/// @return whether it matters which of two packets of one step is served first
bool
AreRelated(const SwitchArrival& a, const SwitchArrival& b)
{
    // Workers of a job are alike. So are their fragments of a task, and their reminders. Others may
    // leave by one port: a fragment of one job can send a sum of another job to its PS.
    const bool areAlike = a.job == b.job && a.position == b.position && a.kind == b.kind &&
                          a.frame.link != b.frame.link;
    return !areAlike && (a.jobs & b.jobs) != 0;
}

bool
IsFirst(const SwitchArrival& a, const SwitchArrival& b)
{
    if (a.frame.link == b.frame.link)
    {
        return a.frame.departurePs < b.frame.departurePs;
    }
    const auto isFirst = IsServedFirst(a.frame, b.frame);
    if (!isFirst)
    {
        throw NotExact("the order of two packets in a time step is not known");
    }
    return *isFirst;
}

} // namespace

void
SwitchArrivals::Collect(std::deque<JobModel>& lanes,
                        const std::deque<ServerLane>& servers,
                        ContendedTasks& contended,
                        const AggregatorTable& table,
                        int64_t end)
{
    m_arrivals.clear();
    for (auto& tasks : contended.Tasks())
    {
        uint64_t jobs = 0;
        for (const ContendedTask& task : tasks)
        {
            const uint32_t aggregator = lanes[task.job].Rows().At(task.position).aggregator;
            jobs |= JobBit(lanes[task.job].Setup().job->job) | JobBit(table.At(aggregator).job);
        }
        for (ContendedTask& task : tasks)
        {
            TakeFragments(lanes[task.job], task, jobs, end, m_arrivals);
        }
    }
    for (uint32_t job = 0; job < servers.size(); ++job)
    {
        TakeRepairs(lanes[job], job, m_repairKind, end, m_arrivals);
        for (const ServerLane::Packet& packet : servers[job].ToSwitch())
        {
            if (packet.step >= end)
            {
                break;
            }
            const auto& task = lanes[job].Rows().At(packet.fragment.seq);
            if (m_isByServer && packet.fragment.kind == PacketKind::Result && !task.isContended)
            {
                continue; // it frees an aggregator that no other task uses
            }
            m_arrivals.push_back({packet.step,
                                  job,
                                  SwitchArrival::kFromServer,
                                  packet.fragment.seq,
                                  packet.fragment.kind,
                                  JobBit(lanes[job].Setup().job->job),
                                  packet.frame});
        }
    }
    m_order.clear();
    for (uint32_t index = 0; index < m_arrivals.size(); ++index)
    {
        m_order.push_back({m_arrivals[index].step, index});
    }
    std::sort(m_order.begin(), m_order.end(), [](const Place& a, const Place& b) {
        return a.step != b.step ? a.step < b.step : a.index < b.index;
    });
    for (std::size_t first = 0; first < m_order.size();)
    {
        std::size_t last = first + 1;
        while (last < m_order.size() && m_order[last].step == m_order[first].step)
        {
            ++last;
        }
        if (last - first > 1)
        {
            Order(first, last);
        }
        first = last;
    }
}

void
SwitchArrivals::Order(std::size_t first, std::size_t last)
{
    // Not every two packets can be compared. So those that have to follow another one are left
    // until it has come.
    for (; first + 1 < last; ++first)
    {
        std::size_t next = first;
        std::size_t followed = 0;
        for (bool isNext = false; !isNext;)
        {
            if (++followed > last - first)
            {
                throw NotExact("packets in a time step follow each other in a circle");
            }
            isNext = true;
            for (std::size_t other = first; other < last && isNext; ++other)
            {
                const SwitchArrival& a = m_arrivals[m_order[other].index];
                const SwitchArrival& b = m_arrivals[m_order[next].index];
                if (other != next && AreRelated(a, b) && IsFirst(a, b))
                {
                    next = other;
                    isNext = false;
                }
            }
        }
        std::swap(m_order[first], m_order[next]);
    }
}

} // namespace ns3::esa
