// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-ps-app.h"

#include "ns3/abort.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/node.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaPsApp);

LogComponent EsaPsApp::g_log("EsaPsApp", __FILE__);

TypeId
EsaPsApp::GetTypeId()
{
    static TypeId tid = [] {
        TypeId id = TypeId("ns3::esa::EsaPsApp")
                        .SetParent<Application>()
                        .SetGroupName("Esa")
                        .AddConstructor<EsaPsApp>();
        id.AddTraceSource("Receive",
                          "A packet for this PS has arrived.",
                          MakeTraceSourceAccessor(&EsaPsApp::m_receive),
                          "ns3::esa::EsaSwitch::FragmentTracedCallback");
        id.AddTraceSource("Send",
                          "A packet leaves: a result, a reminder or a query.",
                          MakeTraceSourceAccessor(&EsaPsApp::m_send),
                          "ns3::esa::EsaSwitch::FragmentTracedCallback");
        return id;
    }();
    return tid;
}

EsaPsApp::EsaPsApp()
    : m_receive(m_process.GetHooks().receive),
      m_send(m_process.GetHooks().send)
{
}

EsaPsApp::~EsaPsApp() = default;

void
EsaPsApp::DoDispose()
{
    m_process.Release();
    Application::DoDispose();
}

void
EsaPsApp::SetJob(std::shared_ptr<const TrainingJob> job,
                 std::shared_ptr<const HostSettings> settings)
{
    m_job = std::move(job);
    m_settings = std::move(settings);
}

void
EsaPsApp::StartApplication()
{
    NS_ABORT_MSG_IF(!m_job, "EsaPsApp: started without a job");
#ifdef NS3_LOG_ENABLE
    m_receive.SetLog([this](const InaPacket& packet) {
        NS_LOG_LOGIC("the PS of job " << m_job->job << " gets a " << packet);
    });
    m_send.SetLog([this](const InaPacket& packet) {
        NS_LOG_DEBUG("the PS of job " << m_job->job << " sends a " << packet);
    });
#endif
    const auto host = HostOf(GetNode());
    host->GetDevice()->SetFrameFormat(m_job->system->Record().onHost.frame);
    m_process.Start(host->GetHost(), m_job, *m_settings);
}

void
EsaPsApp::Fail()
{
    NS_LOG_FUNCTION(this);
    m_process.Fail();
}

void
EsaPsApp::Restart()
{
    NS_LOG_FUNCTION(this);
    m_process.Restart();
}

void
EsaPsApp::StopApplication()
{
    m_process.Stop();
}

} // namespace ns3::esa
