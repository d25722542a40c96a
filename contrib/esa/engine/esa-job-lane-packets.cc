// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The packets of a job that go through the switch by themselves, its sums, and what comes next.

#include "esa-job-model.h"

#include <algorithm>

namespace ns3::esa
{

InaPacket
JobModel::MakePacket(uint64_t position, uint32_t worker) const
{
    InaPacket packet;
    static_cast<InaHeader&>(packet) = m_headers[worker];
    packet.priority = m_job.priorities.Of(position % m_job.plan.Fragments());
    packet.seq = static_cast<uint32_t>(position);
    packet.aggregator = m_rows.At(position).aggregator;
    return packet;
}

InaPacket
JobModel::MakePartial(uint64_t position) const
{
    InaPacket partial = MakePacket(position, 0);
    partial.kind = PacketKind::Partial;
    partial.bitmap = FullBitmap(m_job.workers);
    partial.sum = m_job.oracle.SumOf(partial.seq);
    return partial;
}

void
JobModel::CheckSum(uint64_t position)
{
    InaPacket result;
    result.seq = static_cast<uint32_t>(position);
    result.sum = m_job.oracle.SumOf(result.seq);
    CheckResult(result);
}

void
JobModel::CheckResult(const InaPacket& result)
{
    m_wrongSums += m_job.oracle.IsExact(result) ? 0 : 1;
}

InaPacket
JobModel::MakeRepair(uint64_t position, uint32_t worker) const
{
    InaPacket packet = MakePacket(position, worker);
    packet.kind = m_links.repairKind;
    packet.bitmap = 0;
    packet.priority = 0;
    return packet;
}

InaPacket
JobModel::MakeFragment(uint64_t position, uint32_t worker) const
{
    InaPacket packet = MakePacket(position, worker);
    m_job.oracle.Fill(packet, worker);
    return packet;
}

InaPacket
JobModel::MakeFragments(uint64_t position, uint32_t workers) const
{
    InaPacket packet = MakePacket(position, 0);
    packet.bitmap = 0;
    InaPacket fragment = packet;
    for (uint32_t worker = 0; worker < m_headers.size(); ++worker)
    {
        if ((workers >> worker & 1) != 0)
        {
            m_job.oracle.Fill(fragment, worker);
            packet.sum.Add(fragment.sum);
            packet.bitmap |= m_headers[worker].bitmap;
        }
    }
    return packet;
}

int64_t
JobModel::NextStep(int64_t now) const
{
    int64_t next = m_onTheirWay.empty() ? INT64_MAX : m_onTheirWay.front().step;
    for (auto worker = m_workers.begin(); worker != m_workers.end() && next > now; ++worker)
    {
        next = std::min(next, worker->NextStep(m_limit, now));
    }
    return next;
}

bool
JobModel::HasRepairFrom(int64_t step) const
{
    for (const WorkerModel& worker : m_workers)
    {
        const auto& reminders = worker.Reminders();
        for (std::size_t place = worker.remindersTaken; place < reminders.size(); ++place)
        {
            if (worker.Arrival(reminders[place]).Step() >= step)
            {
                return true;
            }
        }
    }
    return false;
}

} // namespace ns3::esa
