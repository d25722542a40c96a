/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-scenario-build.h"

#include "esa-fault-build.h"
#include "esa-job-build.h"
#include "esa-scenario-attribute-values.h"
#include "esa-scenario-closed-form.h"
#include "esa-scenario-time.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-network-bounds.h"
#include "ns3/esa-switch-memory.h"
#include "ns3/esa-system-registry.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <vector>

namespace ns3::esa
{
namespace
{

/// First random stream of background traffic. It has streams of its own, so that every system meets
/// the same flows.
constexpr int64_t kBackgroundStream = int64_t{1} << 40;

/// Time of an empty message between two workers: it crosses links, and the nodes at their ends.
Picoseconds
HopTime(const Scenario& scenario)
{
    const double links = LinksBetweenHosts(scenario);
    const double frameUs = kMtuFrameBytes * 8 / (SlowestHostLinkGbps(scenario) * 1e3);
    const double processingNs =
        (links - 1) * scenario.switchNode.processingNs + scenario.host.processingNs;
    return FromMicroseconds(scenario.flow.stepUs + LongestPropagationUs(scenario) +
                            (links - 1) * frameUs + processingNs / 1000);
}

} // namespace

TrainingOptions
MakeOptions(const ValidScenario& scenario, uint32_t seed)
{
    TrainingOptions options;
    options.indexRule = scenario->switchNode.aggregatorIndex;
    options.priority.pMaxPerS = scenario->priority.pMaxPerS;
    options.priority.encoding = scenario->priority.encoding;
    options.fullPayload = scenario->payload == PayloadMode::Full;
    options.recovery = scenario->recovery.enabled;
    options.server = {scenario->host.gpus,
                      scenario->host.gpuLinkGbps,
                      FromMicroseconds(scenario->host.gpuLinkDelayUs)};
    options.hopTime = HopTime(*scenario);
    options.jitter.seed = seed;
    options.jitter.run = scenario->run;
    options.jitter.mode = scenario->jitter.mode;
    options.jitter.max = FromMicroseconds(scenario->jitter.maxUs);
    const bool startsAtOnce = !scenario->trace.jobs.empty();
    options.jitter.startMax = FromMicroseconds(startsAtOnce ? 0 : scenario->jobs.startMaxUs);
    return options;
}

void
Register(const ApplicationContainer& apps, Network& network, bool reports)
{
    for (uint32_t i = 0; i < apps.GetN(); ++i)
    {
        if (auto worker = DynamicCast<EsaTrainingApp>(apps.Get(i)))
        {
            if (reports)
            {
                worker->TraceConnectWithoutContext(
                    "Iteration",
                    MakeCallback(&JobStatistics::OnIteration, network.statistics.get()));
            }
            network.workers.push_back(worker);
        }
        else if (auto parameterServer = DynamicCast<EsaPsApp>(apps.Get(i)))
        {
            network.parameterServers.push_back(parameterServer);
        }
    }
}

uint64_t
ExpectedResults(const SystemRecord& system, const JobSetup& job, uint32_t workers)
{
    const uint64_t payload = PayloadBytes(system.onHost.frame);
    uint64_t fragments = 0;
    for (const auto& partition : job.dnn.partitions)
    {
        fragments += (partition.bytes + payload - 1) / payload;
    }
    return fragments * workers * job.iterations;
}

uint64_t
ResultsOf(const std::vector<Ptr<EsaTrainingApp>>& workers)
{
    uint64_t results = 0;
    for (const auto& worker : workers)
    {
        results += worker->GetResults();
    }
    return results;
}

namespace
{

/**
 * @brief Sets the time that switches and servers need for a frame.
 * @param scenario the scenario
 * @param fabric the network
 */
void
SetProcessing(const ValidScenario& scenario, const EsaFabric& fabric)
{
    const TimeValue atSwitch(Us(scenario->switchNode.processingNs / 1000));
    const TimeValue atHost(Us(scenario->host.processingNs / 1000));
    for (const EsaLink& link : fabric.Links())
    {
        const bool endsAtHost = link.GetKind() == EsaLink::Kind::Host;
        link.Lower()->SetAttribute("ProcessingDelay", endsAtHost ? atHost : atSwitch);
        link.Upper()->SetAttribute("ProcessingDelay", atSwitch);
    }
}

/**
 * @brief Gives each switch that sums the memory of its own.
 * @param scenario the scenario
 * @param fabric the network, without jobs
 */
void
SetMemory(const ValidScenario& scenario, const EsaFabric& fabric)
{
    if (!HasMemoryOfItsOwn(*scenario))
    {
        return;
    }
    const std::vector<ScenarioSwitch> switches = ScenarioSwitches(*scenario);
    for (std::size_t i = 0; i < fabric.Switches().size(); ++i)
    {
        const uint64_t bytes = std::max<uint64_t>(switches[i].memoryBytes, 1); // 1 is none, too
        fabric.Switches()[i]->SetAttribute("MemoryBytes", UintegerValue(bytes));
    }
}

/**
 * @param scenario the scenario
 * @param hosts its servers
 * @return its TCP flows between servers of workers; null: none
 */
std::unique_ptr<BackgroundTraffic>
MakeBackground(const ValidScenario& scenario, const NodeContainer& hosts)
{
    const auto& background = scenario->background;
    if (background.load == 0)
    {
        return nullptr;
    }
    BackgroundParameters parameters;
    parameters.load = background.load;
    parameters.arrivals = background.arrivals;
    parameters.sizes = background.sizes;
    parameters.meanBytes = background.flowBytes;
    parameters.linkRate = Gbps(SlowestHostLinkGbps(*scenario));
    parameters.minRto = Us(scenario->rto.minUs);
    parameters.roundTrip = Us(RoundTripUs(*scenario));
    NodeContainer workers;
    for (uint32_t host = 0; host < scenario->topology.hosts; ++host)
    {
        workers.Add(hosts.Get(host));
    }
    return std::make_unique<BackgroundTraffic>(workers, parameters, kBackgroundStream);
}

/**
 * @brief Registers a job with the statistics, and adds the results that it is expected to get.
 * @param system the system
 * @param job the job
 * @param workers its workers
 * @param network the network
 */
void
Announce(const SystemRecord& system, const JobSetup& job, uint32_t workers, Network& network)
{
    network.statistics->AddJob(workers, job.iterations, job.dnn.GradientBytes());
    network.expectedResults += ExpectedResults(system, job, workers);
}

} // namespace

Network
BuildNetwork(const ValidScenario& scenario,
             const std::string& system,
             uint32_t seed,
             const JobGradients& gradients)
{
    Network
        network{EsaHelper(system), {}, {}, {}, std::make_shared<JobStatistics>(), nullptr, {}, 0};
    SetAttributes(scenario, network.helper);
    const SystemRecord& record = *FindSystem(system);
    SetSystemParameters(scenario, network.helper, record);
    if (const SystemRecord* fallback = FallbackOf(record))
    {
        SetSystemParameters(scenario, network.helper, *fallback);
    }
    if (!scenario->execution.loaded.empty() || scenario->jobs.rings > 0)
    {
        SetSystemParameters(scenario, network.helper, *FindSystem("ring")); // of flows
    }
    network.hosts.Create(scenario->Hosts());
    auto fabric = std::make_unique<EsaFabric>(scenario->routes, network.hosts);
    if (!record.SumsInHosts())
    {
        fabric->SetAggregationLevels(scenario->aggregation.levels);
        fabric->SetTrees(scenario->aggregation.trees);
    }
    network.helper.InstallFabric(std::move(fabric));
    if (!record.SumsInHosts())
    {
        SetMemory(scenario, network.helper.GetFabric());
    }
    if (scenario->switchNode.processingNs > 0 || scenario->host.processingNs > 0)
    {
        SetProcessing(scenario, network.helper.GetFabric());
    }
    const auto jobs = MakeJobs(scenario, network.hosts, gradients);
    const TrainingOptions options = MakeOptions(scenario, seed);
    Register(network.helper.InstallJobs(jobs, options), network);
    const int64_t streams = network.helper.AssignStreams(0);
    InstallLinkFaults(scenario, network.helper.GetFabric(), network.hosts, streams);
    ScheduleServerFaults(scenario, network.workers, network.parameterServers);
    network.background = MakeBackground(scenario, network.hosts);

    std::vector<const System*> systemOfJobs;
    for (std::size_t number = 0; number < jobs.size(); ++number)
    {
        const JobSetup& job = jobs[number];
        const JobIdentity identity{static_cast<uint16_t>(number), static_cast<uint32_t>(number)};
        systemOfJobs.push_back(&network.helper.SystemOf(identity, job));
        Announce(systemOfJobs.back()->Record(), job, job.workers.GetN(), network);
    }
    network.closedFormJctMs = ClosedFormJctMs(scenario, jobs, systemOfJobs, options);
    for (const auto& job : scenario->trace.jobs)
    {
        JobSetup setup;
        setup.dnn = MakeDnn(scenario->dnns.at(job.dnn));
        setup.iterations = job.iterations;
        Announce(record, setup, job.workers, network);
    }
    return network;
}

} // namespace ns3::esa
