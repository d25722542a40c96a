// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-build.h"

#include "esa-link-ends.h"
#include "esa-scenario-attributes.h"
#include "esa-scenario-failures.h"

#include "ns3/double.h"
#include "ns3/error-model.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-host-app.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-link-faults.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-system-registry.h"
#include "ns3/node-list.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <list>
#include <set>

namespace ns3::esa
{

namespace
{

/// First random stream of background traffic. It has streams of its own, so that every system meets
/// the same flows.
constexpr int64_t kBackgroundStream = int64_t{1} << 40;

/// Random streams reserved for one direction of a link.
constexpr int64_t kStreamsEach = 4;
/// Directions of a host's link: to the host, to the switch.
constexpr int64_t kDirections = 2;

/// @return bursts of losses
Ptr<ErrorModel>
MakeBursts(double probability, uint32_t longest)
{
    const auto model = CreateObject<BurstErrorModel>();
    model->SetBurstRate(probability);
    const auto size = CreateObject<UniformRandomVariable>();
    size->SetAttribute("Min", DoubleValue(1));
    size->SetAttribute("Max", DoubleValue(longest));
    model->SetRandomBurstSize(size);
    return model;
}

/// @return losses of frames by their place, 1 the first
Ptr<ErrorModel>
MakeList(const std::vector<uint32_t>& places)
{
    const auto model = CreateObject<ReceiveListErrorModel>();
    std::list<uint32_t> fromZero;
    for (const uint32_t place : places)
    {
        fromZero.push_back(place - 1);
    }
    model->SetList(fromZero);
    return model;
}

/// @return what goes wrong on one direction of a link
Ptr<EsaLinkFaults>
MakeFaults(const LinkFaultSpec& spec)
{
    const auto faults = CreateObject<EsaLinkFaults>();
    faults->SetAttribute("LossProbability", DoubleValue(spec.lossProbability));
    faults->SetAttribute("DuplicateProbability", DoubleValue(spec.duplicateProbability));
    faults->SetAttribute("ReorderProbability", DoubleValue(spec.reorderProbability));
    faults->SetAttribute("ReorderDepth", UintegerValue(spec.reorderDepth));
    faults->SetAttribute("ExtraDelay", TimeValue(Us(spec.extraDelayUs)));
    if (spec.burstProbability > 0)
    {
        faults->AddErrorModel(MakeBursts(spec.burstProbability, spec.burstMaxPackets));
    }
    if (!spec.lostPackets.empty())
    {
        faults->AddErrorModel(MakeList(spec.lostPackets));
    }
    for (const auto& time : spec.down)
    {
        faults->AddOutage(Us(time.fromUs), Us(time.untilUs));
    }
    return faults;
}

/// Install the faults of links that the scenario names.
/// @param stream first random stream to use
void
InstallLinkFaults(const ValidScenario& scenario,
                  const EsaFabric& fabric,
                  const NodeContainer& hosts,
                  int64_t stream)
{
    for (const auto& direction : scenario->faults.links)
    {
        const auto faults = MakeFaults(direction.spec);
        const int64_t towardsHost = stream + kStreamsEach * kDirections * direction.host;
        faults->AssignStreams(direction.toSwitch ? towardsHost + kStreamsEach : towardsHost);
        // Faults belong to the end at which frames arrive.
        const EsaLink& link = fabric.LinkOf(hosts.Get(direction.host));
        (direction.toSwitch ? link.AtSwitch() : link.AtHost())->SetFaults(faults);
    }
}

/// @return what the job does with its gradients; send_receive goes to the worker after the root
CollectiveOperation
OperationOf(const ValidScenario& scenario, uint32_t workers)
{
    const uint32_t root = scenario->jobs.root;
    return {scenario->jobs.collective,
            static_cast<uint16_t>(root),
            static_cast<uint16_t>((root + 1) % workers)};
}

/// @param gradients what each job sends; empty: synthetic values
/// @return its jobs
std::vector<JobSetup>
MakeJobs(const ValidScenario& scenario, const NodeContainer& hosts, const JobGradients& gradients)
{
    std::vector<JobSetup> jobs;
    if (!scenario->execution.loaded.empty())
    {
        return jobs; // ranks of traces stand on these hosts
    }
    for (const auto& placement : scenario->placement.jobs)
    {
        const DnnSpec& dnn = scenario->dnns.at(DnnNameOfJob(scenario, jobs.size()));
        const uint32_t iterations = dnn.iterations > 0 ? dnn.iterations : scenario->iterations;
        JobSetup job = MakeJob(scenario, dnn, placement, iterations, hosts);
        job.operations = {OperationOf(scenario, job.workers.GetN())};
        job.usesFlows = jobs.size() + scenario->jobs.rings >= scenario->jobs.count;
        job.gradients = gradients.empty() ? nullptr : gradients.at(jobs.size());
        jobs.push_back(job);
    }
    return jobs;
}

/// @return the numbers of the hosts that have PSes, or servers of the system, and no workers
std::set<uint32_t>
HostsOfServersAlone(const ValidScenario& scenario, const SystemRecord& system)
{
    std::set<uint32_t> alone = HostsOfServers(scenario);
    const auto add = [&](const std::vector<uint32_t>& hosts) {
        if (HasServers(system))
        {
            alone.insert(hosts.begin(), hosts.end());
        }
    };
    for (const auto& ofTrace : scenario->execution.serverHosts)
    {
        std::for_each(ofTrace.begin(), ofTrace.end(), add);
    }
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        add(job.serverHosts);
    }
    for (const JobPlacement& job : scenario->placement.jobs)
    {
        for (const uint32_t host : job.workerHosts)
        {
            alone.erase(host);
        }
    }
    return alone;
}

/// Sets the time that switches and servers need for a frame.
void
SetProcessing(const ValidScenario& scenario,
              const SystemRecord& system,
              const NodeContainer& hosts,
              const EsaFabric& fabric)
{
    const TimeValue atSwitch(Us(scenario->switchNode.processingNs / 1000));
    const TimeValue atHost(Us(scenario->host.processingNs / 1000));
    for (const EsaLink& link : fabric.Links())
    {
        const bool endsAtHost = link.GetKind() == EsaLink::Kind::Host;
        link.Lower()->SetAttribute("ProcessingDelay", endsAtHost ? atHost : atSwitch);
        link.Upper()->SetAttribute("ProcessingDelay", atSwitch);
    }
    const TimeValue atServer(Us(scenario->host.psProcessingNs / 1000));
    for (const uint32_t host : HostsOfServersAlone(scenario, system))
    {
        fabric.LinkOf(hosts.Get(host)).Lower()->SetAttribute("ProcessingDelay", atServer);
    }
}

/// Gives each switch that sums the memory of its own.
/// @param fabric the network, without jobs
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
        fabric.Switches()[i]->SetAttribute("MemoryBytes", UintegerValue(switches[i].memoryBytes));
    }
}

