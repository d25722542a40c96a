/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-push-pull-server-app.h"

#include "ns3/abort.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/esa-stream-position.h"
#include "ns3/node.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaPushPullServerApp);

LogComponent EsaPushPullServerApp::g_log("EsaPushPullServerApp", __FILE__);

EsaPushPullServerApp::EsaPushPullServerApp() = default;
EsaPushPullServerApp::~EsaPushPullServerApp() = default;

TypeId
EsaPushPullServerApp::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaPushPullServerApp")
            .SetParent<Application>()
            .SetGroupName("Esa")
            .AddConstructor<EsaPushPullServerApp>()
            .AddTraceSource("Send",
                            "A packet leaves.",
                            MakeTraceSourceAccessor(&EsaPushPullServerApp::m_sendTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
    return tid;
}

void
EsaPushPullServerApp::DoDispose()
{
    if (m_flows)
    {
        m_flows->Dispose();
    }
    m_flows = nullptr;
    Application::DoDispose();
}

void
EsaPushPullServerApp::SetJob(std::shared_ptr<const TrainingJob> job, uint16_t endpoint)
{
    m_job = std::move(job);
    m_endpoint = endpoint;
}

void
EsaPushPullServerApp::SetFlows(Ptr<EsaFlowEndpoint> endpoint)
{
    m_flows = std::move(endpoint);
}

void
EsaPushPullServerApp::StartApplication()
{
    NS_ABORT_MSG_IF(!m_job || !m_flows, "EsaPushPullServerApp: started without a job or flows");
    const auto host = GetNode()->GetObject<EsaHostDemux>();
    NS_ABORT_MSG_IF(!host,
                    "EsaPushPullServerApp: node " << GetNode()->GetId() << " has no EsaHostDemux");
    host->AddServer(m_job->job, m_endpoint, this);
    host->GetDevice()->SetFrameFormat(m_job->system->onHost.frame);
    const HostSum* sum = m_job->system->onHost.sum;
    NS_ABORT_MSG_IF(!sum || !sum->makeServer,
                    "EsaPushPullServerApp: " << m_job->system->name << " has no servers that sum");
    CollectiveOwner& owner = *this;
    m_server = sum->makeServer({m_job->job,
                                m_endpoint,
                                m_job->workers,
                                m_job->blocks,
                                m_job->oracle,
                                &m_job->summedRacks,
                                m_job->blocksInHosts.get()},
                               owner);
    EsaFlowEndpoint::Setup setup;
    setup.job = m_job->job;
    setup.endpoint = m_endpoint;
    setup.fill = [this](InaPacket& packet, StreamPosition position) {
        m_server->Fill(packet, position);
    };
    setup.sent = [this](const InaPacket& packet) { m_sendTrace(packet); };
    setup.receive = [this](const InaPacket& packet) {
        m_lastPosition = PositionOf(packet.seq, m_lastPosition);
        m_server->OnData(packet, m_lastPosition);
    };
    setup.arrived = [this](uint16_t receiver) { m_server->OnAcknowledged(receiver); };
    m_flows->Open(std::move(setup), host);
}

void
EsaPushPullServerApp::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    NS_LOG_LOGIC("the server of job " << m_job->job << " gets a " << fragment);
    m_flows->OnPacket(fragment, now);
}

void
EsaPushPullServerApp::Send(uint16_t receiver, const PositionRange& range)
{
    NS_LOG_DEBUG("fragments " << range.begin << " to " << range.end << " of job " << m_job->job
                              << " are summed and go to worker " << receiver);
    m_flows->Send(receiver, range);
}

void
EsaPushPullServerApp::Deliver(const InaPacket& /* result */, StreamPosition /* position */)
{
    NS_ABORT_MSG("EsaPushPullServerApp: a server gets no results");
}

void
EsaPushPullServerApp::DeliverForeign(const InaPacket& /* data */,
                                     StreamPosition /* position */,
                                     uint16_t /* of */)
{
    NS_ABORT_MSG("EsaPushPullServerApp: a server takes part in all-reduce only");
}

void
EsaPushPullServerApp::OnDone(const PositionRange& /* block */)
{
    NS_ABORT_MSG("EsaPushPullServerApp: a server has no part of its own in a block");
}

} // namespace ns3::esa
