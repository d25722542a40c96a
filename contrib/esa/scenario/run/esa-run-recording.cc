/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-run-recording.h"

#include "esa-link-ends.h"
#include "esa-run-counters.h"
#include "esa-scenario-build.h"
#include "esa-scenario-time.h"

#include "ns3/esa-link-faults.h"
#include "ns3/esa-result-columns.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-switch-memory.h"
#include "ns3/esa-switch.h"
#include "ns3/esa-valid-scenario.h"
#include "ns3/nstime.h"
#include "ns3/simulator.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <ostream>
#include <vector>

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

/// What the faults of the receiving end have done to the frames.
EsaLinkFaults::Counts
FaultsAt(const EsaNetDevice& receiver)
{
    const auto faults = receiver.GetFaults();
    return faults ? faults->GetCounts() : EsaLinkFaults::Counts{};
}

/// Writes what each end of a link has sent.
void
WriteLinkTable(std::ostream& out,
               const ValidScenario& scenario,
               const Network& network,
               const Time& span)
{
    out << "sender,frames,bytes,utilization,largest_queue_bytes,ecn_marks,dropped,lost,duplicated,"
           "reordered"
        << (scenario->link.pfc.enabled ? ",pauses,paused_us,longest_pause_us" : "") << '\n';
    const std::vector<LinkEnd> ends = LinkEnds(scenario);
    const std::vector<Ptr<EsaNetDevice>> devices = DevicesAt(network.helper.GetFabric(), ends);
    for (std::size_t i = 0; i < ends.size(); ++i)
    {
        const EsaNetDevice& device = *devices[i];
        const DeviceCounts& counts = device.GetCounts();
        const EsaLinkFaults::Counts faults = FaultsAt(*devices[i ^ 1]); // both ends stand together
        out << ends[i].name << ',' << counts.framesCarried << ',' << counts.bytesQueued << ','
            << FormatNumber(UtilizationOf(device, span.GetSeconds())) << ','
            << device.GetLargestQueueBytes() << ',' << counts.ecnMarks << ',' << counts.drops << ','
            << faults.lost + faults.lostDown << ',' << faults.duplicated << ',' << faults.reordered;
        if (const EsaPausePort* port = device.GetPausePort())
        {
            out << ',' << port->Pauses() << ',' << port->PausedTime().ToDouble(Time::US) << ','
                << port->LongestPause().ToDouble(Time::US);
        }
        out << '\n';
    }
}

/// Writes what each switch has summed.
void
WriteSwitchTable(std::ostream& out,
                 const ValidScenario& scenario,
                 const Network& network,
                 const Time& span)
{
    out << "switch,level,aggregators,mean_occupied,added,completed,preempted,passed_through,"
           "fetched,passed_by\n";
    const std::vector<ScenarioSwitch> names = ScenarioSwitches(*scenario);
    const auto& switches = network.helper.GetSwitches();
    for (std::size_t i = 0; i < switches.size(); ++i)
    {
        const SwitchPipeline& pipeline = switches[i]->GetPipeline();
        const double occupiedS = pipeline.Table().OccupiedSeconds(SimClock().Now());
        const uint64_t added = pipeline.Count(Outcome::Allocated) +
                               pipeline.Count(Outcome::Aggregated) +
                               pipeline.Count(Outcome::Completed);
        out << names[i].name << ',' << names[i].level << ',' << switches[i]->GetAggregators() << ','
            << FormatNumber(span > Time(0) ? occupiedS / span.GetSeconds() : 0) << ',' << added;
        for (const Outcome outcome : {Outcome::Completed,
                                      Outcome::Preempted,
                                      Outcome::PassedThrough,
                                      Outcome::Fetched,
                                      Outcome::PassedBy})
        {
            out << ',' << pipeline.Count(outcome);
        }
        out << '\n';
    }
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
