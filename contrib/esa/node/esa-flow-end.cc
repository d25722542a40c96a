/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-end.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// In place of a port: a packet that does not leave its host. It comes after those that do.
constexpr uint32_t kLocalPort = UINT32_MAX;

} // namespace

FlowEnd::FlowEnd(const FlowSettings& settings,
                 const Address& own,
                 Collective& collective,
                 const Hook<const InaPacket&>& sent)
    : m_settings(settings),
      m_own(own),
      m_collective(collective),
      m_sent(sent)
{
    // The receiver must not wait for more packets than a window holds, or the sender would wait
    // forever.
    FlowParameters& flow = m_settings.flow;
    flow.ackEveryPackets = std::min(flow.ackEveryPackets, flow.windowPackets);
}

void
FlowEnd::Open(HostNode& host)
{
    ESA_ASSERT(!m_host, "an end of flows is opened once");
    m_host = &host;
    m_port = &host.Port();
    const auto now = [this] { return m_host->GetAgenda()->Now(); };
    m_timer.Bind(host.GetAgenda(), [this, now] { OnTimer(now()); });
    m_pump.Bind(host.GetAgenda(), [this, now] { Pump(now()); });
    // In whole nanoseconds, the nearest ones
    const uint64_t bytes = uint64_t{m_settings.nicPackets} * kMtuFrameBytes;
    const uint64_t halfNs =
        (8 * bytes * 1000000000 + (host.BitsPerS() - 1) / 2) / host.BitsPerS() / 2;
    m_halfNicTime = Picoseconds(static_cast<int64_t>(1000 * halfNs));
    m_settings.flow.congestion.lineBitsPerS = static_cast<double>(host.BitsPerS());
}

void
FlowEnd::Close()
{
    m_timer.Cancel();
    m_pump.Cancel();
    m_host = nullptr;
}

FlowEnd::Peer&
FlowEnd::FindPeer(uint16_t endpoint)
{
    const auto place =
        std::lower_bound(m_peers.begin(), m_peers.end(), endpoint, [](const auto& peer, auto end) {
            return peer->endpoint < end;
        });
    Peer*& recent = m_recent[endpoint % m_recent.size()];
    if (place != m_peers.end() && (*place)->endpoint == endpoint)
    {
        recent = place->get();
        return *recent;
    }
    const CongestionParameters& control = m_settings.flow.congestion;
    auto peer = std::make_unique<Peer>(
        m_settings.flow,
        IsControlledBy(CongestionAlgorithm::Dcqcn) ? control.dcqcn.notificationInterval : kNever);
    peer->endpoint = endpoint;
    peer->isLocal = m_host->IsListening(m_own.job, endpoint);
    m_next += endpoint <= m_lastServed ? 1 : 0;
    recent = peer.get();
    m_peers.insert(place, std::move(peer));
    return *recent;
}

void
FlowEnd::Send(uint16_t receiver, const PositionRange& range, Picoseconds now)
{
    if (m_settings.stepTime.count() == 0)
    {
        Offer(receiver, range, now);
        return;
    }
    Agenda& agenda = *m_host->GetAgenda();
    agenda.Plan(now + m_settings.stepTime, [self = shared_from_this(), receiver, range, &agenda] {
        self->Offer(receiver, range, agenda.Now());
    });
}

void
FlowEnd::Offer(uint16_t receiver, const PositionRange& range, Picoseconds now)
{
    if (!m_host)
    {
        return; // the simulation is over
    }
    m_position = range.begin;
    PeerAt(receiver).sender.Offer(range);
    Pump(now);
}

void
FlowEnd::OnPacket(InaPacket& packet, Picoseconds now)
{
    Peer& peer = PeerAt(FlowPacket::From(packet).sender);
    if (packet.kind == PacketKind::Ack)
    {
        OnAck(FlowPacket::From(packet), peer, now);
        return;
    }
    OnData(packet, peer, now);
}

void
FlowEnd::OnData(InaPacket& packet, Peer& peer, Picoseconds now)
{
    const uint32_t number = FlowPacket::From(packet).number;
    const uint8_t round = FlowPacket::From(packet).round;
    const auto status = peer.receiver.OnData(
        {number, FlowPacket::From(packet).isUrgent, round, FlowPacket::From(packet).marked > 0},
        now);
    if (status.wantsAck)
    {
        Answer(round, peer, {peer.receiver.Expected(), 0}, status.isNotification, now);
    }
    for (const FlowGap& gap : status.gaps)
    {
        Answer(round, peer, gap, false, now);
    }
    if (status.isEarly)
    {
        peer.early.emplace(number, packet);
    }
    if (status.isNew)
    {
        Take(packet);
        if (!peer.early.empty())
        {
            TakeEarly(peer, number + 1);
        }
    }
}

void
FlowEnd::TakeEarly(Peer& peer, uint32_t number)
{
    for (; number != peer.receiver.Expected(); ++number)
    {
        Take(peer.early.extract(number).mapped());
    }
}

void
FlowEnd::Answer(uint8_t round,
                const Peer& peer,
                const FlowGap& gap,
                bool isNotification,
                Picoseconds now)
{
    FlowPacket ack{m_own.job, m_own.endpoint, peer.endpoint, gap.begin, true, isNotification};
    ack.round = round;
    ack.marked = IsControlledBy(CongestionAlgorithm::Window) ? 0 : peer.receiver.Marked();
    ack.missing = gap.packets;
    InaPacket packet = ack.ToFragment();
    packet.frameBytes = kAckFrameBytes;
    Transmit(packet, peer.isLocal, now);
}

