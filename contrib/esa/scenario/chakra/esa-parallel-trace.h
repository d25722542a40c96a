/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PARALLEL_TRACE_H
#define ESA_PARALLEL_TRACE_H

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A training job that is parallel in up to three ways.
struct ParallelSpec
{
    uint32_t data{2};                 ///< copies of the model (data parallel)
    uint32_t tensor{1};               ///< ranks that share each layer (tensor parallel)
    uint32_t pipeline{1};             ///< stages with layers of their own (pipeline parallel)
    uint32_t layers{4};               ///< layers of the model, the same number in each stage
    uint32_t microbatches{1};         ///< parts of a batch, one after the other
    uint64_t layerBytes{4'000'000};   ///< gradients of a layer
    uint64_t activationBytes{65'536}; ///< what a layer passes on, per micro-batch
    uint64_t forwardUs{100};          ///< a layer's forward part for a micro-batch on one rank
    uint64_t backwardUs{200};         ///< the same of its backward part

    /// @return number of ranks
    uint32_t Ranks() const
    {
        return data * tensor * pipeline;
    }
};

/**
 * @brief Write a small trace in Chakra's format: one training iteration.
 *
 * It has what is typical of training large models (Megatron-LM: Narayanan et al., 2021): within a
 * layer the ranks of a tensor group sum what it passes on; stages send it to each other, all
 * micro-batches forwards and then all backwards (GPipe); and the gradients of a layer are summed
 * over the copies of the model, beginning with the last layer. Neighbouring ranks are in one tensor
 * group, then come the copies, then the stages.
 *
 * @return what stands in the file of the rank
 */
std::string MakeParallelTrace(const ParallelSpec& spec, uint32_t rank);

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

#endif // ESA_PARALLEL_TRACE_H
