/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-endpoint.h"

#include "ns3/assert.h"
#include "ns3/data-rate.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
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
EsaFlowEndpoint::Open(Setup setup, Ptr<EsaHostDemux> host)
{
    NS_LOG_FUNCTION(this << setup.job << setup.endpoint);
    NS_ASSERT_MSG(!m_host, "an end of flows is opened once");
    FreezeAttributes();
    m_setup = std::move(setup);
    m_host = std::move(host);
    m_agenda = m_host->GetAgenda();
    m_timer.Bind(m_agenda, [this] { OnTimer(); });
    m_pump.Bind(m_agenda, [this] { Pump(m_clock.Now()); });
    // The receiver must not wait for more packets than a window holds, or the sender would wait
    // forever.
    m_flow.ackEveryPackets = std::min(m_flow.ackEveryPackets, m_flow.windowPackets);
    m_flow.rtoMin = m_clock.FromTime(m_rtoMin);
    m_flow.reorderingWindow = m_clock.FromTime(m_reorderingWindow);
    DataRateValue rate;
    m_host->GetDevice()->GetAttribute("DataRate", rate);
    m_halfNicTime =
        m_clock.FromTime(rate.Get().CalculateBytesTxTime(m_nicPackets * kMtuFrameBytes) / 2);
    m_flow.congestion = Congestion(rate.Get());
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
              FlowReceiver(m_flow,
                           0,
                           IsControlledBy(CongestionAlgorithm::Dcqcn)
                               ? m_flow.congestion.dcqcn.notificationInterval
                               : kNever),
              m_host->IsListening(m_setup.job, endpoint),
              {}};
    return m_peers.emplace(endpoint, std::move(peer)).first->second;
}

void
EsaFlowEndpoint::Send(uint16_t receiver, const PositionRange& range)
{
    if (m_stepTime.IsZero())
    {
        Offer(receiver, range);
        return;
    }
    m_agenda->Plan(m_clock.Now() + m_clock.FromTime(m_stepTime),
                   [self = Ptr(this), receiver, range] { self->Offer(receiver, range); });
}

void
EsaFlowEndpoint::Offer(uint16_t receiver, const PositionRange& range)
{
    if (!m_host)
    {
        return; // the simulation is over
    }
    PeerAt(receiver).sender.Offer(range);
    Pump(m_clock.Now());
}

void
EsaFlowEndpoint::OnPacket(const InaPacket& packet, Picoseconds now)
{
    const FlowPacket flow = FlowPacket::From(packet);
    Peer& peer = PeerAt(flow.sender);
    if (flow.isAck)
    {
        OnAck(flow, peer, now);
        return;
    }
    OnData(flow, packet, peer, now);
}

void
EsaFlowEndpoint::OnData(const FlowPacket& data,
                        const InaPacket& packet,
                        Peer& peer,
                        Picoseconds now)
{
    const auto status =
        peer.receiver.OnData({data.number, data.isUrgent, data.round, data.marked > 0}, now);
    if (status.wantsAck)
    {
        Answer(data, peer, {peer.receiver.Expected(), 0}, status.isNotification, now);
    }
    for (const FlowGap& gap : status.gaps)
    {
        Answer(data, peer, gap, false, now);
    }
    if (status.isEarly)
    {
        peer.early.emplace(data.number, packet);
    }
    if (!status.isNew)
    {
        return;
    }
    m_setup.receive(packet);
    for (uint32_t next = data.number + 1; next != peer.receiver.Expected(); ++next)
    {
        m_setup.receive(peer.early.extract(next).mapped());
    }
}

void
EsaFlowEndpoint::Answer(const FlowPacket& data,
                        const Peer& peer,
                        const FlowGap& gap,
                        bool isNotification,
                        Picoseconds now)
{
    FlowPacket ack{m_setup.job, m_setup.endpoint, data.sender, gap.begin, true, isNotification};
    ack.round = data.round;
    ack.marked = IsControlledBy(CongestionAlgorithm::Window) ? 0 : peer.receiver.Marked();
    ack.missing = gap.packets;
    InaPacket packet = ack.ToFragment();
    packet.frameBytes = kAckFrameBytes;
    Transmit(packet, peer.isLocal, now);
}

void
EsaFlowEndpoint::OnAck(const FlowPacket& ack, Peer& peer, Picoseconds now)
{
    const uint64_t before = peer.sender.Acknowledged();
    peer.sender.OnAck({ack.number, ack.round, ack.marked, ack.switches, ack.isUrgent, ack.missing},
                      now);
    const uint64_t ranges = peer.sender.Acknowledged() - before;
    for (uint64_t range = 0; m_setup.arrived && range < ranges; ++range)
    {
        m_setup.arrived(ack.sender);
    }
    WakeFor(peer.sender, now);
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
EsaFlowEndpoint::WakeFor(const FlowSender& sender, Picoseconds now)
{
    const Picoseconds deadline = sender.Deadline();
    if (deadline >= m_wakesAt)
    {
        return; // most packets put a deadline off: a timer that moved with it would cost an event
    }
    m_wakesAt = deadline;
    m_timer.Set(std::max(deadline, now));
}

void
EsaFlowEndpoint::OnTimer()
{
    NS_LOG_FUNCTION(this);
    const Picoseconds now = m_clock.Now();
    m_wakesAt = kNoDeadline;
    for (auto& [endpoint, peer] : m_peers)
    {
        peer.sender.OnTimer(now);
        WakeFor(peer.sender, now);
    }
    Pump(now);
}

} // namespace ns3::esa
