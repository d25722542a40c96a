/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-host-sum.h"

#include "esa-push-pull.h"
#include "esa-ring-schedules.h"
#include "esa-tree-schedules.h"

#include "ns3/esa-flow-packet.h"

namespace ns3::esa
{
namespace
{

/// Makes a collective that needs to know only its role.
template <typename T>
std::unique_ptr<Collective>
Make(const CollectiveRole& role, CollectiveOwner& owner)
{
    return std::make_unique<T>(role, owner);
}

/// Makes a worker of parameter servers.
template <ServerPlacement placement>
std::unique_ptr<Collective>
MakePushPullWorker(const CollectiveRole& role, CollectiveOwner& owner)
{
    return std::make_unique<PushPullWorker>(role, placement, owner);
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

/// @return no server
std::vector<uint16_t>
NoEndpoints(uint32_t /* workers */)
{
    return {};
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

/// @return who writes the schedules, if AllReduce is the only operation
template <ScheduleMaker maker>
ScheduleMaker
FindOnly(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce ? maker : nullptr;
}

/// Makes a worker that carries out schedules.
template <ScheduledCollective::Finder find>
std::unique_ptr<Collective>
MakeScheduled(const CollectiveRole& role, CollectiveOwner& owner)
{
    return std::make_unique<ScheduledCollective>(role, find, owner);
}

constexpr HostSum kDedicated{MakePushPullWorker<ServerPlacement::Dedicated>,
                             Make<PushPullServer>,
                             DedicatedEndpoint,
                             nullptr};

constexpr HostSum kColocated{MakePushPullWorker<ServerPlacement::Colocated>,
                             Make<PushPullServer>,
                             ColocatedEndpoints,
                             nullptr};

constexpr HostSum kRing{MakeScheduled<FindInRing>, nullptr, NoEndpoints, FindInRing};

/// @return a way whose workers carry out one kind of schedule
template <ScheduleMaker maker>
constexpr HostSum
OnlyAllReduce()
{
    return {MakeScheduled<FindOnly<maker>>, nullptr, NoEndpoints, FindOnly<maker>};
}

constexpr HostSum kHalvingDoubling = OnlyAllReduce<HalvingDoublingAllReduce>();
constexpr HostSum kDoubleTree = OnlyAllReduce<DoubleTreeAllReduce>();

} // namespace

const HostSum*
FindHostSum(ReductionScheme place)
{
    switch (place)
    {
    case ReductionScheme::Switch:
        return nullptr;
    case ReductionScheme::DedicatedServer:
        return &kDedicated;
    case ReductionScheme::ColocatedServers:
        return &kColocated;
    case ReductionScheme::Ring:
        return &kRing;
    case ReductionScheme::HalvingDoubling:
        return &kHalvingDoubling;
    case ReductionScheme::DoubleTree:
        return &kDoubleTree;
    }
    return nullptr;
}

bool
KnowsOperation(ReductionScheme place, CollectiveKind kind)
{
    const HostSum* sum = FindHostSum(place);
    if (place == ReductionScheme::Switch &&
        (kind == CollectiveKind::Broadcast || kind == CollectiveKind::Reduce))
    {
        return true; // one half of an all-reduce each
    }
    return kind == CollectiveKind::AllReduce || (sum && sum->find && sum->find(kind));
}

} // namespace ns3::esa