void
FlowEnd::OnAck(const FlowPacket& ack, Peer& peer, Picoseconds now)
{
    const uint64_t before = peer.sender.Acknowledged();
    peer.sender.OnAck({ack.number, ack.round, ack.marked, ack.switches, ack.isUrgent, ack.missing},
                      now);
    const uint64_t ranges = peer.sender.Acknowledged() - before;
    for (uint64_t range = 0; range < ranges; ++range)
    {
        m_collective.OnAcknowledged(ack.sender);
    }
    WakeFor(peer.sender, now);
    Pump(now);
}

uint64_t
FlowEnd::SentAgain() const
{
    uint64_t packets = 0;
    for (const auto& peer : m_peers)
    {
        packets += peer->sender.SentAgain();
    }
    return packets;
}

void
FlowEnd::OnTimer(Picoseconds now)
{
    m_wakesAt = kNoDeadline;
    for (const auto& peer : m_peers)
    {
        peer->sender.OnTimer(now);
        WakeFor(peer->sender, now);
    }
    Pump(now);
}

// How packets are handed to the link

void
FlowEnd::Pump(Picoseconds now)
{
    const uint64_t room = uint64_t{m_settings.nicPackets} * kMtuFrameBytes;
    for (;;)
    {
        const uint64_t queued = m_port->QueuedBytes(now);
        if (queued >= room)
        {
            // By then half of what waits at the link has left, so the link does not become idle.
            PumpAt(now + m_halfNicTime);
            return;
        }
        Peer* const peer = NextToSend(now);
        if (!peer)
        {
            PumpWhenPaced(now);
            return;
        }
        const bool mayRun = IsControlledBy(CongestionAlgorithm::Window) && IsAlone(*peer, now);
        SendData(*peer, queued, mayRun ? (room - queued) / kMtuFrameBytes : 1, now);
    }
}

void
FlowEnd::PumpWhenPaced(Picoseconds now)
{
    if (IsControlledBy(CongestionAlgorithm::Window))
    {
        return;
    }
    Picoseconds earliest = kNoDeadline;
    for (const auto& peer : m_peers)
    {
        const Picoseconds until = peer->sender.PacedUntil();
        earliest = until == kNever ? earliest : std::min(earliest, until);
    }
    if (earliest != kNoDeadline)
    {
        PumpAt(std::max(earliest, now + Picoseconds(1)));
    }
}

void
FlowEnd::PumpAt(Picoseconds at)
{
    if (m_pump.At() > at)
    {
        m_pump.Set(at);
    }
}

Picoseconds
FlowEnd::TimeAtTheLink(uint64_t queuedBytes) const
{
    const double bits = 8.0 * static_cast<double>(queuedBytes);
    return queuedBytes == 0 ? Picoseconds(0)
                            : Picoseconds(static_cast<int64_t>(
                                  bits * 1e12 / m_settings.flow.congestion.lineBitsPerS));
}

FlowEnd::Peer*
FlowEnd::NextToSend(Picoseconds now)
{
    std::size_t next = m_next;
    for (std::size_t tried = 0; tried < m_peers.size(); ++tried, ++next)
    {
        next = next >= m_peers.size() ? 0 : next;
        Peer& peer = *m_peers[next];
        if (peer.sender.MayLeave(now))
        {
            m_lastServed = peer.endpoint;
            m_next = next + 1;
            return &peer;
        }
    }
    return nullptr;
}

bool
FlowEnd::IsAlone(const Peer& peer, Picoseconds now) const
{
    return std::none_of(m_peers.begin(), m_peers.end(), [&peer, now](const auto& other) {
        return other.get() != &peer && other->sender.MayLeave(now);
    });
}

void
FlowEnd::SendData(Peer& peer, uint64_t queuedBytes, uint64_t most, Picoseconds now)
{
    const FlowSender::OutgoingPacket out = peer.sender.Take(
        now,
        IsControlledBy(CongestionAlgorithm::Window) ? Picoseconds(0) : TimeAtTheLink(queuedBytes),
        static_cast<uint16_t>(std::clamp<uint64_t>(most, 1, UINT16_MAX)));
    WakeFor(peer.sender, now);
    FlowPacket data{m_own.job, m_own.endpoint, peer.endpoint, out.number, false, false, out.round};
    StreamPosition position = out.position;
    for (uint32_t left = out.packets; left > 0; --left, ++position, ++data.number)
    {
        data.isUrgent = left == 1 && out.wantsAck;
        InaPacket packet = data.ToFragment();
        packet.seq = static_cast<uint32_t>(position);
        packet.frameBytes = kMtuFrameBytes;
        m_collective.Fill(packet, position);
        Transmit(packet, peer.isLocal, now);
    }
}

void
FlowEnd::TransmitLocally(const InaPacket& packet, Picoseconds now)
{
    // Within a host a packet takes no time. It still arrives by the agenda, so that neither end
    // calls the other in the middle of its work, and before any timer runs out.
    const auto local = std::make_shared<InaPacket>(packet);
    m_host->GetAgenda()->PlanArrival(now, kLocalPort, [host = m_host, local](Picoseconds at) {
        host->ReceiveFragment(*local, at);
    });
}

} // namespace ns3::esa
