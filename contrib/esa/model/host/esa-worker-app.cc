/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-app.h"

#include "esa-ps-app.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/double.h"
#include "ns3/esa-prefetch.h"
#include "ns3/esa-task-dictionary.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Fragments from the first missing result on, at most, if the window has no cap.
constexpr uint32_t kAheadWithoutCap = EsaPsApp::kMaxAhead;
static_assert(kAheadWithoutCap < TaskDictionary::kSpread / 2, "a PS can hold all of them");

/// The questions of all workers of a job take one in this many parts of the PS's link.
constexpr int64_t kLinkPerQuestions = 2;

/// Bytes of a worker that every packet needs, from its device on.
constexpr std::size_t kHotBytes = 5 * kCacheLineBytes;

} // namespace

NS_OBJECT_ENSURE_REGISTERED(EsaWorkerApp);

LogComponent EsaWorkerApp::g_log("EsaWorkerApp", __FILE__);

TypeId
EsaWorkerApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaWorkerApp")
            .SetParent<EsaTrainingApp>()
            .SetGroupName("Esa")
            .AddConstructor<EsaWorkerApp>()
            .AddAttribute("InitialWindow",
                          "Window at the start, in packets (60 KB).",
                          UintegerValue(200),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetInitialWindow)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MinWindow",
                          "Least window, in packets.",
                          UintegerValue(2),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetMinWindow)),
                          MakeUintegerChecker<uint32_t>(1))
            .AddAttribute("MaxWindow",
                          "Largest window, in packets. 0: no cap.",
                          UintegerValue(500),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetMaxWindow)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("SlowStartThreshold",
                          "Slow-start threshold at the start, in packets. 0: infinite.",
                          UintegerValue(0),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::SetSlowStartThreshold)),
                          MakeUintegerChecker<uint32_t>())
            .AddAttribute("WindowGrowth",
                          "Packets that each result adds in slow start, and each window of them "
                          "above it.",
                          DoubleValue(1),
                          BeforeUse(MakeDoubleAccessor(&EsaWorkerApp::SetWindowGrowth)),
                          MakeDoubleChecker<double>(0))
            .AddAttribute("RtoMin",
                          "Least timeout of the first missing result. With recovery: the timeout "
                          "before anything is measured, and the least one of ATP and SwitchML.",
                          TimeValue(MilliSeconds(1)),
                          BeforeUse(MakeTimeAccessor(&EsaWorkerApp::m_rtoMin)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("CheckInterval",
                          "Without recovery: time between two checks for timeouts.",
                          TimeValue(MicroSeconds(50)),
                          BeforeUse(MakeTimeAccessor(&EsaWorkerApp::m_checkInterval)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Overtakes",
                          "Results with larger sequence numbers that make a result late.",
                          UintegerValue(3),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::m_overtakes)),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("ReminderBytes",
                          "Length of a reminder's frame, in bytes.",
                          UintegerValue(306),
                          BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::m_reminderBytes)),
                          MakeUintegerChecker<uint16_t>(58, 1514))
            .AddAttribute("Recovery",
                          "Repair losses of packets.",
                          BooleanValue(false),
                          BeforeUse(MakeBooleanAccessor(&EsaWorkerApp::m_recovery)),
                          MakeBooleanChecker())
            .AddAttribute("WindowCounts",
                          "With recovery: what the window counts. outstanding: the fragments "
                          "whose results are missing; sequence: from the first missing result "
                          "on; auto: the system's record names one of them.",
                          StringValue("auto"),
                          BeforeUse(MakeStringAccessor(&EsaWorkerApp::SetWindowCounts)),
                          MakeStringChecker())
            .AddAttribute("HalvesWhenOvertaken",
                          "With recovery, atp: a result that others have overtaken halves the "
                          "window, as an ECN mark does.",
                          BooleanValue(false),
                          BeforeUse(MakeBooleanAccessor(&EsaWorkerApp::m_halvesWhenOvertaken)),
                          MakeBooleanChecker())
            .AddAttribute(
                "AheadWindows",
                "With recovery: a fragment waits while it is this many largest windows "
                "(at most 65536 packets) ahead of the first missing result. Results of so "
                "many fragments are kept for workers that lack them.",
                UintegerValue(16),
                BeforeUse(MakeUintegerAccessor(&EsaWorkerApp::m_aheadWindows)),
                MakeUintegerChecker<uint32_t>(1));
    return tid;
}

