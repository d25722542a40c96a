/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-parallel-trace.h"

#include "esa-chakra-node.h"

#include <algorithm>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::esa
{

namespace
{

using nlohmann::json;

/// Makes the file of one rank.
class RankMaker
{
  public:
    RankMaker(const ParallelSpec& spec, uint32_t rank)
        : m_spec(spec),
          m_rank(rank),
          m_tensor(rank % spec.tensor),
          m_data(rank / spec.tensor % spec.data),
          m_stage(rank / spec.tensor / spec.data),
          m_begin(m_stage > 0 ? spec.stageEnds[m_stage - 1] : 0),
          m_end(spec.stageEnds[m_stage])
    {
    }

    std::string Make()
    {
        AddGroups();
        for (uint32_t batch = 0; batch < m_spec.microbatches; ++batch)
        {
            Forward(batch);
        }
        for (uint32_t batch = 0; batch < m_spec.microbatches; ++batch)
        {
            Backward(batch);
        }
        return m_out.File();
    }

  private:
    uint32_t RankOf(uint32_t stage, uint32_t data, uint32_t tensor) const
    {
        return (stage * m_spec.data + data) * m_spec.tensor + tensor;
    }

    std::string TensorGroup() const
    {
        return "tensor_" + std::to_string(m_stage * m_spec.data + m_data);
    }

    std::string DataGroup() const
    {
        return "data_" + std::to_string(m_stage * m_spec.tensor + m_tensor);
    }

    /// The ranks that share the experts of this rank's layers.
    std::string ExpertGroup() const
    {
        const uint32_t sharing = m_stage * (m_spec.data / m_spec.expert) + m_data / m_spec.expert;
        return "expert_" + std::to_string(sharing * m_spec.tensor + m_tensor);
    }

    /// The ranks that have the same experts as this one.
    std::string ExpertCopies() const
    {
        const uint32_t place = m_stage * m_spec.expert + m_data % m_spec.expert;
        return "expert_data_" + std::to_string(place * m_spec.tensor + m_tensor);
    }

    /// What is done for a micro-batch.
    static std::string NameOf(const std::string& what, uint32_t batch)
    {
        return what + ", batch " + std::to_string(batch);
    }

    /// A process group of copies of this rank: count of them from the first on, step apart.
    json GroupOfCopies(const std::string& name, uint32_t first, uint32_t count, uint32_t step) const
    {
        json ranks = json::array();
        for (uint32_t i = 0; i < count; ++i)
        {
            ranks.push_back(RankOf(m_stage, first + i * step, m_tensor));
        }
        return {{"pg_name", name}, {"ranks", ranks}};
    }

    /// A node of type METADATA with the groups of this rank.
    void AddGroups()
    {
        json tensor = json::array();
        for (uint32_t i = 0; i < m_spec.tensor; ++i)
        {
            tensor.push_back(RankOf(m_stage, m_data, i));
        }
        json groups{{{"pg_name", TensorGroup()}, {"ranks", tensor}},
                    GroupOfCopies(DataGroup(), 0, m_spec.data, 1)};
        if (m_spec.expert > 1)
        {
            const uint32_t place = m_data % m_spec.expert;
            groups.push_back(GroupOfCopies(ExpertGroup(), m_data - place, m_spec.expert, 1));
            groups.push_back(
                GroupOfCopies(ExpertCopies(), place, m_spec.data / m_spec.expert, m_spec.expert));
        }
        ChakraNode node;
        node.type = static_cast<uint64_t>(ChakraType::Metadata);
        node.inputValues = groups.dump();
        m_out.Add(std::move(node));
    }

    /// Appends a node that waits for the last one of the chain, and is the last one then.
    void Chain(ChakraNode node)
    {
        if (m_last)
        {
            node.dependencies.push_back(*m_last);
        }
        m_last = m_out.Add(std::move(node));
    }

    /// A collective of a process group.
    static ChakraNode InGroup(const std::string& name,
                              CollectiveKind type,
                              const std::string& group,
                              uint64_t bytes)
    {
        ChakraNode node = ChakraWriter::Collective(name, type, bytes);
        node.group = group;
        return node;
    }

    /// Sends tokens to the experts or back.
    void SendTokens(const LayerShare& layer, const std::string& name)
    {
        if (m_spec.expert > 1 && layer.tokenBytes > 0)
        {
            Chain(InGroup(name, CollectiveKind::AllToAll, ExpertGroup(), layer.tokenBytes));
        }
    }

    /// A part of a layer: computation, and what the ranks that share the layer exchange.
    void Compute(const LayerShare& layer, const std::string& name, uint64_t us)
    {
        SendTokens(layer, "tokens to the experts of " + name);
        Chain(ChakraWriter::Compute(name, us));
        SendTokens(layer, "tokens from the experts of " + name);
        if (m_spec.tensor > 1 && layer.tensorBytes > 0)
        {
            Chain(InGroup("sum of " + name,
                          CollectiveKind::AllReduce,
                          TensorGroup(),
                          layer.tensorBytes));
        }
    }

    /// A message of a micro-batch to or from a stage. Both directions have tags of their own.
    void Message(const std::string& name,
                 ChakraType type,
                 uint32_t stage,
                 uint32_t tag,
                 uint64_t bytes)
    {
        ChakraNode node;
        node.name = name;
        node.type = static_cast<uint64_t>(type);
        const uint32_t peer = RankOf(stage, m_data, m_tensor);
        node.source = type == ChakraType::Send ? m_rank : peer;
        node.destination = type == ChakraType::Send ? peer : m_rank;
        node.tag = tag;
        node.communicationBytes = bytes;
        Chain(std::move(node));
    }

    /// What the layer before a layer passes on.
    uint64_t PassedTo(std::size_t layer) const
    {
        return m_spec.layers[layer - 1].passedBytes;
    }

    void Forward(uint32_t batch)
    {
        if (m_stage > 0)
        {
            Message(NameOf("activations", batch),
                    ChakraType::Receive,
                    m_stage - 1,
                    batch,
                    PassedTo(m_begin));
        }
        for (std::size_t i = m_begin; i < m_end; ++i)
        {
            const LayerShare& layer = m_spec.layers[i];
            Compute(layer, NameOf("forward " + layer.name, batch), layer.forwardUs);
        }
        if (m_stage + 1 < m_spec.pipeline)
        {
            Message(NameOf("activations", batch),
                    ChakraType::Send,
                    m_stage + 1,
                    batch,
                    PassedTo(m_end));
        }
    }

    void Backward(uint32_t batch)
    {
        const uint32_t tag = m_spec.microbatches + batch;
        if (m_stage + 1 < m_spec.pipeline)
        {
            Message(NameOf("gradients", batch),
                    ChakraType::Receive,
                    m_stage + 1,
                    tag,
                    PassedTo(m_end));
        }
        for (std::size_t i = m_end; i-- > m_begin;)
        {
            const LayerShare& layer = m_spec.layers[i];
            Compute(layer, NameOf("backward " + layer.name, batch), layer.backwardUs);
            if (batch + 1 == m_spec.microbatches)
            {
                SumGradients(layer);
            }
        }
        if (m_stage > 0)
        {
            Message(NameOf("gradients", batch),
                    ChakraType::Send,
                    m_stage - 1,
                    tag,
                    PassedTo(m_begin));
        }
    }

    /// Sums the gradients of a layer. Nothing but the end of the iteration waits for it.
    void SumGradients(const LayerShare& layer)
    {
        const uint64_t apart = m_spec.expert > 1 ? layer.expertBytes : 0;
        const uint64_t together = layer.gradientBytes + layer.expertBytes - apart;
        if (m_spec.data > 1 && together > 0)
        {
            AddBeside(InGroup("gradients of " + layer.name,
                              CollectiveKind::AllReduce,
                              DataGroup(),
                              together));
        }
        if (m_spec.data > m_spec.expert && apart > 0)
        {
            AddBeside(InGroup("gradients of the experts of " + layer.name,
                              CollectiveKind::AllReduce,
                              ExpertCopies(),
                              apart));
        }
    }

    /// Appends a node that waits for the last one of the chain, which goes on beside it.
    void AddBeside(ChakraNode node)
    {
        node.dependencies.push_back(*m_last);
        m_out.Add(std::move(node));
    }

    const ParallelSpec& m_spec;     ///< the job
    uint32_t m_rank;                ///< the rank
    uint32_t m_tensor;              ///< its place in its tensor group
    uint32_t m_data;                ///< which copy of the model it belongs to
    uint32_t m_stage;               ///< which stage
    std::size_t m_begin;            ///< the first layer of the stage
    std::size_t m_end;              ///< the layer behind its last one
    std::optional<uint64_t> m_last; ///< the node that the next one of the chain waits for
    ChakraWriter m_out;             ///< the file
};

/// Divides layers into stages that compute for at most so long, where one layer does not take
/// longer, and leaves a layer for each of the stages. @return their ends; more than stages: too
/// many
std::vector<std::size_t>
StagesWithin(const std::vector<LayerShare>& layers, uint32_t stages, uint64_t mostUs)
{
    std::vector<std::size_t> ends;
    uint64_t us = 0;
    for (std::size_t i = 0; i < layers.size(); ++i)
    {
        const uint64_t layerUs = layers[i].forwardUs + layers[i].backwardUs;
        const bool leavesTooFew = ends.size() + layers.size() - i < stages;
        if (i > 0 && (us + layerUs > mostUs || leavesTooFew))
        {
            ends.push_back(i);
            us = 0;
        }
        us += layerUs;
    }
    ends.push_back(layers.size());
    return ends;
}

} // namespace

std::vector<std::size_t>
BalancedStages(const std::vector<LayerShare>& layers, uint32_t stages)
{
    uint64_t least = 0;
    uint64_t most = 0;
    for (const LayerShare& layer : layers)
    {
        least = std::max(least, layer.forwardUs + layer.backwardUs);
        most += layer.forwardUs + layer.backwardUs;
    }
    while (least < most)
    {
        const uint64_t middle = least + (most - least) / 2;
        if (StagesWithin(layers, stages, middle).size() <= stages)
        {
            most = middle;
        }
        else
        {
            least = middle + 1;
        }
    }
    return StagesWithin(layers, stages, most);
}

ParallelSpec
WithEqualLayers(ParallelSpec job, const EqualLayers& layers)
{
    job.layers.clear();
    for (uint32_t i = 0; i < layers.layers; ++i)
    {
        job.layers.push_back({"layer " + std::to_string(i + 1),
                              layers.layerBytes / job.tensor,
                              layers.expertBytes / job.expert / job.tensor,
                              layers.forwardUs,
                              layers.backwardUs,
                              layers.activationBytes,
                              layers.activationBytes,
                              layers.expertBytes > 0
                                  ? std::max<uint64_t>(1, layers.activationBytes / job.tensor)
                                  : 0});
    }
    job.stageEnds.clear();
    for (uint32_t stage = 1; stage <= job.pipeline; ++stage)
    {
        job.stageEnds.push_back(std::size_t{layers.layers} / job.pipeline * stage);
    }
    return job;
}

std::string
MakeParallelTrace(const ParallelSpec& spec, uint32_t rank)
{
    return RankMaker(spec, rank).Make();
}

} // namespace ns3::esa
