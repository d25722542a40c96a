// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_ITERATION_H
#define ESA_ITERATION_H

#include "esa-dnn.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief One worker's progress through training iterations.
 *
 * A worker computes the forward part of a layer when the results of this layer have arrived and
 * the layer before it has computed. This class counts which results are missing, and returns which
 * layer may compute. It has no clock: the owner reports what happened. A partition of several
 * layers counts for each of them, until all of its results have arrived.
 *
 * It does not need backward parts. No result of a layer counts before this worker has
 * computed its own gradients, so the results of the first layer arrive after all backward parts.
 */
class IterationState
{
  public:
    /// @param plan the job's fragments; outlives this
    explicit IterationState(const FragmentPlan& plan);

    /// @brief Begins an iteration: all results are missing, no layer has computed.
    void Begin();

    /// @brief The result of a fragment has arrived, for the first time.
    /// @param fragment its place in the iteration
    /// @return true if it is the last one of its partition, which is LastPartition()
    bool OnResult(uint64_t fragment)
    {
        if (fragment < m_lastBegin || fragment >= m_lastEnd)
        {
            FindPartition(fragment);
        }
        uint64_t& missing = m_missingOfPartition[m_lastPartition];
        ESA_ASSERT(missing > 0, "a result arrives for the first time once");
        --missing;
        if (missing > 0)
        {
            return false;
        }
        --m_missing;
        return true;
    }

    /// @return the partition of the last result
    uint32_t LastPartition() const
    {
        return m_lastPartition;
    }

    /// @brief All results of a partition are where layers compute.
    /// @param partition a partition whose last result has arrived
    void OnPartitionHere(uint32_t partition);

    /// @brief The layer whose forward part may start now, if any.
    /// @return how long it takes; the layer counts as started
    std::optional<Picoseconds> StartLayer();

    /// @return true if StartLayer() starts one; called after every result, so it is here
    bool MayStartLayer() const
    {
        return m_mayStart;
    }

    /// @return whether the last layer computes
    bool IsLastLayer() const
    {
        return m_computing && m_computed + 1 == m_missingOfLayer.size();
    }

    /// @brief The forward part of the layer that was started has ended.
    void OnLayerComputed()
    {
        ESA_ASSERT(m_computing, "only a layer that was started ends");
        m_computing = false;
        ++m_computed;
        FindLayer();
    }

    /// @return layers that have computed
    uint32_t LayersComputed() const
    {
        return static_cast<uint32_t>(m_computed);
    }

    /// @return true if every result has arrived
    bool AllResults() const
    {
        return m_missing == 0;
    }

    /// @return true if every layer has computed
    bool Finished() const
    {
        return m_computed == m_missingOfLayer.size();
    }

  private:
    /// @brief Notes whether the next layer may start.
    void FindLayer()
    {
        m_mayStart = !m_computing && !Finished() && m_missingOfLayer[m_computed] == 0;
    }

    /// @brief Makes the partition of a fragment the last one.
    void FindPartition(uint64_t fragment);

    const FragmentPlan& m_plan;                 ///< the job's fragments
    std::vector<uint32_t> m_partitionsOfLayer;  ///< partitions with its gradients, by layer
    std::vector<uint32_t> m_missingOfLayer;     ///< of these, those that miss results
    std::vector<uint64_t> m_missingOfPartition; ///< results missing, by partition
    uint64_t m_missing{0};                      ///< partitions that miss results
    std::size_t m_computed{0};                  ///< layers that have computed
    bool m_computing{false};                    ///< whether the next layer computes
    bool m_mayStart{false};                     ///< whether it may start
    uint32_t m_lastPartition{0}; ///< partition of the last result: most often the next's
    uint64_t m_lastBegin{0};     ///< first fragment of that partition
    uint64_t m_lastEnd{0};       ///< one beyond its last fragment
};

/**
 * @ingroup esa
 * @brief When the forward parts of an iteration end, if the times of results are known: the same
 * as IterationState, without events.
 * @param begin when the iteration begins
 * @param results when all results of each partition are here
 * @param span called with the time of a forward part, returns how long it takes here
 * @return the end of the last layer
 */
template <typename Span>
Picoseconds
EndOfLayers(const Dnn& dnn,
            Picoseconds begin,
            const std::vector<Picoseconds>& results,
            const Span& span)
{
    std::vector<Picoseconds> ready(dnn.layerCompute.size(), begin);
    for (std::size_t number = 0; number < dnn.partitions.size(); ++number)
    {
        const Dnn::Partition& partition = dnn.partitions[number];
        for (uint32_t layer = partition.layer; layer <= partition.LastLayer(); ++layer)
        {
            ready[layer - 1] = std::max(ready[layer - 1], results[number]);
        }
    }
    Picoseconds end = begin;
    for (std::size_t layer = 0; layer < ready.size(); ++layer)
    {
        end = std::max(end, ready[layer]) + span(dnn.layerCompute[layer]);
    }
    return end;
}

} // namespace ns3::esa

#endif // ESA_ITERATION_H