EsaWorkerApp::EsaWorkerApp() = default;
EsaWorkerApp::~EsaWorkerApp() = default;

void
EsaWorkerApp::StartApplication()
{
    m_device = Attach()->GetDevice();
    NS_LOG_FUNCTION(this << Job()->job << Worker());
    const SystemRecord& system = *Job()->system;
    m_frameSizes = FrameSizes(Job()->frameBytes, m_reminderBytes);
    m_maySendNothing = !Job()->blocks.IsAllReduce();
    const WorkerTransportParameters parameters = ParametersOnDevice();
    m_transport.emplace(MakeTransportParts(system, parameters), parameters);
    BeginTraining();
    if (IsTraining())
    {
        WakeAt(m_transport->Deadline(), Clock().Now());
    }
}

void
EsaWorkerApp::DoDispose()
{
    m_pace.Cancel();
    m_device = nullptr; // the counts of the transport are read after the job has gone
    EsaTrainingApp::DoDispose();
}

// The way of a gradient

void
EsaWorkerApp::Offer(const PositionRange& fragments, Picoseconds now)
{
    m_transport->Offer(fragments.Size());
    Pump(now);
}

void
EsaWorkerApp::Pump(Picoseconds now)
{
    WorkerTransport::OutgoingPacket out;
    while (!m_isPaced && m_transport->Poll(now, out))
    {
        Send(out, now);
        if (m_maySendNothing && out.packet.kind == PacketKind::Gradient && out.packet.sum.IsEmpty())
        {
            Pace(now);
        }
    }
    // While the worker is paced, what is due cannot be sent: a timer now would only run out again.
    const Picoseconds due = m_transport->Deadline();
    WakeAt(m_isPaced ? std::max(due, m_pacedUntil) : due, now);
}

void
EsaWorkerApp::Pace(Picoseconds now)
{
    // OnPaced() may be called a little late, because time has a resolution.
    const Picoseconds frame = m_device->TransmissionTime(m_frameSizes.Bytes(PacketKind::Gradient));
    m_pacedUntil = (now - m_pacedUntil < frame ? m_pacedUntil : now) + frame;
    m_isPaced = true;
    m_pace.Set(Clock().ToTime(m_pacedUntil - now), [this] { OnPaced(); });
}

void
EsaWorkerApp::OnPaced()
{
    if (Postpone([this] { OnPaced(); }))
    {
        return;
    }
    m_isPaced = false;
    if (IsTraining())
    {
        Pump(Clock().Now());
    }
}

void
EsaWorkerApp::Send(WorkerTransport::OutgoingPacket& out, Picoseconds now)
{
    if (out.bringsGradient)
    {
        FillGradient(out);
    }
    out.packet.frameBytes = m_frameSizes.Bytes(out.packet);
    TraceSend(out.packet);
    m_device->SendFragment(out.packet, now);
}

void
EsaWorkerApp::FillGradient(WorkerTransport::OutgoingPacket& out) const
{
    const TrainingJob& job = *Job();
    if (job.blocks.IsAllReduce() || BringsData(job.blocks.At(out.position).operation, Worker()))
    {
        job.oracle.Fill(out.packet, Worker());
    }
    if (out.packet.kind == PacketKind::Gradient)
    {
        out.packet.priority = job.plan.PriorityOf(out.position - FirstPosition());
    }
}

// The way of a result

