/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "adversary.h"

#include <algorithm>
#include <sstream>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kLinkDelay = FromMicroseconds(5);      ///< of each link
constexpr Picoseconds kPlace = FromMicroseconds(0.5);        ///< by which one packet lags another
constexpr Picoseconds kTick = FromMicroseconds(50);          ///< between looks for timeouts
constexpr Picoseconds kTooLong = FromMicroseconds(20000000); ///< by then every job must have ended
constexpr Picoseconds kStaleAge = FromMicroseconds(3000);    ///< of what ATP takes for left over
constexpr uint64_t kNearWrap = (uint64_t{1} << 32) - 7;      ///< first position, to pass 2^32 soon

} // namespace

Schedule
Schedule::Random(const std::string& system, uint64_t seed)
{
    std::mt19937_64 random(seed * 2654435761 + system.size() * 256 + system.back());
    const auto between = [&random](uint32_t lowest, uint32_t highest) {
        return lowest + static_cast<uint32_t>(random() % (highest - lowest + 1));
    };
    Schedule s;
    s.system = system;
    s.seed = seed;
    s.jobs = between(1, 3);
    s.workers = between(1, 8);
    s.fragments = between(1, 60);
    s.aggregators = between(1, 8);
    s.window = between(1, 24);
    // Every third schedule is free of each kind of harm, so that each is met alone, too.
    s.loss = between(0, 2) > 0 ? between(1, 30) / 100.0 : 0;
    s.duplication = between(0, 2) > 0 ? between(1, 50) / 100.0 : 0;
    s.reordering = between(0, 2) > 0 ? between(1, 64) : 0;
    s.pause = between(0, 2) == 0 ? 0.01 : 0;
    s.wraps = between(0, 3) == 0;
    s.fullPayload = between(0, 7) == 0;
    return s;
}

std::string
Schedule::Describe() const
{
    std::ostringstream line;
    line << jobs << " jobs x " << workers << " workers x " << fragments << " fragments, "
         << aggregators << " aggregators, window " << window << ", loss " << loss
         << ", duplication " << duplication << ", reordering " << reordering << ", pause " << pause
         << (wraps ? ", wraps" : "") << (fullPayload ? ", full payload" : "")
         << "; replay with ESA_REPLAY=" << system << ":" << seed
         << " ./ns3 run esa-gtest -- --gtest_filter='Adversary*'";
    return line.str();
}

Adversary::Adversary(const Schedule& schedule)
    : m_schedule(schedule),
      m_random(schedule.seed)
{
    Build();
}

uint32_t
Adversary::Between(uint32_t lowest, uint32_t highest)
{
    return lowest + static_cast<uint32_t>(m_random() % (highest - lowest + 1));
}

bool
Adversary::Chance(double p)
{
    return Toss() < p;
}

double
Adversary::Toss()
{
    return static_cast<double>(m_random() >> 11) * 0x1p-53;
}

void
Adversary::Build()
{
    m_policy = FindPolicy(m_schedule.system)->make({});
    const PolicyTraits traits = m_policy->Traits();
    const bool isStatic = traits.memory == MemoryLayout::StaticSlots;
    const uint32_t slots = std::max(m_schedule.aggregators / m_schedule.jobs, 1U);
    const uint32_t entries = isStatic ? 2 * slots * m_schedule.jobs : m_schedule.aggregators;
    m_switch = std::make_unique<SwitchPipeline>(*m_policy, entries, *this);
    m_switch->SetStaleAge(kStaleAge);
    const uint64_t first = m_schedule.wraps ? kNearWrap : 0;
    for (uint32_t number = 0; number < m_schedule.jobs; ++number)
    {
        Job job;
        const auto id = static_cast<uint16_t>(number);
        job.oracle =
            std::make_unique<GradientOracle>(id, m_schedule.workers, m_schedule.fullPayload);
        ParameterServerParameters server;
        server.job = id;
        server.fanIn = static_cast<uint8_t>(m_schedule.workers);
        server.firstPosition = first;
        server.recovery = true;
        job.server = std::make_unique<ParameterServer>(traits, server);
        for (uint32_t w = 0; w < m_schedule.workers; ++w)
        {
            WorkerTransportParameters p;
            p.job = id;
            p.worker = static_cast<uint16_t>(w);
            p.fanIn = static_cast<uint8_t>(m_schedule.workers);
            p.firstPosition = first;
            p.window = {m_schedule.window, 1, m_schedule.window, 0, 1};
            p.pool = {IndexRule::Mix64, m_schedule.aggregators, m_schedule.jobs};
            p.slots = {number * slots, slots};
            p.recovery = true;
            p.cachedResults = m_schedule.window;
            Worker worker;
            worker.transport = std::make_unique<WorkerTransport>(traits, p);
            worker.results.resize(m_schedule.fragments);
            worker.missing = m_schedule.fragments;
            m_missing += m_schedule.fragments;
            job.workers.push_back(std::move(worker));
        }
        m_jobs.push_back(std::move(job));
    }
}

ScheduleReport
Adversary::Run()
{
    for (uint32_t job = 0; job < m_schedule.jobs; ++job)
    {
        for (uint32_t worker = 0; worker < m_schedule.workers; ++worker)
        {
            After(FromMicroseconds(Between(0, 300)), [this, job, worker] {
                m_jobs[job].workers[worker].transport->Offer(m_schedule.fragments);
                PumpWorker(job, worker);
            });
        }
    }
    Tick();
    while (!m_events.empty() && m_report.violation.empty())
    {
        const Event event = m_events.top();
        m_events.pop();
        m_now = event.at;
        event.what();
        if (m_now > kTooLong)
        {
            Violate("a job does not end: " + std::to_string(m_missing) + " results are missing");
        }
    }
    CheckEnd();
    return m_report;
}

