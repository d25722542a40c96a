/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switch-arrivals.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

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
            const FrameArrival at = worker.Arrival(reminders[place]);
            if (at.Step() >= end)
            {
                break;
            }
            out.push_back({at, reminders[place].position, job, number, kind});
        }
    }
}

} // namespace

const std::vector<SwitchArrival>&
SwitchArrivals::Take(std::deque<JobModel>& lanes,
                     const std::deque<ServerLane>& servers,
                     ContendedTasks& contended,
                     int64_t end)
{
    m_arrivals.clear();
    contended.TakeFragments(end, m_arrivals);
    for (uint32_t job = 0; job < servers.size(); ++job)
    {
        TakeRepairs(lanes[job], job, m_repairKind, end, m_arrivals);
        for (const ServerLane::Packet& packet : servers[job].ToSwitch())
        {
            if (packet.at.Step() >= end)
            {
                break;
            }
            const InaPacket& fragment = packet.fragment;
            if (m_isByServer && fragment.kind == PacketKind::Result &&
                !lanes[job].Rows().At(fragment.seq).isContended)
            {
                continue; // it frees an aggregator that no other task uses
            }
            m_arrivals.push_back(
                {packet.at, fragment.seq, job, SwitchArrival::kFromServer, fragment.kind});
        }
    }
    std::sort(m_arrivals.begin(),
              m_arrivals.end(),
              [](const SwitchArrival& a, const SwitchArrival& b) { return a.at < b.at; });
    return m_arrivals;
}

} // namespace ns3::esa
