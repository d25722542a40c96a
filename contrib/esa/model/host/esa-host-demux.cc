/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-host-demux.h"

#include "ns3/assert.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/esa-network-runner.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// In place of a worker's number: the job's parameter server.
constexpr uint32_t kParameterServerRole = UINT32_MAX;

/// Bits of a role in a listener's address.
constexpr uint32_t kRoleBits = 32;

/**
 * @param job job number
 * @param role number of a worker, or kParameterServerRole
 * @return both in one number
 */
constexpr uint64_t
ListenerAddress(uint16_t job, uint32_t role)
{
    return uint64_t{job} << kRoleBits | role;
}

/**
 * @param fragment a packet that has reached its host
 * @return role of the one that it is for
 */
uint32_t
ReceiverOf(const InaPacket& fragment)
{
    if (IsFlowKind(fragment.kind))
    {
        return FlowPacket::From(fragment).receiver;
    }
    const bool isForWorker = fragment.kind == PacketKind::Result ||
                             fragment.kind == PacketKind::Query ||
                             fragment.kind == PacketKind::Forward;
    return isForWorker ? fragment.worker : kParameterServerRole;
}

} // namespace

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
    device->SetFragmentSink(this);
}

std::shared_ptr<Agenda>
EsaHostDemux::GetAgenda() const
{
    return NetworkRunner::Get().AgendaOf(GetObject<Node>());
}

void
EsaHostDemux::AddWorker(uint16_t job, uint16_t worker, PacketReceiver* sink)
{
    m_listeners.push_back({ListenerAddress(job, worker), sink});
}

void
EsaHostDemux::AddParameterServer(uint16_t job, PacketReceiver* sink)
{
    m_listeners.push_back({ListenerAddress(job, kParameterServerRole), sink});
}

void
EsaHostDemux::AddServer(uint16_t job, uint16_t endpoint, PacketReceiver* sink)
{
    m_listeners.push_back({ListenerAddress(job, endpoint), sink});
}

bool
EsaHostDemux::IsListening(uint16_t job, uint16_t endpoint) const
{
    return std::any_of(m_listeners.begin(), m_listeners.end(), [=](const Listener& listener) {
        return listener.address == ListenerAddress(job, endpoint);
    });
}

void
EsaHostDemux::RemoveJob(uint16_t job)
{
    NS_LOG_FUNCTION(this << job);
    const auto isOfJob = [job](const Listener& listener) {
        return listener.address >> kRoleBits == job;
    };
    m_last = Listener{};
    m_listeners.erase(std::remove_if(m_listeners.begin(), m_listeners.end(), isOfJob),
                      m_listeners.end());
}

void
EsaHostDemux::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    const uint64_t address = ListenerAddress(fragment.job, ReceiverOf(fragment));
    if (address != m_last.address)
    {
        const auto isReceiver = [address](const Listener& listener) {
            return listener.address == address;
        };
        const auto found = std::find_if(m_listeners.begin(), m_listeners.end(), isReceiver);
        if (found == m_listeners.end())
        {
            NS_LOG_WARN("no application listens for a " << fragment << ": dropped");
            return;
        }
        m_last = *found;
    }
    NS_LOG_LOGIC("a " << fragment << " goes to its listener");
    m_last.sink->ReceiveFragment(fragment, now);
}

void
EsaHostDemux::DoDispose()
{
    m_device = nullptr;
    m_last = Listener{};
    m_listeners.clear();
    Object::DoDispose();
}

} // namespace ns3::esa
