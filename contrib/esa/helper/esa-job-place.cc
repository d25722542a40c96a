// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-job-place.h"

#include "ns3/esa-group-memory.h"
#include "ns3/esa-host-sum.h"
#include "ns3/rng-seed-manager.h"

#include <cstddef>
#include <utility>

namespace ns3::esa
{

namespace
{

/// @param options what the user has chosen
/// @param system system of a job
/// @param racks of the job
/// @return how its tasks find their aggregators; never IndexRule::Auto
IndexRule
IndexRuleOf(const TrainingOptions& options,
            const SystemRecord& system,
            const AggregationPlan& racks)
{
    if (options.indexRule != IndexRule::Auto)
    {
        return options.indexRule;
    }
    // The places of a window have aggregators at random, so those of one group of a switch may be
    // those of another group. A window without a limit has no places.
    const bool hasGroups = racks.Tree().MaxAtOneSwitch() > 1;
    const bool hasPlaces = options.worker.window.maxPackets > 0 && !hasGroups;
    return system.onHost.index == IndexRule::WindowSlot && !hasPlaces ? IndexRule::Linear
                                                                      : system.onHost.index;
}

/// @return the random delays of a job with these options, in this run of ns-3
/// @param slice fraction of a model that the job trains
JitterSource
JitterOf(const TrainingOptions& options, double slice)
{
    JitterSource::Parameters jitter = options.jitter;
    jitter.seed = jitter.seed > 0 ? jitter.seed : RngSeedManager::GetSeed();
    jitter.run = jitter.run > 0 ? jitter.run : static_cast<uint32_t>(RngSeedManager::GetRun());
    return JitterSource(jitter).Sliced(slice);
}

/// @param shape of the job
/// @return the protocol of the job's messages; never FlowProtocol::Auto
FlowProtocol
ProtocolOf(const TrainingOptions& options, const CollectiveShape& shape, const JobSetup& setup)
{
    if (shape.pattern == StepPattern::None || options.protocol != FlowProtocol::Auto)
    {
        return shape.pattern == StepPattern::None ? FlowProtocol::None : options.protocol;
    }
    std::vector<CollectiveCall> calls;
    for (std::size_t place = 0; place < setup.dnn.partitions.size(); ++place)
    {
        CollectiveCall& call = calls.emplace_back();
        call.bytes = setup.dnn.partitions[place].bytes;
        if (!setup.operations.empty())
        {
            call.kind = setup.operations[setup.operations.size() == 1 ? 0 : place].kind;
        }
    }
    return ChooseProtocol(shape, calls);
}

/// @return what the costs of the job's collectives depend on
CollectiveShape
ShapeOf(const JobPlace& place, const SystemRecord& system, uint32_t workers)
{
    CollectiveShape shape;
    if (!system.SumsInHosts())
    {
        return shape;
    }
    shape.pattern = system.onHost.sum->pattern;
    shape.workers = workers;
    const Channels* const channels = place.channels.get();
    shape.servers = channels ? static_cast<uint32_t>(channels->servers.size()) : workers;
    const LineRate& rate = channels ? place.path : place.link;
    shape.channels = channels ? static_cast<uint32_t>(channels->rings.size()) : 1;
    shape.gbytesPerS = shape.channels * static_cast<double>(rate.bitsPerS) / 8e9;
    return shape;
}

} // namespace

std::shared_ptr<const TrainingJob>
MakeTrainingJob(const JobPlace& place,
                const JobSetup& setup,
                const TrainingOptions& options,
                const System& system)
{
    const HostPart& hosts = system.Record().onHost;
    const uint32_t workers = setup.workers.GetN();
    const uint32_t share = place.staticShare;
    const uint32_t first = place.identity.share * share;
    const uint32_t cap =
        hosts.windowCap ? static_cast<uint32_t>(system.Value(*hosts.windowCap)) : 0;
    const uint32_t shareOfGroup = share / GroupsAtOneSwitch(place.members.aggregation);
    const uint32_t used = cap > 0 ? std::min(shareOfGroup, cap) : shareOfGroup;
    const CollectiveShape shape = ShapeOf(place, system.Record(), workers);
    const FlowProtocol protocol = ProtocolOf(options, shape, setup);
    System own = system;
    own.SetDataShare(DataShareOf(protocol));
    FragmentPlan plan(setup.dnn, own.PayloadBytes());
    FragmentPriorities priorities;
    if (!system.Record().SumsInHosts())
    {
        priorities = {plan,
                      system,
                      workers,
                      static_cast<double>(place.link.bitsPerS),
                      options.priority};
    }
    BlockPlan blocks = BlocksOf(plan, own, setup.operations, protocol, shape);
    const uint16_t frameBytes = own.DataFrameBytes();
    std::shared_ptr<const ServerPlan> servers;
    if (HasServers(system.Record()))
    {
        servers =
            std::make_shared<const ServerPlan>(workers,
                                               setup.extraServers.GetN(),
                                               setup.isColocated,
                                               KeysOf(setup.dnn, blocks, setup.isSentByCaller));
    }
    return std::make_shared<const TrainingJob>(TrainingJob{
        std::move(own),
        place.identity.number,
        workers,
        setup.iterations,
        std::move(plan),
        GradientOracle(place.identity.number,
                       workers,
                       options.fullPayload,
                       setup.dnn.precision,
                       setup.gradients),
        JitterOf(options, setup.slice),
        SharedPoolIndex{IndexRuleOf(options, system.Record(), place.members.aggregation),
                        place.aggregators,
                        place.identity.shares},
        SlotIndex{first, used},
        ShareIndex{first, used},
        place.members.aggregation,
        std::move(blocks),
        frameBytes,
        setup.isSentByCaller,
        std::move(priorities),
        place.channels,
        std::move(servers),
        protocol,
        TimesOf(protocol, shape)});
}

} // namespace ns3::esa
