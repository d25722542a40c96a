/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-host-sum.h"

#include "esa-push-pull.h"
#include "esa-ring-all-reduce.h"

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

constexpr HostSum kDedicated{MakePushPullWorker<ServerPlacement::Dedicated>,
                             Make<PushPullServer>,
                             DedicatedEndpoint};

constexpr HostSum kColocated{MakePushPullWorker<ServerPlacement::Colocated>,
                             Make<PushPullServer>,
                             ColocatedEndpoints};

constexpr HostSum kRing{Make<RingAllReduce>, nullptr, NoEndpoints};

} // namespace

const HostSum*
FindHostSum(SumPlace place)
{
    switch (place)
    {
    case SumPlace::Switch:
        return nullptr;
    case SumPlace::DedicatedServer:
        return &kDedicated;
    case SumPlace::ColocatedServers:
        return &kColocated;
    case SumPlace::Ring:
        return &kRing;
    }
    return nullptr;
}

} // namespace ns3::esa
