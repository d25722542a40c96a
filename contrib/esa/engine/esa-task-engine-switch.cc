// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What happens at the switch in a round.

#include "esa-task-engine.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Packets after the present one whose aggregators are on their way into the processor's cache.
constexpr std::size_t kPrefetched = 8;

} // namespace

void
TaskEngine::AdvanceSwitch(int64_t end)
{
    if (m_isByServer)
    {
        for (uint32_t job = 0; job < m_models.size(); ++job)
        {
            NoteReleases(job, end);
        }
    }
    TouchTasks(end);
    for (const StartedTask& task : m_contended.Started())
    {
        Process(task);
    }
    const auto& arrivals = m_arrivals.Collect(m_models, m_servers, m_contended, m_begin, end);
    for (std::size_t place = 0; place < arrivals.size(); ++place)
    {
        if (place + kPrefetched < arrivals.size())
        {
            const SwitchArrival& later = arrivals[place + kPrefetched];
            const uint32_t index = m_models[later.job].Rows().At(later.position).aggregator;
            __builtin_prefetch(&m_pipeline.Table().At(index), 1);
        }
        Process(arrivals[place]);
    }
    for (uint32_t job = 0; job < m_models.size(); ++job)
    {
        ReturnLone(job, end);
        SumTasks(job, end);
        SendSums(job);
    }
    m_contended.EndRound(m_pipeline.Table());
}

void
TaskEngine::TouchTasks(int64_t end)
{
    const bool isShared = m_pipeline.Rules().memory == MemoryLayout::SharedPool;
    for (uint32_t job = 0; job < m_models.size(); ++job)
    {
        JobModel& model = m_models[job];
        const TrainingJob& training = *model.Setup().job;
        const uint64_t sent = model.SentByAny();
        uint64_t position = model.touched;
        for (; position < sent; ++position)
        {
            const int64_t first = model.FirstArrival(position);
            if (first >= end)
            {
                break;
            }
            TaskRing::Task& task = model.Rows().At(position);
            task.first = first;
            if (isShared)
            {
                task.aggregator =
                    training.pool.Index(training.job, static_cast<uint32_t>(position));
                m_contended.Prefetch(task.aggregator);
            }
        }
        if (!isShared)
        {
            model.touched = position;
        }
        for (; model.touched < position; ++model.touched)
        {
            m_contended.Touch(job, model.touched);
        }
    }
}

void
TaskEngine::SumTasks(uint32_t job, int64_t end)
{
    JobModel& model = m_models[job];
    const uint64_t sent = model.SentByAll();
    for (uint64_t& position = model.done; position < sent; ++position)
    {
        const TaskRing::Task& task = model.Rows().At(position);
        if (task.isContended)
        {
            continue;
        }
        const int64_t last = model.LastArrival(position);
        if (last >= end)
        {
            break;
        }
        if (!m_isByServer)
        {
            model.CheckSum(position);
            m_lone[job].aggregatingSteps += last - task.first;
            ++m_lone[job].tasks;
        }
        m_sums[job].push_back({position, last, false});
    }
}

void
TaskEngine::NoteReleases(uint32_t job, int64_t end)
{
    TaskRing& rows = m_models[job].Rows();
    m_servers[job].ToSwitch().ForEachUntil([&rows, end](const TimedPacket& timed) {
        const int64_t step = StepOf(timed.at);
        if (step < end && timed.packet.kind == PacketKind::Result)
        {
            rows.At(timed.packet.seq).released = step;
        }
        return step < end;
    });
}

void
TaskEngine::ReturnLone(uint32_t job, int64_t end)
{
    if (!m_isByServer)
    {
        return;
    }
    JobModel& model = m_models[job];
    const auto& packets = m_servers[job].ToSwitch();
    while (!packets.IsEmpty() && StepOf(packets.Front().at) < end)
    {
        const int64_t step = StepOf(packets.Front().at);
        const uint64_t position = packets.Front().packet.seq;
        const TaskRing::Task& task = model.Rows().At(position);
        if (packets.Front().packet.kind != PacketKind::Result || task.isContended)
        {
            return;
        }
        const int64_t last = model.LastArrival(position);
        m_lone[job].aggregatingSteps += last - task.first;
        m_lone[job].waitingSteps += step - last;
        ++m_lone[job].tasks;
        ++m_serverHops;
        const InaPacket result = m_servers[job].TakeArrived();
        model.CheckResult(result);
        model.Send({position, step, result.ecn});
    }
}

