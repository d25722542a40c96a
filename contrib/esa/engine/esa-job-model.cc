// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-model.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// @return fragments from the first missing result on that may be under way, at most
uint32_t
MaxAhead(const EngineJob& setup)
{
    const bool hasSlots = setup.job->system->Record().onSwitch.memory == MemoryLayout::StaticSlots;
    return hasSlots ? setup.job->slots.slots : setup.window.maxPackets;
}

/// @return what all fragments of a worker have in common
InaHeader
HeaderOf(const TrainingJob& job, uint16_t worker)
{
    const WorkerAddress address = job.aggregation.AddressOf(worker);
    InaHeader header;
    header.fanIn = address.fanIn;
    header.bitmap = address.bitmap;
    header.job = job.job;
    header.worker = worker;
    return header;
}

} // namespace

JobModel::JobModel(const EngineLinks& links, const EngineJob& setup, IterationCallback ended)
    : m_links(links),
      m_setup(setup),
      m_job(*setup.job),
      m_ended(std::move(ended)),
      m_rows(m_job.workers, MaxAhead(setup)),
      m_overtaken(setup.repair.reorderingThreshold, 0, 1),
      m_state(m_job.plan)
{
    for (uint32_t worker = 0; worker < m_job.workers; ++worker)
    {
        m_workers.emplace_back(links, m_rows, worker, setup.workerPorts.at(worker));
        m_headers.push_back(HeaderOf(m_job, static_cast<uint16_t>(worker)));
    }
    if (m_job.system->Record().onSwitch.memory != MemoryLayout::StaticSlots)
    {
        m_window.emplace(setup.window);
    }
    OpenWindow(-1);
    BeginIteration(CeilStep(m_job.jitter.JobStart(m_job.job).count()));
}

uint64_t
JobModel::Window() const
{
    return m_window ? m_window->Packets() : m_job.slots.slots;
}

void
JobModel::BeginIteration(int64_t step)
{
    const FragmentPlan& plan = m_job.plan;
    const auto partitions = static_cast<uint32_t>(plan.ComputedTimes().size());
    m_begin = step;
    m_first = m_iteration * plan.Fragments();
    m_state.Begin();
    m_resultsAt.assign(partitions, FromStep(step));
    m_earliest.assign(partitions, INT64_MAX);
    std::vector<uint64_t> ends(partitions);
    for (uint32_t partition = 0; partition < partitions; ++partition)
    {
        ends[partition] = m_first + plan.EndOf(partition);
    }
    for (uint32_t worker = 0; worker < m_job.workers; ++worker)
    {
        const auto times =
            m_job.jitter.ReadyTimes(m_job.job, worker, m_iteration, plan.ComputedTimes());
        std::vector<int64_t> ready(partitions);
        for (uint32_t partition = 0; partition < partitions; ++partition)
        {
            ready[partition] = step + CeilStep(times[partition].count());
            m_earliest[partition] = std::min(m_earliest[partition], ready[partition]);
        }
        m_workers[worker].Begin(ends, std::move(ready));
    }
}

void
JobModel::AdvanceWorkers(int64_t until)
{
    for (; m_arrived < m_onTheirWay.size() && m_onTheirWay[m_arrived].step < until; ++m_arrived)
    {
        OnResult(m_onTheirWay[m_arrived]);
    }
    m_onTheirWay.erase(m_onTheirWay.begin(),
                       m_onTheirWay.begin() + static_cast<std::ptrdiff_t>(m_arrived));
    m_arrived = 0;
    for (WorkerModel& worker : m_workers)
    {
        worker.Advance(m_limit, m_late, until);
    }
    m_reminders += m_late.size(); // all results so far came before `until`, so all are requested
    m_late.clear();
}

void
JobModel::OnResult(const TaskTime& result)
{
    ++m_results;
    const uint64_t position = result.position;
    m_rows.At(position).hasResult = true;
    if (position == m_firstMissing)
    {
        CheckWaitFor(position, result.step);
        do
        {
            ++m_firstMissing;
        } while (m_firstMissing < m_limit && m_rows.At(m_firstMissing).hasResult);
    }
    if (m_window)
    {
        if (result.isMarked)
        {
            OnMark(result);
        }
        else
        {
            m_window->OnResult(false, position, 0);
        }
        m_overtaken.OnResult(position);
        while (m_overtaken.MayHave(m_firstMissing))
        {
            const auto isLate = [this](uint64_t other) { return !m_rows.At(other).hasResult; };
            uint64_t late = 0;
            if (!m_overtaken.Next(m_firstMissing, isLate, late))
            {
                break;
            }
            m_late.push_back({late, result.step});
        }
    }
    else if (position + 1 != m_firstMissing)
    {
        throw NotExact("the results of slots come out of order");
    }
    OpenWindow(result.step);
    if (m_state.OnResult(position - m_first))
    {
        m_resultsAt[m_state.LastPartition()] = FromStep(result.step);
        if (m_state.AllResults())
        {
            EndIteration(result.step);
        }
    }
}

