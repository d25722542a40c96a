// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-worker-model.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3::esa
{

namespace
{

/// Windows that are remembered: a task may have its result before it is looked at.
constexpr uint64_t kWindows = 2;

/// @return the smallest power of two that is not smaller than a number
uint64_t
PowerOfTwo(uint64_t number)
{
    uint64_t power = 1;
    while (power < number)
    {
        power *= 2;
    }
    return power;
}

} // namespace

TaskRing::TaskRing(uint32_t workers, uint32_t maxAhead)
    : m_workers(workers),
      m_mask(PowerOfTwo(kWindows * std::max<uint64_t>(maxAhead, 64)) - 1),
      m_departures((m_mask + 1) * workers),
      m_tasks(m_mask + 1)
{
}

WorkerModel::WorkerModel(const EngineLinks& links, TaskRing& rows, uint32_t worker, uint32_t port)
    : m_links(links),
      m_rows(rows),
      m_worker(worker),
      m_port(port)
{
}

void
WorkerModel::Begin(std::vector<uint64_t> ends, std::vector<int64_t> ready)
{
    m_ends = std::move(ends);
    m_ready = std::move(ready);
    m_partition = 0;
}

void
WorkerModel::Advance(uint64_t limit, const std::vector<TaskTime>& late, int64_t until)
{
    if (remindersTaken > 0 && remindersTaken >= m_reminders.size() / 2)
    {
        m_reminders.erase(m_reminders.begin(),
                          m_reminders.begin() + static_cast<std::ptrdiff_t>(remindersTaken));
        remindersTaken = 0;
    }
    std::size_t reminded = 0;
    while (m_partition < m_ends.size() && m_next < limit)
    {
        const int64_t ready = m_ready[m_partition];
        const uint64_t end = std::min(limit, m_ends[m_partition]);
        // Reminders of the same step leave before what a result lets leave, and before what the
        // application has made ready.
        const int64_t nextReminder = reminded < late.size() ? late[reminded].step : INT64_MAX;
        uint64_t position = m_next;
        int64_t sent = 0;
        for (; position < end; ++position)
        {
            sent = std::max(m_rows.At(position).mayLeave, ready);
            if (sent >= until || sent >= nextReminder)
            {
                break;
            }
            m_rows.DeparturesPs(position)[m_worker] =
                m_line.Send(FromStep(sent), Picoseconds(m_links.framePs)).count();
        }
        m_next = position;
        if (position < end)
        {
            if (sent >= until)
            {
                break;
            }
            Remind(late, reminded, sent);
            continue;
        }
        m_partition += position == m_ends[m_partition] ? 1 : 0;
    }
    Remind(late, reminded, until - 1);
    ESA_ASSERT(reminded == late.size(), "a worker requests all that is late before it goes on");
}

int64_t
WorkerModel::NextStep(uint64_t limit, int64_t now) const
{
    if (CeilStep(m_line.IdleAt().count() + m_links.upDelayPs) >= now)
    {
        return now; // its last frame may not have arrived
    }
    int64_t next = INT64_MAX;
    if (m_partition < m_ends.size() && m_next < limit)
    {
        next = std::min(next, std::max(m_rows.At(m_next).mayLeave, m_ready[m_partition]));
    }
    return next;
}

void
WorkerModel::Remind(const std::vector<TaskTime>& late, std::size_t& reminded, int64_t last)
{
    for (; reminded < late.size() && late[reminded].step <= last; ++reminded)
    {
        const int64_t departurePs = m_line
                                        .Send(FromStep(late[reminded].step),
                                              Picoseconds(m_links.TimeOf(m_links.repairKind)))
                                        .count();
        m_reminders.push_back({departurePs, late[reminded].position});
    }
}

uint64_t
WorkerModel::ReadyAt(int64_t step) const
{
    uint64_t end = m_next;
    for (std::size_t partition = m_partition; partition < m_ready.size(); ++partition)
    {
        end = m_ready[partition] < step ? m_ends[partition] : end;
    }
    return end;
}

} // namespace ns3::esa
