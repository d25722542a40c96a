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

constexpr uint64_t kAllReduce = 0; ///< its number among the collectives

/// Writes the nodes of a rank one after the other.
class NodeWriter
{
  public:
    /// Appends a node. @return its id
    uint64_t Add(ChakraNode node)
    {
        node.id = m_next++;
        m_file += Framed(WriteChakraNode(node));
        return node.id;
    }

    /// @return what stands in the file
    const std::string& File() const
    {
        return m_file;
    }

    static ChakraNode Compute(const std::string& name, uint64_t us)
    {
        ChakraNode node;
        node.name = name;
        node.type = static_cast<uint64_t>(ChakraType::Compute);
        node.durationUs = us;
        return node;
    }

    /// @param type number of the collective in a file
    static ChakraNode Collective(const std::string& name, uint64_t type, uint64_t bytes)
    {
        ChakraNode node;
        node.name = name;
        node.type = static_cast<uint64_t>(ChakraType::Collective);
        node.communicationType = type;
        node.communicationBytes = bytes;
        return node;
    }

  private:
    std::string m_file{Framed(WriteChakraVersion("0.0.4"))}; ///< the version, then nodes
    uint64_t m_next{0};                                      ///< id of the next node
};

/// Makes the file of one rank.
class RankMaker
{
  public:
    RankMaker(const ParallelSpec& spec, uint32_t rank)
        : m_spec(spec),
          m_rank(rank),
          m_tensor(rank % spec.tensor),
          m_data(rank / spec.tensor % spec.data),
          m_stage(rank / spec.tensor / spec.data)
    {
    }

