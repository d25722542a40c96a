// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-collective-app.h"

#include "ns3/abort.h"
#include "ns3/esa-collective-process.h"

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
EsaCollectiveApp::SetFlows(Ptr<EsaFlowEndpoint> endpoint)
{
    m_flows = std::move(endpoint);
}

void
EsaCollectiveApp::SetGate(CollectiveProcess::Gate gate)
{
    static_cast<CollectiveProcess&>(Process()).SetGate(std::move(gate));
}

void
EsaCollectiveApp::Exchange(const PositionRange& fragments)
{
    static_cast<CollectiveProcess&>(Process()).Exchange(fragments, SimClock().Now());
}

void
EsaCollectiveApp::StartApplication()
{
    NS_ABORT_MSG_IF(!m_flows, "EsaCollectiveApp: started without flows");
    NS_ABORT_MSG_IF(!Job()->system->Record().onHost.sum,
                    "EsaCollectiveApp: in " << Job()->system->Record().name << " the switch sums");
    static_cast<CollectiveProcess&>(Process()).SetUp(m_flows->UseSettings());
    StartProcess();
}

void
EsaCollectiveApp::DoDispose()
{
    m_flows = nullptr;
    EsaTrainingApp::DoDispose();
}

} // namespace ns3::esa
