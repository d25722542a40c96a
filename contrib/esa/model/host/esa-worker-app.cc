/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-app.h"

#include "ns3/abort.h"
#include "ns3/esa-policy-registry.h"
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
    const PolicyEntry* entry = FindPolicy(m_system);
    NS_ABORT_MSG_IF(!entry, "EsaWorkerApp: no system \"" << m_system << "\" in the registry");
    const PolicyTraits traits = entry->make(PolicyParameters{})->Traits();
    Attach(traits.frame);

    NS_ABORT_MSG_IF(m_window.minPackets > m_window.initialPackets ||
                        (m_window.maxPackets > 0 && m_window.initialPackets > m_window.maxPackets),
                    "EsaWorkerApp: MinWindow <= InitialWindow <= MaxWindow does not hold");

    const TrainingJob& job = *Job();
    WorkerTransportParameters parameters;
    parameters.job = job.job;
    parameters.worker = Worker();
    parameters.fanIn = job.workers;
    parameters.window = m_window;
    parameters.pool = job.pool;
    parameters.share = job.share;
    parameters.slots = job.slots;
    parameters.racks = job.racks;
    parameters.rtoMin = Clock().FromTime(m_rtoMin);
    parameters.overtakes = m_overtakes;
    parameters.recovery = m_recovery;
    if (m_recovery && traits.NeedsReliableChannel())
    {
        const uint32_t largest = WorkerTransport::WindowOf(traits, parameters).maxPackets;
        parameters.cachedResults = m_cachedResults > 0 ? m_cachedResults
                                   : largest > 0       ? largest
                                                       : kCacheWithoutCap;
        m_channel = GetNode()->GetObject<EsaReliableChannel>();
        NS_ABORT_MSG_IF(!m_channel || m_parameterServer == Ipv4Address(),
                        "EsaWorkerApp: recovery needs a reliable channel to the PS");
    }
    m_transport.emplace(traits, parameters);
    m_frameSizes = FrameSizes(traits.frame, m_reminderBytes);
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

void
EsaWorkerApp::Pump(Picoseconds now)
{
    WorkerTransport::Departure departure;
    while (m_transport->Poll(now, departure))
    {
        Fragment& packet = departure.packet;
        if (packet.kind == PacketKind::Gradient)
        {
            packet.priority = Job()->plan.PriorityOf(departure.position - FirstPosition());
        }
        if (packet.bitmap0 != 0)
        {
            Job()->oracle.Fill(packet, Worker());
        }
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
    const auto receipt = m_transport->OnResult(packet, now);
    if (receipt.isNew)
    {
        AcceptResult(packet, receipt.position - FirstPosition(), now);
        Pump(now);
    }
}

void
EsaWorkerApp::Answer(const Fragment& query)
{
    Fragment answer = m_transport->OnQuery(query).packet;
    if (answer.kind == PacketKind::Retransmission)
    {
        Job()->oracle.Fill(answer, Worker());
    }
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
