// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/run/closed-form.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-host-link.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-iteration.h"
#include "ns3/esa-scenario-attributes.h"
#include "ns3/esa-scenario-build.h"
#include "ns3/esa-scenario-network.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-tree-schedules.h"

#include <algorithm>
#include <cmath>
#include <csignal>
#include <set>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// When the result of a block is there, by block.
using BlockTimes = std::vector<Picoseconds>;

/// Fragments, by block.
using BlockSizes = std::vector<uint64_t>;

/// @return fragments of each
BlockSizes
SizesOf(const BlockPlan& blocks)
{
    BlockSizes sizes;
    uint64_t position = 0;
    for (uint32_t number = 0; number < blocks.Blocks(); ++number)
    {
        const Block block = blocks.At(position);
        sizes.push_back(block.range.Size());
        position = block.range.end;
    }
    return sizes;
}

/// @param frames how many
/// @param network the links
/// @return how long a link needs for them
Picoseconds
Sending(uint64_t frames, const ClosedFormNetwork& network)
{
    return static_cast<int64_t>(frames) * network.frame;
}

/// @return when all workers have the result of each block, with one server; nothing: there are more
std::optional<BlockTimes>
OneServer(const BlockSizes& sizes,
          uint32_t workers,
          const ServerPlan& servers,
          const ClosedFormNetwork& network)
{
    uint64_t left = 0; // of the iteration
    for (uint32_t block = 0; block < sizes.size(); ++block)
    {
        if (servers.Of(block) != servers.Of(0))
        {
            return std::nullopt;
        }
        left += sizes[block];
    }
    const uint32_t senders = WorkerAt(servers.Of(0)) < workers ? workers - 1 : workers;
    const Picoseconds way = network.Latency() - network.frame;
    const Picoseconds request = 2 * network.linkDelay + network.ClearLatency();
    BlockTimes results;
    Picoseconds arrived = way;
    Picoseconds returned{0};
    for (const uint64_t size : sizes)
    {
        const Picoseconds sending = Sending(senders * size, network);
        left -= size;
        arrived += sending;
        const Picoseconds waiting = Sending(senders * std::min(network.window, left), network);
        returned = std::max(arrived + request + waiting, returned) + sending;
        results.push_back(returned + way);
    }
    return results;
}

/// @param workers of an all-gather, whose links down carry frames without values in place of their
/// own data; 0: of other operations
/// @return when all workers have the result of each block, with one switch that sums
BlockTimes
OneSwitch(const BlockSizes& sizes, const ClosedFormNetwork& network, uint32_t workers)
{
    Picoseconds result = network.Latency() - network.frame;
    result += network.hasResultsByServer ? network.Latency() : Picoseconds(0);
    BlockTimes results;
    for (const uint64_t size : sizes)
    {
        // where a server returns the results, its link carries all of them
        const uint64_t own = workers > 0 && !network.hasResultsByServer ? size / workers : 0;
        result += Sending(size - own, network) + static_cast<int64_t>(own) * network.emptyFrame;
        results.push_back(result);
    }
    return results;
}

/**
 * @brief The layers compute one after the other, each when its results are there.
 * @param plan what an iteration sends
 * @param blocks what is summed at a time
 * @param results when the results of each block are there, counted from the end of the backward
 *        parts
 * @return the end of the last layer
 */
Picoseconds
EndOfIteration(const FragmentPlan& plan, const BlockPlan& blocks, const BlockTimes& results)
{
    std::vector<Picoseconds> ofPartitions;
    for (uint32_t partition = 0; partition < plan.GetDnn().partitions.size(); ++partition)
    {
        // Results come in order, so those of the partition's last block are its last.
        ofPartitions.push_back(results[blocks.At(plan.EndOf(partition) - 1).number]);
    }
    const Picoseconds end =
        EndOfLayers(plan.GetDnn(), Picoseconds(0), ofPartitions, [](Picoseconds compute) {
            return compute;
        });
    return plan.ComputedTimes().front() + end;
}

/// What all formulas need.
struct Formulas
{
    const BlockPlan& plan;            ///< the blocks, all of the same size and ready at once
    int64_t blocks;                   ///< P: how many
    int64_t fragments;                ///< F: fragments of each
    int64_t workers;                  ///< n: workers, at least two
    const ClosedFormNetwork& network; ///< the links

    /// @return w: from the last bit of a message at its sender to that at its receiver
    Picoseconds Way() const
    {
        return network.Latency() - network.frame;
    }

