// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-collective-app.h"

#include "ns3/abort.h"
#include "ns3/esa-collective-process.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/node.h"

#include <memory>
#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaCollectiveApp);

EsaCollectiveApp::EsaCollectiveApp()
    : EsaTrainingApp(std::make_unique<CollectiveProcess>())
{
}

EsaCollectiveApp::~EsaCollectiveApp() = default;

TypeId
EsaCollectiveApp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaCollectiveApp")
                            .SetParent<EsaTrainingApp>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaCollectiveApp>();
    return tid;
}

void
EsaCollectiveApp::SetUp(std::shared_ptr<const HostSettings> settings)
{
    static_cast<CollectiveProcess&>(Process()).SetUp(std::move(settings));
}

void
EsaCollectiveApp::StartApplication()
{
    NS_ABORT_MSG_IF(!Job()->system->Record().onHost.sum,
                    "EsaCollectiveApp: in " << Job()->system->Record().name << " the switch sums");
    StartProcess();
}

NS_OBJECT_ENSURE_REGISTERED(EsaPushPullServerApp);

LogComponent EsaPushPullServerApp::g_log("EsaPushPullServerApp", __FILE__);

EsaPushPullServerApp::EsaPushPullServerApp()
    : m_send(m_process.Sent())
{
}

EsaPushPullServerApp::~EsaPushPullServerApp() = default;

TypeId
EsaPushPullServerApp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaPushPullServerApp")
                            .SetParent<Application>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaPushPullServerApp>()
                            .AddTraceSource("Send",
                                            "A packet leaves.",
                                            MakeTraceSourceAccessor(&EsaPushPullServerApp::m_send),
                                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

void
EsaPushPullServerApp::DoDispose()
{
    m_process.Release();
    Application::DoDispose();
}

void
EsaPushPullServerApp::SetJob(std::shared_ptr<const TrainingJob> job, uint16_t endpoint)
{
    m_job = std::move(job);
    m_endpoint = endpoint;
}

void
EsaPushPullServerApp::SetUp(std::shared_ptr<const HostSettings> settings)
{
    m_settings = std::move(settings);
}

void
EsaPushPullServerApp::StartApplication()
{
    NS_ABORT_MSG_IF(!m_job || !m_settings,
                    "EsaPushPullServerApp: started without a job or settings");
    const HostSum* sum = m_job->system->Record().onHost.sum;
    NS_ABORT_MSG_IF(!sum || !sum->makeServer,
                    "EsaPushPullServerApp: " << m_job->system->Record().name
                                             << " has no servers that sum");
#ifdef NS3_LOG_ENABLE
    m_send.SetLog([this](const InaPacket& packet) {
        NS_LOG_LOGIC("the server of job " << m_job->job << " sends a " << packet);
    });
#endif
    const auto host = HostOf(GetNode());
    host->GetDevice()->SetFrameFormat(m_job->system->Record().onHost.frame);
    m_process.Start(host->GetHost(), m_job, m_endpoint, *m_settings);
}

} // namespace ns3::esa
