// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-switch-arrivals.h"

#include <algorithm>
#include <numeric>

namespace ns3::esa
{
namespace
{

/// So many packets are put in order by moving each to its place.
constexpr std::size_t kFewArrivals = 8;

/// @brief Takes the reminders of a job's workers. @param end up to this step, exclusive
void
TakeRepairs(JobModel& lane,
            uint16_t job,
            PacketKind kind,
            int64_t end,
            std::vector<SwitchArrival>& out)
{
    auto& workers = lane.Workers();
    for (uint16_t number = 0; number < workers.size(); ++number)
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
                     int64_t begin,
                     int64_t end)
{
    m_arrivals.clear();
    contended.TakeFragments(end, m_arrivals);
    for (uint16_t job = 0; job < servers.size(); ++job)
    {
        TakeRepairs(lanes[job], job, m_repairKind, end, m_arrivals);
        const TaskRing& rows = lanes[job].Rows();
        servers[job].ToSwitch().ForEachUntil([&, job](const ServerLane::Packet& packet) {
            const bool isHere = packet.at.Step() < end;
            const InaPacket& fragment = packet.fragment;
            // The result of a task that was alone frees an aggregator that no other task uses.
            if (isHere && !(m_isByServer && fragment.kind == PacketKind::Result &&
                            !rows.At(fragment.seq).isContended))
            {
                m_arrivals.push_back(
                    {packet.at, fragment.seq, job, SwitchArrival::kFromServer, fragment.kind});
            }
            return isHere;
        });
    }
    Sort(begin * kStepPs, end * kStepPs);
    return m_arrivals;
}

void
SwitchArrivals::Sort(int64_t beginPs, int64_t endPs)
{
    if (m_arrivals.size() > kFewArrivals)
    {
        // As many buckets as packets: then most packets are in their places.
        uint32_t shift = 0;
        while (static_cast<uint64_t>(endPs - beginPs) >> shift > m_arrivals.size())
        {
            ++shift;
        }
        const auto bucketOf = [beginPs, shift](const SwitchArrival& arrival) {
            return static_cast<uint64_t>(std::max(arrival.at.ps, beginPs) - beginPs) >> shift;
        };
        m_buckets.assign((static_cast<uint64_t>(endPs - beginPs) >> shift) + 2, 0);
        for (const SwitchArrival& arrival : m_arrivals)
        {
            ++m_buckets[bucketOf(arrival) + 1];
        }
        std::partial_sum(m_buckets.begin(), m_buckets.end(), m_buckets.begin());
        m_sorted.resize(m_arrivals.size());
        for (const SwitchArrival& arrival : m_arrivals)
        {
            m_sorted[m_buckets[bucketOf(arrival)]++] = arrival;
        }
        m_arrivals.swap(m_sorted);
    }
    for (std::size_t place = 1; place < m_arrivals.size(); ++place)
    {
        const SwitchArrival arrival = m_arrivals[place];
        std::size_t to = place;
        for (; to > 0 && arrival.at < m_arrivals[to - 1].at; --to)
        {
            m_arrivals[to] = m_arrivals[to - 1];
        }
        m_arrivals[to] = arrival;
    }
}

} // namespace ns3::esa
