// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-training-process.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

TrainingProcess::TrainingProcess(std::shared_ptr<const TrainingJob> job, uint16_t worker)
    : HostProcess(std::move(job)),
      m_worker(worker)
{
    ESA_ASSERT(worker < Job()->workers, "the number of a worker is below the number of workers");
}

TrainingProcess::~TrainingProcess() = default;

[[gnu::cold]] std::string
TrainingProcess::Describe() const
{
    return "worker " + std::to_string(m_worker) + " of job " + std::to_string(Job()->job);
}

void
TrainingProcess::Attach(HostNode& host)
{
    m_host = &host;
    host.AddEndpoint(Job()->job, m_worker, *this);
    m_record.job = Job()->job;
    m_record.worker = m_worker;
    m_state.emplace(Job()->plan);
    m_timer.Bind(
        host.GetAgenda(),
        [this] { OnTimer(HostAgenda().Now()); },
        Job()->jitter.DelaysPackets() ? TimePart::Late : TimePart::Repair);
}

void
TrainingProcess::BeginTraining(Picoseconds now)
{
    if (Job()->iterations > 0)
    {
        BeginIteration(now);
    }
}

void
TrainingProcess::BeginIteration(Picoseconds now)
{
    ESA_ASSERT(!m_running || m_record.iteration > 0, "iterations follow each other");
    m_running = true;
    m_record.begin = now;
    m_firstPosition = m_record.iteration * Job()->plan.Fragments();
    m_state->Begin();
    if (Job()->isSentByCaller)
    {
        return;
    }
    if (NodePaths* const paths = HostAgenda().Paths())
    {
        paths->OnBegin(
            CriticalPath::From(now, Job()->job, m_record.iteration, Job()->system->HeaderBytes()),
            static_cast<uint32_t>(m_firstPosition));
    }
    const auto computed = Job()->plan.ComputedTimes();
    const auto ready = ReadyTimes();
    for (uint32_t partition = 0; partition < ready.size(); ++partition)
    {
        HostAgenda().Plan(m_record.begin + ready[partition],
                          [this, partition] { OnPartitionReady(partition, HostAgenda().Now()); },
                          {TimePart::Compute, ready[partition] - computed[partition]});
    }
}

std::vector<Picoseconds>
TrainingProcess::ReadyTimes() const
{
    return Job()->jitter.ReadyTimes(Job()->job,
                                    m_worker,
                                    m_record.iteration,
                                    Job()->plan.ComputedTimes());
}

void
TrainingProcess::SendPartition(uint32_t partition, Picoseconds now)
{
    ESA_ASSERT(Job()->isSentByCaller, "a job that sends by itself is told nothing");
    ESA_ASSERT(m_running, "a partition is of an iteration");
    OnPartitionReady(partition, now);
}

void
TrainingProcess::OnPartitionReady(uint32_t partition, Picoseconds now)
{
    const auto again = [this, partition](Picoseconds at) { OnPartitionReady(partition, at); };
    if (Postpones(again) || !m_running)
    {
        return;
    }
    const FragmentPlan& plan = Job()->plan;
    const StreamPosition end = m_firstPosition + plan.EndOf(partition);
    const PositionRange fragments{end - plan.FragmentsOf(partition), end};
    if (Job()->workers == 1)
    {
        TakeOwn(fragments, now);
        return;
    }
    Offer(fragments, now);
}

void
TrainingProcess::TakeOwn(const PositionRange& fragments, Picoseconds now)
{
    InaPacket own;
    own.kind = PacketKind::Result;
    own.job = Job()->job;
    own.worker = m_worker;
    own.bitmap = 1;
    for (StreamPosition position = fragments.begin; position < fragments.end; ++position)
    {
        own.seq = static_cast<uint32_t>(position);
        Job()->oracle.Fill(own, m_worker);
        CountResult(own, Job()->oracle.IsExact(own), now);
    }
    OnResultsHere(fragments, now);
}

void
TrainingProcess::CountWrongResult(const InaPacket& result)
{
    ++m_wrongResults;
    m_hooks.wrongResult(result);
}

bool
TrainingProcess::HasExactSum(const InaPacket& result, StreamPosition position) const
{
    const GradientOracle& oracle = Job()->oracle;
    const TaskRole role = Job()->aggregation.RoleOf(position);
    if (!role.GetsSum(m_worker) && result.sum.IsEmpty())
    {
        return true;
    }
    return role.IsOfRoot() ? oracle.IsExactOf(result, role.root)
                           : oracle.IsExact(result) ||
                                 (position % Job()->plan.Fragments() != 0 && HasExactPart(result));
}

