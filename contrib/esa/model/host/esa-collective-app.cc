/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-collective-app.h"

#include "ns3/abort.h"
#include "ns3/esa-push-pull.h"
#include "ns3/esa-ring-all-reduce.h"
#include "ns3/esa-stream-position.h"
#include "ns3/node.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaCollectiveApp);

EsaCollectiveApp::EsaCollectiveApp() = default;
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
EsaCollectiveApp::DoDispose()
{
    if (m_flows)
    {
        m_flows->Dispose();
    }
    m_flows = nullptr;
    EsaTrainingApp::DoDispose();
}

void
EsaCollectiveApp::SetFlows(Ptr<EsaFlowEndpoint> endpoint)
{
    m_flows = std::move(endpoint);
}

uint64_t
EsaCollectiveApp::GetRepairsSent() const
{
    return m_flows ? m_flows->SentAgain() : 0;
}

void
EsaCollectiveApp::MakeCollective()
{
    CollectiveOwner& owner = *this;
    const TrainingJob& job = *Job();
    NS_ABORT_MSG_IF(!job.system, "EsaCollectiveApp: job " << job.job << " has no system");
    const CollectiveRole role{job.job, Worker(), job.workers, job.blocks, job.oracle};
    switch (job.system->onHost.sum)
    {
    case SumPlace::Switch:
        NS_ABORT_MSG("EsaCollectiveApp: in " << job.system->name << " the switch sums");
    case SumPlace::DedicatedServer:
        m_collective = std::make_unique<PushPullWorker>(role, ServerPlacement::Dedicated, owner);
        break;
    case SumPlace::ColocatedServers:
        m_collective = std::make_unique<PushPullWorker>(role, ServerPlacement::Colocated, owner);
        break;
    case SumPlace::Ring:
        m_collective = std::make_unique<RingAllReduce>(role, owner);
        break;
    }
}

void
EsaCollectiveApp::StartApplication()
{
    Attach(FrameFormat::Mtu);
    NS_ABORT_MSG_IF(!m_flows, "EsaCollectiveApp: started without flows");
    MakeCollective();
    EsaFlowEndpoint::Setup setup;
    setup.job = Job()->job;
    setup.endpoint = Worker();
    setup.fanIn = Job()->workers;
    setup.fill = [this](Fragment& packet, uint64_t position) {
        m_collective->Fill(packet, position);
    };
    setup.sent = [this](const Fragment& packet) { m_sendTrace(packet); };
    m_flows->Open(std::move(setup), GetNode()->GetObject<EsaHost>());
    BeginTraining();
}

void
EsaCollectiveApp::SendPartition(uint32_t partition)
{
    const FragmentPlan& plan = Job()->plan;
    const uint64_t end = FirstPosition() + plan.EndOf(partition);
    m_collective->OnReady({end - plan.FragmentsOf(partition), end});
}

void
EsaCollectiveApp::OnPacket(Fragment& packet, Picoseconds now)
{
    if (m_flows->OnPacket(packet, now))
    {
        m_collective->OnData(packet, PositionOf(packet.seq, FirstPosition()));
    }
}

void
EsaCollectiveApp::Send(uint16_t receiver, const PositionRange& range)
{
    m_flows->Send(receiver, range);
}

void
EsaCollectiveApp::Deliver(const Fragment& result, uint64_t position)
{
    AcceptResult(result, position - FirstPosition(), Clock().Now());
}

} // namespace ns3::esa
