// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-helper.h"
#include "esa-job-place.h"

#include "ns3/abort.h"
#include "ns3/esa-channels.h"
#include "ns3/esa-collective-process.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-group-memory.h"
#include "ns3/esa-host-app.h"
#include "ns3/esa-host-demux.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-ps-process.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-worker-process.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <memory>
#include <string>
#include <utility>

// The part of EsaHelper that installs jobs.

namespace ns3::esa
{

namespace
{

/// Ends the program with a clear message if a job cannot be run: a wrong DNN would otherwise crash,
/// or wait for ever for results of a layer that sends none.
void
CheckJobSetup(const JobSetup& setup)
{
    const std::size_t layers = setup.dnn.layerCompute.size();
    NS_ABORT_MSG_IF(!setup.parameterServer, "EsaHelper: the job has no node for its PS");
    NS_ABORT_MSG_IF(setup.iterations == 0,
                    "EsaHelper: the job has 0 iterations; 1 or more are run");
    NS_ABORT_MSG_IF(layers == 0, "EsaHelper: the job's DNN has no layers");
    NS_ABORT_MSG_IF(setup.dnn.partitions.empty(), "EsaHelper: the job's DNN has no partitions");
    const std::size_t backward = setup.dnn.layerBackward.size();
    NS_ABORT_MSG_IF(backward != 0 && backward != layers,
                    "EsaHelper: the job's DNN has " << layers << " layers, but " << backward
                                                    << " backward parts");
    for (const Dnn::Partition& partition : setup.dnn.partitions)
    {
        NS_ABORT_MSG_IF(partition.layer < 1 || partition.layer > layers,
                        "EsaHelper: a partition belongs to layer "
                            << partition.layer << ", but the job's DNN has layers 1 to " << layers);
        NS_ABORT_MSG_IF(partition.layerCount < 1 ||
                            partition.layerCount > layers - partition.layer + 1,
                        "EsaHelper: a partition belongs to "
                            << partition.layerCount << " layers from layer " << partition.layer
                            << " on, but the job's DNN has layers 1 to " << layers);
        NS_ABORT_MSG_IF(partition.bytes == 0, "EsaHelper: a partition of the job's DNN is empty");
    }
    NS_ABORT_MSG_IF(!setup.slowdowns.empty() && setup.slowdowns.size() != setup.workers.GetN(),
                    "EsaHelper: the job has " << setup.workers.GetN() << " workers, but "
                                              << setup.slowdowns.size() << " slowdowns");
    NS_ABORT_MSG_UNLESS(setup.dnn.commCompRatio > 0,
                        "EsaHelper: the job's DNN has a commCompRatio of "
                            << setup.dnn.commCompRatio << ", which must be above 0");
}

/// The same for the number of its workers.
void
CheckWorkers(uint32_t workers, const System& system)
{
    const uint32_t most = system.Record().MaxWorkers();
    NS_ABORT_MSG_IF(workers == 0 || workers > most,
                    "EsaHelper: a job has 1 to " << most << " workers with " << system.Record().name
                                                 << ", not " << workers);
}

/// The same for its servers, where hosts push and pull.
void
CheckServers(const JobSetup& setup)
{
    const uint32_t servers = setup.extraServers.GetN();
    const uint32_t most = ServerPlan::MostExtraServers(setup.workers.GetN(), setup.isColocated);
    NS_ABORT_MSG_IF(servers > most || (servers == 0 && !setup.isColocated),
                    "EsaHelper: a job of " << setup.workers.GetN() << " workers "
                                           << (setup.isColocated ? "with" : "without")
                                           << " servers beside them has up to " << most
                                           << " other servers, not " << servers);
}

/// The same for what is done with its data.
void
CheckOperations(const JobSetup& setup, const SystemRecord& system)
{
    const std::size_t operations = setup.operations.size();
    const uint32_t workers = setup.workers.GetN();
    NS_ABORT_MSG_IF(operations > 1 && operations != setup.dnn.partitions.size(),
                    "EsaHelper: the job has " << operations << " operations, but "
                                              << setup.dnn.partitions.size() << " partitions");
    for (const CollectiveOperation& operation : setup.operations)
    {
        NS_ABORT_MSG_IF(!KnowsOperation(system, operation.kind),
                        "EsaHelper: " << system.name << " does not know an operation of the job");
        const bool lacksRoot = operation.root >= workers;
        const bool lacksPeer = operation.peer >= workers || operation.peer == operation.root;
        NS_ABORT_MSG_IF(
            operation.kind != CollectiveKind::AllReduce &&
                (lacksRoot || (lacksPeer && operation.kind == CollectiveKind::SendReceive)),
            "EsaHelper: the root and the peer of an operation must be two of the job's workers");
    }
}

/// @return a job as switches run it: the sum of one value is a barrier
JobSetup
WithShortBarriers(JobSetup setup)
{
    const std::size_t operations = setup.operations.size();
    for (std::size_t partition = 0; operations > 0 && partition < setup.dnn.partitions.size();
         ++partition)
    {
        if (setup.operations[operations == 1 ? 0 : partition].kind == CollectiveKind::Barrier)
        {
            setup.dnn.partitions[partition].bytes = 4;
        }
    }
    return setup;
}

/// @return who brings data to each task and gets its sum; null: all workers
std::shared_ptr<const TaskRoles>
RolesOf(const JobSetup& setup, const System& system)
{
    const auto hasAllRoles = [](const CollectiveOperation& operation) {
        return operation.kind == CollectiveKind::AllReduce ||
               operation.kind == CollectiveKind::Barrier;
    };
    if (system.Record().SumsInHosts() ||
        std::all_of(setup.operations.begin(), setup.operations.end(), hasAllRoles))
    {
        return nullptr;
    }
    const FragmentPlan plan(setup.dnn, system.PayloadBytes());
    NS_ABORT_MSG_IF(plan.Fragments() > kMaxTasksWithRoles / setup.iterations,
                    "EsaHelper: where switches help with more than all-reduces, a job sends at "
                    "most 2^32 fragments");
    std::vector<uint64_t> ends;
    for (uint32_t partition = 0; partition < setup.dnn.partitions.size(); ++partition)
    {
        ends.push_back(plan.EndOf(partition));
    }
    return std::make_shared<const TaskRoles>(ends, setup.operations, setup.workers.GetN());
}

/// @return the job as the worker runs it: if the worker is slow, its parts of layers take longer.
/// Its priorities are the priorities of the job, so that fragments of a task agree.
std::shared_ptr<const TrainingJob>
JobOfWorker(const std::shared_ptr<const TrainingJob>& job, const JobSetup& setup, uint16_t worker)
{
    const double slowdown = setup.slowdowns.empty() ? 1 : setup.slowdowns[worker];
    if (slowdown == 1)
    {
        return job;
    }
    auto slow = std::make_shared<TrainingJob>(*job);
    slow->plan = job->plan.SlowedBy(slowdown);
    return slow;
}

/// Puts the workers of a job on its hosts, and then its servers.
ApplicationContainer
InstallProcesses(const std::shared_ptr<const TrainingJob>& job,
                 const JobSetup& setup,
                 const std::shared_ptr<const HostSettings>& settings)
{
    const HostSum* const sum = job->system->Record().onHost.sum;
    ApplicationContainer apps;
    for (uint16_t worker = 0; worker < job->workers; ++worker)
    {
        const auto own = JobOfWorker(job, setup, worker);
        std::unique_ptr<HostProcess> process;
        if (sum)
        {
            process = std::make_unique<CollectiveProcess>(own, worker, settings);
        }
        else
        {
            process = std::make_unique<WorkerProcess>(own, worker, settings);
        }
        apps.Add(AddProcess(setup.workers.Get(worker), std::move(process)));
    }
    if (!sum)
    {
        apps.Add(AddProcess(setup.parameterServer, std::make_unique<PsProcess>(job, settings)));
        return apps;
    }
    const uint32_t extra = setup.extraServers.GetN(); // the first of the endpoints
    for (uint32_t server = 0; job->servers && server < job->servers->Endpoints().size(); ++server)
    {
        const uint16_t endpoint = job->servers->Endpoints()[server];
        apps.Add(AddProcess(server < extra ? setup.extraServers.Get(server)
                                           : setup.workers.Get(WorkerAt(endpoint)),
                            std::make_unique<PushPullProcess>(job, endpoint, settings)));
    }
    return apps;
}

} // namespace

ApplicationContainer
EsaHelper::InstallJob(const JobIdentity& identity,
                      const JobSetup& given,
                      const TrainingOptions& options)
{
    m_hasJob = true;
    const uint16_t number = identity.number;
    CheckJobSetup(given);
    const std::string fault = options.FindFault();
    NS_ABORT_MSG_UNLESS(fault.empty(), "EsaHelper: in TrainingOptions, " << fault);
    const uint32_t workers = given.workers.GetN();
    CheckWorkers(workers, m_fallback || given.usesFlows ? m_flows->Get() : m_system->Get());
    JobPlace place = Admit(identity, given);
    const System& system = SystemOf(identity, given);
    const JobSetup setup = system.Record().SumsInHosts() ? given : WithShortBarriers(given);
    NS_ABORT_MSG_IF(options.indexRule == IndexRule::WindowSlot &&
                        system.Record().onSwitch.reportsContention,
                    "EsaHelper: results of " << system.Record().name
                                             << " do not tell of collisions, as WindowSlot needs");
    CheckWorkers(workers, system);
    CheckOperations(setup, system.Record());
    if (HasServers(system.Record()))
    {
        CheckServers(setup);
        m_fabric->AddServers(place.members, setup.extraServers);
    }
    NS_LOG_INFO("job " << number << " has share " << identity.share << " of " << identity.shares
                       << ", " << workers << " workers and the system " << system.Record().name);
    place.members.aggregation.SetRoles(RolesOf(setup, system));
    ShareMemory(place, identity, system.Record());
    if (options.channels > 0)
    {
        std::vector<WorkerPlace> places;
        for (uint32_t worker = 0; worker < workers; ++worker)
        {
            places.push_back(m_fabric->PlaceOf(setup.workers.Get(worker)));
        }
        place.channels = std::make_shared<const Channels>(MakeChannels(places, options.channels));
        const double slowest = m_fabric->SlowestBetween(places, number);
        place.path = place.link;
        if (slowest < static_cast<double>(place.link.bitsPerS))
        {
            place.path.bitsPerS = static_cast<uint64_t>(std::llround(slowest));
        }
    }
    const auto job = MakeTrainingJob(place, setup, options, system);
    NS_ABORT_MSG_IF(job->pool.rule == IndexRule::WindowSlot &&
                        options.TransportParameters(*job, 0).window.maxPackets == 0,
                    "EsaHelper: with WindowSlot each place in the largest window has an "
                    "aggregator, so worker.window.maxPackets must be above 0");
    const ApplicationContainer apps =
        InstallProcesses(job, setup, std::make_shared<const HostSettings>(options));
    if (!system.Record().SumsInHosts())
    {
        MarkFor(system.Record(), setup);
    }
    const Picoseconds start = setup.startsAfter ? *setup.startsAfter : job->jitter.JobStart(number);
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        apps.Get(worker)->SetStartTime(SimClock().ToTime(start));
    }
    m_fabric->AddJob(place.members);
    return apps;
}

