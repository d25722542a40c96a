/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-lane.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

WorkerModel::WorkerModel(const EngineLinks& links, TaskRing& rows, uint32_t worker)
    : m_links(links),
      m_lines(links.upDelayPs, worker, links.areOrdersAsked),
      m_rows(rows),
      m_worker(worker)
{
}

void
WorkerModel::Begin(std::vector<uint64_t> ends, std::vector<int64_t> ready, int64_t step)
{
    m_ends = std::move(ends);
    m_ready = std::move(ready);
    m_partition = 0;
    m_begin = step;
}

void
WorkerModel::Advance(uint64_t limit, const std::vector<PendingRepair>& late, int64_t until)
{
    while (m_partition < m_ends.size() && m_next < limit)
    {
        const int64_t ready = m_ready[m_partition];
        const uint64_t end = std::min(limit, m_ends[m_partition]);
        // Reminders of the same step leave before what a result lets leave.
        const int64_t nextAsks = m_asked < late.size() ? late[m_asked].step : INT64_MAX;
        uint64_t position = m_next;
        int64_t sent = 0;
        for (; position < end; ++position)
        {
            const TaskRing::Task& task = m_rows.At(position);
            sent = std::max(task.mayLeave, ready);
            if (sent >= until || sent >= nextAsks)
            {
                break;
            }
            m_rows.DeparturesPs(position)[m_worker] =
                m_lines.Send(sent, m_links.framePs, [&] { return CauseOf(task, ready); });
        }
        m_next = position;
        if (position < end)
        {
            if (sent >= until)
            {
                break;
            }
            if (nextAsks == sent && ready == sent)
            {
                throw NotExact("a partition becomes ready when a late result is asked for");
            }
            Remind(late, sent);
            continue;
        }
        m_partition += position == m_ends[m_partition] ? 1 : 0;
    }
    Remind(late, until - 1);
}

int64_t
WorkerModel::NextStep(uint64_t limit, const std::vector<PendingRepair>& late, int64_t now) const
{
    if (CeilStep(m_lines.IdlePs() + m_links.upDelayPs) >= now)
    {
        return now; // its last frame may not have arrived
    }
    int64_t next = m_asked < late.size() ? late[m_asked].step : INT64_MAX;
    if (m_partition < m_ends.size() && m_next < limit)
    {
        next = std::min(next, std::max(m_rows.At(m_next).mayLeave, m_ready[m_partition]));
    }
    return next;
}

BusyPeriods::Cause
WorkerModel::CauseOf(const TaskRing::Task& task, int64_t ready) const
{
    using Kind = BusyPeriods::Cause::Kind;
    if (task.mayLeave == ready)
    {
        return {};
    }
    return ready > task.mayLeave ? BusyPeriods::Cause{Kind::Timer, m_begin, nullptr, 0}
                                 : BusyPeriods::Cause{Kind::Frame, 0, task.result, task.resultPs};
}

void
WorkerModel::Remind(const std::vector<PendingRepair>& late, int64_t last)
{
    for (; m_asked < late.size() && late[m_asked].step <= last; ++m_asked)
    {
        const int64_t departurePs = m_lines.Send(late[m_asked].step,
                                                 m_links.TimeOf(m_links.repairKind),
                                                 [&] { return late[m_asked].result; });
        m_reminders.push_back({departurePs, late[m_asked].position});
    }
}

uint64_t
WorkerModel::ReadyAt(int64_t step) const
{
    uint64_t end = m_next;
    for (std::size_t partition = m_partition; partition < m_ready.size(); ++partition)
    {
        if (m_ready[partition] == step)
        {
            throw NotExact("a partition becomes ready when a marked result arrives");
        }
        end = m_ready[partition] < step ? m_ends[partition] : end;
    }
    return end;
}

} // namespace ns3::esa
