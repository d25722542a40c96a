/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PARALLEL_TRACE_H
#define ESA_PARALLEL_TRACE_H

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// What one rank has of a layer, per micro-batch where it depends on the batch.
struct LayerShare
{
    std::string name;          ///< any text
    uint64_t gradientBytes{0}; ///< gradients that all copies of the layer sum
    uint64_t expertBytes{0};   ///< gradients of the experts of this rank
    uint64_t forwardUs{1};     ///< forward part, in us
    uint64_t backwardUs{1};    ///< backward part, in us
    uint64_t passedBytes{1};   ///< what a stage that ends with the layer sends to the next one
    uint64_t tensorBytes{0};   ///< what ranks of a tensor group sum after either part
    uint64_t tokenBytes{0}; ///< what the rank sends to the experts, and gets back; 0: it has none
};

/// A training job that is parallel in up to four ways.
struct ParallelSpec
{
    uint32_t data{2};                   ///< copies of the model (data parallel)
    uint32_t tensor{1};                 ///< ranks that share each layer (tensor parallel)
    uint32_t pipeline{1};               ///< stages with layers of their own (pipeline parallel)
    uint32_t expert{1};                 ///< copies that share their experts; divides data
    uint32_t microbatches{1};           ///< parts of a batch, one after the other
    std::vector<LayerShare> layers;     ///< of all stages, front first
    std::vector<std::size_t> stageEnds; ///< of each stage, the number of layers up to its end

    /// @return number of ranks
    uint32_t Ranks() const
    {
        return data * tensor * pipeline;
    }
};

/// Layers of the same size, with the same number in each stage.
struct EqualLayers
{
    uint32_t layers{4};               ///< their number, a multiple of the stages
    uint64_t layerBytes{4'000'000};   ///< gradients of a layer
    uint64_t expertBytes{0};          ///< gradients of all experts of a layer; 0: it has none
    uint64_t activationBytes{65'536}; ///< what a layer passes on, per micro-batch
    uint64_t forwardUs{100};          ///< a layer's forward part for a micro-batch on one rank
    uint64_t backwardUs{200};         ///< the same of its backward part
};

/// Give a job layers of the same size.
/// @param job how it is parallel
/// @return the job with its layers and stages
ParallelSpec WithEqualLayers(ParallelSpec job, const EqualLayers& layers);

/// Divide layers into stages so that the slowest stage computes as shortly as possible.
/// @param stages at most as many as there are layers
/// @return of each stage, the number of layers up to its end
std::vector<std::size_t> BalancedStages(const std::vector<LayerShare>& layers, uint32_t stages);

/**
 * @brief Write a trace in Chakra's format: one training iteration.
 *
 * It has what is typical of training large models (Megatron-LM: Narayanan et al., 2021). Within a
 * layer the ranks of a tensor group sum what it passes on. Stages send it to each other, all
 * micro-batches forwards and then all backwards (GPipe). The gradients of a layer are summed over
 * the copies of the model, beginning with the last layer.
 *
 * In a layer with experts, each rank of an expert group has some of them (GShard: Lepikhin et al.,
 * ICLR 2021). Tokens go to their experts and come back: an all-to-all before the computation and
 * one after it, forwards and backwards. Each expert is assumed to get as many tokens. Gradients of
 * experts are summed over the copies of these experts only.
 *
 * Neighbouring ranks are in one tensor group. Then come the copies, of which neighbours share
 * experts, then the stages.
 *
 * @return what stands in the file of the rank
 */
std::string MakeParallelTrace(const ParallelSpec& spec, uint32_t rank);

} // namespace ns3::esa

#endif // ESA_PARALLEL_TRACE_H
