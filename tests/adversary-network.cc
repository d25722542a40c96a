/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "adversary.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kLinkDelay = FromMicroseconds(5); ///< of each link
constexpr Picoseconds kPlace = FromMicroseconds(0.5);   ///< by which one packet lags another

} // namespace

void
Adversary::Send(Link link, const Fragment& packet, std::function<void(Fragment)> receive)
{
    const uint32_t copies = Chance(m_schedule.duplication) ? 2 : 1;
    m_report.duplicated += copies - 1;
    for (uint32_t copy = 0; copy < copies; ++copy)
    {
        m_books.Put(link);
        if (Chance(m_schedule.loss))
        {
            m_books.Lose(link);
            ++m_report.lost;
            continue;
        }
        const uint32_t places = Between(0, m_schedule.reordering);
        m_report.delayed += places > 0 ? 1 : 0;
        After(kLinkDelay + places * kPlace, [this, link, packet, receive] {
            m_books.Take(link);
            receive(packet);
        });
    }
}

void
Adversary::SendReliably(Link link,
                        uint64_t channel,
                        const Fragment& packet,
                        std::function<void(Fragment)> receive)
{
    Picoseconds& last = m_channels[channel];
    last = std::max(last, m_now + 2 * kLinkDelay + Between(0, 100) * kPlace);
    ++m_report.repairs;
    m_books.Put(link);
    After(last - m_now, [this, link, packet, receive] {
        m_books.Take(link);
        receive(packet);
    });
}

void
Adversary::BringJunk(uint32_t job, Fragment packet)
{
    if (!Chance(m_schedule.junk))
    {
        return;
    }
    ++m_report.junk;
    packet.kind = PacketKind::Gradient;
    packet.sum.digest = ~packet.sum.digest;
    Junk kind = Junk::MalformedAtSwitch;
    switch (Between(0, 5))
    {
    case 0:
        packet.aggregator = m_switch->Table().Size() + Between(0, 1000);
        break;
    case 1:
        packet.bitmap0 = 0;
        break;
    case 2:
        packet.bitmap0 |= uint32_t{1} << m_schedule.workers;
        break;
    case 3:
        kind = Junk::MalformedAtServer;
        packet.bitmap0 |= uint32_t{1} << m_schedule.workers;
        break;
    case 4:
        kind = Junk::MalformedAtServer;
        packet.job += static_cast<uint16_t>(m_schedule.jobs);
        break;
    default:
        kind = Junk::StrayAtServer;
        packet.bitmap0 = 1;
        packet.seq = static_cast<uint32_t>(m_first) - Between(1, 1000);
        break;
    }
    const bool toSwitch = kind == Junk::MalformedAtSwitch;
    Send(toSwitch ? Link::ToSwitch : Link::ToServer,
         packet,
         [this, job, kind, toSwitch](Fragment p) {
             m_books.TakeJunk(kind);
             toSwitch ? AtSwitch(std::move(p)) : AtServer(job, p);
         });
}

void
Adversary::PumpWorker(uint32_t job, uint32_t worker)
{
    WorkerTransport& transport = *m_jobs[job].workers[worker].transport;
    WorkerTransport::Departure departure;
    while (transport.Poll(m_now, departure))
    {
        if (departure.packet.bitmap0 != 0)
        {
            m_jobs[job].oracle->Fill(departure.packet, worker);
        }
        departure.packet.priority = static_cast<uint8_t>(Between(1, 4));
        Send(Link::ToSwitch, departure.packet, [this](Fragment packet) {
            AtSwitch(std::move(packet));
        });
        BringJunk(job, departure.packet);
    }
}

void
Adversary::PumpServer(uint32_t job)
{
    Fragment packet;
    while (m_jobs[job].server->Poll(packet))
    {
        m_books.FromServer(packet);
        if (!ParameterServer::IsForOneWorker(packet))
        {
            Send(Link::ToSwitch, packet, [this](Fragment p) { AtSwitch(std::move(p)); });
            continue;
        }
        const uint32_t worker = packet.worker;
        SendReliably(Link::ReliableToWorker,
                     uint64_t{job} << 32 | worker << 1,
                     packet,
                     [this, job, worker](const Fragment& p) { AtWorker(job, worker, p); });
    }
}

void
Adversary::AtSwitch(Fragment packet)
{
    const Decision decision = m_switch->Process(packet, m_now);
    Violate(m_books.AtSwitch(decision));
    if (decision.egress == Egress::Nowhere)
    {
        return;
    }
    const uint32_t job = packet.job;
    if (decision.egress == Egress::ToParameterServer)
    {
        Send(Link::ToServer, packet, [this, job](const Fragment& p) { AtServer(job, p); });
        return;
    }
    for (uint32_t worker = 0; worker < m_schedule.workers; ++worker)
    {
        if (decision.egress == Egress::ToWorker && worker != packet.worker)
        {
            continue;
        }
        Send(Link::ToWorker, packet, [this, job, worker](const Fragment& p) {
            AtWorker(job, worker, p);
        });
    }
}

void
Adversary::AtServer(uint32_t job, const Fragment& packet)
{
    ParameterServer& server = *m_jobs[job].server;
    const ParameterServer::Counts before = server.GetCounts();
    server.Receive(packet, m_now);
    Violate(m_books.AtServer(packet, before, server.GetCounts()));
    PumpServer(job);
}

void
Adversary::AtWorker(uint32_t job, uint32_t worker, const Fragment& packet)
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
        m_books.Asked();
        auto answer = state.transport->OnQuery(packet);
        if (answer.packet.kind == PacketKind::Retransmission)
        {
            m_jobs[job].oracle->Fill(answer.packet, worker);
        }
        SendReliably(Link::ReliableToServer,
                     uint64_t{job} << 32 | worker << 1 | 1,
                     answer.packet,
                     [this, job](const Fragment& p) { AtServer(job, p); });
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
Adversary::TakeResult(uint32_t job, uint32_t worker, const Fragment& packet)
{
    Worker& state = m_jobs[job].workers[worker];
    const auto receipt = state.transport->OnResult(packet, m_now);
    m_books.TakeResult(receipt.isNew);
    if (!m_jobs[job].oracle->IsExact(packet))
    {
        Violate("a result of job " + std::to_string(job) + " seq " + std::to_string(packet.seq) +
                " has a wrong sum");
    }
    if (!receipt.isNew)
    {
        return;
    }
    const uint64_t fragment = receipt.position - m_first;
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