    std::string Make()
    {
        AddGroups();
        const uint32_t layers = m_spec.layers / m_spec.pipeline;
        for (uint32_t batch = 0; batch < m_spec.microbatches; ++batch)
        {
            Forward(batch, layers);
        }
        for (uint32_t batch = 0; batch < m_spec.microbatches; ++batch)
        {
            Backward(batch, layers);
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

    /// What is done for a micro-batch.
    static std::string NameOf(const std::string& what, uint32_t batch)
    {
        return what + ", batch " + std::to_string(batch);
    }

    /// A layer of this stage, of those of all stages.
    std::string LayerName(uint32_t layer, uint32_t layersOfStage) const
    {
        return "layer " + std::to_string(m_stage * layersOfStage + layer + 1);
    }

    /// A node of type METADATA with the groups of this rank.
    void AddGroups()
    {
        json tensor = json::array();
        for (uint32_t i = 0; i < m_spec.tensor; ++i)
        {
            tensor.push_back(RankOf(m_stage, m_data, i));
        }
        json data = json::array();
        for (uint32_t i = 0; i < m_spec.data; ++i)
        {
            data.push_back(RankOf(m_stage, i, m_tensor));
        }
        ChakraNode node;
        node.type = static_cast<uint64_t>(ChakraType::Metadata);
        node.inputValues = json{
            {{"pg_name", TensorGroup()}, {"ranks", tensor}},
            {{"pg_name", DataGroup()},
             {"ranks", data}}}.dump();
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

    static ChakraNode AllReduce(const std::string& name, const std::string& group, uint64_t bytes)
    {
        ChakraNode node = NodeWriter::Collective(name, kAllReduce, bytes);
        node.group = group;
        return node;
    }

    void SumActivations(const std::string& name)
    {
        if (m_spec.tensor > 1)
        {
            Chain(AllReduce("sum of " + name, TensorGroup(), m_spec.activationBytes));
        }
    }

    /// A message of a micro-batch to or from a stage. Both directions have tags of their own.
    void Message(const std::string& name, ChakraType type, uint32_t stage, uint32_t tag)
    {
        ChakraNode node;
        node.name = name;
        node.type = static_cast<uint64_t>(type);
        const uint32_t peer = RankOf(stage, m_data, m_tensor);
        node.source = type == ChakraType::Send ? m_rank : peer;
        node.destination = type == ChakraType::Send ? peer : m_rank;
        node.tag = tag;
        node.communicationBytes = m_spec.activationBytes;
        Chain(std::move(node));
    }

    void Forward(uint32_t batch, uint32_t layers)
    {
        if (m_stage > 0)
        {
            Message(NameOf("activations", batch), ChakraType::Receive, m_stage - 1, batch);
        }
        for (uint32_t layer = 0; layer < layers; ++layer)
        {
            const std::string name = NameOf("forward " + LayerName(layer, layers), batch);
            Chain(NodeWriter::Compute(name, m_spec.forwardUs));
            SumActivations(name);
        }
        if (m_stage + 1 < m_spec.pipeline)
        {
            Message(NameOf("activations", batch), ChakraType::Send, m_stage + 1, batch);
        }
    }

    void Backward(uint32_t batch, uint32_t layers)
    {
        const uint32_t tag = m_spec.microbatches + batch;
        if (m_stage + 1 < m_spec.pipeline)
        {
            Message(NameOf("gradients", batch), ChakraType::Receive, m_stage + 1, tag);
        }
        for (uint32_t layer = 0; layer < layers; ++layer)
        {
            const std::string layerName = LayerName(layers - 1 - layer, layers);
            const std::string name = NameOf("backward " + layerName, batch);
            Chain(NodeWriter::Compute(name, m_spec.backwardUs));
            SumActivations(name);
            if (m_spec.data > 1 && batch + 1 == m_spec.microbatches)
            {
                // nothing but the end of the iteration waits for it
                ChakraNode node = AllReduce("gradients of " + layerName,
                                            DataGroup(),
                                            m_spec.layerBytes / m_spec.tensor);
                node.dependencies.push_back(*m_last);
                m_out.Add(std::move(node));
            }
        }
        if (m_stage > 0)
        {
            Message(NameOf("gradients", batch), ChakraType::Send, m_stage - 1, tag);
        }
    }

    const ParallelSpec& m_spec;     ///< the job
    uint32_t m_rank;                ///< the rank
    uint32_t m_tensor;              ///< its place in its tensor group
    uint32_t m_data;                ///< which copy of the model it belongs to
    uint32_t m_stage;               ///< which stage
    std::optional<uint64_t> m_last; ///< the node that the next one of the chain waits for
    NodeWriter m_out;               ///< the file
};

// numbers among the collectives
constexpr uint64_t kAllGather = 2;
constexpr uint64_t kReduceScatter = 7;

constexpr uint64_t kNone = UINT64_MAX; ///< no node

/// Makes the file of a rank.
class ShardedMaker
{
  public:
    explicit ShardedMaker(const ShardedSpec& spec)
        : m_spec(spec),
          m_gathered(spec.units.size(), kNone),
          m_computed(spec.units.size(), kNone)
    {
    }

    std::string Make()
    {
        const std::size_t units = m_spec.units.size();
        for (std::size_t unit = 0; unit < units; ++unit)
        {
            Gather(unit, unit >= 2 ? m_computed[unit - 2] : kNone);
            Compute("forward ", unit, m_spec.units[unit].forwardUs);
        }
        for (std::size_t unit = units; unit-- > 0;)
        {
            if (unit + 1 == units && unit > 0)
            {
                Gather(unit, m_last);
            }
            // the root, unit 0, is still there
            if (unit >= 2)
            {
                Gather(unit - 1, m_last);
            }
            Compute("backward ", unit, m_spec.units[unit].backwardUs);
            Scatter(unit);
        }
        return m_out.File();
    }

  private:
    static std::string NameOf(std::size_t unit)
    {
        return "unit " + std::to_string(unit + 1);
    }

    /// Appends a node. @return its id
    uint64_t Add(ChakraNode node)
    {
        node.dependencies.erase(
            std::remove(node.dependencies.begin(), node.dependencies.end(), kNone),
            node.dependencies.end());
        return m_out.Add(std::move(node));
    }

    /// The bytes of a rank's shard of a unit.
    uint64_t ShardBytes(std::size_t unit) const
    {
        const uint64_t parameters = m_spec.units[unit].parameters;
        return (parameters + m_spec.ranks - 1) / m_spec.ranks * m_spec.bytesPerParameter;
    }

    /// Appends a collective of all ranks after the one before, unless it has no data. @return its
    /// id
    uint64_t Collective(const std::string& name, uint64_t type, uint64_t bytes, uint64_t waitsFor)
    {
        if (bytes == 0 || m_spec.ranks < 2)
        {
            return kNone;
        }
        ChakraNode node = NodeWriter::Collective(name, type, bytes);
        node.dependencies = {waitsFor, m_lastCollective};
        m_lastCollective = Add(std::move(node));
        return m_lastCollective;
    }

    void Gather(std::size_t unit, uint64_t waitsFor)
    {
        m_gathered[unit] =
            Collective("gather " + NameOf(unit), kAllGather, ShardBytes(unit), waitsFor);
    }

    void Scatter(std::size_t unit)
    {
        Collective("scatter " + NameOf(unit),
                   kReduceScatter,
                   ShardBytes(unit) * m_spec.ranks,
                   m_computed[unit]);
    }

    /// Computes a unit, after what was computed before and when its parameters are there.
    void Compute(const std::string& part, std::size_t unit, uint64_t us)
    {
        ChakraNode node = NodeWriter::Compute(part + NameOf(unit), us);
        node.dependencies = {m_last, m_gathered[unit]};
        m_last = Add(std::move(node));
        m_computed[unit] = m_last;
    }

    const ShardedSpec& m_spec;        ///< the job
    std::vector<uint64_t> m_gathered; ///< by unit: its last all-gather
    std::vector<uint64_t> m_computed; ///< by unit: its last computation
    uint64_t m_last{kNone};           ///< the last computation
    uint64_t m_lastCollective{kNone}; ///< the last collective
    NodeWriter m_out;                 ///< the file
};

} // namespace

std::string
MakeParallelTrace(const ParallelSpec& spec, uint32_t rank)
{
    return RankMaker(spec, rank).Make();
}

std::string
MakeShardedTrace(const ShardedSpec& spec)
{
    return ShardedMaker(spec).Make();
}

} // namespace ns3::esa
