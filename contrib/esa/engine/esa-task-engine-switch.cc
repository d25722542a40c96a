/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What happens at the switch in a round.

#include "esa-task-engine.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// @return a frame that has arrived, as what made the switch send another one
BusyPeriods::Cause
CauseOf(const ArrivingFrame& frame)
{
    return {BusyPeriods::Cause::Kind::Frame, 0, frame.link, frame.departurePs};
}

/// @return the fragment that has made a lone sum complete, if only one has arrived in that step
BusyPeriods::Cause
CauseOfSum(const JobModel& lane, const JobModel::TaskTime& sum)
{
    BusyPeriods::Cause cause;
    for (const WorkerModel& worker : lane.Workers())
    {
        if (worker.Arrival(sum.position) != sum.step)
        {
            continue;
        }
        if (cause.link)
        {
            return {};
        }
        cause = CauseOf(worker.FrameOf(sum.position));
    }
    return cause;
}

} // namespace

void
TaskEngine::AdvanceSwitch(int64_t end)
{
    if (m_isByServer)
    {
        for (uint32_t job = 0; job < m_lanes.size(); ++job)
        {
            NoteReleases(job, end);
        }
    }
    TouchTasks(end);
    m_arrivals.Take(m_lanes,
                    m_servers,
                    m_contended,
                    m_pipeline.Table(),
                    end,
                    [this](const SwitchArrival& arrival) { Process(arrival); });
    for (uint32_t job = 0; job < m_lanes.size(); ++job)
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
    for (uint32_t job = 0; job < m_lanes.size(); ++job)
    {
        JobModel& lane = m_lanes[job];
        const uint64_t sent = lane.SentByAny();
        for (uint64_t& position = lane.touched; position < sent; ++position)
        {
            const int64_t first = lane.FirstArrival(position);
            if (first >= end)
            {
                break;
            }
            if (isShared)
            {
                m_contended.Touch(job, position, first);
            }
            else
            {
                lane.Rows().At(position).first = first;
            }
        }
    }
}

void
TaskEngine::SumTasks(uint32_t job, int64_t end)
{
    JobModel& lane = m_lanes[job];
    const uint64_t sent = lane.SentByAll();
    for (uint64_t& position = lane.done; position < sent; ++position)
    {
        const TaskRing::Task& task = lane.Rows().At(position);
        if (task.isContended)
        {
            continue;
        }
        const int64_t last = lane.LastArrival(position);
        if (last >= end)
        {
            break;
        }
        if (!m_isByServer)
        {
            lane.CheckSum(position);
            m_lone[job].aggregatingSteps += last - task.first;
            ++m_lone[job].tasks;
        }
        m_sums[job].push_back({position, last, false});
    }
}

void
TaskEngine::NoteReleases(uint32_t job, int64_t end)
{
    TaskRing& rows = m_lanes[job].Rows();
    for (const ServerLane::Packet& packet : m_servers[job].ToSwitch())
    {
        if (packet.step >= end)
        {
            return;
        }
        if (packet.fragment.kind == PacketKind::Result)
        {
            rows.At(packet.fragment.seq).released = packet.step;
        }
    }
}

void
TaskEngine::ReturnLone(uint32_t job, int64_t end)
{
    if (!m_isByServer)
    {
        return;
    }
    JobModel& lane = m_lanes[job];
    const auto& packets = m_servers[job].ToSwitch();
    while (!packets.empty() && packets.front().step < end)
    {
        const uint64_t position = packets.front().fragment.seq;
        const TaskRing::Task& task = lane.Rows().At(position);
        if (packets.front().fragment.kind != PacketKind::Result || task.isContended)
        {
            return;
        }
        const int64_t step = packets.front().step;
        const ArrivingFrame frame = packets.front().frame;
        const int64_t last = lane.LastArrival(position);
        m_lone[job].aggregatingSteps += last - task.first;
        m_lone[job].waitingSteps += step - last;
        ++m_lone[job].tasks;
        ++m_serverHops;
        const InaPacket result = m_servers[job].TakeArrived();
        lane.CheckResult(result);
        lane.Send({position, step, result.ecn}, [&] { return CauseOf(frame); });
    }
}

