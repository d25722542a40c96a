/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-collective-app.h"

#include "esa-collective-exchange.h"

#include "ns3/abort.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaCollectiveApp);

LogComponent EsaCollectiveApp::g_log("EsaCollectiveApp", __FILE__);

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

std::unique_ptr<GradientExchange>
EsaCollectiveApp::MakeExchange(const ExchangeContext& context)
{
    NS_LOG_FUNCTION(this << context.job->job << context.worker);
    NS_ABORT_MSG_IF(!m_flows, "EsaCollectiveApp: started without flows");
    const SystemRecord& system = *context.job->system;
    const HostSum* sum = system.onHost.sum;
    NS_ABORT_MSG_IF(!sum, "EsaCollectiveApp: in " << system.name << " the switch sums");
    return std::make_unique<CollectiveExchange>(context, m_flows, *sum);
}

} // namespace ns3::esa