/// @return its TCP flows between hosts; null: none
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
    parameters.meanBytes = background.flowBytes;
    parameters.segmentBytes = SegmentBytes(scenario->MtuBytes());
    parameters.linkRate = Gbps(SlowestHostLinkGbps(*scenario));
    parameters.minRto = Us(scenario->rto.minUs);
    parameters.roundTrip = Us(RoundTripUs(*scenario, RoundTripsOfAllHosts(*scenario)));
    const auto free = background.isOfFreeHosts ? FreeHosts(*scenario) : std::set<uint32_t>();
    NodeContainer ends;
    for (uint32_t host = 0; host < scenario->topology.hosts; ++host)
    {
        if (!background.isOfFreeHosts || free.count(host) > 0)
        {
            ends.Add(hosts.Get(host));
        }
    }
    return std::make_unique<BackgroundTraffic>(ends, parameters, kBackgroundStream);
}

/// @return what its jobs have in common
TrainingOptions
MakeOptions(const ValidScenario& scenario, uint32_t seed)
{
    TrainingOptions options;
    static_cast<HostSettings&>(options) = SettingsOf(scenario);
    options.indexRule = IndexRuleOf(*scenario);
    options.priority.pMaxPerS = scenario->priority.pMaxPerS;
    options.fullPayload = scenario->payload == PayloadMode::Full;
    const bool hasChannels = scenario->AreRacksServers() || scenario->flow.channels > 1;
    options.channels = hasChannels ? scenario->flow.channels : 0;
    options.protocol = scenario->flow.protocol;
    options.jitter.seed = seed;
    options.jitter.run = scenario->run;
    options.jitter.mode = scenario->jitter.mode;
    options.jitter.max = FromMicroseconds(scenario->jitter.maxUs);
    const bool startsAtOnce = !scenario->trace.jobs.empty();
    options.jitter.startMax = FromMicroseconds(startsAtOnce ? 0 : scenario->jobs.startMaxUs);
    return options;
}

} // namespace