void
EsaWorkerApp::OnPacket(InaPacket& packet, Picoseconds now)
{
    if (packet.kind == PacketKind::Query)
    {
        WorkerTransport::OutgoingPacket answer = m_transport->OnQuery(packet);
        Send(answer, now);
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
EsaWorkerApp::OnWake(Picoseconds now)
{
    m_transport->OnTimer(now);
    Pump(now);
}

void
EsaWorkerApp::PrefetchFor(const InaPacket& fragment, uint32_t stage) const
{
    if (!m_transport)
    {
        return;
    }
    if (stage == 0)
    {
        Prefetch(&m_device, kHotBytes);
        PrefetchForResult();
        return;
    }
    if (stage == 1)
    {
        m_transport->PrefetchFor(fragment);
    }
    m_device->PrefetchSend(stage - 1);
}

uint32_t
EsaWorkerApp::GetMaxOutstanding() const
{
    return m_transport ? m_transport->MaxOutstanding() : 0;
}

uint64_t
EsaWorkerApp::GetRepairsSent() const
{
    return m_transport ? m_transport->RepairsSent() : 0;
}

// Parameters of the protocol

WorkerTransportParameters
EsaWorkerApp::TransportParameters(const TrainingJob& job, uint16_t worker) const
{
    NS_ABORT_MSG_IF(m_window.minPackets > m_window.initialPackets ||
                        (m_window.maxPackets > 0 && m_window.initialPackets > m_window.maxPackets),
                    "EsaWorkerApp: MinWindow <= InitialWindow <= MaxWindow does not hold");
    WorkerTransportParameters parameters;
    parameters.job = job.job;
    parameters.worker = worker;
    parameters.window = m_window;
    parameters.pool = job.pool;
    parameters.share = job.share;
    parameters.slots = job.slots;
    parameters.racks = job.racks;
    parameters.systemParameters = job.systemParameters.data();
    parameters.repair.rtoMin = Clock().FromTime(m_rtoMin);
    parameters.repair.reorderingThreshold = m_overtakes;
    parameters.repair.reorderingWindow = job.jitter.ReorderingWindow();
    parameters.repair.recovery = m_recovery;
    const auto root = job.OnlyReceiver();
    parameters.getsNoSums = root && *root != worker;
    return parameters;
}

WorkerTransportParameters
EsaWorkerApp::ParametersOnDevice() const
{
    const SystemRecord& system = *Job()->system;
    WorkerTransportParameters parameters = TransportParameters(*Job(), Worker());
    parameters.start = Clock().Now();
    parameters.sendDelay = Job()->SendDelayOf(Worker());
    if (!m_recovery)
    {
        parameters.repair.checkInterval = Clock().FromTime(m_checkInterval);
        return parameters;
    }
    parameters.repair.turn = TurnOfWorker();
    parameters.repair.frameTime = m_device->TransmissionTime(Job()->frameBytes);
    parameters.window.halvesWhenOvertaken = m_halvesWhenOvertaken;
    parameters.window.maxAhead = GetMaxAhead();
    if (system.onHost.workersKeepResults && !parameters.getsNoSums)
    {
        // Another worker that lacks a result is not further behind than this.
        parameters.cachedResults = GetMaxAhead();
    }
    return parameters;
}

Picoseconds
EsaWorkerApp::TurnOfWorker() const
{
    const TrainingJob& job = *Job();
    const uint32_t bytes = std::max(m_reminderBytes, job.frameBytes);
    return kLinkPerQuestions * job.workers * m_device->TransmissionTime(bytes);
}

uint32_t
EsaWorkerApp::GetMaxAhead() const
{
    const uint64_t windows = uint64_t{m_aheadWindows} * m_window.maxPackets;
    return windows > 0 && windows < kAheadWithoutCap ? static_cast<uint32_t>(windows)
                                                     : kAheadWithoutCap;
}

void
EsaWorkerApp::SetInitialWindow(uint32_t packets)
{
    m_window.initialPackets = packets;
}

void
EsaWorkerApp::SetMinWindow(uint32_t packets)
{
    m_window.minPackets = packets;
}

void
EsaWorkerApp::SetMaxWindow(uint32_t packets)
{
    m_window.maxPackets = packets;
}

void
EsaWorkerApp::SetSlowStartThreshold(uint32_t packets)
{
    m_window.ssthreshPackets = packets;
}

void
EsaWorkerApp::SetWindowGrowth(double packets)
{
    m_window.growthPackets = packets;
}

void
EsaWorkerApp::SetWindowCounts(const std::string& name)
{
    for (const auto count : {WindowCount::Auto, WindowCount::Sequence, WindowCount::Outstanding})
    {
        if (name == NameOf(count))
        {
            m_window.count = count;
            return;
        }
    }
    NS_ABORT_MSG("EsaWorkerApp: WindowCounts is auto, sequence or outstanding, not " << name);
}

} // namespace ns3::esa
