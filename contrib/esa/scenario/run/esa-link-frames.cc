/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-link-frames.h"

#include "esa-job-build.h"

#include "ns3/esa-frame-sizes.h"

#include <numeric>

namespace ns3::esa
{
namespace
{

/// Frames of a job on its links, both ways.
struct JobFrames
{
    double worker{0}; ///< on the link of a worker
    double ps{0};     ///< on that of the PS
    double uplink{
        0}; ///< between its racks, per worker of a rack; with a sum in the switch: per rack
};

/// packets: gradient packets of a worker
JobFrames
FramesOfJob(const SystemRecord& system, double packets, double workers)
{
    switch (system.onHost.sum)
    {
    case SumPlace::Switch: {
        const bool returnsResults = system.onSwitch.resultSource == ResultSource::ParameterServer;
        return {2 * packets, returnsResults ? 2 * packets : 0, 2 * packets};
    }
    case SumPlace::DedicatedServer:
        return {2 * packets, 2 * packets * workers, 2 * packets};
    case SumPlace::ColocatedServers:
    case SumPlace::Ring:
    case SumPlace::HalvingDoubling:
    case SumPlace::DoubleTree:
        break;
    }
    const double each = 4 * packets * (workers - 1) / workers;
    return {each, 0, each};
}

double
PacketsOf(const DnnSpec& dnn, uint32_t iterations, uint32_t payload)
{
    double packets = 0;
    for (const PartitionSpec& partition : dnn.partitions)
    {
        packets += static_cast<double>((partition.bytes + payload - 1) / payload);
    }
    return packets * iterations;
}

/// Bytes that a node has its rank send and receive, roughly. isSummed: all-reduces are, in switches
double
BytesOnLink(const ExecutionTrace& trace, const ExecutionNode& node, bool isSummed)
{
    const auto bytes = static_cast<double>(node.bytes);
    if (node.kind == ExecutionKind::Send || node.kind == ExecutionKind::Receive)
    {
        return bytes;
    }
    const std::size_t ranks =
        node.kind == ExecutionKind::Collective ? trace.groups[node.group].ranks.size() : 1;
    if (ranks < 2)
    {
        return 0;
    }
    const double others = static_cast<double>(ranks - 1);
    switch (node.collective)
    {
    case CollectiveKind::AllGather:
        return 2 * others * bytes;
    case CollectiveKind::AllReduce:
        return isSummed ? 2 * bytes : 4 * others / (others + 1) * bytes;
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllToAll:
        return 2 * others / (others + 1) * bytes;
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
        return bytes;
    default:
        return 2 * bytes;
    }
}

} // namespace

LinkFrames::LinkFrames(const ValidScenario& scenario, const SystemRecord& system)
    : m_scenario(scenario),
      m_system(system),
      m_payload(PayloadBytes(system.onHost.frame)),
      m_hosts(scenario->Hosts())
{
    if (scenario->routes)
    {
        NumberUplinks(*scenario->routes);
    }
    if (!scenario->execution.loaded.empty())
    {
        AddRanks();
        return;
    }
    std::size_t number = 0;
    for (const JobPlacement& placement : scenario->placement.jobs)
    {
        AddJob(number++, placement);
    }
    AddTrace();
}

double
LinkFrames::At(const LinkEnd& point) const
{
    if (point.isHostLink)
    {
        return m_hosts[point.link];
    }
    const auto found = m_uplinks.find(point.link);
    return found == m_uplinks.end() ? 0 : found->second;
}

double
LinkFrames::Total() const
{
    double total = std::accumulate(m_hosts.begin(), m_hosts.end(), 0.0);
    for (const auto& [link, frames] : m_uplinks)
    {
        total += frames;
    }
    return total;
}

void
LinkFrames::AddJob(std::size_t number, const JobPlacement& placement)
{
    const DnnSpec& dnn = m_scenario->dnns.at(DnnNameOfJob(m_scenario, number));
    const uint32_t iterations = dnn.iterations > 0 ? dnn.iterations : m_scenario->iterations;
    const JobFrames frames = FramesOfJob(m_system,
                                         PacketsOf(dnn, iterations, m_payload),
                                         static_cast<double>(placement.workerHosts.size()));
    std::map<uint32_t, double> workersIn; // by rack
    for (const uint32_t host : placement.workerHosts)
    {
        m_hosts[host] += frames.worker;
        ++workersIn[m_scenario->RackOf(host)];
    }
    m_hosts[placement.psHost] += frames.ps;
    if (frames.ps > 0)
    {
        workersIn[m_scenario->RackOf(placement.psHost)] += 0;
    }
    if (workersIn.size() <= 1)
    {
        return;
    }
    const uint32_t home = m_scenario->RackOf(placement.psHost);
    for (const auto& [rack, workers] : workersIn)
    {
        // A ring enters and leaves each rack once.
        const SumPlace sum = m_system.onHost.sum;
        const bool isSummed = sum == SumPlace::Switch || sum == SumPlace::Ring || workers == 0;
        for (const std::size_t link : UplinksOf(rack, home, number))
        {
            m_uplinks[link] += frames.uplink * (isSummed ? 1 : workers);
        }
    }
}

void
LinkFrames::AddRanks()
{
    for (std::size_t job = 0; job < m_scenario->execution.loaded.size(); ++job)
    {
        const ExecutionTrace& trace = *m_scenario->execution.loaded[job];
        for (std::size_t rank = 0; rank < trace.ranks.size(); ++rank)
        {
            double bytes = 0;
            for (const ExecutionNode& node : trace.ranks[rank].nodes)
            {
                bytes += BytesOnLink(trace, node, m_system.SumsInSwitches());
            }
            m_hosts[m_scenario->placement.jobs[job].workerHosts[rank]] +=
                bytes / m_payload * m_scenario->iterations;
        }
    }
}

std::vector<std::size_t>
LinkFrames::UplinksOf(uint32_t rack, uint32_t home, std::size_t job) const
{
    if (!m_scenario->routes)
    {
        const std::size_t spines = m_scenario->topology.spines;
        return {rack * spines + job % spines};
    }
    const TopologyRoutes& routes = *m_scenario->routes;
    const uint64_t key = TopologyRoutes::KeyOfJob(static_cast<uint16_t>(job), RackId{home});
    std::vector<std::size_t> uplinks;
    for (const std::size_t link : routes.LinksBetween(RackId{rack}, RackId{home}, key))
    {
        uplinks.push_back(m_numberAmongUplinks[link]);
    }
    return uplinks;
}

void
LinkFrames::NumberUplinks(const TopologyRoutes& routes)
{
    std::size_t next = 0;
    for (std::size_t link = 0; link < routes.Graph().links.size(); ++link)
    {
        const std::size_t lower = routes.OtherEnd(link, routes.UpperEnd(link));
        m_numberAmongUplinks.push_back(next);
        next += routes.Graph().nodes[lower].role == NodeRole::Switch ? 1 : 0;
    }
}

void
LinkFrames::AddTrace()
{
    JobFrames all;
    for (const TraceJobSpec& job : m_scenario->trace.jobs)
    {
        const JobFrames frames =
            FramesOfJob(m_system,
                        PacketsOf(m_scenario->dnns.at(job.dnn), job.iterations, m_payload),
                        job.workers);
        all.worker += frames.worker * job.workers;
        all.ps += frames.ps;
    }
    if (m_scenario->trace.jobs.empty())
    {
        return;
    }
    for (std::size_t host = 0; host < m_hosts.size(); ++host)
    {
        const bool isForWorkers = host < m_scenario->topology.hosts;
        const bool isForPses = m_scenario->routes || !isForWorkers;
        m_hosts[host] += (isForWorkers ? all.worker / m_scenario->topology.hosts : 0) +
                         (isForPses ? all.ps / m_scenario->PsHosts() : 0);
    }
}

} // namespace ns3::esa
