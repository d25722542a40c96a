/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// How an end of flows hands packets to its link.

#include "esa-flow-endpoint.h"

#include "ns3/esa-ina-packet-text.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <memory>

namespace ns3::esa
{
namespace
{

/// In place of a port: a packet that does not leave its host. It comes after those that do.
constexpr uint32_t kLocalPort = UINT32_MAX;

} // namespace

void
EsaFlowEndpoint::Pump(Picoseconds now)
{
    while (m_host->GetDevice()->GetQueuedBytes() < m_nicPackets * kMtuFrameBytes)
    {
        if (!SendOne(now))
        {
            PumpWhenPaced(now);
            return;
        }
    }
    // By then half of what waits at the link has left, so the link does not become idle.
    PumpAt(now + m_halfNicTime);
}

void
EsaFlowEndpoint::PumpWhenPaced(Picoseconds now)
{
    if (IsControlledBy(CongestionAlgorithm::Window))
    {
        return;
    }
    Picoseconds earliest = kNoDeadline;
    for (const auto& [endpoint, peer] : m_peers)
    {
        const Picoseconds until = peer.sender.PacedUntil();
        earliest = until == kNever ? earliest : std::min(earliest, until);
    }
    if (earliest != kNoDeadline)
    {
        PumpAt(std::max(earliest, now + Picoseconds(1)));
    }
}

void
EsaFlowEndpoint::PumpAt(Picoseconds at)
{
    if (m_pump.At() > at)
    {
        m_pump.Set(at);
    }
}

Picoseconds
EsaFlowEndpoint::TimeAtTheLink() const
{
    const double bits = 8.0 * static_cast<double>(m_host->GetDevice()->GetQueuedBytes());
    return Picoseconds(static_cast<int64_t>(bits * 1e12 / m_flow.congestion.lineBitsPerS));
}

bool
EsaFlowEndpoint::SendOne(Picoseconds now)
{
    const Picoseconds wait =
        IsControlledBy(CongestionAlgorithm::Window) ? Picoseconds(0) : TimeAtTheLink();
    auto peer = m_peers.upper_bound(m_lastServed);
    for (std::size_t tried = 0; tried < m_peers.size(); ++tried, ++peer)
    {
        peer = peer == m_peers.end() ? m_peers.begin() : peer;
        FlowSender::OutgoingPacket out;
        if (peer->second.sender.Poll(now, out, wait))
        {
            m_lastServed = peer->first;
            WakeFor(peer->second.sender, now);
            const FlowPacket data{m_setup.job,
                                  m_setup.endpoint,
                                  peer->first,
                                  out.number,
                                  false,
                                  out.wantsAck,
                                  out.round};
            InaPacket packet = data.ToFragment();
            packet.seq = static_cast<uint32_t>(out.position);
            packet.frameBytes = kMtuFrameBytes;
            m_setup.fill(packet, out.position);
            Transmit(packet, peer->second.isLocal, now);
            return true;
        }
    }
    return false;
}

void
EsaFlowEndpoint::Transmit(InaPacket& packet, bool isLocal, Picoseconds now)
{
    NS_LOG_LOGIC("the " << packet << " leaves");
    m_setup.sent(packet);
    if (!isLocal)
    {
        m_host->GetDevice()->SendFragment(packet, now);
        return;
    }
    // Within a host a packet takes no time. It still arrives by the agenda, so that neither end
    // calls the other in the middle of its work, and before any timer runs out.
    const auto local = std::make_shared<InaPacket>(packet);
    m_agenda->PlanArrival(now, kLocalPort, [host = m_host, local](Picoseconds at) {
        host->ReceiveFragment(*local, at);
    });
}

} // namespace ns3::esa
