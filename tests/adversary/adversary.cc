// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "adversary/adversary.h"

#include "core/job/job-of-levels.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

constexpr Picoseconds kTick = FromMicroseconds(50); ///< between checks of timeouts
constexpr Picoseconds kQuietTick =
    FromMicroseconds(1000); ///< the same, while no packet is under way
constexpr Picoseconds kTooLong = FromMicroseconds(100000000); ///< by then every job must have ended
constexpr Picoseconds kStaleAge = FromMicroseconds(3000);     ///< of stale aggregators
constexpr uint64_t kNearWrap = (uint64_t{1} << 32) - 7;       ///< first position, to pass 2^32 soon

/// Answers that the PS of a large job may have requested before its questions wait.
constexpr uint32_t kMaxAnswers = 4;

} // namespace

ScheduleReport&
ScheduleReport::operator+=(const ScheduleReport& other)
{
    lost += other.lost;
    duplicated += other.duplicated;
    delayed += other.delayed;
    paused += other.paused;
    junk += other.junk;
    results += other.results;
    repairs += other.repairs;
    restarts += other.restarts;
    fetchedAgain += other.fetchedAgain;
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
    {
        outcomes[outcome] += other.outcomes[outcome];
    }
    return *this;
}

Adversary::Adversary(const Schedule& schedule, Canary canary)
    : m_schedule(schedule),
      m_canary(canary),
      m_random(schedule.seed),
      m_first(schedule.wraps ? kNearWrap : 0)
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
    return Uniform() < p;
}

double
Adversary::Uniform()
{
    return static_cast<double>(m_random() >> 11) * 0x1p-53;
}

uint32_t
Adversary::TableSize(MemoryLayout layout, uint32_t share) const
{
    switch (layout)
    {
    case MemoryLayout::SharedPool:
        break;
    case MemoryLayout::StaticShare:
        return share * m_schedule.jobs;
    case MemoryLayout::StaticSlots:
        return 2 * share * m_schedule.jobs;
    }
    return m_schedule.aggregators;
}

void
Adversary::Build()
{
    m_system.emplace(*FindSystem(m_schedule.system));
    const SystemRecord& system = m_system->Record();
    const uint32_t share = std::max(m_schedule.aggregators / m_schedule.jobs, 1U) * MaxGroups();
    const uint32_t entries = TableSize(system.onSwitch.memory, share);
    for (uint32_t rack = 0; rack < m_schedule.racks + Spines(); ++rack)
    {
        m_switches.push_back(std::make_unique<SwitchPipeline>(*m_system, entries, *this));
        if (m_schedule.recovers) // otherwise nobody repairs what is lost by that
        {
            m_switches.back()->SetStaleAge(kStaleAge);
        }
    }
    for (uint32_t number = 0; number < m_schedule.jobs; ++number)
    {
        AddJob(number, share);
    }
}

uint32_t
Adversary::Spines() const
{
    const uint32_t top = m_schedule.spines > 1 ? 1 : 0;
    return m_schedule.levels == 3 ? m_schedule.spines + top : 0;
}

SwitchId
Adversary::Above(SwitchId at, uint32_t tree) const
{
    const uint32_t spines = Spines();
    const uint32_t number = ToNumber(at);
    const uint32_t last = m_schedule.racks + spines - 1;
    if (spines == 0 || number == last)
    {
        return kHomeRack;
    }
    return SwitchId{
        number < m_schedule.racks ? m_schedule.racks + (number + tree) % m_schedule.spines : last};
}

SwitchId
Adversary::Below(SwitchId at, SwitchId rack, uint32_t tree) const
{
    while (rack != kHomeRack && Above(rack, tree) != at)
    {
        rack = Above(rack, tree);
    }
    return rack;
}

uint32_t
Adversary::TreeOf(const InaPacket& packet) const
{
    return TreeOfTask(packet.seq, m_schedule.trees);
}

AggregationPlan
Adversary::RacksOf(uint32_t job) const
{
    const std::array<AggregationLevels, 3> levels{AggregationLevels::One,
                                                  AggregationLevels::Two,
                                                  AggregationLevels::All};
    const auto between = [this](SwitchId rack, uint32_t tree) {
        std::vector<SwitchId> spines;
        for (SwitchId at = Above(rack, tree); at != kHomeRack; at = Above(at, tree))
        {
            spines.push_back(at);
        }
        return spines;
    };
    return JobOfLevels(levels.at(m_schedule.levels - 1),
                       RackOf(job),
                       kHomeRack,
                       between,
                       m_schedule.group,
                       m_schedule.trees);
}

