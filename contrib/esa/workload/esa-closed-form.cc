// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-closed-form.h"

#include "esa-iteration.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-host-sum.h"

#include <algorithm>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Times, by block.
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

/// @return when all workers have the result of each block, with a dedicated server
BlockTimes
DedicatedServer(const BlockSizes& sizes, uint32_t workers, const ClosedFormNetwork& network)
{
    const Picoseconds way = network.Latency() - network.frame;
    BlockTimes results;
    Picoseconds arrived = way;
    Picoseconds returned{0};
    for (const uint64_t size : sizes)
    {
        const Picoseconds sending = Sending(workers * size, network);
        arrived += sending;
        returned = std::max(arrived, returned) + sending;
        results.push_back(returned + way);
    }
    return results;
}

/// @return when all workers have the results of all blocks, with a server on each worker's host
std::optional<BlockTimes>
ColocatedServers(const BlockSizes& sizes, uint32_t workers, const ClosedFormNetwork& network)
{
    const bool isEven = sizes.size() < workers || sizes.size() % workers == 0;
    if (!isEven)
    {
        return std::nullopt;
    }
    const uint64_t blocksEach = (sizes.size() + workers - 1) / workers;
    const Picoseconds end =
        2 * (Sending(blocksEach * (workers - 1) * sizes[0], network) + network.Latency());
    return BlockTimes(sizes.size(), end);
}

/// @return when all workers have the result of each block, with one switch that sums
BlockTimes
OneSwitch(const BlockSizes& sizes, const ClosedFormNetwork& network)
{
    Picoseconds result = network.Latency() - network.frame;
    result += network.hasResultsByServer ? network.Latency() : Picoseconds(0);
    BlockTimes results;
    for (const uint64_t size : sizes)
    {
        result += Sending(size, network);
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

} // namespace

std::optional<Picoseconds>
ClosedFormIteration(const HostSum* sum,
                    const FragmentPlan& plan,
                    const BlockPlan& blocks,
                    uint32_t workers,
                    const ClosedFormNetwork& network)
{
    const BlockSizes sizes = SizesOf(blocks);
    ESA_ASSERT(!sizes.empty(), "an iteration sends a block at least");
    const bool isUniform = std::all_of(sizes.begin(), sizes.end(), [&sizes](uint64_t size) {
        return size == sizes[0];
    });
    const std::vector<Picoseconds>& ready = plan.ComputedTimes();
    const bool isReadyAtOnce = std::all_of(ready.begin(), ready.end(), [&ready](Picoseconds end) {
        return end == ready.front();
    });
    if (workers < 2 || !isReadyAtOnce ||
        (!isUniform && !(sum && sum->formula == ClosedForm::DedicatedServer)))
    {
        return std::nullopt;
    }
    std::optional<BlockTimes> results;
    if (!sum)
    {
        if (!blocks.IsAllReduce()) // whose windows are part of what is compared
        {
            results = OneSwitch(sizes, network);
        }
    }
    else if (sum->formula == ClosedForm::DedicatedServer)
    {
        results = DedicatedServer(sizes, workers, network);
    }
    else if (sum->formula == ClosedForm::ColocatedServers)
    {
        results = ColocatedServers(sizes, workers, network);
    }
    else
    {
        results = ClosedFormOfSchedules(*sum,
                                        {static_cast<int64_t>(sizes.size()),
                                         static_cast<int64_t>(sizes[0]),
                                         static_cast<int64_t>(blocks.ChunkFragments()),
                                         static_cast<int64_t>(blocks.HopFragments()),
                                         workers,
                                         blocks.At(0).operation},
                                        network);
    }
    return results ? std::optional(EndOfIteration(plan, blocks, *results)) : std::nullopt;
}

} // namespace ns3::esa
