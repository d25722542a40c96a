/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-app.h"

#include "ns3/abort.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// Results kept where no cap of the window says how many, as many as fit a TaskDictionary well.
constexpr uint32_t kCacheWithoutCap = 65536;

} // namespace

EsaWorkerApp::EsaWorkerApp() = default;
EsaWorkerApp::~EsaWorkerApp() = default;

void
EsaWorkerApp::DoDispose()
{
    m_timer.Cancel();
    m_channel = nullptr;
    EsaTrainingApp::DoDispose();
}

void
EsaWorkerApp::Prepare()
{
    const TrainingJob& job = *Job();
    NS_ABORT_MSG_IF(!job.system, "EsaWorkerApp: job " << job.job << " has no system");
    const SystemRecord& system = *job.system;
    Attach(system.onHost.frame);

    NS_ABORT_MSG_IF(m_window.minPackets > m_window.initialPackets ||
                        (m_window.maxPackets > 0 && m_window.initialPackets > m_window.maxPackets),
                    "EsaWorkerApp: MinWindow <= InitialWindow <= MaxWindow does not hold");

    WorkerTransportParameters parameters;
    parameters.job = job.job;
    parameters.worker = Worker();
    parameters.fanIn = job.workers;
    parameters.window = m_window;
    parameters.pool = job.pool;
    parameters.share = job.share;
    parameters.slots = job.slots;
    parameters.racks = job.racks;
    parameters.repair.rtoMin = Clock().FromTime(m_rtoMin);
    parameters.repair.overtakes = m_overtakes;
    parameters.repair.recovery = m_recovery;
    if (m_recovery && system.NeedsReliableChannel())
    {
        const uint32_t largest = WindowOf(system, parameters).maxPackets;
        parameters.cachedResults = m_cachedResults > 0 ? m_cachedResults
                                   : largest > 0       ? largest
                                                       : kCacheWithoutCap;
        m_channel = GetNode()->GetObject<EsaReliableChannel>();
        NS_ABORT_MSG_IF(!m_channel || m_parameterServer == Ipv4Address(),
                        "EsaWorkerApp: recovery needs a reliable channel to the PS");
    }
    const GradientSource& gradients = *this;
    m_transport.emplace(MakeTransportParts(system, parameters), parameters, gradients);
    m_frameSizes = FrameSizes(system.onHost.frame, m_reminderBytes);
}

void
EsaWorkerApp::StartApplication()
{
    Prepare();
    if (BeginTraining())
    {
        m_timer = Simulator::Schedule(m_checkInterval, &EsaWorkerApp::OnTimer, this);
    }
}

void
EsaWorkerApp::StopApplication()
{
    m_timer.Cancel();
    EsaTrainingApp::StopApplication();
}

void
EsaWorkerApp::SendPartition(uint32_t partition)
{
    m_transport->Offer(Job()->plan.FragmentsOf(partition));
    Pump(Clock().Now());
}

uint8_t
EsaWorkerApp::PriorityOf(StreamPosition position) const
{
    return Job()->plan.PriorityOf(position - FirstPosition());
}

void
EsaWorkerApp::FillSum(Fragment& packet) const
{
    Job()->oracle.Fill(packet, Worker());
}

void
EsaWorkerApp::Pump(Picoseconds now)
{
    WorkerTransport::OutgoingPacket out;
    while (m_transport->Poll(now, out))
    {
        Fragment& packet = out.packet;
        packet.frameBytes = m_frameSizes.Bytes(packet.kind);
        m_sendTrace(packet);
        Device().SendFragment(packet, now);
    }
}

void
EsaWorkerApp::OnPacket(Fragment& packet, Picoseconds now)
{
    if (packet.kind == PacketKind::Query)
    {
        Answer(packet);
        return;
    }
    if (!Running())
    {
        return;
    }
    const auto status = m_transport->OnResult(packet, now);
    if (status.isNew)
    {
        AcceptResult(packet, status.position - FirstPosition(), now);
        Pump(now);
    }
}

void
EsaWorkerApp::Answer(const Fragment& query)
{
    const Fragment answer = m_transport->OnQuery(query).packet;
    m_sendTrace(answer);
    m_channel->Send(m_parameterServer, answer);
}

void
EsaWorkerApp::OnTimer()
{
    if (Postpone([this] { OnTimer(); }))
    {
        return;
    }
    const Picoseconds now = Clock().Now();
    m_transport->OnTimer(now);
    Pump(now);
    m_timer = Simulator::Schedule(m_checkInterval, &EsaWorkerApp::OnTimer, this);
}

} // namespace ns3::esa