void
Report(JobStatistics& statistics, const IterationRecord& record)
{
    NetworkRunner::Get().AfterThisRound([&statistics, record] { statistics.OnIteration(record); });
}

void
Register(const ApplicationContainer& apps, Network& network, bool reports)
{
    JobStatistics& statistics = *network.statistics;
    for (auto app = apps.Begin(); app != apps.End(); ++app)
    {
        if (auto* const ps = ProcessIn<PsProcess>(*app))
        {
            network.parameterServers.push_back(ps);
        }
        auto* const worker = ProcessIn<TrainingProcess>(*app);
        if (!worker)
        {
            continue;
        }
        network.workers.push_back(worker);
        if (reports)
        {
            (*app)->TraceConnectWithoutContext(
                "Iteration",
                Callback<void, const IterationRecord&>(
                    [&statistics](const IterationRecord& record) { Report(statistics, record); }));
            worker->GetHooks().ending.Set([&statistics, job = worker->Job()->job](Picoseconds end) {
                NetworkRunner::Get().AfterThisRound(
                    [&statistics, job, end] { statistics.OnEnding(job, end); });
            });
        }
    }
}

ApplicationContainer
InstallJob(Network& network, const JobIdentity& identity, const JobSetup& setup)
{
    const ApplicationContainer apps = network.helper.InstallJob(identity, setup, network.options);
    Register(apps, network);
    SetLeastTime(network, identity.number, setup);
    NoteGroup(network, identity, setup, identity.number, {});
    return apps;
}

uint64_t
ExpectedResults(const System& system, const JobSetup& job, uint32_t workers)
{
    return FragmentPlan(job.dnn, system.PayloadBytes()).Fragments() * workers * job.iterations;
}

uint64_t
ResultsOf(const std::vector<TrainingProcess*>& workers)
{
    uint64_t results = 0;
    for (const TrainingProcess* worker : workers)
    {
        results += worker->Results();
    }
    return results;
}

Picoseconds
LastResultOf(const std::vector<TrainingProcess*>& workers)
{
    Picoseconds last(0);
    for (const TrainingProcess* worker : workers)
    {
        last = std::max(last, worker->LastResult());
    }
    return last;
}

Network
BuildNetwork(const ValidScenario& scenario,
             const std::string& system,
             uint32_t seed,
             const JobGradients& gradients)
{
    Network network{EsaHelper(system), MakeOptions(scenario, seed)};
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
        fabric->SetAggregation(
            scenario->aggregation.Rule(scenario->routes->MaxTrees(record.trees)));
    }
    fabric->SetFlowPaths(scenario->PathsOfFlows());
    EsaFabric& made = *fabric;
    network.helper.InstallFabric(std::move(fabric));
    if (!record.SumsInHosts())
    {
        SetMemory(scenario, network.helper.GetFabric());
    }
    if (scenario->switchNode.processingNs > 0 || scenario->host.processingNs > 0 ||
        scenario->host.psProcessingNs > 0)
    {
        SetProcessing(scenario, record, network.hosts, network.helper.GetFabric());
    }
    const auto jobs = MakeJobs(scenario, network.hosts, gradients);
    for (const JobSetup& job : jobs)
    {
        const auto number = static_cast<uint32_t>(network.jobs.size());
        const JobIdentity identity{static_cast<uint16_t>(number),
                                   number,
                                   static_cast<uint32_t>(jobs.size())};
        network.statistics->AddJob(job.workers.GetN(), job.iterations);
        network.jobs.push_back({identity, job, InstallJob(network, identity, job)});
        network.expectedResults +=
            ExpectedResults(network.helper.SystemOf(identity, job), job, job.workers.GetN());
    }
    const int64_t streams = network.helper.AssignStreams(0);
    InstallLinkFaults(scenario, network.helper.GetFabric(), network.hosts, streams);
    PlanFailures(scenario, made);
    network.background = MakeBackground(scenario, network.hosts);

    for (const auto& job : scenario->trace.jobs)
    {
        JobSetup setup;
        setup.dnn = MakeDnn(scenario->dnns.at(job.dnn));
        setup.iterations = job.iterations;
        network.statistics->AddJob(job.workers, job.iterations);
        network.expectedResults +=
            ExpectedResults(SystemWith(record, scenario->systemParameters), setup, job.workers);
    }
    return network;
}

