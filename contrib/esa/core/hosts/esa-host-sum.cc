// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-host-sum.h"

#include "esa-push-pull.h"
#include "esa-ring-schedules.h"
#include "esa-tree-schedules.h"

#include "ns3/esa-system-record.h"

namespace ns3::esa
{
namespace
{

/// Makes a server.
std::unique_ptr<Collective>
MakeServer(const CollectiveRole& role, CollectiveOwner& owner)
{
    return std::make_unique<PushPullServer>(role, owner);
}

/// @return the one server, on a host of its own
std::vector<uint16_t>
DedicatedEndpoint(uint32_t /* workers */)
{
    return {kDedicatedServer};
}

/// @return a server on each worker's host
std::vector<uint16_t>
ColocatedEndpoints(uint32_t workers)
{
    std::vector<uint16_t> endpoints;
    for (uint32_t worker = 0; worker < workers; ++worker)
    {
        endpoints.push_back(ServerOf(worker));
    }
    return endpoints;
}

/// Makes a worker of parameter servers. @tparam endpoints the servers
template <std::vector<uint16_t> (*endpoints)(uint32_t workers)>
std::unique_ptr<Collective>
MakePushPullWorker(const CollectiveRole& role, CollectiveOwner& owner)
{
    return std::make_unique<PushPullWorker>(role, endpoints(role.workers), owner);
}

/// @return who writes the schedules of a ring
ScheduleMaker
FindInRing(CollectiveKind kind)
{
    switch (kind)
    {
    case CollectiveKind::AllReduce:
        return &RingAllReduceSchedule;
    case CollectiveKind::ReduceScatter:
        return &RingReduceScatter;
    case CollectiveKind::AllGather:
        return &RingAllGather;
    case CollectiveKind::Broadcast:
        return &RingBroadcast;
    case CollectiveKind::Reduce:
        return &RingReduce;
    case CollectiveKind::AllToAll:
        return &DirectAllToAll;
    case CollectiveKind::Barrier:
        return &DisseminationBarrier;
    case CollectiveKind::SendReceive:
        return &DirectSendReceive;
    case CollectiveKind::Gather:
        return &DirectGather;
    case CollectiveKind::Scatter:
        return &DirectScatter;
    }
    return nullptr;
}

} // namespace

constexpr HostSum kDedicatedServerSum{&MakePushPullWorker<&DedicatedEndpoint>,
                                      &MakeServer,
                                      &DedicatedEndpoint};

constexpr HostSum kColocatedServersSum{&MakePushPullWorker<&ColocatedEndpoints>,
                                       &MakeServer,
                                       &ColocatedEndpoints};

constexpr HostSum kRingSum{&MakeScheduled<&FindInRing>, nullptr, &NoServers, &FindInRing};

constexpr HostSum kHalvingDoublingSum = AllReduceBy<&HalvingDoublingAllReduce>();
constexpr HostSum kHierarchicalSum = AllReduceBy<&HierarchicalAllReduce>();
constexpr HostSum kDoubleTreeSum = AllReduceBy<&DoubleTreeAllReduce>();

bool
KnowsOperation(const SystemRecord& system, CollectiveKind kind)
{
    const HostSum* const sum = system.onHost.sum;
    if (!sum)
    {
        return HelpsInSwitches(kind);
    }
    return kind == CollectiveKind::AllReduce || (sum->find && sum->find(kind));
}

} // namespace ns3::esa