const System&
EsaHelper::SystemOf(const JobIdentity& identity, const JobSetup& setup) const
{
    if (setup.usesFlows)
    {
        return m_flows->Get();
    }
    const Grant* const grant = FindGrant(identity.number);
    NS_ABORT_MSG_UNLESS(grant, "EsaHelper: there is no job " << identity.number);
    return grant->isAdmitted ? m_system->Get() : m_fallback->Get();
}

const System&
EsaHelper::SystemOf(uint32_t share) const
{
    JobIdentity identity;
    identity.share = share;
    if (!m_system->Get().Record().admission.rule)
    {
        return m_system->Get();
    }
    const AggregationPlan racks;
    const std::vector<std::size_t> hosts(1);
    const Grant grant = Admission::Expect(RequestOf(identity, racks, hosts));
    return grant.isAdmitted ? m_system->Get() : m_fallback->Get();
}

AdmissionRequest
EsaHelper::RequestOf(const JobIdentity& identity,
                     const AggregationPlan& racks,
                     const std::vector<std::size_t>& hosts) const
{
    return {identity.number,
            identity.share,
            identity.shares,
            m_fabric->Aggregators(),
            m_fabric->MaxMemoryBytes(),
            racks,
            hosts,
            m_system->Get()};
}

JobPlace
EsaHelper::Admit(const JobIdentity& identity, const JobSetup& setup)
{
    JobPlace place;
    place.identity = identity;
    place.aggregators = m_fabric->Aggregators();
    place.members = m_fabric->MembersOf(identity.number, setup.workers, setup.parameterServer);
    if (m_fallback)
    {
        m_fallback->FreezeAttributes();
    }
    const AdmissionRequest request =
        RequestOf(identity, place.members.aggregation, place.members.workers);
    const Grant grant = setup.usesFlows ? ShareEqually(request) : m_admission.Decide(request);
    NS_LOG_INFO("job " << identity.number << " is " << (grant.isAdmitted ? "" : "not ")
                       << "admitted, with " << grant.aggregators << " aggregators");
    place.identity.share = grant.share;
    place.staticShare = grant.aggregators;
    place.link = m_fabric->LinkOf(setup.parameterServer).AtSwitch()->Rate();
    NS_ABORT_MSG_IF(place.link.bitsPerS == 0, "EsaHelper: the links' DataRate is 0");
    return place;
}

