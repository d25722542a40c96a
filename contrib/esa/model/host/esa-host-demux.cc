// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-host-demux.h"

#include "ns3/abort.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-network-runner.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaHostDemux);

LogComponent EsaHostDemux::g_log("EsaHostDemux", __FILE__);

TypeId
EsaHostDemux::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaHostDemux")
                            .SetParent<Object>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaHostDemux>();
    return tid;
}

void
EsaHostDemux::SetDevice(Ptr<EsaNetDevice> device)
{
    m_device = device;
    device->SetFragmentSink(&m_host);
}

HostNode&
EsaHostDemux::GetHost()
{
    if (!m_host.GetAgenda())
    {
        m_host.Connect(NetworkRunner::Get().AgendaOf(GetObject<Node>()),
                       m_device->GetPort(),
                       m_device->Rate());
        m_host.Unclaimed().Set([](const InaPacket& fragment) {
            NS_LOG_WARN("no application listens for a " << fragment << ": dropped");
        });
    }
    return m_host;
}

void
EsaHostDemux::DoDispose()
{
    m_device = nullptr;
    Object::DoDispose();
}

Ptr<EsaHostDemux>
HostOf(const Ptr<Node>& node)
{
    const auto host = node->GetObject<EsaHostDemux>();
    NS_ABORT_MSG_IF(!host, "EsaHostDemux: node " << node->GetId() << " has none");
    return host;
}

} // namespace ns3::esa
