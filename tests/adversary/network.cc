// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/adversary.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kLinkDelay = FromMicroseconds(5); ///< of each link
constexpr Picoseconds kPlace = FromMicroseconds(0.5); ///< by which one packet is later than another

} // namespace

void
Adversary::Send(Link link, const InaPacket& packet, std::function<void(InaPacket)> receive)
{
    const bool isFirst = ++m_sent == 1;
    if (isFirst && m_canary == Canary::HiddenLoss)
    {
        m_ledger.Put(link);
        return;
    }
    if (isFirst && m_canary == Canary::HiddenCopy)
    {
        After(kLinkDelay, [packet, receive] { receive(packet); });
    }
    const uint32_t copies = Chance(m_schedule.duplication) ? 2 : 1;
    m_report.duplicated += copies - 1;
    for (uint32_t copy = 0; copy < copies; ++copy)
    {
        m_ledger.Put(link);
        if (Chance(m_schedule.loss))
        {
            m_ledger.Lose(link);
            ++m_report.lost;
            continue;
        }
        const uint32_t places = Between(0, m_schedule.reordering);
        m_report.delayed += places > 0 ? 1 : 0;
        After(kLinkDelay + places * kPlace, [this, link, packet, receive] {
            m_ledger.Take(link);
            receive(packet);
        });
    }
}

void
Adversary::AddNobody(InaPacket& packet) const
{
    packet.bitmap = packet.fanIn < kMaxFanIn ? packet.bitmap | uint32_t{1} << packet.fanIn : 0;
}

void
Adversary::Fill(WorkerTransport::OutgoingPacket& out, uint32_t job, uint32_t worker) const
{
    if (out.bringsGradient)
    {
        m_jobs[job].oracle->Fill(out.packet, worker);
        out.packet.sum.digest += worker == 0 && m_canary == Canary::WrongGradients ? 1 : 0;
    }
}

void
Adversary::BringJunk(uint32_t job, InaPacket packet)
{
    if (!Chance(m_schedule.junk))
    {
        return;
    }
    ++m_report.junk;
    packet.kind = PacketKind::Gradient;
    packet.collision = false; // so that the switch looks at it
    packet.sum.digest = ~packet.sum.digest;
    Junk kind = Junk::MalformedAtSwitch;
    switch (Between(0, 5))
    {
    case 0:
        packet.aggregator = m_switches.front()->Table().Size() + Between(0, 1000);
        break;
    case 1:
        packet.bitmap = 0;
        break;
    case 2:
        AddNobody(packet);
        break;
    case 3:
        kind = Junk::MalformedAtServer;
        AddNobody(packet);
        break;
    case 4:
        kind = Junk::MalformedAtServer;
        packet.job += static_cast<uint16_t>(m_schedule.jobs);
        break;
    default:
        kind = Junk::StrayAtServer;
        packet.bitmap = 1;
        packet.seq = static_cast<uint32_t>(m_first) - Between(1, 1000);
        break;
    }
    const bool toSwitch = kind == Junk::MalformedAtSwitch;
    const SwitchId rack = m_jobs[job].rackOf[packet.worker];
    Send(toSwitch ? Link::ToSwitch : Link::ToServer,
         packet,
         [this, job, kind, toSwitch, rack](InaPacket p) {
             m_ledger.TakeJunk(kind);
             // only the switch of its group looks at such a packet
             toSwitch ? AtSwitch(rack, std::move(p)) : AtServer(job, p);
         });
}

void
Adversary::PumpWorker(uint32_t job, uint32_t worker)
{
    const Worker& state = m_jobs[job].workers[worker];
    WorkerTransport::OutgoingPacket out;
    while (state.transport->Poll(m_now, out))
    {
        Fill(out, job, worker);
        out.packet.priority = static_cast<uint8_t>(Between(1, 4));
        const SwitchId rack = m_jobs[job].rackOf[worker];
        Send(Link::ToSwitch, out.packet, [this, rack](InaPacket packet) {
            AtSwitch(rack, std::move(packet));
        });
        BringJunk(job, out.packet);
    }
}

void
Adversary::PumpServer(uint32_t job)
{
    InaPacket packet;
    while (m_jobs[job].server->Poll(packet))
    {
        m_ledger.FromServer(packet);
        m_report.repairs += packet.kind == PacketKind::Query || packet.kind == PacketKind::Forward;
        Send(Link::ToSwitch, packet, [this](InaPacket p) { AtSwitch(kHomeRack, std::move(p)); });
    }
    if (Chance(m_schedule.restart) && m_system->Record().onHost.workersKeepResults)
    {
        ++m_report.restarts;
        m_jobs[job].server->Restart();
    }
}

void
Adversary::AtSwitch(SwitchId rack, InaPacket packet)
{
    const GroupTable& groups = *m_jobs[packet.job].groups[ToNumber(rack)];
    if (groups.Bypasses(packet, m_system->Record().onSwitch))
    {
        m_ledger.Bypasses();
        GoOn(rack, groups.BypassEgress(packet), packet);
        return;
    }
    const Decision decision = m_switches[ToNumber(rack)]->Process(packet, m_now);
    // A sum is sent to the PS as soon as it is complete. If the aggregator then waits for the
    // result, a resend that a worker has sent before may still meet it, and takes the sum to the PS
    // again.
    const bool isComplete = packet.bitmap == FullBitmap(packet.fanIn);
    m_report.fetchedAgain += decision.outcome == Outcome::Fetched && isComplete ? 1 : 0;
    Violate(m_ledger.AtSwitch(decision, m_schedule.recovers));
    GoOn(rack, decision.egress, packet);
}