void
EsaHelper::ShareMemory(JobPlace& place,
                       const JobIdentity& identity,
                       const SystemRecord& ofJob) const
{
    const MemoryLayout layout = m_system->Get().Record().onSwitch.memory;
    NS_ABORT_MSG_IF(layout != MemoryLayout::SharedPool && place.staticShare == 0,
                    "EsaHelper: " << identity.shares << " jobs, but " << place.aggregators
                                  << " slots in MemoryBytes of the switch");
    if (ofJob.SumsInHosts())
    {
        return;
    }
    AggregationPlan& racks = place.members.aggregation;
    NS_ABORT_MSG_IF(racks.Tree().SumsAtServer() && !ofJob.onHost.hasSummingServer,
                    "EsaHelper: with one level of switches the PS sums what several racks "
                    "send, which "
                        << ofJob.name << " has none for");
    m_fabric->CheckMemory(racks);
    const uint32_t groups = GroupsAtOneSwitch(racks);
    NS_ABORT_MSG_IF(layout != MemoryLayout::SharedPool && place.staticShare < groups,
                    "EsaHelper: the job has up to "
                        << groups << " groups of workers at a switch, but its share of "
                        << "MemoryBytes has " << place.staticShare << " slots");
    racks.SetGroupIndexes(GroupIndexesOf(layout, place.aggregators, place.staticShare, racks));
}

