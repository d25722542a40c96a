// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DNN_H
#define ESA_DNN_H

#include "ns3/esa-assert.h"
#include "ns3/esa-fixed-point.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A DNN as the network sees it: layers that compute, and tensor partitions that are sent.
 *
 * An iteration of a worker begins with the backward parts of the layers, back to front. The
 * gradients of a partition are ready when the backward part of its layer has ended, of its
 * front-most layer if it has several. They leave in the order of the partitions. The forward part
 * of layer l is computed when all results of its partitions have arrived and the forward part of
 * layer l - 1 has ended.
 *
 * This is the paper's model ("Simulations with more Workers and Jobs") with backward parts added.
 * The paper's DNNs have none: their gradients are ready at once.
 */
struct Dnn
{
    /// Gradients that are sent together: some gradients of one layer, or gradients of
    /// consecutive layers.
    struct Partition
    {
        uint32_t layer{1};      ///< its layer, the front-most one; 1 is the front layer
        uint64_t bytes{0};      ///< gradient bytes
        uint32_t layerCount{1}; ///< layers that it has gradients of: `layer` and those behind it

        /// @return the last one of its layers
        uint32_t LastLayer() const
        {
            return layer + layerCount - 1;
        }
    };

    std::vector<Picoseconds> layerCompute;    ///< forward part of each layer, front layer first
    std::vector<Partition> partitions;        ///< in the order of sending
    double commCompRatio{1};                  ///< Comm/Comp in the priority formula
    std::vector<Picoseconds> layerBackward{}; ///< backward part of each layer; empty: none
    GradientPrecision precision{GradientPrecision::Single}; ///< how the gradients travel

    /// @return gradient bytes of an iteration
    uint64_t GradientBytes() const;

    /// @return computation of all layers, forward and backward
    Picoseconds TotalCompute() const;

    /// @brief When the backward part of each layer ends.
    /// @return times from the iteration's start, front layer first
    std::vector<Picoseconds> BackwardEnds() const;
};

/// @ingroup esa
/// @brief A DNN cut into fragments: what a worker sends in one iteration.
///
/// It is made once per job, and shared by its workers.
class FragmentPlan
{
  public:
    /// @param payloadBytes gradient bytes in a fragment; the last one of a partition is padded
    FragmentPlan(const Dnn& dnn, uint32_t payloadBytes);

    /// @brief The plan of a worker that computes slowly, and sends the same.
    /// @param factor of all computation times
    /// @return the plan
    FragmentPlan SlowedBy(double factor) const;

    /// @return the DNN
    const Dnn& GetDnn() const
    {
        return m_dnn;
    }

    /// @return fragments of an iteration
    uint64_t Fragments() const
    {
        return m_ends.back();
    }

    /// @return place in the iteration that follows its last fragment
    uint64_t EndOf(uint32_t partition) const
    {
        ESA_ASSERT(partition < m_ends.size(), "there is a partition of this number");
        return m_ends[partition];
    }

    /// @return fragments of it
    uint64_t FragmentsOf(uint32_t partition) const
    {
        ESA_ASSERT(partition < m_ends.size(), "there is a partition of this number");
        return m_ends[partition] - (partition > 0 ? m_ends[partition - 1] : 0);
    }

    /// @param fragment place of a fragment in the iteration
    /// @return number of its partition
    uint32_t PartitionOf(uint64_t fragment) const;

    /// @brief When the gradients of each partition have been computed.
    /// @return times from the iteration's start, in the order of sending
    const std::vector<Picoseconds>& ComputedTimes() const
    {
        return m_computed;
    }

  private:
    Dnn m_dnn;                           ///< the DNN
    std::vector<uint64_t> m_ends;        ///< one beyond the last fragment of each partition
    std::vector<Picoseconds> m_computed; ///< when the gradients are ready, by partition
};

} // namespace ns3::esa

#endif // ESA_DNN_H
