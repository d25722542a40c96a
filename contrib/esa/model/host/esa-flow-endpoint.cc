/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-endpoint.h"

#include "ns3/assert.h"
#include "ns3/data-rate.h"
#include "ns3/esa-fragment-text.h"
#include "ns3/esa-wire-format.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <memory>
#include <utility>

namespace ns3::esa
{

LogComponent EsaFlowEndpoint::g_log("EsaFlowEndpoint", __FILE__);

EsaFlowEndpoint::EsaFlowEndpoint() = default;
EsaFlowEndpoint::~EsaFlowEndpoint() = default;

void
EsaFlowEndpoint::DoDispose()
{
    m_timer.Cancel();
    m_pump.Cancel();
    m_setup = Setup{};
    m_host = nullptr;
    Object::DoDispose();
}

void
EsaFlowEndpoint::Open(Setup setup, Ptr<EsaHost> host)
{
    NS_LOG_FUNCTION(this << setup.job << setup.endpoint);
    NS_ASSERT_MSG(!m_host, "an end of flows is opened once");
    FreezeAttributes();
    m_setup = std::move(setup);
    m_host = std::move(host);
    // The receiver must not wait for more packets than a window holds, or the sender would wait
    // forever.
    m_flow.ackEveryPackets = std::min(m_flow.ackEveryPackets, m_flow.windowPackets);
    m_flow.rtoMin = m_clock.FromTime(m_rtoMin);
    DataRateValue rate;
    m_host->GetDevice()->GetAttribute("DataRate", rate);
    m_nicTime = rate.Get().CalculateBytesTxTime(m_nicPackets * kMtuFrameBytes);
    m_flow.congestion = Congestion(rate.Get());
    if (m_flow.recovery)
    {
        m_timer = Simulator::Schedule(m_checkInterval, &EsaFlowEndpoint::OnTimer, this);
    }
}

EsaFlowEndpoint::Peer&
EsaFlowEndpoint::PeerAt(uint16_t endpoint)
{
    const auto known = m_peers.find(endpoint);
    if (known != m_peers.end())
    {
        return known->second;
    }
    Peer peer{FlowSender(m_flow),
              FlowReceiver(m_flow.ackEveryPackets,
                           0,
                           IsControlledBy(CongestionAlgorithm::Dcqcn)
                               ? m_flow.congestion.dcqcn.notificationInterval
                               : kNever),
              m_host->Hears(m_setup.job, endpoint)};
    return m_peers.emplace(endpoint, std::move(peer)).first->second;
}

void
EsaFlowEndpoint::Send(uint16_t receiver, const PositionRange& range)
{
    PeerAt(receiver).sender.Offer(range);
    Pump(m_clock.Now());
}

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
    PumpAfter(m_nicTime / 2);
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
        PumpAfter(m_clock.ToTime(std::max(earliest - now, Picoseconds(1))));
    }
}

void
EsaFlowEndpoint::PumpAfter(const Time& wait)
{
    if (!m_pump.IsExpired())
    {
        if (Simulator::GetDelayLeft(m_pump) <= wait)
        {
            return;
        }
        m_pump.Cancel();
    }
    m_pump = Simulator::Schedule(wait, [this] { Pump(m_clock.Now()); });
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
            const FlowPacket data{m_setup.job,
                                  m_setup.endpoint,
                                  peer->first,
                                  out.number,
                                  false,
                                  out.wantsAck,
                                  out.round};
            Fragment packet = data.ToFragment();
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
EsaFlowEndpoint::Acknowledge(const FlowPacket& data,
                             const Peer& peer,
                             bool isNotification,
                             Picoseconds now)
{
    const FlowPacket ack{m_setup.job,
                         m_setup.endpoint,
                         data.sender,
                         peer.receiver.Expected(),
                         true,
                         isNotification,
                         data.round,
                         IsControlledBy(CongestionAlgorithm::Window) ? 0 : peer.receiver.Marked()};
    Fragment packet = ack.ToFragment();
    packet.frameBytes = kAckFrameBytes;
    Transmit(packet, peer.isLocal, now);
}

void
EsaFlowEndpoint::Transmit(Fragment& packet, bool isLocal, Picoseconds now)
{
    NS_LOG_LOGIC("the " << packet << " leaves");
    m_setup.sent(packet);
    if (!isLocal)
    {
        m_host->GetDevice()->SendFragment(packet, now);
        return;
    }
    // Within a host a packet takes no time. It still needs an event, so that neither end calls the
    // other in the middle of its work.
    const auto local = std::make_shared<Fragment>(packet);
    Simulator::ScheduleNow([host = m_host, local, now] { host->ReceiveFragment(*local, now); });
}

bool
EsaFlowEndpoint::OnPacket(const Fragment& packet, Picoseconds now)
{
    const FlowPacket flow = FlowPacket::From(packet);
    Peer& peer = PeerAt(flow.sender);
    if (flow.isAck)
    {
        OnAck(flow, peer, now);
        return false;
    }
    const auto status = peer.receiver.OnData(flow.number, flow.isUrgent, flow.marked > 0, now);
    if (status.wantsAck)
    {
        Acknowledge(flow, peer, status.isNotification, now);
    }
    return status.isNew;
}

void
EsaFlowEndpoint::OnAck(const FlowPacket& ack, Peer& peer, Picoseconds now)
{
    const uint64_t before = peer.sender.Acknowledged();
    peer.sender.OnAck({ack.number, ack.round, ack.marked, ack.switches, ack.isUrgent}, now);
    const uint64_t ranges = peer.sender.Acknowledged() - before;
    for (uint64_t range = 0; m_setup.arrived && range < ranges; ++range)
    {
        m_setup.arrived(ack.sender);
    }
    Pump(now);
}

uint64_t
EsaFlowEndpoint::SentAgain() const
{
    uint64_t packets = 0;
    for (const auto& [endpoint, peer] : m_peers)
    {
        packets += peer.sender.SentAgain();
    }
    return packets;
}

void
EsaFlowEndpoint::OnTimer()
{
    NS_LOG_FUNCTION(this);
    const Picoseconds now = m_clock.Now();
    for (auto& [endpoint, peer] : m_peers)
    {
        peer.sender.OnTimer(now);
    }
    Pump(now);
    m_timer = Simulator::Schedule(m_checkInterval, &EsaFlowEndpoint::OnTimer, this);
}

} // namespace ns3::esa
