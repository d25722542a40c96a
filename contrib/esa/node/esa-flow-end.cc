// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

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
constexpr uint32_t kLocalPort = INT32_MAX;

} // namespace

FlowEnd::FlowEnd(const HostSettings& settings,
                 const Address& own,
                 Collective& collective,
                 const Hook<const InaPacket&>& sent)
    : m_settings(settings.flow),
      m_own(own),
      m_collective(collective),
      m_sent(sent)
{
    // The receiver must not wait for more packets than a window holds, or the sender would wait
    // forever.
    m_settings.ackEveryPackets = std::min(m_settings.ackEveryPackets, m_settings.windowPackets);
    m_settings.recovery = settings.recovery;
}

void
FlowEnd::Open(HostNode& host)
{
    ESA_ASSERT(!m_host, "an end of flows is opened once");
    m_host = &host;
    m_port = &host.Port();
    const auto now = [this] { return m_host->GetAgenda()->Now(); };
    m_timer.Bind(host.GetAgenda(), [this, now] { OnTimer(now()); });
    m_pace.Bind(
        host.GetAgenda(),
        [this, now] { OnPaced(now()); },
        TimePart::Window);
    m_settings.congestion.lineBitsPerS = static_cast<double>(host.Rate().bitsPerS);
}

void
FlowEnd::Close()
{
    if (!m_host)
    {
        return;
    }
    m_timer.Cancel();
    m_pace.Cancel();
    for (const auto& peer : m_peers)
    {
        m_host->Link().Remove(*peer);
    }
    m_host = nullptr;
}

FlowEnd::Peer&
FlowEnd::FindPeer(FlowConnection to)
{
    const auto place = std::lower_bound(m_peers.begin(), m_peers.end(), to.Key(), IsBefore);
    Peer*& recent = m_recent[to.Place()];
    if (place != m_peers.end() && (*place)->to.Key() == to.Key())
    {
        recent = place->get();
        return *recent;
    }
    const CongestionParameters& control = m_settings.congestion;
    FlowParameters flow = m_settings;
    const uint32_t frameBytes =
        to.number == kClearConnection ? uint32_t{kClearFrameBytes} : m_own.frameBytes;
    flow.wireBytes = static_cast<uint32_t>(m_host->Rate().WireBytes(frameBytes));
    auto peer = std::make_unique<Peer>(
        *this,
        flow,
        IsControlledBy(CongestionAlgorithm::Dcqcn) ? control.dcqcn.notificationInterval : kNever);
    peer->to = to;
    peer->isLocal = m_host->IsListening(m_own.job, to.endpoint);
    FlowPacket packet{m_own.job, m_own.endpoint, to.endpoint};
    packet.connection = to.number;
    peer->data = packet.ToFragment();
    peer->data.frameBytes = static_cast<uint16_t>(frameBytes);
    packet.isAck = true;
    peer->ack = packet.ToFragment();
    peer->ack.frameBytes = kAckFrameBytes;
    m_host->Link().Add(*peer, m_own.frameBytes);
    recent = peer.get();
    m_peers.insert(place, std::move(peer));
    return *recent;
}

void
FlowEnd::Send(FlowConnection receiver,
              const PositionRange& range,
              Picoseconds now,
              Picoseconds wait)
{
    now = m_notifiesAt.value_or(now);
    if (wait.count() == 0)
    {
        Offer(receiver, range, now);
        return;
    }
    Agenda& agenda = *m_host->GetAgenda();
    agenda.Plan(now + wait, [self = shared_from_this(), receiver, range, &agenda] {
        self->Offer(receiver, range, agenda.Now());
    });
}

void
FlowEnd::Offer(FlowConnection receiver, const PositionRange& range, Picoseconds now)
{
    if (!m_host)
    {
        return; // the simulation is over
    }
    m_position = range.begin;
    Peer& peer = PeerAt(receiver);
    peer.sender.Offer(range);
    Wake(peer, now);
}

