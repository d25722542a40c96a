/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "task-work.h"

namespace esabench
{

using namespace ns3;

void
TaskWork::CheckSums(const ResultRun& run)
{
    esa::Fragment fragment;
    esa::Fragment result;
    for (uint64_t task = run.first; task < run.first + run.count; ++task)
    {
        fragment.seq = result.seq = static_cast<uint32_t>(task);
        result.sum.digest = 0;
        for (uint32_t worker = 0; worker < m_job.workers; ++worker)
        {
            m_job.oracle.Fill(fragment, worker);
            result.sum.digest += fragment.sum.digest;
        }
        m_wrong += m_job.oracle.IsExact(result) ? 0 : 1;
    }
}

void
TaskWork::LookUp(const ResultRun& run, std::vector<int64_t>& aggregatorBusyUntil)
{
    for (uint64_t task = run.first; task < run.first + run.count; ++task)
    {
        const uint32_t index = m_job.pool.Index(m_job.job, static_cast<uint32_t>(task));
        int64_t& until = aggregatorBusyUntil[index];
        m_busy += until > run.linePs ? 1 : 0;
        until = run.linePs;
    }
}

} // namespace esabench
