/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SHARDED_TRACE_H
#define ESA_SHARDED_TRACE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// Layers whose parameters are gathered and whose gradients are scattered together.
struct ShardedUnit
{
    uint64_t parameters{0}; ///< number of parameters
    uint64_t forwardUs{1};  ///< forward part on one rank, in us
    uint64_t backwardUs{1}; ///< backward part on one rank, in us
};

/// A training job of which each rank keeps a shard of every unit.
struct ShardedSpec
{
    uint32_t ranks{2};              ///< number of ranks
    uint32_t bytesPerParameter{2};  ///< on the wire; gradients have as many
    std::vector<ShardedUnit> units; ///< in the order of the forward part; the first is the root
};

/**
 * @brief Write a trace in Chakra's format: one iteration of fully sharded data parallel training.
 *
 * A model that does not fit in one GPU is sharded: each rank keeps an n-th of every unit. Before a
 * unit computes, forwards and backwards, its parameters are gathered; after its backward part its
 * gradients are reduced and scattered. The order is as in PyTorch's FSDP with its defaults ("FSDP
 * Notes" and torch.distributed.fsdp.fully_shard of its documentation; Zhao et al., PyTorch FSDP,
 * VLDB 2023):
 *
 * - One collective at a time, in the order in which they are issued.
 * - Forwards, the next all-gather runs beside a unit's computation. At most two units are gathered
 *   at a time, so the gather of unit i waits for the computation of unit i - 2.
 * - Backwards, the all-gather of the next unit is issued before a unit computes, and so before its
 *   reduce-scatter.
 * - A unit is freed after its forward part and gathered again, but for the root, which stays.
 *
 * All ranks do the same, so their files are the same. A unit is padded to a multiple of the ranks.
 *
 * @return what stands in the file of each rank
 */
std::string MakeShardedTrace(const ShardedSpec& spec);

} // namespace ns3::esa

#endif // ESA_SHARDED_TRACE_H
