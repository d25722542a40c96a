// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-closed-form.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-host-sum.h"
#include "ns3/esa-tree-schedules.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// When the result of a block is there, by block.
using BlockTimes = std::vector<Picoseconds>;

/// What all formulas need.
struct Formulas
{
    const ClosedFormBlocks& blocks;   ///< the blocks
    const ClosedFormNetwork& network; ///< the links

    /// @return w: from the last bit of a message at its sender to that at its receiver
    Picoseconds Way() const
    {
        return network.Latency() - network.frame;
    }

    /// @return c t: transmission time of one of n chunks
    Picoseconds Chunk() const
    {
        return (blocks.fragments + blocks.workers - 1) / blocks.workers * network.frame;
    }

    /// @return F t: transmission time of a block
    Picoseconds Whole() const
    {
        return blocks.fragments * network.frame;
    }

    /// @return transmission time of a block without the root's chunk
    Picoseconds OfOthers() const
    {
        return (blocks.fragments - blocks.fragments / blocks.workers) * network.frame;
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
        for (int64_t block = 1; block <= blocks.blocks; ++block)
        {
            times.push_back(block * distance + afterwards);
        }
        return times;
    }

    /// @return times of chunks that go along a ring; see ClosedFormIteration()
    BlockTimes AroundTheRing(int64_t steps) const
    {
        const Picoseconds step = std::max(blocks.blocks * Chunk(), Chunk() + Way());
        return Following(Chunk(), (steps - 1) * step + Way());
    }

    /// @return times of chunks that follow each other along a ring
    BlockTimes AlongTheRing() const
    {
        const int64_t chunks =
            (blocks.fragments + blocks.chunkFragments - 1) / blocks.chunkFragments;
        const int64_t longest = (blocks.fragments + chunks - 1) / chunks;
        const Picoseconds hop = longest * network.frame + Way();
        return Following(Whole(), Way() + (blocks.workers - 2) * hop + Answer());
    }

    /// @return log2(n), rounded up
    int64_t Levels() const
    {
        int64_t levels = 0;
        while ((int64_t{1} << levels) < blocks.workers)
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
        const bool isPowerOfTwo = int64_t{1} << Levels() == blocks.workers;
        const Picoseconds latency = 2 * Levels() * Way();
        if (!isPowerOfTwo || (blocks.blocks > 1 && latency > Whole()))
        {
            return std::nullopt;
        }
        const Picoseconds sending = 2 * Whole() * (blocks.workers - 1) / blocks.workers;
        const Picoseconds waiting =
            blocks.blocks > 1 ? std::min<int64_t>(Levels(), 2) * Way() : latency;
        return BlockTimes(static_cast<std::size_t>(blocks.blocks),
                          blocks.blocks * sending + waiting);
    }

    /// @return times of two trees
    std::optional<BlockTimes> DoubleTree() const
    {
        const bool isPowerOfTwo = int64_t{1} << Levels() == blocks.workers;
        const uint64_t chunks = ChunksPerTree(static_cast<uint64_t>(blocks.fragments),
                                              static_cast<uint32_t>(blocks.workers),
                                              static_cast<uint64_t>(blocks.chunkFragments),
                                              static_cast<uint64_t>(blocks.hopFragments));
        if (!isPowerOfTwo || blocks.blocks > 1 || chunks > 1)
        {
            return std::nullopt;
        }
        const Picoseconds chunk = (blocks.fragments + 1) / 2 * network.frame;
        const Picoseconds oneWay = (2 * Levels() - 1) * chunk + Levels() * Way();
        return BlockTimes{2 * oneWay};
    }
};

} // namespace

std::optional<std::vector<Picoseconds>>
ClosedFormOfSchedules(const HostSum& sum,
                      const ClosedFormBlocks& blocks,
                      const ClosedFormNetwork& network)
{
    ESA_ASSERT(blocks.blocks > 0 && blocks.fragments > 0 && blocks.workers > 1,
               "there is something to exchange, and somebody to exchange it with");
    const Formulas formulas{blocks, network};
    if (sum.formula == ClosedForm::HalvingDoubling)
    {
        return formulas.HalvingDoubling();
    }
    if (sum.formula == ClosedForm::DoubleTree)
    {
        return formulas.DoubleTree();
    }
    if (sum.formula != ClosedForm::Ring)
    {
        return std::nullopt;
    }
    BlockTimes times;
    switch (blocks.operation.kind)
    {
    case CollectiveKind::AllReduce:
        return formulas.AroundTheRing(2 * (blocks.workers - 1));
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllGather:
        times = formulas.AroundTheRing(blocks.workers - 1);
        for (Picoseconds& time : times)
        {
            time += formulas.Answer();
        }
        return times;
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
        return formulas.AlongTheRing();
    case CollectiveKind::AllToAll:
        return formulas.Following((blocks.workers - 1) * formulas.Chunk(),
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

} // namespace ns3::esa
