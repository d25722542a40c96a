/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-ps-app.h"

#include "ns3/abort.h"
#include "ns3/boolean.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/node.h"
#include "ns3/uinteger.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaPsApp);

LogComponent EsaPsApp::g_log("EsaPsApp", __FILE__);

TypeId
EsaPsApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaPsApp")
            .SetParent<Application>()
            .SetGroupName("Esa")
            .AddConstructor<EsaPsApp>()
            .AddAttribute("RtoMin",
                          "Least timeout of an open entry.",
                          TimeValue(MilliSeconds(1)),
                          BeforeUse(MakeTimeAccessor(&EsaPsApp::m_rtoMin)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("CheckInterval",
                          "Time between two checks for timeouts.",
                          TimeValue(MicroSeconds(50)),
                          BeforeUse(MakeTimeAccessor(&EsaPsApp::m_checkInterval)),
                          MakeTimeChecker(NanoSeconds(1)))
            .AddAttribute("Overtakes",
                          "Fragments with larger sequence numbers that cause a reminder.",
                          UintegerValue(3),
                          BeforeUse(MakeUintegerAccessor(&EsaPsApp::m_overtakes)),
                          MakeUintegerChecker<uint32_t>(1, 255))
            .AddAttribute("ReminderHoldoff",
                          "A worker's reminder is not passed on if the switch was reminded of the "
                          "same task within this time. With recovery: the least time that the "
                          "PS waits for answers.",
                          TimeValue(MicroSeconds(10)),
                          BeforeUse(MakeTimeAccessor(&EsaPsApp::m_reminderHoldoff)),
                          MakeTimeChecker(Time(0)))
            .AddAttribute("ReminderBytes",
                          "Length of a reminder's frame, in bytes.",
                          UintegerValue(306),
                          BeforeUse(MakeUintegerAccessor(&EsaPsApp::m_reminderBytes)),
                          MakeUintegerChecker<uint16_t>(58, 1514))
            .AddAttribute("Recovery",
                          "Repair losses of packets.",
                          BooleanValue(false),
                          BeforeUse(MakeBooleanAccessor(&EsaPsApp::m_recovery)),
                          MakeBooleanChecker())
            .AddAttribute("QueryDelay",
                          "With recovery: time from the switches' answers to a reminder, which do "
                          "not complete the sum, to the question to the workers.",
                          TimeValue(Time(0)),
                          BeforeUse(MakeTimeAccessor(&EsaPsApp::m_queryDelay)),
                          MakeTimeChecker(Time(0)))
            .AddTraceSource("Receive",
                            "A packet for this PS has arrived.",
                            MakeTraceSourceAccessor(&EsaPsApp::m_receiveTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("Send",
                            "A packet leaves: a result, a reminder or a query.",
                            MakeTraceSourceAccessor(&EsaPsApp::m_sendTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

EsaPsApp::EsaPsApp() = default;
EsaPsApp::~EsaPsApp() = default;

void
EsaPsApp::DoDispose()
{
    m_timer.Cancel();
    m_device = nullptr;
    if (m_server)
    {
        m_server->Release(); // its counts are read after the job has gone
    }
    Application::DoDispose();
}

void
EsaPsApp::SetJob(std::shared_ptr<const TrainingJob> job)
{
    m_job = std::move(job);
}

ParameterServerParameters
EsaPsApp::ServerParameters() const
{
    NS_ABORT_MSG_IF(!m_job, "EsaPsApp: no job was set");
    ParameterServerParameters parameters;
    parameters.job = m_job->job;
    parameters.racks = m_job->racks;
    parameters.rtoMin = m_clock.FromTime(m_rtoMin);
    parameters.reorderingThreshold = m_overtakes;
    parameters.reorderingWindow = m_job->jitter.ReorderingWindow();
    parameters.reminderHoldoff = m_clock.FromTime(m_reminderHoldoff);
    parameters.recovery = m_recovery;
    parameters.tellsCollisions = m_job->pool.rule == IndexRule::WindowSlot;
    parameters.queryDelay = m_clock.FromTime(m_queryDelay);
    // Results are at most m_maxAhead ahead of the slowest worker, and fragments as far ahead of
    // the results.
    parameters.keptResults =
        m_recovery && !m_job->system->onHost.workersKeepResults ? 2 * m_maxAhead : 0;
    return parameters;
}

void
EsaPsApp::StartApplication()
{
    FreezeAttributes();
    NS_ABORT_MSG_IF(!m_job, "EsaPsApp: started without a job");
    const SystemRecord& system = *m_job->system;
    m_frameSizes = FrameSizes(m_job->frameBytes, m_reminderBytes);

    const auto host = GetNode()->GetObject<EsaHostDemux>();
    NS_ABORT_MSG_IF(!host, "EsaPsApp: node " << GetNode()->GetId() << " has no EsaHostDemux");
    host->AddParameterServer(m_job->job, this);
    m_device = host->GetDevice();
    m_timer.Bind(host->GetAgenda(), [this] { OnTimer(); });
    m_device->SetFrameFormat(system.onHost.frame);
    ParameterServerParameters parameters = ServerParameters();
    if (m_recovery)
    {
        parameters.answerTime =
            m_device->TransmissionTime(m_frameSizes.Bytes(PacketKind::Gradient));
    }
    m_server.emplace(system, parameters);
}

void
EsaPsApp::Fail()
{
    NS_LOG_FUNCTION(this);
    m_hasFailed = true;
}

void
EsaPsApp::Restart()
{
    NS_LOG_FUNCTION(this);
    m_hasFailed = false;
    if (m_server)
    {
        m_server->Restart();
    }
}

void
EsaPsApp::StopApplication()
{
    m_timer.Cancel();
}

void
EsaPsApp::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    NS_LOG_LOGIC("the PS of job " << m_job->job << " gets a " << fragment);
    if (m_hasFailed)
    {
        NS_LOG_WARN("the PS of job " << m_job->job << " has failed: the packet is lost");
        return;
    }
    m_receiveTrace(fragment);
    m_server->Receive(fragment, now);
    Pump(now);
}

void
EsaPsApp::Pump(Picoseconds now)
{
    InaPacket packet;
    while (m_server->Poll(packet))
    {
        Send(packet, now);
    }
    if (!m_timer.IsSet() && m_server->NeedsTimer())
    {
        m_timer.Set(now + m_clock.FromTime(m_checkInterval));
    }
}

void
EsaPsApp::Send(InaPacket& packet, Picoseconds now)
{
    packet.frameBytes = m_frameSizes.Bytes(packet.kind);
    NS_LOG_DEBUG("the PS of job " << m_job->job << " sends a " << packet);
    m_sendTrace(packet);
    m_device->SendFragment(packet, now);
}

void
EsaPsApp::OnTimer()
{
    NS_LOG_FUNCTION(this);
    if (m_hasFailed)
    {
        return; // the next packet after the restart sets the timer
    }
    const Picoseconds now = m_clock.Now();
    m_server->OnTimer(now);
    Pump(now);
}

} // namespace ns3::esa