void
Adversary::AddJob(uint32_t number, uint32_t share)
{
    const SystemRecord& system = m_system->Record();
    Job job;
    const auto id = static_cast<uint16_t>(number);
    job.oracle = std::make_unique<GradientOracle>(id, m_schedule.workers, m_schedule.fullPayload);
    job.rackOf = RackOf(number);
    job.racks = RacksOf(number);
    const bool hasSlots = system.onSwitch.memory == MemoryLayout::StaticSlots;
    const uint32_t entries = m_switches.front()->Table().Size();
    job.racks.SetGroupIndexes(
        GroupIndexesOf(system.onSwitch.memory, hasSlots ? entries / 2 : entries, share, job.racks));
    for (uint32_t rack = 0; rack < m_switches.size(); ++rack)
    {
        job.groups.push_back(std::make_shared<const GroupTable>(job.racks, SwitchId{rack}));
        m_switches[rack]->SetGroups(id, job.groups.back());
    }
    ParameterServerParameters server;
    server.job = id;
    server.aggregation = job.racks;
    server.firstPosition = m_first;
    server.recovery = m_schedule.recovers;
    if (m_schedule.turn > 0)
    {
        // Even the questions about one task have to wait then.
        server.answerTime = FromMicroseconds(m_schedule.turn) / m_schedule.workers;
        server.maxAnswers = kMaxAnswers;
    }
    server.keptResults = system.onHost.workersKeepResults ? 0 : 2 * MaxAhead();
    job.server = std::make_unique<ParameterServer>(system, server);
    AddWorkers(job, number, share);
    m_jobs.push_back(std::move(job));
}

void
Adversary::AddWorkers(Job& job, uint32_t number, uint32_t share)
{
    const SystemRecord& system = m_system->Record();
    const uint32_t ofGroup = std::max(share / GroupsAtOneSwitch(job.racks), 1U);
    for (uint32_t w = 0; w < m_schedule.workers; ++w)
    {
        WorkerTransportParameters p;
        p.job = static_cast<uint16_t>(number);
        p.worker = static_cast<uint16_t>(w);
        p.aggregation = job.racks;
        p.firstPosition = m_first;
        p.window = {m_schedule.window, 1, m_schedule.window, 0, 1};
        p.pool = {m_schedule.linear ? IndexRule::Linear : IndexRule::Mix64,
                  m_schedule.aggregators,
                  m_schedule.jobs};
        p.slots = {number * share, ofGroup};
        p.share = {number * share, ofGroup};
        p.repair.recovery = m_schedule.recovers;
        p.repair.turn = FromMicroseconds(m_schedule.turn);
        p.window.count = m_schedule.ahead > 0 ? WindowCount::Outstanding : WindowCount::Sequence;
        p.window.maxAhead = MaxAhead();
        p.cachedResults = system.onHost.workersKeepResults ? MaxAhead() : 0;
        Worker worker;
        worker.transport =
            std::make_unique<WorkerTransport>(MakeTransportParts(System(system), p), p);
        worker.results.resize(m_schedule.fragments);
        worker.missing = m_schedule.fragments;
        m_missing += m_schedule.fragments;
        job.workers.push_back(std::move(worker));
    }
}

uint32_t
Adversary::MaxGroups() const
{
    uint32_t most = 1;
    for (uint32_t job = 0; job < m_schedule.jobs; ++job)
    {
        most = std::max(most, GroupsAtOneSwitch(RacksOf(job)));
    }
    return most;
}

uint32_t
Adversary::MaxAhead() const
{
    return std::max(m_schedule.ahead, 1U) * m_schedule.window;
}

std::vector<SwitchId>
Adversary::RackOf(uint32_t job) const
{
    std::vector<SwitchId> rackOf(m_schedule.workers);
    for (uint32_t worker = 0; worker < m_schedule.workers; ++worker)
    {
        rackOf[worker] = SwitchId{(worker + job) % m_schedule.racks};
    }
    return rackOf;
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
        After(m_events.empty() ? kQuietTick : kTick, [this] { Tick(); });
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
Adversary::CheckQuiet()
{
    for (const auto& pipeline : m_switches)
    {
        Violate(pipeline->Table().Occupied() > 0 ? "a switch holds what no job needs" : "");
        Violate(pipeline->Count(Outcome::Duplicate) > 0 ? "a switch gets a fragment twice" : "");
    }
    uint64_t overlaps = 0;
    for (const auto& job : m_jobs)
    {
        overlaps += job.server->GetCounts().overlaps;
    }
    Violate(overlaps != m_report.fetchedAgain ? "a PS gets a fragment twice" : "");
    Violate(m_ledger.RepeatedResults() > 0 ? "a worker gets a result twice" : "");
}

void
Adversary::CheckEnd()
{
    for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
    {
        for (const auto& pipeline : m_switches)
        {
            m_report.outcomes[outcome] += pipeline->Count(static_cast<Outcome>(outcome));
        }
    }
    if (!m_schedule.recovers)
    {
        CheckQuiet();
    }
    if (!m_report.violation.empty())
    {
        return;
    }
    for (uint32_t job = 0; job < m_jobs.size(); ++job)
    {
        for (const auto& pipeline : m_switches)
        {
            pipeline->RemoveJob(static_cast<uint16_t>(job), m_now);
        }
        for (const auto& worker : m_jobs[job].workers)
        {
            m_report.repairs += worker.transport->RepairsSent();
        }
        if (m_jobs[job].server->OpenEntries() > 0)
        {
            Violate("the dictionary of job " + std::to_string(job) + " has open entries");
        }
    }
    for (const auto& pipeline : m_switches)
    {
        if (pipeline->Table().Occupied() > 0)
        {
            Violate("aggregators are occupied when every job has left");
        }
    }
    CheckBooks();
}

void
Adversary::CheckBooks()
{
    ParameterServer::Counts servers;
    for (const auto& job : m_jobs)
    {
        servers = servers + job.server->GetCounts();
    }
    Violate(m_ledger.Check(m_switches,
                           servers,
                           uint64_t{m_schedule.jobs} * m_schedule.workers * m_schedule.fragments));
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
