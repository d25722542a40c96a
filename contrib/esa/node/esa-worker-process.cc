// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-worker-process.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// If so many workers all request the same results, their questions take little of the PS's link.
constexpr uint32_t kFewWorkers = 8;

/// The questions of all workers of a job take one in this many parts of the PS's link.
constexpr int64_t kLinkPerQuestions = 2;

} // namespace

WorkerProcess::WorkerProcess(std::shared_ptr<const TrainingJob> job,
                             uint16_t worker,
                             std::shared_ptr<const HostSettings> settings)
    : TrainingProcess(std::move(job), worker),
      m_settings(std::move(settings))
{
}

WorkerProcess::~WorkerProcess() = default;

void
WorkerProcess::Start(HostNode& host, Picoseconds now)
{
    Attach(host);
    m_port = &host.Port();
    host.Link().Add(*this, Job()->frameBytes);
    if (const SystemParameter* const latency = Job()->system->Record().onHost.callLatency)
    {
        m_calls = std::make_unique<CallQueue>(host.GetAgenda(),
                                              FromMicroseconds(Job()->system->Value(*latency)),
                                              [this] { BeginCall(HostAgenda().Now()); });
    }
    m_isPriorityMeasured = Job()->priorities.AreMeasured();
    m_frameSizes = FrameSizes(Job()->frameBytes, m_settings->worker.reminderBytes);
    const WorkerTransportParameters parameters = Parameters(now);
    m_transport.emplace(MakeTransportParts(*Job()->system, parameters), parameters);
    BeginTraining(now);
    if (IsTraining())
    {
        WakeAt(m_transport->Deadline(), now);
    }
}

WorkerTransportParameters
WorkerProcess::Parameters(Picoseconds now) const
{
    WorkerTransportParameters parameters = m_settings->TransportParameters(*Job(), Worker());
    parameters.start = now;
    parameters.sendDelay = Job()->SendDelayOf(Worker());
    if (!m_settings->recovery)
    {
        parameters.repair.checkInterval = m_settings->worker.checkInterval;
        return parameters;
    }
    parameters.repair.turn = TurnOfWorker();
    // One reminder repairs a result for all. A resend only brings its worker's fragment.
    const bool leavesItToOthers =
        Job()->system->Record().onHost.psReminds && Job()->workers > kFewWorkers;
    parameters.repair.requesters = leavesItToOthers ? Job()->workers : 1;
    parameters.repair.frameTime = FrameTime(Job()->frameBytes);
    parameters.window.maxAhead = m_settings->worker.MaxAhead();
    if (Job()->system->Record().onHost.workersKeepResults)
    {
        // Another worker that lacks a result is not further behind than this.
        parameters.cachedResults = m_settings->worker.MaxAhead();
    }
    return parameters;
}

Picoseconds
WorkerProcess::TurnOfWorker() const
{
    const uint32_t bytes = std::max(m_settings->worker.reminderBytes, Job()->frameBytes);
    return kLinkPerQuestions * Job()->workers * FrameTime(bytes);
}

void
WorkerProcess::Release()
{
    if (m_calls)
    {
        m_calls->Clear();
    }
    if (m_transport)
    {
        Host()->Link().Remove(*this);
        m_maxOutstanding = m_transport->MaxOutstanding();
        m_repairsSent = m_transport->RepairsSent();
        m_transport.reset();
    }
    TrainingProcess::Release();
}

// The path of a gradient

void
WorkerProcess::Offer(const PositionRange& fragments, Picoseconds now)
{
    if (m_calls)
    {
        m_calls->Push(fragments.Size(), IsIdle(), now);
        return;
    }
    m_transport->Offer(fragments.Size());
    Pump(now);
}

bool
WorkerProcess::IsIdle() const
{
    return m_transport->Idle() && m_transport->HasSentAll();
}

void
WorkerProcess::BeginCall(Picoseconds now)
{
    if (Postpones([this](Picoseconds at) { BeginCall(at); }) || !IsTraining())
    {
        return;
    }
    m_transport->Offer(m_calls->Take());
    Pump(now);
}

inline uint16_t
WorkerProcess::SendFragment(StreamPosition position, Picoseconds now)
{
    const bool hasData = HasData(position);
    const uint16_t bytes = hasData ? m_frameSizes.Bytes(PacketKind::Gradient) : kEmptyFrameBytes;
    m_port->Emplace(bytes, now, [=](InaPacket& packet) {
        m_transport->WriteFragment(position, packet);
        AddPriority(position, packet);
        packet.frameBytes = bytes;
        packet.sum.digest = 0;
        if (hasData)
        {
            Job()->oracle.Fill(packet, Worker());
        }
        NotifySend(packet);
    });
    if (m_transport->HasEarly())
    {
        TakeEarly(position, now);
    }
    return bytes;
}