void
Adversary::GoOn(SwitchId rack, Egress egress, const InaPacket& packet)
{
    switch (egress)
    {
    case Egress::Nowhere:
        break;
    case Egress::ToParameterServer:
        SendUp(rack, packet);
        break;
    case Egress::ToWorker:
        SendDown(rack, packet.worker, packet);
        break;
    case Egress::ToWorkers:
        Multicast(rack, packet);
        break;
    case Egress::Recirculate:
        m_ledger.GoesThroughAgain();
        AtSwitch(rack, packet);
        break;
    case Egress::ToEndpoint: // of flows, which the pipeline does not see
        Violate("the pipeline processed a packet of a flow");
        break;
    }
}

void
Adversary::Multicast(SwitchId rack, const InaPacket& packet)
{
    const GroupTable& groups = *m_jobs[packet.job].groups[ToNumber(rack)];
    if (!groups.Find(packet.group, packet.seq))
    {
        Violate("a result is for a group that its switch does not sum");
        return;
    }
    groups.ForEachMember(
        packet,
        [&](uint16_t worker) { SendDown(rack, worker, packet); },
        [&](const InaPacket& copy, const GroupTable::Row& below) {
            if (groups.IsHere(below))
            {
                m_ledger.GoesThroughAgain();
                AtSwitch(rack, copy);
                return;
            }
            SendDown(rack, below.wireName, copy);
        });
}

void
Adversary::SendUp(SwitchId rack, const InaPacket& packet)
{
    const uint32_t job = packet.job;
    if (rack == kHomeRack)
    {
        Send(Link::ToServer, packet, [this, job](const InaPacket& p) { AtServer(job, p); });
        return;
    }
    const SwitchId above = Above(rack, TreeOf(packet));
    Send(Link::ToSwitch, packet, [this, above](InaPacket p) { AtSwitch(above, std::move(p)); });
}

void
Adversary::SendDown(SwitchId rack, uint32_t worker, InaPacket packet)
{
    const uint32_t job = packet.job;
    const SwitchId workersRack = m_jobs[job].rackOf[worker];
    packet.worker = static_cast<uint16_t>(worker);
    if (workersRack != rack)
    {
        const SwitchId below = Below(rack, workersRack, TreeOf(packet));
        if (below == kHomeRack)
        {
            Violate("a switch sends a packet down to a rack that is not below it");
            return;
        }
        Send(Link::ToSwitch, packet, [this, below](InaPacket p) { AtSwitch(below, std::move(p)); });
        return;
    }
    Send(Link::ToWorker, packet, [this, job, worker](const InaPacket& p) {
        AtWorker(job, worker, p);
    });
}

void
Adversary::AtServer(uint32_t job, const InaPacket& packet)
{
    ParameterServer& server = *m_jobs[job].server;
    const ParameterServer::Counts before = server.GetCounts();
    server.Receive(packet, m_now);
    Violate(m_ledger.AtServer(packet, before, server.GetCounts()));
    PumpServer(job);
}

void
Adversary::AtWorker(uint32_t job, uint32_t worker, const InaPacket& packet)
{
    Worker& state = m_jobs[job].workers[worker];
    if (state.pausedUntil > m_now)
    {
        After(state.pausedUntil - m_now,
              [this, job, worker, packet] { AtWorker(job, worker, packet); });
        return;
    }
    if (packet.kind == PacketKind::Query)
    {
        m_ledger.Asked();
        ++m_report.repairs;
        const SwitchId rack = m_jobs[job].rackOf[worker];
        WorkerTransport::OutgoingPacket answer = state.transport->OnQuery(packet);
        Fill(answer, job, worker);
        Send(Link::ToSwitch, answer.packet, [this, rack](InaPacket p) {
            AtSwitch(rack, std::move(p));
        });
    }
    else
    {
        TakeResult(job, worker, packet);
    }
    PumpWorker(job, worker);
    if (Chance(m_schedule.pause))
    {
        ++m_report.paused;
        state.pausedUntil = m_now + FromMicroseconds(Between(1, 5000));
    }
}

void
Adversary::TakeResult(uint32_t job, uint32_t worker, const InaPacket& packet)
{
    Worker& state = m_jobs[job].workers[worker];
    const auto status = state.transport->OnResult(packet, m_now);
    m_ledger.TakeResult(status.isNew);
    if (!m_jobs[job].oracle->IsExact(packet))
    {
        Violate("a result of job " + std::to_string(job) + " seq " + std::to_string(packet.seq) +
                " has a wrong sum");
    }
    if (!status.isNew)
    {
        return;
    }
    const uint64_t fragment = status.position - m_first;
    if (fragment >= state.results.size() || state.results[fragment])
    {
        Violate("worker " + std::to_string(worker) + " takes a result twice, or a stray one");
        return;
    }
    state.results[fragment] = true;
    --state.missing;
    --m_missing;
    ++m_report.results;
}

} // namespace ns3::esa
