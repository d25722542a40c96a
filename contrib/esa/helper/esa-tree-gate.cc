// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-tree-gate.h"

#include "ns3/abort.h"
#include "ns3/callback.h"
#include "ns3/esa-network-runner.h"
#include "ns3/node.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return the job, as it is before it runs
SharingJob
KnownOf(const TrainingJob& job, const NodeContainer& workers, Picoseconds hop, double linkBitsPerS)
{
    SharingJob known;
    const auto n = static_cast<int64_t>(job.workers);
    const Picoseconds frame = FromMicroseconds(job.frameBytes * 8 / linkBitsPerS * 1e6);
    const auto racks =
        static_cast<double>(std::max<std::size_t>(job.summedRacks.workers.size(), 1));
    for (uint32_t partition = 0; partition < job.plan.GetDnn().partitions.size(); ++partition)
    {
        const auto fragments = static_cast<int64_t>(job.plan.FragmentsOf(partition));
        known.operations.push_back({job.plan.ComputedTimes()[partition],
                                    Scaled(fragments * frame, 2 - 1 / racks) + 2 * hop,
                                    2 * (n - 1) * ((fragments + n - 1) / n * frame + hop)});
    }
    for (const Picoseconds layer : job.plan.GetDnn().layerCompute)
    {
        known.forward += layer;
    }
    known.iterations = job.iterations;
    known.workers = job.workers;
    known.racks = job.racks;
    for (auto worker = workers.Begin(); worker != workers.End(); ++worker)
    {
        known.hosts.push_back((*worker)->GetId());
    }
    return known;
}

} // namespace

void
TreeGate::AddJob(const std::shared_ptr<const TrainingJob>& job,
                 const NodeContainer& workers,
                 const ApplicationContainer& apps,
                 const SharingTimes& times)
{
    const uint16_t number = job->job;
    Job& added = m_jobs[number];
    added.job = job;
    NetworkRunner& runner = NetworkRunner::Get();
    for (uint32_t worker = 0; worker < job->workers; ++worker)
    {
        auto app = DynamicCast<EsaCollectiveApp>(apps.Get(worker));
        NS_ABORT_MSG_IF(!app, "TreeGate: hosts sum for jobs that share trees");
        const Picoseconds delay = times.agreement;
        app->SetGate(
            [this, &runner, number, delay](const PositionRange& fragments, Picoseconds now) {
                runner.AtStep({now, NetworkRunner::kThisNode, delay},
                              [this, number, begin = fragments.begin] { OnReady(number, begin); });
            });
        app->TraceConnectWithoutContext(
            "Partition",
            Callback<void, uint32_t>([this, &runner, number, delay](uint32_t /* partition */) {
                runner.AtStep({SimClock().Now(), NetworkRunner::kThisNode, delay},
                              [this, number] { OnDone(number); });
            }));
        added.workers.push_back(app);
    }
    m_sharing.AddJob(number, KnownOf(*job, workers, times.hop, times.linkBitsPerS));
}

void
TreeGate::RemoveJob(uint16_t number)
{
    m_sharing.RemoveJob(number);
    m_jobs.erase(number);
}

void
TreeGate::OnReady(uint16_t number, StreamPosition begin)
{
    if (const auto found = m_jobs.find(number); found != m_jobs.end())
    {
        ++found->second.ready[begin];
        BeginIfReady(found->second);
    }
}

void
TreeGate::OnDone(uint16_t number)
{
    const auto found = m_jobs.find(number);
    if (found == m_jobs.end() || ++found->second.done < found->second.job->workers)
    {
        return;
    }
    Job& job = found->second;
    m_sharing.End(number, SimClock().Now());
    job.isRunning = false;
    job.done = 0;
    job.job->blocksInHosts->erase(job.next);
    job.ready.erase(job.next);
    job.next = job.job->blocks.At(job.next).range.end;
    BeginIfReady(job);
}

void
TreeGate::BeginIfReady(Job& job)
{
    const auto ready = job.ready.find(job.next);
    if (job.isRunning || ready == job.ready.end() || ready->second < job.job->workers)
    {
        return;
    }
    job.isRunning = true;
    const Picoseconds now = SimClock().Now();
    const PositionRange fragments = job.job->blocks.At(job.next).range;
    if (!m_sharing.Begin(job.job->job, now))
    {
        job.job->blocksInHosts->insert(fragments.begin);
        ++m_inHosts[job.job->job];
    }
    for (const auto& worker : job.workers)
    {
        NetworkRunner::Get().AgendaOf(worker->GetNode())->Plan(now, [worker, fragments] {
            worker->Exchange(fragments);
        });
    }
}

} // namespace ns3::esa