uint8_t
WorkerProcess::MeasuredPriority(uint64_t fragment) const
{
    const TrainingJob& job = *Job();
    return job.priorities.Of(*job.system,
                             job.plan,
                             fragment,
                             job.iterations - Iteration(),
                             LastCommunication());
}

void
WorkerProcess::SendAll(Picoseconds now)
{
    // A result that came early may let more leave. A call for each would be as deep as a chain of
    // collectives is long.
    if (m_isSending)
    {
        return;
    }
    m_isSending = true;
    while (true)
    {
        if (m_transport->MayHaveRecovery() && SendRecovery(now) > 0)
        {
            continue;
        }
        const StreamPosition position = NextFragment(now);
        if (position == kNoPosition)
        {
            m_isSending = false;
            return;
        }
        SendFragment(position, now);
    }
}

std::optional<uint32_t>
WorkerProcess::SendNext(Picoseconds now)
{
    if (!IsTraining() || Postpones([this](Picoseconds at) { Pump(at); }))
    {
        return std::nullopt;
    }
    if (m_transport->Deadline() <= now)
    {
        m_transport->OnTimer(now); // it became due while the worker waited for its turn
    }
    uint16_t bytes = m_transport->MayHaveRecovery() ? SendRecovery(now) : 0;
    if (bytes == 0)
    {
        const StreamPosition position = NextFragment(now);
        bytes = position == kNoPosition ? 0 : SendFragment(position, now);
    }
    if (bytes == 0)
    {
        BeginNextCall(now);
        WakeAt(m_transport->Deadline(), now); // the worker waits for no turn any more
        return std::nullopt;
    }
    return bytes;
}

uint16_t
WorkerProcess::SendRecovery(Picoseconds now)
{
    WorkerTransport::OutgoingPacket out;
    if (!m_transport->PollRecovery(now, out))
    {
        return 0;
    }
    NodePaths* const paths = HostAgenda().Paths();
    if (!paths)
    {
        return Send(out, now);
    }
    if (Job()->jitter.DelaysPackets())
    {
        paths->CountAsRepair(TimePart::Late); // as which the timer counts
    }
    paths->sendsAgain = true;
    const uint16_t bytes = Send(out, now);
    paths->sendsAgain = false;
    return bytes;
}

void
WorkerProcess::TakeEarly(StreamPosition position, Picoseconds now)
{
    InaPacket early;
    if (m_transport->TakeEarly(position, early) && m_transport->OnResult(early, now).isNew)
    {
        TakeResult(early, position, now);
    }
}

inline StreamPosition
WorkerProcess::NextFragment(Picoseconds now)
{
    StreamPosition position = m_transport->PollFragment(now);
    while (position != kNoPosition && m_transport->IsSilent(position))
    {
        TakeEarly(position, now);
        position = m_transport->PollFragment(now);
    }
    return position;
}

uint16_t
WorkerProcess::Send(WorkerTransport::OutgoingPacket& out, Picoseconds now)
{
    if (out.bringsGradient)
    {
        if (HasData(out.position))
        {
            Job()->oracle.Fill(out.packet, Worker());
        }
        if (out.packet.kind == PacketKind::Gradient)
        {
            AddPriority(out.position, out.packet);
        }
    }
    const uint16_t bytes = m_frameSizes.Bytes(out.packet);
    out.packet.frameBytes = bytes;
    NotifySend(out.packet);
    m_port->Send(out.packet, now);
    return bytes;
}

// The path of a result

void
WorkerProcess::ReceiveFragment(InaPacket& packet, Picoseconds now)
{
    if (Postpones(packet))
    {
        return;
    }
    if (packet.kind == PacketKind::Query)
    {
        AnswerQuery(packet, now);
        return;
    }
    if (!IsTraining())
    {
        return;
    }
    const WorkerTransport::ResultStatus status = m_transport->OnResult(packet, now);
    if (status.isNew)
    {
        TakeResult(packet, status.position, now);
        Pump(now);
    }
}

void
WorkerProcess::AnswerQuery(const InaPacket& query, Picoseconds now)
{
    WorkerTransport::OutgoingPacket answer = m_transport->OnQuery(query);
    Send(answer, now);
}

void
WorkerProcess::OnWake(Picoseconds now)
{
    if (IsWaiting())
    {
        return; // SendNext() does what is due
    }
    m_transport->OnTimer(now);
    Pump(now);
}

uint32_t
WorkerProcess::MaxOutstanding() const
{
    return m_transport ? m_transport->MaxOutstanding() : m_maxOutstanding;
}

uint64_t
WorkerProcess::RepairsSent() const
{
    return m_transport ? m_transport->RepairsSent() : m_repairsSent;
}

} // namespace ns3::esa
