// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-trace-run.h"

#include "esa-scenario-attributes.h"

#include "ns3/esa-host-sum.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::esa
{

TraceRun::TraceRun(const ValidScenario& scenario, Network& network)
    : m_scenario(scenario),
      m_network(network),
      m_queue(PlacerOf(*scenario), scenario->jobs.count)
{
    ScheduleNext();
}

uint64_t
TraceRun::Results() const
{
    uint64_t results = m_resultsOfEnded;
    for (const auto& [number, job] : m_running)
    {
        results += ResultsOf(job.workers);
    }
    return results;
}

Picoseconds
TraceRun::LastProgress() const
{
    Picoseconds last = m_lastProgress;
    for (const auto& [number, job] : m_running)
    {
        last = std::max({last, m_times[number].start, LastResultOf(job.workers)});
    }
    return last;
}

std::optional<Time>
TraceRun::NextSubmission() const
{
    const auto& jobs = m_scenario->trace.jobs;
    return m_times.size() < jobs.size() ? std::optional(Us(jobs[m_times.size()].submitUs))
                                        : std::nullopt;
}

void
TraceRun::ScheduleNext()
{
    if (const auto at = NextSubmission())
    {
        Simulator::Schedule(*at - Simulator::Now(), &TraceRun::OnSubmit, this);
    }
}

void
TraceRun::OnSubmit()
{
    const auto number = static_cast<uint32_t>(m_times.size());
    const TraceJobSpec& job = m_scenario->trace.jobs[number];
    JobTimes times;
    times.dnn = job.dnn;
    times.workers = job.workers;
    times.iterations = job.iterations;
    times.submit = m_clock.Now();
    m_times.push_back(times);
    const bool hasServers = HasServers(m_network.helper.GetSwitch()->GetSystem().Record());
    m_queue.Submit(number, job.workers, hasServers ? m_scenario->bytePs.ServersOf(job.workers) : 0);
    StartWaiting();
    ScheduleNext();
}

void
TraceRun::StartWaiting()
{
    while (const auto placed = m_queue.PlaceNext())
    {
        Start(*placed);
    }
}

void
TraceRun::Start(const PlacedJob& placed)
{
    const TraceJobSpec& spec = m_scenario->trace.jobs[placed.job];
    RunningJob job{placed,
                   MakeJob(m_scenario,
                           m_scenario->dnns.at(spec.dnn),
                           placed.hosts,
                           spec.iterations,
                           m_network.hosts),
                   {}};
    const JobIdentity identity{static_cast<uint16_t>(placed.job),
                               placed.slot,
                               m_scenario->jobs.count};
    job.apps = InstallJob(m_network, identity, job.setup);
    job.workers.assign(m_network.workers.end() - std::ptrdiff_t{spec.workers},
                       m_network.workers.end());
    m_running.emplace(placed.job, job);
    m_times[placed.job].start = m_clock.Now();
}

Picoseconds
TraceRun::DelayOf(uint32_t number) const
{
    return m_network.helper.GetFabric().LongestDelay(m_running.at(number).setup.workers,
                                                     static_cast<uint16_t>(number));
}

void
TraceRun::OnJobDone(uint32_t number)
{
    m_times[number].end = m_network.statistics->JobEnd(number);
    const auto job = m_running.find(number);
    m_network.helper.RemoveJob(static_cast<uint16_t>(number), job->second.setup, job->second.apps);
    m_resultsOfEnded += ResultsOf(job->second.workers);
    m_lastProgress = LastProgress();
    m_queue.Free(job->second.placed);
    m_running.erase(job);
    StartWaiting();
}

} // namespace ns3::esa