bool
TrainingProcess::HasExactPart(const InaPacket& result) const
{
    const auto& system = Job()->system;
    const SystemParameter* const threshold = system ? system->Record().onSwitch.threshold : nullptr;
    const auto least = threshold ? static_cast<std::size_t>(system->Value(*threshold)) : 0;
    std::vector<uint16_t> members;
    for (uint16_t worker = 0; worker < std::min(Job()->workers, kMaxFanIn); ++worker)
    {
        if ((result.bitmap >> worker & 1) != 0)
        {
            members.push_back(worker);
        }
    }
    return least > 0 && members.size() >= least && Job()->oracle.IsExactOf(result, members);
}

void
TrainingProcess::OnResultsHere(const PositionRange& fragments, Picoseconds now)
{
    for (StreamPosition position = fragments.begin; position < fragments.end; ++position)
    {
        AddResult(position, now);
    }
    OnResultsAdded(now);
}

void
TrainingProcess::OnPartitionComplete(Picoseconds now)
{
    const uint32_t partition = m_state->LastPartition();
    if (m_state->AllResults())
    {
        m_record.lastResult = now;
    }
    m_state->OnPartitionHere(partition);
    m_hooks.partition(partition);
}

void
TrainingProcess::StartLayer(Picoseconds now)
{
    m_layer.begin = now;
    const Picoseconds duration = *m_state->StartLayer();
    if (m_state->IsLastLayer() && m_record.iteration + 1 == Job()->iterations)
    {
        m_hooks.ending(now + duration);
    }
    HostAgenda().Plan(now + duration,
                      [this] { OnLayerComputed(HostAgenda().Now()); },
                      {TimePart::Compute});
}

void
TrainingProcess::OnLayerComputed(Picoseconds now)
{
    if (Postpones([this](Picoseconds at) { OnLayerComputed(at); }) || !m_running)
    {
        return;
    }
    m_state->OnLayerComputed();
    m_layer.iteration = m_record.iteration;
    m_layer.layer = m_state->LayersComputed();
    m_layer.end = now;
    m_hooks.layer(m_layer);
    if (m_state->Finished())
    {
        EndIteration(now);
    }
    else if (m_state->MayStartLayer())
    {
        StartLayer(now);
    }
}

void
TrainingProcess::EndIteration(Picoseconds now)
{
    ESA_ASSERT(m_state->AllResults(), "an iteration ends when all its results are here");
    m_record.end = now;
    if (const NodePaths* const paths = HostAgenda().Paths())
    {
        m_record.path =
            std::make_shared<CriticalPath>(paths->PathToEnd(m_record.job, m_record.iteration));
    }
    m_lastCommunication = m_record.lastResult - m_record.begin;
    m_hooks.iteration(m_record);
    ++m_record.iteration;
    if (m_record.iteration < Job()->iterations)
    {
        BeginIteration(now);
    }
    else
    {
        Stop();
    }
}

void
TrainingProcess::Stop()
{
    m_running = false;
    m_timer.Cancel();
}

void
TrainingProcess::Release()
{
    HostProcess::Release();
    Stop();
    m_postponed.clear();
}

// The timer

void
TrainingProcess::SetTimer(Picoseconds at, Picoseconds now)
{
    m_wakeAt = at;
    m_timer.Set(std::max(at, now));
}

void
TrainingProcess::OnTimer(Picoseconds now)
{
    if (Postpones([this](Picoseconds at) { OnTimer(at); }) || !m_running)
    {
        return;
    }
    m_wakeAt = kNoDeadline;
    OnWake(now);
}

// Pauses: what would happen during a pause is kept, and is done at the end of it.

void
TrainingProcess::Pause(Picoseconds duration, Agenda& agenda, Picoseconds now)
{
    const Picoseconds until = now + duration;
    m_pausedUntil = std::max(m_pausedUntil, until);
    agenda.Plan(until, [this, &agenda] { Resume(agenda.Now()); });
}

bool
TrainingProcess::Postpones(std::function<void(Picoseconds)> what)
{
    if (!IsPaused())
    {
        return false;
    }
    if (NodePaths* const paths = HostAgenda().Paths())
    {
        what = [paths, path = paths->now, next = std::move(what)](Picoseconds at) {
            paths->OnPlan(path, {TimePart::Late}, at);
            next(at);
        };
    }
    m_postponed.push_back(std::move(what));
    return true;
}

bool
TrainingProcess::PostponePacket(const InaPacket& fragment)
{
    return Postpones(
        [this, copy = fragment](Picoseconds at) mutable { ReceiveFragment(copy, at); });
}

void
TrainingProcess::Resume(Picoseconds now)
{
    if (now < m_pausedUntil)
    {
        return;
    }
    m_pausedUntil = Picoseconds(0);
    const auto postponed = std::move(m_postponed);
    m_postponed.clear();
    for (const auto& what : postponed)
    {
        what(now);
    }
}

} // namespace ns3::esa