void
TaskEngine::Process(const StartedTask& task)
{
    const JobModel& model = m_models[task.job];
    // Of the fragments between the first and the last one nothing stays but their sum and count.
    FrameArrival first{INT64_MAX, 0};
    FrameArrival last{INT64_MIN, 0};
    uint32_t firstWorker = 0;
    uint32_t fragments = 0;
    for (uint32_t worker = 0; worker < model.Workers().size(); ++worker)
    {
        if ((task.workers >> worker & 1) == 0)
        {
            continue;
        }
        ++fragments;
        const FrameArrival at = model.Workers()[worker].Arrival(task.position);
        last = std::max(last, at);
        if (at < first)
        {
            first = at;
            firstWorker = worker;
        }
    }
    m_steps += fragments;
    InaPacket packet = model.MakeFragment(task.position, firstWorker);
    [[maybe_unused]] const Decision begins = m_pipeline.Process(packet, FromStep(StepOf(first)));
    ESA_ASSERT(begins.outcome == Outcome::Allocated, "it was alone at its aggregator");
    if (fragments > 1)
    {
        // If this completes the sum, it has been sent, as that of a task that was alone.
        packet = model.MakeFragments(task.position, task.workers & ~(uint32_t{1} << firstWorker));
        m_pipeline.Process(packet, FromStep(StepOf(last)));
    }
    for (; fragments > 2; --fragments)
    {
        m_pipeline.CountOutside(Outcome::Aggregated);
    }
}

InaPacket
TaskEngine::TakePacket(const SwitchArrival& arrival)
{
    if (arrival.worker == SwitchArrival::kFromServer)
    {
        ReturnLone(arrival.job, StepOf(arrival.at));
        ++m_serverHops;
        return m_servers[arrival.job].TakeArrived();
    }
    const JobModel& model = m_models[arrival.job];
    if (arrival.kind != PacketKind::Gradient)
    {
        ++m_reminderHops;
        return model.MakeRepair(arrival.position, arrival.worker);
    }
    return model.MakeFragment(arrival.position, arrival.worker);
}

void
TaskEngine::Process(const SwitchArrival& arrival)
{
    ++m_steps;
    InaPacket packet = TakePacket(arrival);
    const int64_t step = StepOf(arrival.at);
    const Decision decision = m_pipeline.Process(packet, FromStep(step));
    // With a preemption this is not the job whose packet has arrived.
    const std::size_t job = PlaceOf(packet.job);
    JobModel& model = m_models[job];
    switch (decision.egress)
    {
    case Egress::Nowhere:
        return;
    case Egress::ToParameterServer:
        if (!m_isByServer)
        {
            m_servers.at(job).Send(std::move(packet), step);
            return;
        }
        break;
    case Egress::ToWorkers:
        model.CheckResult(packet);
        if (m_isByServer)
        {
            model.Send({packet.seq, step, packet.ecn});
            return;
        }
        break;
    case Egress::ToWorker:
    case Egress::ToEndpoint:
    case Egress::Recirculate:
        throw NotExact("a packet goes where the engine sends none");
    }
    m_late[job].push_back({arrival.at, std::move(packet)});
}

void
TaskEngine::SendSums(uint32_t job)
{
    JobModel& model = m_models[job];
    const auto send = [&](TimedPacket& late) {
        if (m_isByServer)
        {
            m_servers[job].Send(std::move(late.packet), StepOf(late.at));
            return;
        }
        model.Send({late.packet.seq, StepOf(late.at), late.packet.ecn});
    };
    auto late = m_late[job].begin();
    for (const TaskTime& sum : m_sums[job])
    {
        const auto isLater = [&](const FrameArrival& other) {
            return StepOf(other) < sum.step ||
                   (StepOf(other) == sum.step && other < model.LastFrame(sum.position));
        };
        for (; late != m_late[job].end() && isLater(late->at); ++late)
        {
            send(*late);
        }
        if (m_isByServer)
        {
            m_servers[job].Send(model.MakePartial(sum.position), sum.step);
            continue;
        }
        model.Send(sum);
    }
    for (; late != m_late[job].end(); ++late)
    {
        send(*late);
    }
    m_sums[job].clear();
    m_late[job].clear();
}

} // namespace ns3::esa