    /// @return c t: transmission time of one of n chunks
    Picoseconds Chunk() const
    {
        return (fragments + workers - 1) / workers * network.frame;
    }

    /// @return F t: transmission time of a block
    Picoseconds Whole() const
    {
        return fragments * network.frame;
    }

    /// @return transmission time of a block without the root's chunk
    Picoseconds OfOthers() const
    {
        return (fragments - fragments / workers) * network.frame;
    }

    /// @return r: the time of an acknowledgement
    Picoseconds Answer() const
    {
        return 2 * network.linkDelay;
    }

    /// @return times of blocks that follow each other at a distance; the first comes at its end
    BlockTimes Following(Picoseconds distance, Picoseconds afterwards) const
    {
        BlockTimes times;
        for (int64_t block = 1; block <= blocks; ++block)
        {
            times.push_back(block * distance + afterwards);
        }
        return times;
    }

    /// @return times of chunks that go along a ring; see ClosedFormIteration()
    BlockTimes AroundTheRing(int64_t steps) const
    {
        const Picoseconds step = std::max(blocks * Chunk(), Chunk() + Way());
        return Following(Chunk(), (steps - 1) * step + Way());
    }

    /// @return times of chunks that follow each other along a ring
    BlockTimes AlongTheRing() const
    {
        const auto chunkFragments = static_cast<int64_t>(plan.Chunks().following);
        const int64_t chunks = (fragments + chunkFragments - 1) / chunkFragments;
        const int64_t longest = (fragments + chunks - 1) / chunks;
        const Picoseconds hop = longest * network.frame + Way();
        return Following(Whole(), Way() + (workers - 2) * hop + Answer());
    }

    /// @return log2(n), rounded up
    int64_t Levels() const
    {
        int64_t levels = 0;
        while ((int64_t{1} << levels) < workers)
        {
            ++levels;
        }
        return levels;
    }

    /// @return times of steps that each worker takes with another one
    BlockTimes Barrier() const
    {
        return Following(network.frame, Levels() * network.Latency() - network.frame + Answer());
    }

    /// @return times of halving and doubling
    std::optional<BlockTimes> HalvingDoubling() const
    {
        const bool isPowerOfTwo = int64_t{1} << Levels() == workers;
        const Picoseconds step = Way() + network.ClearLatency(); // without data
        const Picoseconds latency = 2 * Levels() * step;
        if (!isPowerOfTwo || (blocks > 1 && latency > Whole()))
        {
            return std::nullopt;
        }
        const Picoseconds sending = 2 * Whole() * (workers - 1) / workers;
        const Picoseconds waiting = blocks > 1 ? std::min<int64_t>(Levels(), 2) * step : latency;
        return BlockTimes(static_cast<std::size_t>(blocks), blocks * sending + waiting);
    }

    /// @return times of two trees
    std::optional<BlockTimes> DoubleTree() const
    {
        const bool isPowerOfTwo = int64_t{1} << Levels() == workers;
        const bool isCut = static_cast<uint64_t>(fragments) > 2 * plan.Chunks().following;
        if (!isPowerOfTwo || blocks > 1 || isCut)
        {
            return std::nullopt;
        }
        const Picoseconds chunk = (fragments + 1) / 2 * network.frame;
        const Picoseconds oneWay = (2 * Levels() - 1) * chunk + Levels() * Way();
        return BlockTimes{2 * oneWay};
    }
};

/// @return when all workers have the result of each block that they exchange by schedules, from the
/// time on when all are ready; nothing: there is no formula
std::optional<BlockTimes>
BySchedules(const HostSum& sum, const Formulas& formulas)
{
    if (&sum == &kHalvingDoublingSum)
    {
        return formulas.HalvingDoubling();
    }
    if (&sum == &kDoubleTreeSum)
    {
        return formulas.DoubleTree();
    }
    if (&sum != &kRingSum)
    {
        return std::nullopt;
    }
    BlockTimes times;
    switch (formulas.plan.At(0).operation.kind)
    {
    case CollectiveKind::AllReduce:
        return formulas.AroundTheRing(2 * (formulas.workers - 1));
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllGather:
        times = formulas.AroundTheRing(formulas.workers - 1);
        for (Picoseconds& time : times)
        {
            time += formulas.Answer();
        }
        return times;
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
        return formulas.AlongTheRing();
    case CollectiveKind::AllToAll:
        return formulas.Following((formulas.workers - 1) * formulas.Chunk(),
                                  formulas.Way() + formulas.Answer());
    case CollectiveKind::Barrier:
        return formulas.Barrier();
    case CollectiveKind::SendReceive:
        return formulas.Following(formulas.Whole(), formulas.Way() + formulas.Answer());
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
        return formulas.Following(formulas.OfOthers(), formulas.Way() + formulas.Answer());
    }
    return std::nullopt;
}

} // namespace

