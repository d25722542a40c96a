/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-run-recording.h"

#include "esa-link-table.h"
#include "esa-scenario-time.h"
#include "esa-switch-table.h"

#include "ns3/esa-switch.h"
#include "ns3/simulator.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// When the first worker starts, or the first job of a trace is submitted. No aggregator is in use
/// before.
Time
FirstStart(const ValidScenario& scenario, const Network& network, const ExecutionRun* execution)
{
    if (execution != nullptr)
    {
        return execution->FirstStart();
    }
    if (!scenario->trace.jobs.empty())
    {
        return Us(scenario->trace.jobs.front().submitUs);
    }
    Time first = Time::Max();
    for (const auto& worker : network.workers)
    {
        TimeValue start;
        worker->GetAttribute("StartTime", start);
        first = std::min(first, start.Get());
    }
    return first;
}

} // namespace

RunRecording::RunRecording(const RecordingFiles& files,
                           const ValidScenario& scenario,
                           const Network& network,
                           ExecutionRun* execution)
    : m_scenario(scenario),
      m_network(network),
      m_begin(FirstStart(scenario, network, execution))
{
    if (!files.links.empty())
    {
        m_linksFile.emplace(files.links, files.replace);
    }
    if (!files.switches.empty())
    {
        m_switchesFile.emplace(files.switches, files.replace);
    }
    if (!files.timeline.empty())
    {
        m_timelineFile.emplace(files.timeline, files.replace);
        m_timeline.emplace(m_timelineFile->Stream());
        if (execution != nullptr)
        {
            execution->AddTo(*m_timeline, scenario);
        }
        else
        {
            AddJobs(scenario, network);
        }
    }
    if (!files.occupancy.empty())
    {
        m_occupancyFile.emplace(files.occupancy, files.replace);
        WriteOccupancyHeader(m_occupancyFile->Stream());
    }
    if (!files.IsSampled())
    {
        return;
    }
    OccupancyMeter::Tables tables;
    for (const auto& node : network.helper.GetSwitches())
    {
        tables.push_back(&node->GetPipeline().Table());
    }
    m_sampler.emplace(tables, m_begin, Us(files.sampleUs), [this](const OccupancySample& sample) {
        OnSample(sample);
    });
}

void
RunRecording::AddJobs(const ValidScenario& scenario, const Network& network)
{
    auto worker = network.workers.begin();
    for (const JobPlacement& placement : scenario->placement.jobs)
    {
        const auto end = worker + static_cast<std::ptrdiff_t>(placement.workerHosts.size());
        const auto psHost = network.hosts.Get(placement.psHost);
        m_timeline->AddJob({worker, end}, network.helper.GetFabric().LinkOf(psHost).AtSwitch());
        worker = end;
    }
}

void
RunRecording::OnSample(const OccupancySample& sample)
{
    if (m_timeline)
    {
        m_timeline->Sample(sample);
    }
    if (m_occupancyFile)
    {
        WriteOccupancyRow(m_occupancyFile->Stream(), sample);
    }
}

void
RunRecording::End(bool isComplete)
{
    if (m_sampler)
    {
        m_sampler->Finish();
    }
    const Time span = Simulator::Now() - m_begin;
    if (m_switchesFile)
    {
        WriteSwitchTable(m_switchesFile->Stream(), m_scenario, m_network, span);
    }
    if (m_linksFile)
    {
        WriteLinkTable(m_linksFile->Stream(), m_scenario, m_network, span);
    }
    if (m_timeline)
    {
        m_timeline->Close(SimClock().Now(), isComplete);
    }
    // A file that could not be written frees its space here, before the run's row is written.
    for (auto* const file : {&m_timelineFile, &m_occupancyFile, &m_linksFile, &m_switchesFile})
    {
        if (*file)
        {
            (*file)->Stream().flush();
        }
    }
}

void
RunRecording::Commit()
{
    for (auto* const file : {&m_timelineFile, &m_occupancyFile, &m_linksFile, &m_switchesFile})
    {
        if (*file)
        {
            (*file)->Commit();
        }
    }
}

} // namespace ns3::esa
