// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// How the jobs of a schedule are made.

#include "adversary/adversary.h"
#include "core/worker/default-parts.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{
namespace
{

/// Answers that the PS of a large job may have requested before its questions wait.
constexpr uint32_t kMaxAnswers = 4;

} // namespace

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

JobRacks
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
    return MakeJobRacks(levels.at(m_schedule.levels - 1),
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
        job.forwarding.emplace_back(job.racks, SwitchId{rack});
        m_switches[rack]->SetGroups(id, job.forwarding.back().Groups());
    }
    ParameterServerParameters server;
    server.job = id;
    server.racks = job.racks;
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
        p.racks = job.racks;
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
        worker.transport = std::make_unique<WorkerTransport>(DefaultParts(system, p), p);
        worker.results.resize(m_schedule.fragments);
        worker.missing = m_schedule.fragments;
        m_missing += m_schedule.fragments;
        job.workers.push_back(std::move(worker));
    }
}

} // namespace ns3::esa