std::optional<Picoseconds>
ClosedFormIteration(const HostSum* sum,
                    const FragmentPlan& plan,
                    const BlockPlan& blocks,
                    uint32_t workers,
                    const ClosedFormNetwork& network,
                    const ServerPlan* servers)
{
    const BlockSizes sizes = SizesOf(blocks);
    const bool isUniform = std::all_of(sizes.begin(), sizes.end(), [&sizes](uint64_t size) {
        return size == sizes[0];
    });
    const std::vector<Picoseconds>& ready = plan.ComputedTimes();
    const bool isReadyAtOnce = std::all_of(ready.begin(), ready.end(), [&ready](Picoseconds end) {
        return end == ready.front();
    });
    if (workers < 2 || !isReadyAtOnce || (!isUniform && !servers))
    {
        return std::nullopt;
    }
    std::optional<BlockTimes> results;
    if (!sum)
    {
        if (!blocks.IsAllReduce()) // whose windows are part of what is compared
        {
            const bool isGather = blocks.At(0).operation.kind == CollectiveKind::AllGather;
            results = OneSwitch(sizes, network, isGather ? workers : 0);
        }
    }
    else if (servers)
    {
        results = OneServer(sizes, workers, *servers, network);
    }
    else
    {
        results = BySchedules(*sum,
                              {blocks,
                               static_cast<int64_t>(sizes.size()),
                               static_cast<int64_t>(sizes[0]),
                               workers,
                               network});
    }
    return results ? std::optional(EndOfIteration(plan, blocks, *results)) : std::nullopt;
}

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
                               scenario->host.processingNs > 0 || scenario->host.psProcessingNs > 0;
    return scenario->iterations == 1 && scenario->flow.protocol == FlowProtocol::None &&
           scenario->topology.kind == TopologyKind::LeafSpine && scenario->topology.racks == 1 &&
           SharesNoHost(scenario) && !hasJitter && !hasFaults && !hasProcessing &&
           scenario->link.queueBytes == 0 && scenario->background.load == 0;
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
                                    rate.FrameTime(kClearFrameBytes),
                                    scenario->flow.windowPackets,
                                    rate.FrameTime(kEmptyFrameBytes)};
    const FragmentPlan plan(job.dnn, system.PayloadBytes());
    const bool isFull = system.Record().SumsInHosts()
                            ? FillsLinks(scenario, network)
                            : FillsSwitch(scenario, system, plan.Fragments(), network);
    if (!isFull)
    {
        return std::nullopt;
    }
    const BlockPlan blocks = BlocksOf(plan, system, job.operations);
    const uint32_t workers = job.workers.GetN();
    std::optional<ServerPlan> servers;
    if (HasServers(system.Record()))
    {
        servers.emplace(workers,
                        job.extraServers.GetN(),
                        job.isColocated,
                        KeysOf(job.dnn, blocks, job.isSentByCaller));
    }
    const auto end = ClosedFormIteration(system.Record().onHost.sum,
                                         plan,
                                         blocks,
                                         workers,
                                         network,
                                         servers ? &*servers : nullptr);
    return end ? std::optional(ToMilliseconds(*end)) : std::nullopt;
}

} // namespace

std::optional<double>
ClosedFormMs(const ValidScenario& scenario, const std::string& system)
{
    if (!IsIdeal(scenario))
    {
        return std::nullopt;
    }
    std::vector<std::optional<double>> jctsMs;
    const volatile std::sig_atomic_t afterBuilding = 1;
    RunControl control;
    control.interrupted = &afterBuilding;
    control.built = [&](const Network& network) {
        for (const InstalledJob& job : network.jobs)
        {
            jctsMs.push_back(
                JctMsOf(scenario, job.setup, network.helper.SystemOf(job.identity, job.setup)));
        }
    };
    RunScenario(scenario, system, 1, control);
    double sumMs = 0;
    for (const auto& jctMs : jctsMs)
    {
        if (!jctMs)
        {
            return std::nullopt;
        }
        sumMs += *jctMs;
    }
    return jctsMs.empty() ? std::nullopt
                          : std::optional(sumMs / static_cast<double>(jctsMs.size()));
}

} // namespace ns3::esa::test
