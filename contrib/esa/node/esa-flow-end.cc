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

/// So many flows send a packet each before the collective is notified of messages that have left.
constexpr uint64_t kMaxTurns = 8;

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
    flow.frameBytes = own.frameBytes;
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
    // Whole nanoseconds, but at least the time step after this one. At a very fast link all of the
    // packets leave within a step: then as many wait as leave within two, so that it stays busy.
    const Picoseconds step = host.GetAgenda()->Step();
    m_nicBytes = uint64_t{m_settings.nicPackets} * m_settings.flow.frameBytes;
    const int64_t nicPs = TransmissionTime(m_nicBytes, host.BitsPerS()).count();
    m_halfNicTime = Picoseconds((nicPs + 499) / 1000 / 2 * 1000);
    if (m_halfNicTime < step)
    {
        m_halfNicTime = step;
        const auto perStep =
            static_cast<uint64_t>(static_cast<double>(host.BitsPerS()) * ToSeconds(step) / 8);
        m_nicBytes = std::max(m_nicBytes, 2 * perStep);
    }
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
    const auto place = std::lower_bound(m_peers.begin(), m_peers.end(), endpoint, IsBefore);
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
    peer->data.frameBytes = static_cast<uint16_t>(m_settings.flow.frameBytes);
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
    now = m_notifiesAt.value_or(now);
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
    if (!m_notifiesAt)
    {
        Pump(now);
    }
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
    const bool hasRate = !IsControlledBy(CongestionAlgorithm::Window);
    for (;;)
    {
        // With a rate, the next packet waits for the time that this one takes.
        uint64_t left = hasRate ? uint64_t{m_port->HasUnder(m_nicBytes, now)}
                                : m_port->FramesUntil(m_nicBytes, m_settings.flow.frameBytes, now);
        if (left == 0)
        {
            // By then half of what waits at the link has left, so the link does not become idle.
            PumpAt(now + m_halfNicTime);
            return;
        }
        while (left > 0)
        {
            FindReady(left, now);
            if (m_ready.empty())
            {
                PumpWhenPaced(now);
                return;
            }
            for (Peer* const peer : m_ready)
            {
                SendNext(*peer, now);
                left -= peer->isLocal ? 0 : 1;
            }
            for (Peer* const peer : m_ready)
            {
                NotifySent(*peer, now);
            }
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

void
FlowEnd::FindReady(uint64_t max, Picoseconds now)
{
    m_ready.clear();
    std::size_t next = m_next;
    for (std::size_t tried = 0; tried < m_peers.size() && m_ready.size() < max; ++tried, ++next)
    {
        next = next < m_peers.size() ? next : 0;
        Peer& peer = *m_peers[next];
        if (peer.sender.MayLeave(now))
        {
            m_ready.push_back(&peer);
            m_lastServed = peer.endpoint;
            m_next = next + 1;
            // What stays in the host does not queue at the link, so it leaves by itself.
            max = peer.isLocal ? 0 : std::min(max, kMaxTurns);
        }
    }
}

void
FlowEnd::NotifySent(Peer& peer, Picoseconds now)
{
    m_notifiesAt = now; // what the collective sends next follows in Pump()
    while (peer.sent < peer.sender.Sent())
    {
        ++peer.sent;
        m_collective.OnSent(peer.endpoint);
    }
    m_notifiesAt.reset();
}

void
FlowEnd::SendNext(Peer& peer, Picoseconds now)
{
    const FlowSender::OutgoingPacket out = peer.sender.Take(
        now,
        IsControlledBy(CongestionAlgorithm::Window) ? Picoseconds(0)
                                                    : TimeAtTheLink(m_port->QueuedBytes(now)));
    WakeFor(peer.sender, now);
    peer.data.priority = out.round;
    Transmit(peer.data, peer.isLocal, now, [this, &out](InaPacket& data) {
        data.aggregator = out.number;
        data.urgent = out.wantsAck;
        data.seq = static_cast<uint32_t>(out.position);
        m_collective.Fill(data, out.position);
    });
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