void
JobModel::OpenWindow(int64_t step)
{
    const uint64_t limit = m_firstMissing + Window();
    for (; m_limit < limit; ++m_limit)
    {
        m_rows.At(m_limit) = {};
        m_rows.At(m_limit).mayLeave = step;
    }
}

void
JobModel::OnMark(const TaskTime& result)
{
    // What the mark does to a worker's window depends on what it has sent.
    const uint64_t sent = std::min(m_limit, m_workers.front().ReadyAt(result.step));
    for (const WorkerModel& worker : m_workers)
    {
        if (std::min(m_limit, worker.ReadyAt(result.step)) != sent)
        {
            throw NotExact("a mark moves the windows of a job's workers apart");
        }
    }
    m_window->OnResult(true, result.position, sent);
    m_limit = sent; // what was not sent has to wait for the window again
}

void
JobModel::CheckWaitFor(uint64_t position, int64_t step) const
{
    // A worker sent it at this step or later; it was let leave by an older result, if any.
    const int64_t minSteps = m_setup.repair.rtoMin.count() / kStepPs;
    if (!m_window || step - m_rows.At(position).mayLeave < minSteps)
    {
        return;
    }
    const uint32_t partition = m_job.plan.PartitionOf(position - m_first);
    if (step - std::max(m_rows.At(position).mayLeave, m_earliest[partition]) >= minSteps)
    {
        throw NotExact("a worker may have waited for a result until it timed out");
    }
}

void
JobModel::CheckWait(int64_t step) const
{
    if (m_firstMissing < SentByAny())
    {
        CheckWaitFor(m_firstMissing, step);
    }
}

void
JobModel::EndIteration(int64_t lastResult)
{
    const Picoseconds end =
        EndOfLayers(m_job.plan.GetDnn(), FromStep(m_begin), m_resultsAt, [](Picoseconds compute) {
            return FromStep(CeilStep(compute.count()));
        });
    IterationRecord record;
    record.job = m_job.job;
    record.iteration = m_iteration;
    record.begin = FromStep(m_begin);
    record.lastResult = FromStep(lastResult);
    record.end = end;
    for (record.worker = 0; record.worker < m_job.workers; ++record.worker)
    {
        m_ended(record);
    }
    ++m_iteration;
    if (m_iteration < m_job.iterations)
    {
        BeginIteration(CeilStep(end.count()));
    }
    else
    {
        m_end = CeilStep(end.count());
    }
}

uint64_t
JobModel::SentByAny() const
{
    uint64_t last = 0;
    for (const WorkerModel& worker : m_workers)
    {
        last = std::max(last, worker.Next());
    }
    return last;
}

uint64_t
JobModel::SentByAll() const
{
    uint64_t first = UINT64_MAX;
    for (const WorkerModel& worker : m_workers)
    {
        first = std::min(first, worker.Next());
    }
    return first;
}

int64_t
JobModel::FirstArrival(uint64_t position) const
{
    const int64_t* const departures = m_rows.DeparturesPs(position);
    int64_t first = INT64_MAX;
    for (std::size_t worker = 0; worker < m_workers.size(); ++worker)
    {
        if (m_workers[worker].Next() > position)
        {
            first = std::min(first, departures[worker]);
        }
    }
    return CeilStep(first + m_links.upDelayPs);
}

int64_t
JobModel::LastArrival(uint64_t position) const
{
    const int64_t* const departures = m_rows.DeparturesPs(position);
    return CeilStep(*std::max_element(departures, departures + m_workers.size()) +
                    m_links.upDelayPs);
}

FrameArrival
JobModel::LastFrame(uint64_t position) const
{
    FrameArrival last = m_workers.front().Arrival(position);
    for (const WorkerModel& worker : m_workers)
    {
        last = std::max(last, worker.Arrival(position));
    }
    return last;
}

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
            if (StepOf(worker.Arrival(reminders[place])) >= step)
            {
                return true;
            }
        }
    }
    return false;
}

} // namespace ns3::esa
