/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PARALLEL_TRACE_H
#define ESA_PARALLEL_TRACE_H

#include <cstdint>
#include <string>

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
 * @ingroup esa
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

} // namespace ns3::esa

#endif // ESA_PARALLEL_TRACE_H
