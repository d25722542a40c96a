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
constexpr uint32_t kLocalPort = INT32_MAX;

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
    peer->data = FlowPacket{m_own.job, m_own.endpoint, endpoint}.ToFragment();
    peer->data.frameBytes = kMtuFrameBytes;
    peer->ack = FlowPacket{m_own.job, m_own.endpoint, endpoint, 0, true}.ToFragment();
    peer->ack.frameBytes = kAckFrameBytes;
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

uint32_t
FlowEnd::CountAtOnce(const TrainPart& part)
{
    const InaHeader& packet = part.train.first;
    if (packet.urgent || packet.ecn)
    {
        return 0; // each may be answered
    }
    const uint16_t sender = packet.group;
    const uint32_t inOrder =
        PeerAt(sender).receiver.CountInOrder(packet.aggregator + part.train.next, part.count);
    m_position = PositionOf(packet.seq + part.train.next, m_position);
    return inOrder == 0 ? 0 : m_collective.CountAtOnce(sender, m_position, inOrder);
}

void
FlowEnd::OnTrain(const TrainPart& part, Picoseconds now)
{
    Peer& peer = PeerAt(part.train.first.group);
    if (peer.receiver.OnDataInOrder(part.count))
    {
        Answer(part.train.first.priority, peer, {peer.receiver.Expected(), 0}, false, now);
    }
    m_collective.OnTrain(part, m_position); // where CountAtOnce() has left it
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
    Transmit(peer.ack, peer.isLocal, now, [&ack](InaPacket& packet) { ack.Write(packet); });
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
    const bool hasRate = !IsControlledBy(CongestionAlgorithm::Window);
    for (;;)
    {
        uint64_t left = m_port->FramesUntil(room, kMtuFrameBytes, now);
        if (left == 0)
        {
            // By then half of what waits at the link has left, so the link does not become idle.
            PumpAt(now + m_halfNicTime);
            return;
        }
        left = hasRate ? 1 : left;
        while (left > 0)
        {
            Peer* const peer = NextToSend(now);
            if (!peer)
            {
                PumpWhenPaced(now);
                return;
            }
            left -= SendData(*peer, IsAlone(*peer, now) ? left : 1, now);
        }
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

uint64_t
FlowEnd::SendData(Peer& peer, uint64_t most, Picoseconds now)
{
    const FlowSender::OutgoingPacket out = peer.sender.Take(
        now,
        IsControlledBy(CongestionAlgorithm::Window) ? Picoseconds(0)
                                                    : TimeAtTheLink(m_port->QueuedBytes(now)),
        static_cast<uint16_t>(std::clamp<uint64_t>(most, 1, UINT16_MAX)));
    WakeFor(peer.sender, now);
    if (peer.data.priority != out.round) // what was just written is slow to read as a whole
    {
        peer.data.priority = out.round;
    }
    StreamPosition position = out.position;
    uint32_t number = out.number;
    uint32_t left = out.packets;
    const uint32_t plain = left - (out.wantsAck ? 1 : 0);
    if (plain > 0 && !peer.isLocal && !m_sent.IsUsed())
    {
        const uint32_t sent = SendTrain(peer, out.number, {position, position + plain}, now);
        position += sent;
        number += sent;
        left -= sent;
    }
    for (; left > 0; --left, ++position, ++number)
    {
        Transmit(peer.data, peer.isLocal, now, [&](InaPacket& packet) {
            packet.aggregator = number;
            packet.urgent = left == 1 && out.wantsAck;
            packet.seq = static_cast<uint32_t>(position);
            m_collective.Fill(packet, position);
        });
    }
    return peer.isLocal ? 0 : out.packets;
}

uint32_t
FlowEnd::SendTrain(Peer& peer, uint32_t number, const PositionRange& range, Picoseconds now)
{
    if (!peer.sums.Has(range.begin))
    {
        peer.sums = m_collective.SumsAt(range.begin);
    }
    if (!peer.sums.sums)
    {
        return 0;
    }
    const PartialSum* const sums = peer.sums.sums + (range.begin - peer.sums.range.begin);
    const auto most = static_cast<uint32_t>(range.Size());
    uint32_t count = 0;
    while (count < most && sums[count].workers == sums->workers && !sums[count].sum.values)
    {
        ++count;
    }
    if (count == 0)
    {
        return 0;
    }
    if (peer.data.bitmap != sums->workers)
    {
        peer.data.bitmap = sums->workers;
    }
    const TrainPacket first{peer.data,
                            static_cast<uint32_t>(range.begin),
                            number,
                            sums->sum.digest};
    m_port->SendTrain(first, count, now, [sums](uint32_t packet) {
        return sums[packet].sum.digest;
    });
    return count;
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