InaPacket
TaskEngine::TakePacket(const SwitchArrival& arrival)
{
    if (arrival.worker == SwitchArrival::kFromServer)
    {
        ReturnLone(arrival.job, arrival.step);
        ++m_serverHops;
        return m_servers[arrival.job].TakeArrived();
    }
    const JobModel& lane = m_lanes[arrival.job];
    if (arrival.kind != PacketKind::Gradient)
    {
        ++m_reminderHops;
        return lane.MakeRepair(arrival.position, arrival.worker);
    }
    return lane.MakeFragment(arrival.position, arrival.worker);
}

void
TaskEngine::Process(const SwitchArrival& arrival)
{
    ++m_steps;
    InaPacket packet = TakePacket(arrival);
    const Decision decision = m_pipeline.Process(packet, Picoseconds(arrival.step * kStepPs));
    // With a preemption this is not the job whose packet has arrived.
    const std::size_t job = PlaceOf(packet.job);
    JobModel& lane = m_lanes[job];
    switch (decision.egress)
    {
    case Egress::Nowhere:
        return;
    case Egress::ToParameterServer:
        if (arrival.step < m_begin)
        {
            return; // the sum of a task that was alone until now has been sent
        }
        if (!m_isByServer)
        {
            m_servers.at(job).Send(std::move(packet), arrival.step, [&] {
                return CauseOf(arrival.frame);
            });
            return;
        }
        break;
    case Egress::ToWorkers:
        lane.CheckResult(packet);
        if (m_isByServer)
        {
            lane.Send({packet.seq, arrival.step, packet.ecn},
                      [&] { return CauseOf(arrival.frame); });
            return;
        }
        break;
    case Egress::ToWorker:
    case Egress::ToEndpoint:
    case Egress::Recirculate:
        throw NotExact("a packet goes where the engine sends none");
    }
    m_late[job].push_back({arrival, std::move(packet)});
}

bool
TaskEngine::IsSummedBefore(const JobModel& lane,
                           uint64_t position,
                           const SwitchArrival& other) const
{
    for (const WorkerModel& worker : lane.Workers())
    {
        if (worker.Arrival(position) != other.step)
        {
            continue;
        }
        const auto isFirst = IsServedFirst(worker.FrameOf(position), other.frame);
        if (!isFirst)
        {
            throw NotExact("the order of two sums in a time step is not known");
        }
        if (!*isFirst)
        {
            return false;
        }
    }
    return true;
}

void
TaskEngine::SendSums(uint32_t job)
{
    JobModel& lane = m_lanes[job];
    const auto send = [&](LatePacket& late) {
        if (m_isByServer)
        {
            m_servers[job].Send(std::move(late.packet), late.cause.step, [&] {
                return CauseOf(late.cause.frame);
            });
            return;
        }
        lane.Send({late.packet.seq, late.cause.step, late.packet.ecn},
                  [&] { return CauseOf(late.cause.frame); });
    };
    auto late = m_late[job].begin();
    for (const JobModel::TaskTime& sum : m_sums[job])
    {
        while (late != m_late[job].end() &&
               (late->cause.step < sum.step ||
                (late->cause.step == sum.step && !IsSummedBefore(lane, sum.position, late->cause))))
        {
            send(*late++);
        }
        const auto cause = [&] { return CauseOfSum(lane, sum); };
        if (m_isByServer)
        {
            m_servers[job].Send(lane.MakePartial(sum.position), sum.step, cause);
            continue;
        }
        lane.Send(sum, cause);
    }
    for (; late != m_late[job].end(); ++late)
    {
        send(*late);
    }
    m_sums[job].clear();
    m_late[job].clear();
}

} // namespace ns3::esa
