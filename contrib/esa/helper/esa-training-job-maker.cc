// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-training-job-maker.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-group-memory.h"
#include "ns3/esa-host-sum.h"
#include "ns3/rng-seed-manager.h"

#include <algorithm>
#include <limits>

namespace ns3::esa
{
namespace
{

/// @param options what the user has chosen
/// @param system system of a job
/// @param racks of the job
/// @return how its tasks find their aggregators; never IndexRule::Auto
IndexRule
IndexRuleOf(const TrainingOptions& options, const SystemRecord& system, const JobRacks& racks)
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

} // namespace

BlockPlan
BlocksOf(const FragmentPlan& plan,
         const System& system,
         const std::vector<CollectiveOperation>& operations,
         uint64_t hopFragments)
{
    std::vector<uint64_t> ends;
    for (uint32_t partition = 0; partition < plan.GetDnn().partitions.size(); ++partition)
    {
        ends.push_back(plan.EndOf(partition));
    }
    const HostPart& hosts = system.Record().onHost;
    const auto fragments = [&system](const SystemParameter* limit) {
        if (!limit)
        {
            return std::numeric_limits<uint64_t>::max();
        }
        const auto bytes = static_cast<uint64_t>(system.Value(*limit));
        const uint64_t payload = system.PayloadBytes();
        return (bytes + payload - 1) / payload;
    };
    BlockPlan blocks(ends, fragments(hosts.blockBytes));
    if (hosts.chunkBytes)
    {
        blocks.SetChunkFragments(fragments(hosts.chunkBytes));
        blocks.SetHopFragments(hopFragments);
    }
    const bool isAllReduce =
        std::all_of(operations.begin(), operations.end(), [](const CollectiveOperation& operation) {
            return operation.kind == CollectiveKind::AllReduce;
        });
    if (!isAllReduce)
    {
        blocks.SetOperations(operations);
    }
    return blocks;
}

uint64_t
HopFragmentsOf(Picoseconds hopTime, const System& system, const LineRate& link)
{
    const double bits = 8.0 * static_cast<double>(link.WireBytes(system.DataFrameBytes()));
    const double hopS = static_cast<double>(hopTime.count()) * 1e-12;
    return static_cast<uint64_t>(hopS * static_cast<double>(link.bitsPerS) / bits);
}

JitterSource
JitterOf(const TrainingOptions& options)
{
    JitterSource::Parameters jitter = options.jitter;
    jitter.seed = jitter.seed > 0 ? jitter.seed : RngSeedManager::GetSeed();
    jitter.run = jitter.run > 0 ? jitter.run : static_cast<uint32_t>(RngSeedManager::GetRun());
    return JitterSource(jitter);
}

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
    const uint32_t shareOfGroup = share / GroupsAtOneSwitch(place.racks);
    const uint32_t used = cap > 0 ? std::min(shareOfGroup, cap) : shareOfGroup;
    FragmentPlan plan(setup.dnn, system.PayloadBytes());
    FragmentPriorities priorities;
    if (!system.Record().SumsInHosts())
    {
        priorities = {plan,
                      system,
                      workers,
                      static_cast<double>(place.link.bitsPerS),
                      options.priority};
    }
    const LineRate& rate = place.channels ? place.path : place.link;
    BlockPlan blocks =
        BlocksOf(plan, system, setup.operations, HopFragmentsOf(place.hopTime, system, rate));
    return std::make_shared<const TrainingJob>(
        TrainingJob{system,
                    place.identity.number,
                    workers,
                    setup.iterations,
                    std::move(plan),
                    GradientOracle(place.identity.number,
                                   workers,
                                   options.fullPayload,
                                   setup.dnn.precision,
                                   setup.gradients),
                    JitterOf(options),
                    SharedPoolIndex{IndexRuleOf(options, system.Record(), place.racks),
                                    place.aggregators,
                                    place.identity.shares},
                    SlotIndex{first, used},
                    ShareIndex{first, used},
                    place.racks,
                    std::move(blocks),
                    system.DataFrameBytes(),
                    setup.isSentWhenTold,
                    std::move(priorities),
                    place.channels});
}

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

} // namespace ns3::esa
