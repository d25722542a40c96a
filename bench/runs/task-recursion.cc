/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "task-recursion.h"

#include <algorithm>
#include <numeric>

namespace esabench
{

using namespace ns3;

namespace
{

/// A time before all others, from which none overflows.
constexpr int64_t kLongAgo = INT64_MIN / 4;

} // namespace

TaskRecursion::TaskRecursion(const LoneJob& lone)
    : m_lone(lone),
      m_grainPs(std::gcd(lone.framePs, lone.stepPs)),
      m_up(lone.job->workers, kLongAgo),
      m_down(lone.isByServer ? 3 : 1, kLongAgo)
{
}

void
TaskRecursion::Run(bool inRuns)
{
    int64_t begin = CeilStep(m_lone.job->jitter.JobStart(m_lone.job->job).count());
    for (uint32_t iteration = 0; iteration < m_lone.job->iterations; ++iteration)
    {
        const int64_t end = RunIteration(iteration, begin, inRuns);
        m_iterationMs.push_back(
            esa::ToMilliseconds(esa::Picoseconds((end - begin) * m_lone.stepPs)));
        begin = end;
    }
}

int64_t
TaskRecursion::RunIteration(uint32_t iteration, int64_t begin, bool inRuns)
{
    const esa::TrainingJob& job = *m_lone.job;
    const esa::Dnn& dnn = job.plan.GetDnn();
    std::vector<std::vector<int64_t>> ready(dnn.partitions.size());
    for (uint32_t worker = 0; worker < job.workers; ++worker)
    {
        const auto times =
            job.jitter.ReadyTimes(job.job, worker, iteration, job.plan.ComputedTimes());
        for (std::size_t partition = 0; partition < times.size(); ++partition)
        {
            ready[partition].push_back(begin + CeilStep(times[partition].count()));
        }
    }
    std::vector<int64_t> layerReady(dnn.layerCompute.size(), begin);
    uint64_t first = iteration * job.plan.Fragments();
    for (std::size_t number = 0; number < dnn.partitions.size(); ++number)
    {
        const uint64_t end = first + job.plan.FragmentsOf(static_cast<uint32_t>(number));
        RunPartition(first, end, ready[number], inRuns);
        first = end;
        const esa::Dnn::Partition& partition = dnn.partitions[number];
        const int64_t here = ArrivalStep(m_results.back(), m_results.back().count - 1);
        for (uint32_t layer = partition.layer; layer <= partition.LastLayer(); ++layer)
        {
            layerReady[layer - 1] = std::max(layerReady[layer - 1], here);
        }
    }
    int64_t now = begin;
    for (std::size_t layer = 0; layer < layerReady.size(); ++layer)
    {
        now = std::max(now, layerReady[layer]) + CeilStep(dnn.layerCompute[layer].count());
    }
    return now;
}

void
TaskRecursion::RunPartition(uint64_t first,
                            uint64_t end,
                            const std::vector<int64_t>& ready,
                            bool inRuns)
{
    for (uint64_t task = first; task < end; ++m_steps)
    {
        const uint64_t advanced = inRuns ? Advance(task, end, ready) : 0;
        if (advanced == 0)
        {
            Step(task, ready);
        }
        task += std::max<uint64_t>(advanced, 1);
    }
}

uint64_t
TaskRecursion::ResultsBefore(uint64_t task) const
{
    // After r results the window is min(initial + r, most), and tasks below r + window may leave.
    const uint64_t initial = m_lone.windowInitial;
    const uint64_t growing = task >= initial ? (task - initial) / 2 + 1 : 0;
    const uint64_t capped = task >= m_lone.windowMost ? task - m_lone.windowMost + 1 : 0;
    return std::max(growing, capped);
}

int64_t
TaskRecursion::LineOfResult(uint64_t results, uint64_t& left)
{
    if (results == 0)
    {
        left = UINT64_MAX;
        return kLongAgo;
    }
    const uint64_t last = results - 1;
    while (m_results[m_waitedFor].first + m_results[m_waitedFor].count <= last)
    {
        ++m_waitedFor;
    }
    const ResultRun& run = m_results[m_waitedFor];
    left = run.first + run.count - last;
    return run.linePs + static_cast<int64_t>(last - run.first) * m_lone.framePs;
}

void
TaskRecursion::Step(uint64_t task, const std::vector<int64_t>& ready)
{
    uint64_t left = 0;
    const int64_t let = CeilStep(LineOfResult(ResultsBefore(task), left));
    int64_t lastIdle = kLongAgo;
    for (std::size_t worker = 0; worker < m_up.size(); ++worker)
    {
        const int64_t sent = std::max(let, ready[worker]) * m_lone.stepPs;
        m_up[worker] = std::max(m_up[worker], sent) + m_lone.framePs;
        lastIdle = std::max(lastIdle, m_up[worker]);
    }
    int64_t arrives = lastIdle + m_lone.delayPs;
    for (int64_t& idle : m_down)
    {
        idle = std::max(idle, CeilStep(arrives) * m_lone.stepPs) + m_lone.framePs;
        arrives = idle + m_lone.delayPs;
    }
    AddResults(task, 1, arrives);
}

int64_t
TaskRecursion::Bound(int64_t linePs) const
{
    // What rounding adds has the same remainder modulo the grain at every task, and takes each
    // value of that kind.
    const int64_t rest = ((-linePs) % m_grainPs + m_grainPs) % m_grainPs;
    return linePs + m_lone.stepPs - m_grainPs + rest;
}

uint64_t
TaskRecursion::Advance(uint64_t task, uint64_t end, const std::vector<int64_t>& ready)
{
    const uint64_t before = ResultsBefore(task);
    uint64_t left = 0;
    const int64_t let = Bound(LineOfResult(before, left));
    uint64_t count = std::min(end - task, left);
    if (before == 0)
    {
        count = std::min<uint64_t>(count, m_lone.windowInitial - task);
    }
    int64_t line = kLongAgo;
    for (std::size_t worker = 0; worker < m_up.size(); ++worker)
    {
        if (m_up[worker] < std::max(let, ready[worker] * m_lone.stepPs))
        {
            return 0;
        }
        line = std::max(line, m_up[worker]);
    }
    for (const int64_t idle : m_down)
    {
        if (idle < Bound(line + m_lone.framePs + m_lone.delayPs))
        {
            return 0;
        }
        line = idle;
    }
    const int64_t grown = static_cast<int64_t>(count) * m_lone.framePs;
    AddResults(task, count, line + m_lone.framePs + m_lone.delayPs);
    for (int64_t& idle : m_up)
    {
        idle += grown;
    }
    for (int64_t& idle : m_down)
    {
        idle += grown;
    }
    return count;
}

void
TaskRecursion::AddResults(uint64_t first, uint64_t count, int64_t linePs)
{
    if (!m_results.empty())
    {
        ResultRun& last = m_results.back();
        if (last.linePs + static_cast<int64_t>(last.count) * m_lone.framePs == linePs)
        {
            last.count += count;
            return;
        }
    }
    m_results.push_back({first, count, linePs});
}

} // namespace esabench
