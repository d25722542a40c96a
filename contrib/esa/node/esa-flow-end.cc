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

const FlowEnd::Peer*
FlowEnd::SearchPeer(uint16_t endpoint) const
{
    const auto place = std::lower_bound(m_peers.begin(), m_peers.end(), endpoint, IsBefore);
    return place != m_peers.end() && (*place)->endpoint == endpoint ? place->get() : nullptr;
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

uint32_t
FlowEnd::CountAtOnce(const TrainPart& part) const
{
    const InaHeader& packet = part.train.first;
    if (packet.ecn || m_settings.flow.ackEveryPackets == 1)
    {
        return 0; // each may be answered
    }
    const uint16_t sender = packet.group;
    const Peer* const peer = KnownPeer(sender);
    if (!peer)
    {
        return 0; // its first packet adds it
    }
    const uint32_t inOrder =
        peer->receiver.CountInOrder(packet.aggregator + part.train.next, part.count);
    return inOrder == 0 ? 0 : m_collective.CountAtOnce(sender, PositionIn(part), inOrder);
}

void
FlowEnd::OnTrain(const TrainPart& part, Picoseconds now)
{
    Peer& peer = PeerAt(part.train.first.group);
    if (peer.receiver.OnDataInOrder(part.count, part.followers[part.count - 1].WantsAck()))
    {
        Answer(part.train.first.priority, peer, {peer.receiver.Expected(), 0}, false, now);
    }
    m_position = PositionIn(part);
    m_collective.OnTrain(part, m_position);
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
            const std::size_t ready = FindReady(left, now);
            if (ready == 0)
            {
                PumpWhenPaced(now);
                return;
            }
            left -= SendReady(ready, left, now);
            NotifySent(ready, now);
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

std::size_t
FlowEnd::FindReady(std::size_t most, Picoseconds now)
{
    most = std::min(most, m_ready.size());
    std::size_t ready = 0;
    std::size_t next = m_next;
    for (std::size_t tried = 0; tried < m_peers.size() && ready < most; ++tried, ++next)
    {
        next = next >= m_peers.size() ? 0 : next;
        if (m_peers[next]->sender.MayLeave(now))
        {
            m_ready[ready++] = next;
        }
    }
    return ready;
}

uint64_t
FlowEnd::SendReady(std::size_t peers, uint64_t most, Picoseconds now)
{
    // Packets for the own host do not queue at the link. So with such a flow, packets leave one at
    // a time.
    const bool isAnyLocal =
        peers > 1 && std::any_of(m_ready.begin(), m_ready.begin() + peers, [this](auto place) {
            return m_peers[place]->isLocal;
        });
    most = isAnyLocal ? 1 : std::min<uint64_t>(most, UINT16_MAX);
    peers = std::min<std::size_t>(peers, most);
    TakeRuns(peers, static_cast<uint16_t>(most), now);
    const std::size_t last = m_ready[peers == 1 ? 0 : (m_runs.count - 1) % peers];
    m_lastServed = m_peers[last]->endpoint;
    m_next = last + 1;
    if (m_areFollowers)
    {
        m_port->SendRun(m_runs, now);
        return m_runs.count;
    }
    for (uint32_t packet = 0; packet < m_runs.count; ++packet)
    {
        SendData(packet % peers, packet / peers, now);
    }
    return m_peers[last]->isLocal ? 0 : m_runs.count;
}

void
FlowEnd::NotifySent(std::size_t peers, Picoseconds now)
{
    std::array<Peer*, kTrains> done; // which new flows do not move
    std::size_t count = 0;
    for (std::size_t turn = 0; turn < peers; ++turn)
    {
        Peer& peer = *m_peers[m_ready[turn]];
        done[count] = &peer;
        count += peer.sent < peer.sender.Sent() ? 1 : 0;
    }
    m_notifiesAt = now; // what the collective sends next follows in Pump()
    for (std::size_t i = 0; i < count; ++i)
    {
        while (done[i]->sent < done[i]->sender.Sent())
        {
            ++done[i]->sent;
            m_collective.OnSent(done[i]->endpoint);
        }
    }
    m_notifiesAt.reset();
}

void
FlowEnd::TakeRuns(std::size_t peers, uint16_t most, Picoseconds now)
{
    m_areFollowers = !m_sent.IsUsed();
    m_runs.size = peers;
    if (peers == 1)
    {
        m_runs.count = TakeRun(0, most, now);
        return;
    }
    uint64_t rounds = peers == m_ready.size() ? 1 : most; // there may be more peers than these
    for (std::size_t turn = 0; turn < peers; ++turn)
    {
        rounds = std::min(rounds, m_peers[m_ready[turn]]->sender.AtOnce());
    }
    m_runs.count = static_cast<uint32_t>(std::min<uint64_t>(most, rounds * peers));
    for (std::size_t turn = 0; turn < peers; ++turn)
    {
        const std::size_t share = (m_runs.count + peers - 1 - turn) / peers;
        TakeRun(turn, static_cast<uint16_t>(share), now);
    }
}

uint32_t
FlowEnd::TakeRun(std::size_t turn, uint16_t most, Picoseconds now)
{
    Peer& peer = *m_peers[m_ready[turn]];
    const FlowSender::OutgoingPacket out = peer.sender.Take(
        now,
        IsControlledBy(CongestionAlgorithm::Window) ? Picoseconds(0)
                                                    : TimeAtTheLink(m_port->QueuedBytes(now)),
        most);
    WakeFor(peer.sender, now);
    if (peer.data.priority != out.round) // what was just written is slow to read as a whole
    {
        peer.data.priority = out.round;
    }
    if (!peer.sums.range.Has(out.position))
    {
        peer.sums = m_collective.SumsAt(out.position);
    }
    const PartialSum* const sums =
        peer.sums.sums ? peer.sums.sums + (out.position - peer.sums.range.begin) : nullptr;
    if (sums)
    {
        PartialSum::Prefetch(sums, out.packets, peer.sums.range.end - out.position);
    }
    const uint32_t workers = sums ? sums->workers : 0;
    if (peer.data.bitmap != workers)
    {
        peer.data.bitmap = workers;
    }
    m_areFollowers = m_areFollowers && sums && !peer.isLocal &&
                     std::all_of(sums, sums + out.packets, [workers](const PartialSum& sum) {
                         return sum.workers == workers && !sum.sum.values;
                     });
    m_turns[turn] = {&peer, out.position, sums};
    const auto* const digests =
        sums ? reinterpret_cast<const std::byte*>(&sums->sum.digest) : nullptr;
    m_runs.runs[turn] = {&peer.data,
                         static_cast<uint32_t>(out.position),
                         out.number,
                         out.packets,
                         out.wantsAck,
                         digests,
                         sizeof(PartialSum)};
    return out.packets;
}

void
FlowEnd::SendData(std::size_t turn, uint32_t packet, Picoseconds now)
{
    const TrainRun& run = m_runs.runs[turn];
    const Turn& of = m_turns[turn];
    Peer& peer = *of.peer;
    if (of.sums && !of.sums[packet].sum.values && !peer.isLocal && !m_sent.IsUsed())
    {
        peer.data.bitmap = of.sums[packet].workers;
        m_port->SendRun(run.At(packet), now);
        return;
    }
    Transmit(peer.data, peer.isLocal, now, [&](InaPacket& data) {
        data.aggregator = run.number + packet;
        data.urgent = run.wantsAck && packet + 1 == run.count;
        data.seq = run.seq + packet;
        m_collective.Fill(data, of.position + packet);
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
