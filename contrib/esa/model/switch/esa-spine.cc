/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-spine.h"

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaSpine);

TypeId
EsaSpine::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaSpine")
                            .SetParent<Object>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaSpine>();
    return tid;
}

void
EsaSpine::AddPort(Ptr<EsaNetDevice> port)
{
    port->SetFragmentSink(this);
    port->SetForwarder(this);
    m_frames.AddPort(port);
}

void
EsaSpine::AddUplink(Ptr<EsaNetDevice> port)
{
    port->SetFragmentSink(this);
    port->SetForwarder(this);
    m_frames.AddUplink(port);
}

void
EsaSpine::AddJob(uint16_t job,
                 const std::vector<Ptr<EsaNetDevice>>& workers,
                 Ptr<EsaNetDevice> parameterServer)
{
    if (job >= m_routes.size())
    {
        m_routes.resize(job + 1);
    }
    m_routes[job] = Route{workers, parameterServer};
}

void
EsaSpine::ReceiveFragment(Fragment& fragment, Picoseconds now)
{
    if (fragment.job >= m_routes.size())
    {
        return;
    }
    const Route& route = m_routes[fragment.job];
    const bool isFlow = IsFlowKind(fragment.kind);
    const uint16_t worker = isFlow ? WorkerAt(fragment.worker) : fragment.worker;
    if (isFlow ? fragment.worker == kDedicatedServer : !GoesDown(fragment.kind))
    {
        if (route.parameterServer)
        {
            route.parameterServer->SendFragment(fragment, now);
        }
    }
    else if (worker < route.workers.size())
    {
        route.workers[worker]->SendFragment(fragment, now);
    }
}

void
EsaSpine::ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from)
{
    m_frames.Forward(frame, from);
}

void
EsaSpine::DoDispose()
{
    m_routes.clear();
    m_frames.Clear();
    Object::DoDispose();
}

} // namespace ns3::esa
