/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// A fragment's way through the switch; what is made of the attributes is in
// esa-switch-attributes.cc.

#include "esa-switch.h"

#include "ns3/abort.h"

namespace ns3::esa
{

void
EsaSwitch::DoInitialize()
{
    Prepare();
    Object::DoInitialize();
}

void
EsaSwitch::DoDispose()
{
    m_ports.clear();
    m_jobs.clear();
    m_frames.Clear();
    Object::DoDispose();
}

void
EsaSwitch::AddPort(Ptr<EsaNetDevice> port)
{
    port->SetFragmentSink(this);
    port->SetForwarder(this);
    m_ports.push_back(port);
    m_frames.AddPort(port);
}

void
EsaSwitch::AddUplink(Ptr<EsaNetDevice> port)
{
    port->SetFragmentSink(this);
    port->SetForwarder(this);
    m_ports.push_back(port);
    m_frames.AddUplink(port);
}

void
EsaSwitch::AddJob(uint16_t job, const JobPorts& ports)
{
    NS_ABORT_MSG_IF(ports.workers.empty(), "EsaSwitch: job " << job << " has no workers");
    if (job >= m_jobs.size())
    {
        m_jobs.resize(job + 1);
    }
    m_jobs[job] = ports;
}

void
EsaSwitch::ForwardFlow(Fragment& fragment, Picoseconds now)
{
    if (fragment.job >= m_jobs.size())
    {
        return;
    }
    const JobPorts& ports = m_jobs[fragment.job];
    const uint16_t worker = WorkerAt(fragment.worker);
    Ptr<EsaNetDevice> port;
    if (fragment.worker == kDedicatedServer)
    {
        port = ports.parameterServer;
    }
    else if (worker < ports.hosts.size())
    {
        port = ports.hosts[worker];
    }
    if (port)
    {
        port->SendFragment(fragment, now);
    }
}

void
EsaSwitch::ReceiveFragment(Fragment& fragment, Picoseconds now)
{
    const bool isKnown = fragment.job < m_jobs.size() && m_jobs[fragment.job].route.HasMembers();
    if (isKnown && m_jobs[fragment.job].hasLeft)
    {
        return;
    }
    if (IsFlowKind(fragment.kind))
    {
        ForwardFlow(fragment, now);
        return;
    }
    if (isKnown && m_jobs[fragment.job].route.PassesBy(fragment, m_policy->Traits()))
    {
        fragment.kind == PacketKind::Reminder ? SendToWorker(fragment, fragment.worker, now)
                                              : Multicast(fragment, now);
        return;
    }
    const Decision decision = m_pipeline->Process(fragment, now);
    (this->*kTraces[static_cast<std::size_t>(decision.outcome)])(fragment);
    if (decision.egress == Egress::Nowhere || !isKnown)
    {
        return;
    }
    fragment.frameBytes = m_frameSizes.Bytes(fragment.kind);
    if (decision.egress == Egress::ToWorkers)
    {
        Multicast(fragment, now);
    }
    else if (decision.egress == Egress::ToWorker)
    {
        SendToWorker(fragment, fragment.worker, now);
    }
    else if (const auto& port = m_jobs[fragment.job].parameterServer)
    {
        port->SendFragment(fragment, now);
    }
}

void
EsaSwitch::RemoveJob(uint16_t job)
{
    if (job >= m_jobs.size() || !m_jobs[job].route.HasMembers())
    {
        return; // all aggregators would be searched for nothing
    }
    Prepare();
    m_pipeline->RemoveJob(job, m_clock.Now());
}

void
EsaSwitch::CloseJob(uint16_t job)
{
    RemoveJob(job);
    m_jobs[job].hasLeft = true;
}

void
EsaSwitch::Multicast(Fragment& fragment, Picoseconds now)
{
    const RackRoute& route = m_jobs[fragment.job].route;
    for (const uint16_t worker : route.LocalWorkers())
    {
        Fragment copy = fragment;
        SendToWorker(copy, worker, now);
    }
    for (const auto& other : route.OtherRacks())
    {
        Fragment copy = fragment;
        SendToWorker(copy, other.wireName, now);
    }
}

void
EsaSwitch::SendToWorker(Fragment& fragment, uint16_t worker, Picoseconds now)
{
    const auto& ports = m_jobs[fragment.job].workers;
    if (worker < ports.size() && ports[worker])
    {
        fragment.worker = worker;
        ports[worker]->SendFragment(fragment, now);
    }
}

void
EsaSwitch::ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from)
{
    m_frames.Forward(frame, from);
}

} // namespace ns3::esa