void
AddLeastBytes(const JobSetup& job, BytesByHost& bytes)
{
    const uint32_t workers = job.workers.GetN();
    if (workers == 1)
    {
        return; // the worker has the sum
    }
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        LinkBytes& ofHost = bytes[job.workers.Get(worker)->GetId()];
        for (std::size_t block = 0; block < job.dnn.partitions.size(); ++block)
        {
            const std::size_t place = job.operations.size() == 1 ? 0 : block;
            const LinkBytes least =
                MinLinkBytes(job.operations.empty() ? CollectiveOperation{} : job.operations[place],
                             job.dnn.partitions[block].bytes,
                             static_cast<uint16_t>(worker),
                             workers);
            ofHost.sent += least.sent;
            ofHost.received += least.received;
        }
    }
}

double
SecondsOf(const EsaHelper& helper, uint32_t host, const LinkBytes& bytes)
{
    const Ptr<Node> node = NodeList::GetNode(host);
    const auto bitsPerS =
        static_cast<double>(helper.GetFabric().LinkOf(node).AtSwitch()->Rate().bitsPerS);
    return static_cast<double>(std::max(bytes.sent, bytes.received)) * 8 / bitsPerS;
}

void
SetLeastTime(const Network& network, uint32_t job, const JobSetup& setup, uint32_t first)
{
    BytesByHost bytes;
    AddLeastBytes(setup, bytes);
    double longest = 0;
    for (const auto& [host, least] : bytes)
    {
        longest = std::max(longest, SecondsOf(network.helper, host, least));
    }
    network.statistics->SetLeastBusySeconds(job, longest, first);
}

void
NoteGroup(Network& network,
          const JobIdentity& identity,
          const JobSetup& setup,
          uint32_t job,
          const std::vector<uint32_t>& ranks)
{
    const SystemRecord& system = network.helper.GetSwitch()->GetSystem().Record();
    if (setup.usesFlows || setup.workers.GetN() == 1 || !system.admission.fallback)
    {
        return;
    }
    const bool isInHosts = &network.helper.SystemOf(identity, setup).Record() != &system;
    const uint64_t allReduces = setup.dnn.partitions.size() * uint64_t{setup.iterations};
    network.groups.push_back({job, ranks, isInHosts, allReduces});
}

Dnn
MakeDnn(const DnnSpec& spec)
{
    Dnn dnn;
    for (const auto& layer : spec.layers)
    {
        dnn.layerCompute.push_back(FromMicroseconds(layer.forwardUs));
        dnn.layerBackward.push_back(FromMicroseconds(layer.backwardUs));
    }
    dnn.partitions = spec.partitions;
    dnn.commCompRatio = spec.commCompRatio;
    dnn.precision = spec.precision;
    return dnn;
}

JobSetup
MakeJob(const ValidScenario& scenario,
        const DnnSpec& dnn,
        const JobPlacement& place,
        uint32_t iterations,
        const NodeContainer& hosts)
{
    JobSetup job;
    job.dnn = MakeDnn(dnn);
    for (const uint32_t host : place.workerHosts)
    {
        job.workers.Add(hosts.Get(host));
        job.slowdowns.push_back(scenario->SlowdownOf(host));
    }
    job.parameterServer = hosts.Get(place.psHost);
    for (const uint32_t host : place.serverHosts)
    {
        job.extraServers.Add(hosts.Get(host));
    }
    job.isColocated = scenario->bytePs.isColocated;
    job.iterations = iterations;
    job.slice = dnn.slice;
    return job;
}

std::string
DnnNameOfJob(const ValidScenario& scenario, std::size_t job)
{
    const std::string& letters = scenario->jobs.workload; // jobs take them in turn
    return {letters[job % letters.size()]};
}

Dnn
DnnOfJob(const ValidScenario& scenario, std::size_t job)
{
    return MakeDnn(scenario->dnns.at(DnnNameOfJob(scenario, job)));
}

} // namespace ns3::esa
