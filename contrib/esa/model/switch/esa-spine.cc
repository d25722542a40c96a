/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-spine.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-fragment-text.h"
#include "ns3/esa-task-tree.h"

namespace ns3::esa
{

LogComponent EsaSpine::g_log("EsaSpine", __FILE__);

NS_OBJECT_ENSURE_REGISTERED(EsaSpine);

TypeId
EsaSpine::GetTypeId()
{
    static TypeId tid =
        TypeId("ns3::esa::EsaSpine")
            .SetParent<Object>()
            .SetGroupName("Esa")
            .AddConstructor<EsaSpine>()
            .AddTraceSource("Forward",
                            "Fragments that are forwarded.",
                            MakeTraceSourceAccessor(&EsaSpine::m_forwardTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback")
            .AddTraceSource("Drop",
                            "Fragments for an unknown job or member, which are dropped.",
                            MakeTraceSourceAccessor(&EsaSpine::m_dropTrace),
                            "ns3::esa::EsaSwitch::FragmentTracedCallback");
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
                 Ptr<EsaNetDevice> parameterServer,
                 uint32_t trees,
                 uint32_t tree)
{
    NS_LOG_FUNCTION(this << job << workers.size() << trees << tree);
    if (job >= m_routes.size())
    {
        m_routes.resize(job + 1);
    }
    m_routes[job].resize(trees);
    m_routes[job][tree] = Route{workers, parameterServer};
}

const EsaSpine::Route&
EsaSpine::RouteOf(const Fragment& fragment, bool isFlow) const
{
    const std::vector<Route>& trees = m_routes[fragment.job];
    // The numbers of a flow's packets are its own.
    return trees[isFlow ? 0 : TreeOfTask(fragment.seq, static_cast<uint32_t>(trees.size()))];
}

Ptr<EsaNetDevice>
EsaSpine::PortFor(const Fragment& fragment) const
{
    if (fragment.job >= m_routes.size() || m_routes[fragment.job].empty())
    {
        return nullptr;
    }
    const bool isFlow = IsFlowKind(fragment.kind);
    const Route& route = RouteOf(fragment, isFlow);
    const uint16_t receiver = isFlow ? FlowPacket::From(fragment).receiver : fragment.worker;
    if (isFlow ? receiver == kDedicatedServer : !GoesDown(fragment.kind))
    {
        return route.parameterServer;
    }
    const uint16_t worker = isFlow ? WorkerAt(receiver) : receiver;
    return worker < route.workers.size() ? route.workers[worker] : nullptr;
}

void
EsaSpine::ReceiveFragment(Fragment& fragment, Picoseconds now)
{
    NS_LOG_FUNCTION(this << fragment);
    if (const auto port = PortFor(fragment))
    {
        NS_LOG_LOGIC("the " << fragment << " is forwarded");
        if (fragment.kind == PacketKind::Ack)
        {
            FlowPacket::CountSwitch(fragment);
        }
        m_forwardTrace(fragment);
        port->SendFragment(fragment, now);
        return;
    }
    NS_LOG_WARN("the " << fragment << " is for an unknown job or member: dropped");
    m_dropTrace(fragment);
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