void
FlowEnd::OnPacket(InaPacket& packet, Picoseconds now)
{
    Peer& peer = PeerAt(FlowPacket::ToSender(packet));
    if (packet.kind == PacketKind::Ack)
    {
        OnAck(packet, peer, now);
        return;
    }
    const FlowPacket data = FlowPacket::From(packet);
    if (peer.receiver.TakesNext({data.number, data.isUrgent, data.round, data.marked > 0}))
    {
        Take(packet);
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
    FlowPacket ack{m_own.job, m_own.endpoint, peer.to.endpoint, gap.begin, true, isNotification};
    ack.connection = peer.to.number;
    ack.round = round;
    ack.marked = IsControlledBy(CongestionAlgorithm::Window) ? 0 : peer.receiver.Marked();
    ack.missing = gap.packets;
    Transmit(peer.ack, peer.isLocal, now, [&ack](InaPacket& packet) { ack.Write(packet); });
}

void
FlowEnd::OnAck(const InaPacket& packet, Peer& peer, Picoseconds now)
{
    const FlowPacket ack = FlowPacket::From(packet);
    const uint64_t before = peer.sender.Acknowledged();
    peer.sender.OnAck({ack.number, ack.round, ack.marked, ack.switches, ack.isUrgent, ack.missing},
                      now);
    const uint64_t ranges = peer.sender.Acknowledged() - before;
    for (uint64_t range = 0; range < ranges; ++range)
    {
        m_collective.OnAcknowledged(peer.to);
    }
    WakeFor(peer.sender, now);
    Wake(peer, now);
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
    // A packet that leaves may make the collective send to a new peer: no iterator is kept.
    for (std::size_t place = 0; place < m_peers.size(); ++place)
    {
        Peer& peer = *m_peers[place];
        peer.sender.OnTimer(now);
        WakeFor(peer.sender, now);
        Wake(peer, now);
    }
}

void
FlowEnd::OnPaced(Picoseconds now)
{
    for (std::size_t place = 0; place < m_peers.size(); ++place) // see OnTimer()
    {
        Wake(*m_peers[place], now);
    }
}

Picoseconds
FlowEnd::TimeAtTheLink(uint64_t queuedBytes) const
{
    const double bits = 8.0 * static_cast<double>(queuedBytes);
    return queuedBytes == 0 ? Picoseconds(0)
                            : Picoseconds(static_cast<int64_t>(bits * 1e12 /
                                                               m_settings.congestion.lineBitsPerS));
}

void
FlowEnd::NotifySent(Peer& peer, Picoseconds now)
{
    m_notifiesAt = now;
    while (peer.sent < peer.sender.Sent())
    {
        ++peer.sent;
        m_collective.OnSent(peer.to);
    }
    m_notifiesAt.reset();
}

// Half of what a packet costs in its host is here, and calls of small functions were a part of it.
[[gnu::flatten]] std::optional<uint32_t>
FlowEnd::SendNext(Peer& peer, Picoseconds now)
{
    if (!peer.sender.MayLeave(now))
    {
        WakeWhenPaced(peer);
        return std::nullopt;
    }
    const uint64_t again = peer.sender.SentAgain();
    const FlowSender::OutgoingPacket out = peer.sender.Take(
        now,
        IsControlledBy(CongestionAlgorithm::Window) ? Picoseconds(0)
                                                    : TimeAtTheLink(m_port->QueuedBytes(now)));
    WakeFor(peer.sender, now);
    NodePaths* const paths = m_host->GetAgenda()->Paths();
    if (paths)
    {
        paths->sendsAgain = peer.sender.SentAgain() > again;
    }
    Transmit(peer.data, peer.isLocal, now, [this, &out](InaPacket& data) {
        data.priority = out.round;
        data.aggregator = out.number;
        data.urgent = out.wantsAck;
        data.seq = static_cast<uint32_t>(out.position);
        m_collective.Fill(data, out.position);
    });
    if (paths)
    {
        paths->sendsAgain = false;
    }
    if (peer.sent < peer.sender.Sent())
    {
        NotifySent(peer, now);
    }
    return peer.isLocal ? 0 : peer.data.frameBytes;
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
