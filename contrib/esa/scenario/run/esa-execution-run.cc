// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-execution-run.h"

#include "esa-link-ends.h"

#include "ns3/esa-sim-clock.h"
#include "ns3/esa-trace-files.h"

#include <algorithm>
#include <cstddef>
#include <utility>

namespace ns3::esa
{
namespace
{

/// The node of each process group's PS; of a trace without groups, that of the job's.
std::vector<Ptr<Node>>
ServersOf(const ValidScenario& scenario, uint16_t job, const NodeContainer& hosts)
{
    std::vector<Ptr<Node>> servers;
    std::vector<uint32_t> numbers = scenario->execution.psHosts[job];
    if (numbers.empty())
    {
        numbers.push_back(scenario->placement.jobs[job].psHost);
    }
    for (const uint32_t number : numbers)
    {
        servers.push_back(hosts.Get(number));
    }
    return servers;
}

} // namespace

ExecutionRun::ExecutionRun(const ValidScenario& scenario, Network& network)
    : m_network(network),
      m_options(network.options)
{
    const JitterSource jitter(m_options.jitter);
    m_options.jitter.startMax = Picoseconds(0); // process groups are ready before their ranks
    const SystemRecord& system = network.helper.GetSwitch()->GetSystem().Record();
    const bool hasSwitches = HelpsWithOperations(system);
    for (const auto& trace : scenario->execution.loaded)
    {
        const auto job = static_cast<uint16_t>(m_jobs.size());
        ExecutionSetup setup{trace,
                             {},
                             ServersOf(scenario, job, network.hosts),
                             scenario->execution.Rates(),
                             {},
                             {}};
        const auto& hosts = scenario->placement.jobs[job].workerHosts;
        for (std::size_t rank = 0; rank < trace->ranks.size(); ++rank)
        {
            setup.ranks.Add(network.hosts.Get(hosts[rank]));
            setup.slowdowns.push_back(scenario->SlowdownOf(hosts[rank]));
        }
        for (const auto& ofGroup : scenario->execution.serverHosts.empty()
                                       ? std::vector<std::vector<uint32_t>>()
                                       : scenario->execution.serverHosts[job])
        {
            NodeContainer& servers = setup.extraServers.emplace_back();
            for (const uint32_t host : ofGroup)
            {
                servers.Add(network.hosts.Get(host));
            }
        }
        setup.isColocated = scenario->bytePs.isColocated;
        setup.iterations = scenario->iterations;
        setup.hasSwitches = hasSwitches;
        setup.headerBytes = network.helper.GetSwitch()->GetSystem().HeaderBytes();
        setup.start = SimClock().ToTime(jitter.JobStart(job));
        m_jobs.push_back(std::make_unique<ExecutionJob>(job, std::move(setup)));
        for (uint32_t stream = 0; stream < m_jobs.back()->Streams(); ++stream)
        {
            m_shares += m_jobs.back()->IsSummed(stream) ? 1 : 0;
        }
    }
    NumberStreams();
    uint32_t share = 0;
    for (uint32_t job = 0; job < m_jobs.size(); ++job)
    {
        Install(job, share);
    }
}

void
ExecutionRun::NumberStreams()
{
    bool isNarrow = false; // numbers of jobs that are summed have 8 bits
    for (uint32_t share = 0; share < m_shares; ++share)
    {
        const SystemRecord& system = m_network.helper.SystemOf(share).Record();
        isNarrow = isNarrow || system.onHost.frame == FrameFormat::SwitchMl;
    }
    uint32_t next = 0;
    uint32_t nextOfFlows = m_shares;
    for (const auto& job : m_jobs)
    {
        auto& numbers = m_numbers.emplace_back();
        for (uint32_t stream = 0; stream < job->Streams(); ++stream)
        {
            const bool isLast = isNarrow && !job->IsSummed(stream);
            numbers.push_back(static_cast<uint16_t>(isLast ? nextOfFlows++ : next++));
        }
    }
}

void
ExecutionRun::Install(uint32_t job, uint32_t& share)
{
    ExecutionJob& execution = *m_jobs[job];
    BytesByHost bytes;
    const ExecutionSetup& whole = execution.Setup();
    for (auto host = whole.ranks.Begin(); host != whole.ranks.End(); ++host)
    {
        bytes[(*host)->GetId()] = {}; // a host that carries nothing counts
    }
    for (uint32_t stream = 0; stream < execution.Streams(); ++stream)
    {
        const JobSetup setup = execution.StreamSetup(stream);
        const JobIdentity identity{m_numbers[job][stream], share, std::max(m_shares, 1U)};
        const auto apps = m_network.helper.InstallJob(identity, setup, m_options);
        Register(apps, m_network, false);
        execution.Attach(stream, apps);
        const System& system = m_network.helper.SystemOf(identity, setup);
        NoteGroup(m_network, identity, setup, job, execution.RanksOf(stream));
        share += setup.usesFlows ? 0 : 1;
        m_network.expectedResults += ExpectedResults(system, setup, setup.workers.GetN());
        AddLeastBytes(setup, bytes);
    }
    m_network.statistics->AddJob(whole.ranks.GetN(), whole.iterations);
    double seconds = 0; // of all hosts
    for (const auto& [host, least] : bytes)
    {
        seconds += SecondsOf(m_network.helper, host, least);
    }
    m_network.statistics->SetLeastBusySeconds(job, seconds / static_cast<double>(bytes.size()));
    execution.Start(
        [this](const IterationRecord& record) { Report(*m_network.statistics, record); });
}

Time
ExecutionRun::FirstStart() const
{
    Time first = Time::Max();
    for (const auto& job : m_jobs)
    {
        first = std::min(first, job->Setup().start);
    }
    return first;
}

void
ExecutionRun::AddTo(Timeline& timeline, const ValidScenario& scenario)
{
    for (std::size_t job = 0; job < m_jobs.size(); ++job)
    {
        const auto& trace = scenario->execution.loaded[job];
        const auto names =
            std::make_shared<const TraceNames>(scenario->execution.paths[job], *trace);
        ExecutionTimeline& execution =
            timeline.AddExecution(trace, [names](uint32_t rank, uint32_t node) {
                return names->Of(rank, node);
            });
        m_jobs[job]->SetEventCallback([&execution](const ExecutionEvent& event) {
            execution.OnEvent(event, SimClock().Now());
        });
    }
}

void
ExecutionRun::OnJobDone(uint32_t job)
{
    for (const uint16_t number : m_numbers[job])
    {
        for (const auto& node : m_network.helper.GetSwitches())
        {
            node->RemoveJob(number);
        }
    }
}

} // namespace ns3::esa
