// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-attributes.h"
#include "esa-scenario-build.h"

#include "ns3/esa-closed-form.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-host-link.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-training-job-maker.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ns3::esa
{
namespace
{

/// @return true if every worker and every PS has a host of its own, so that in one rack a job has
/// its links alone
bool
SharesNoHost(const ValidScenario& scenario)
{
    std::set<uint32_t> hosts;
    std::size_t members = 0;
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        hosts.insert(job.workerHosts.begin(), job.workerHosts.end());
        hosts.insert(job.psHost);
        members += job.workerHosts.size() + 1;
    }
    return hosts.size() == members;
}

/// @return true if it keeps the formulas' assumptions; one of them is a single iteration, since
/// workers begin at the same time in the first iteration only
bool
IsIdeal(const ValidScenario& scenario)
{
    const bool hasJitter = scenario->jitter.mode != JitterMode::None && scenario->jitter.maxUs > 0;
    const bool hasFaults = !scenario->faults.links.empty() ||
                           !scenario->faults.workerPauses.empty() ||
                           !scenario->faults.slow.empty() || !scenario->faults.failures.empty();
    const bool hasProcessing = scenario->switchNode.processingNs > 0 ||
                               scenario->host.processingNs > 0 ||
                               scenario->host.psProcessingNs > 0 || scenario->flow.stepUs > 0;
    return scenario->iterations == 1 && scenario->topology.kind == TopologyKind::LeafSpine &&
           scenario->topology.racks == 1 && SharesNoHost(scenario) && !hasJitter && !hasFaults &&
           !hasProcessing && scenario->link.queueBytes == 0 && scenario->background.load == 0;
}

/// @return true if a flow's window covers the round trip, the packets that wait at both links, and
/// those that have arrived but are not acknowledged yet
bool
FillsLinks(const ValidScenario& scenario, const ClosedFormNetwork& network)
{
    const auto packets = static_cast<int64_t>(scenario->flow.windowPackets) -
                         static_cast<int64_t>(scenario->flow.ackEveryPackets);
    const Picoseconds atLinks =
        2 * HostLink::kWaitingPackets * LinkRateOf(scenario).FrameTime(MtuFrameBytes());
    // Another congestion control does not keep its window.
    return scenario->flow.congestionControl == CongestionAlgorithm::Window &&
           packets * network.frame > atLinks + 2 * network.Latency();
}

/// @param system a system whose switches sum
/// @param fragments of an iteration
/// @return true if windows and aggregators never stop a job: the window covers the round trip from
/// the begin, and no two tasks share an aggregator
bool
FillsSwitch(const ValidScenario& scenario,
            const System& system,
            uint64_t fragments,
            const ClosedFormNetwork& network)
{
    const SystemRecord& record = system.Record();
    const double memory = static_cast<double>(scenario->switchNode.RackMemoryBytes());
    const double aggregators = memory / static_cast<double>(system.AggregatorBytes());
    const auto covers = [&network](double packets) {
        const Picoseconds roundTrip = network.Latency() * (network.hasResultsByServer ? 2 : 1);
        return packets * ToMilliseconds(network.frame) > ToMilliseconds(roundTrip);
    };
    const IndexRule chosen = IndexRuleOf(*scenario);
    const IndexRule rule = chosen == IndexRule::Auto ? record.onHost.index : chosen;
    switch (record.onSwitch.memory)
    {
    case MemoryLayout::SharedPool:
        return scenario->jobs.count == 1 && covers(scenario->window.initialPackets) &&
               rule == IndexRule::Linear && static_cast<double>(fragments) <= aggregators;
    case MemoryLayout::StaticSlots: {
        const SystemParameter* const limit = record.onHost.windowCap;
        const double cap = limit ? system.Value(*limit) : 0;
        const double share = std::floor(aggregators / scenario->jobs.count);
        return covers(cap > 0 ? std::min(cap, share) : share);
    }
    case MemoryLayout::StaticShare:
        break;
    }
    return false;
}

/// @param scenario a scenario within the formulas' assumptions
/// @param system the job's system
/// @return the job's JCT in milliseconds; nothing if there is no formula for it
std::optional<double>
JctMsOf(const ValidScenario& scenario, const JobSetup& job, const System& system)
{
    const LineRate rate = LinkRateOf(scenario);
    const ClosedFormNetwork network{rate.FrameTime(system.DataFrameBytes()),
                                    FromMicroseconds(scenario->link.delayUs),
                                    system.Record().onSwitch.resultSource ==
                                        ResultSource::ParameterServer,
                                    rate.FrameTime(kClearFrameBytes)};
    const FragmentPlan plan(job.dnn, system.PayloadBytes());
    const bool isFull = system.Record().SumsInHosts()
                            ? FillsLinks(scenario, network)
                            : FillsSwitch(scenario, system, plan.Fragments(), network);
    if (!isFull)
    {
        return std::nullopt;
    }
    const auto end = ClosedFormIteration(
        system.Record().onHost.sum,
        plan,
        BlocksOf(plan,
                 system,
                 job.operations,
                 HopFragmentsOf(network.Latency() - network.frame, system, rate)),
        job.workers.GetN(),
        network);
    return end ? std::optional(ToMilliseconds(*end)) : std::nullopt;
}

} // namespace

std::optional<double>
ClosedFormJctMs(const ValidScenario& scenario, const Network& network)
{
    if (network.jobs.empty() || !IsIdeal(scenario))
    {
        return std::nullopt;
    }
    double sumMs = 0;
    for (const InstalledJob& job : network.jobs)
    {
        const System& system = network.helper.SystemOf(job.identity, job.setup);
        const auto jctMs = JctMsOf(scenario, job.setup, system);
        if (!jctMs)
        {
            return std::nullopt;
        }
        sumMs += *jctMs;
    }
    return sumMs / static_cast<double>(network.jobs.size());
}

} // namespace ns3::esa
