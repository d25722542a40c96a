// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-host-node.h"

#include "ns3/esa-flow-packet.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// In place of a worker's number: the job's parameter server.
constexpr uint32_t kParameterServerRole = UINT32_MAX;

/// Bits of a role in a listener's address.
constexpr uint32_t kRoleBits = 32;

/// @param role number of a worker, or kParameterServerRole
/// @return both in one number
constexpr uint64_t
ListenerAddress(uint16_t job, uint32_t role)
{
    return uint64_t{job} << kRoleBits | role;
}

/// @return role of the one that a packet is for
uint32_t
ReceiverOf(const InaHeader& fragment)
{
    return NamesReceiver(fragment.kind) ? fragment.worker : kParameterServerRole;
}

} // namespace

void
HostNode::Connect(std::shared_ptr<Agenda> agenda, esa::Port& port, const LineRate& rate)
{
    m_agenda = std::move(agenda);
    m_port = &port;
    m_port->Open();
    m_rate = rate;
    m_link.Connect(m_agenda, port, rate);
    if (NodePaths* const paths = m_agenda->Paths())
    {
        paths->isHost = true;
    }
}

void
HostNode::AddEndpoint(uint16_t job, uint16_t endpoint, PacketReceiver& sink)
{
    m_listeners.push_back({ListenerAddress(job, endpoint), &sink});
}

void
HostNode::AddParameterServer(uint16_t job, PacketReceiver& sink)
{
    m_listeners.push_back({ListenerAddress(job, kParameterServerRole), &sink});
}

bool
HostNode::IsListening(uint16_t job, uint16_t endpoint) const
{
    return std::any_of(m_listeners.begin(), m_listeners.end(), [=](const Listener& listener) {
        return listener.address == ListenerAddress(job, endpoint);
    });
}

void
HostNode::RemoveJob(uint16_t job)
{
    const auto isOfJob = [job](const Listener& listener) {
        return listener.address >> kRoleBits == job;
    };
    m_last = Listener{};
    m_listeners.erase(std::remove_if(m_listeners.begin(), m_listeners.end(), isOfJob),
                      m_listeners.end());
}

const HostNode::Listener*
HostNode::Find(uint64_t address) const
{
    if (address == m_last.address)
    {
        return &m_last;
    }
    const auto isReceiver = [address](const Listener& listener) {
        return listener.address == address;
    };
    const auto found = std::find_if(m_listeners.begin(), m_listeners.end(), isReceiver);
    return found == m_listeners.end() ? nullptr : &*found;
}

void
HostNode::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    const uint64_t address = ListenerAddress(fragment.job, ReceiverOf(fragment));
    if (address != m_last.address)
    {
        const Listener* const listener = Find(address);
        if (!listener)
        {
            m_unclaimed(fragment);
            return;
        }
        m_last = *listener;
    }
    m_last.sink->ReceiveFragment(fragment, now);
}

} // namespace ns3::esa
