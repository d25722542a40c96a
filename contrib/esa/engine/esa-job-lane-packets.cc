/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The packets of a job that go through the switch by themselves, its sums, and what comes next.

#include "esa-job-model.h"

#include <algorithm>

namespace ns3::esa
{

GradientSum
JobModel::SumOf(uint64_t position) const
{
    GradientSum sum;
    InaPacket part;
    part.seq = static_cast<uint32_t>(position);
    for (uint32_t worker = 0; worker < m_job.workers; ++worker)
    {
        m_job.oracle.Fill(part, worker);
        sum.Add(part.sum);
    }
    return sum;
}

InaPacket
JobModel::MakePartial(uint64_t position) const
{
    InaPacket partial = MakeFragment(position, 0);
    partial.kind = PacketKind::Partial;
    partial.bitmap = FullBitmap(m_job.workers);
    partial.sum = SumOf(position);
    return partial;
}

void
JobModel::CheckSum(uint64_t position)
{
    InaPacket result;
    result.seq = static_cast<uint32_t>(position);
    result.sum = SumOf(position);
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
    const WorkerAddress address = m_job.racks.AddressOf(static_cast<uint16_t>(worker));
    InaPacket packet;
    packet.kind = m_links.repairKind;
    packet.job = m_job.job;
    packet.worker = static_cast<uint16_t>(worker);
    packet.fanIn = address.fanIn;
    packet.seq = static_cast<uint32_t>(position);
    packet.aggregator = m_rows.At(position).aggregator;
    return packet;
}

InaPacket
JobModel::MakeFragment(uint64_t position, uint32_t worker) const
{
    InaPacket packet = MakeRepair(position, worker);
    packet.kind = PacketKind::Gradient;
    packet.bitmap = m_job.racks.AddressOf(static_cast<uint16_t>(worker)).bitmap;
    packet.priority = m_job.plan.PriorityOf(position % m_job.plan.Fragments());
    m_job.oracle.Fill(packet, worker);
    return packet;
}

int64_t
JobModel::NextStep(int64_t now) const
{
    int64_t next = m_onTheirWay.empty() ? INT64_MAX : m_onTheirWay.front().step;
    for (auto worker = m_workers.begin(); worker != m_workers.end() && next > now; ++worker)
    {
        next = std::min(next, worker->NextStep(m_limit, m_late, now));
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
