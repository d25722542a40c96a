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

/// Makes a worker of parameter servers.
std::unique_ptr<Collective>
MakePushPullWorker(const CollectiveRole& role, CollectiveOwner& owner)
{
    return std::make_unique<PushPullWorker>(role, owner);
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

constexpr HostSum kPushPullSum{&MakePushPullWorker, &MakeServer};

constexpr HostSum kRingSum{&MakeScheduled<&FindInRing>, nullptr, &FindInRing, StepPattern::Ring};

constexpr HostSum kHalvingDoublingSum =
    AllReduceBy<&HalvingDoublingAllReduce>(StepPattern::Halving);
constexpr HostSum kHierarchicalSum = AllReduceBy<&HierarchicalAllReduce>(StepPattern::Levels);
constexpr HostSum kDoubleTreeSum = AllReduceBy<&DoubleTreeAllReduce>(StepPattern::Tree);

bool
HasServers(const SystemRecord& system)
{
    return system.onHost.sum && system.onHost.sum->makeServer;
}

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