void
Adversary::After(Picoseconds delay, std::function<void()> what)
{
    m_events.push({m_now + delay, m_order++, std::move(what)});
}

void
Adversary::Send(const Fragment& packet, std::function<void(Fragment)> receive)
{
    const uint32_t copies = Chance(m_schedule.duplication) ? 2 : 1;
    m_report.duplicated += copies - 1;
    for (uint32_t copy = 0; copy < copies; ++copy)
    {
        ++m_sent;
        if (Chance(m_schedule.loss))
        {
            ++m_report.lost;
            continue;
        }
        const uint32_t places = Between(0, m_schedule.reordering);
        m_report.delayed += places > 0 ? 1 : 0;
        After(kLinkDelay + places * kPlace, [this, packet, receive] {
            ++m_received;
            receive(packet);
        });
    }
}

void
Adversary::SendReliably(uint64_t channel,
                        const Fragment& packet,
                        std::function<void(Fragment)> receive)
{
    Picoseconds& last = m_channels[channel];
    last = std::max(last, m_now + 2 * kLinkDelay + Between(0, 100) * kPlace);
    ++m_report.repairs;
    After(last - m_now, [packet, receive] { receive(packet); });
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
        Send(departure.packet, [this](Fragment packet) { AtSwitch(std::move(packet)); });
    }
}

void
Adversary::PumpServer(uint32_t job)
{
    Fragment packet;
    while (m_jobs[job].server->Poll(packet))
    {
        if (packet.worker == kAllWorkers)
        {
            Send(packet, [this](Fragment p) { AtSwitch(std::move(p)); });
            continue;
        }
        const uint32_t worker = packet.worker;
        SendReliably(uint64_t{job} << 32 | worker << 1, packet, [this, job, worker](Fragment p) {
            AtWorker(job, worker, p);
        });
    }
}

void
Adversary::AtSwitch(Fragment packet)
{
    const Decision decision = m_switch->Process(packet, m_now);
    if (decision.egress == Egress::Nowhere)
    {
        return;
    }
    const uint32_t job = packet.job;
    if (decision.egress == Egress::ToParameterServer)
    {
        Send(packet, [this, job](const Fragment& p) { AtServer(job, p); });
        return;
    }
    for (uint32_t worker = 0; worker < m_schedule.workers; ++worker)
    {
        if (decision.egress == Egress::ToWorker && worker != packet.worker)
        {
            continue;
        }
        Send(packet, [this, job, worker](const Fragment& p) { AtWorker(job, worker, p); });
    }
}

void
Adversary::AtServer(uint32_t job, const Fragment& packet)
{
    m_jobs[job].server->Receive(packet, m_now);
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
        auto answer = state.transport->OnQuery(packet);
        if (answer.packet.kind == PacketKind::Retransmission)
        {
            m_jobs[job].oracle->Fill(answer.packet, worker);
        }
        SendReliably(uint64_t{job} << 32 | worker << 1 | 1,
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
    if (!m_jobs[job].oracle->IsExact(packet))
    {
        Violate("a result of job " + std::to_string(job) + " seq " + std::to_string(packet.seq) +
                " has a wrong sum");
    }
    if (!receipt.isNew)
    {
        return;
    }
    const uint64_t first = m_schedule.wraps ? kNearWrap : 0;
    const uint64_t fragment = receipt.position - first;
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

void
Adversary::Tick()
{
    for (uint32_t job = 0; job < m_jobs.size(); ++job)
    {
        m_jobs[job].server->OnTimer(m_now);
        PumpServer(job);
        for (uint32_t worker = 0; worker < m_jobs[job].workers.size(); ++worker)
        {
            Worker& state = m_jobs[job].workers[worker];
            if (state.pausedUntil <= m_now)
            {
                state.transport->OnTimer(m_now);
                PumpWorker(job, worker);
            }
        }
    }
    if (Busy())
    {
        After(kTick, [this] { Tick(); });
    }
}

bool
Adversary::Busy() const
{
    return m_missing > 0 || !m_events.empty() ||
           std::any_of(m_jobs.begin(), m_jobs.end(), [](const Job& job) {
               return job.server->OpenEntries() > 0;
           });
}

void
Adversary::CheckEnd()
{
    if (!m_report.violation.empty())
    {
        return;
    }
    for (uint32_t job = 0; job < m_jobs.size(); ++job)
    {
        m_switch->RemoveJob(static_cast<uint16_t>(job), m_now);
        for (const auto& worker : m_jobs[job].workers)
        {
            m_report.repairs += worker.transport->OverdueSent();
        }
        if (m_jobs[job].server->OpenEntries() > 0)
        {
            Violate("the dictionary of job " + std::to_string(job) + " has open entries");
        }
    }
    if (m_switch->Table().Occupied() > 0)
    {
        Violate("aggregators are occupied when every job has left");
    }
    if (m_sent != m_received + m_report.lost)
    {
        Violate("packets in are not packets out and lost");
    }
    uint64_t outcomes = 0;
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
    {
        outcomes += m_switch->Count(static_cast<Outcome>(outcome));
    }
    if (outcomes != m_switch->Received())
    {
        Violate("the switch's books do not balance");
    }
}

void
Adversary::Violate(const std::string& what)
{
    if (m_report.violation.empty())
    {
        m_report.violation = what;
    }
}

} // namespace ns3::esa