void
EsaHelper::MarkFor(const SystemRecord& system, const JobSetup& setup)
{
    if (system.onSwitch.marking == MarkingPorts::AtWorkers)
    {
        MarkAt(setup.workers);
    }
    else
    {
        SetEcnOf(m_fabric->LinkOf(setup.parameterServer).AtSwitch());
    }
}

void
EsaHelper::RemoveJob(uint16_t number, const JobSetup& setup, const ApplicationContainer& apps)
{
    NS_LOG_FUNCTION(this << number);
    NodeContainer members(setup.workers);
    members.Add(setup.parameterServer);
    members.Add(setup.extraServers);
    // A sink of a node at work may have called this: the node ends what it does before.
    NetworkRunner::Get().AfterThisRound([this, number, members, apps] {
        m_admission.Release(number);
        m_fabric->CloseJob(number);
        for (auto host = members.Begin(); host != members.End(); ++host)
        {
            (*host)->GetObject<EsaHostDemux>()->RemoveJob(number);
        }
        for (auto app = apps.Begin(); app != apps.End(); ++app)
        {
            (*app)->Dispose(); // stops its timers, and frees its memory
        }
    });
}

void
EsaHelper::SetEcnOf(const Ptr<EsaNetDevice>& device) const
{
    const auto bitsPerS = static_cast<double>(device->Rate().bitsPerS);
    const uint64_t bytes = m_queueTimes.ecn.count() > 0 ? BytesWithin(m_queueTimes.ecn, bitsPerS)
                                                        : m_ecnThresholdBytes;
    device->SetAttribute("EcnThresholdBytes", UintegerValue(bytes));
}

void
EsaHelper::MarkAt(const NodeContainer& hosts)
{
    for (auto host = hosts.Begin(); host != hosts.End(); ++host)
    {
        for (const auto& device : m_fabric->LinkOf(*host).Ends())
        {
            SetEcnOf(device);
            device->MarkResults();
        }
    }
}

} // namespace ns3::esa
