// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GRADIENT_BUCKETS_H
#define ESA_GRADIENT_BUCKETS_H

#include "esa-dnn.h"

#include <cstdint>
#include <vector>

/**
 * @file
 * @ingroup esa
 * A framework decides which gradients travel together. Small messages begin early in the backward
 * pass, but each pays the latency of the network; large ones pay it once, but begin late. BytePS
 * cuts tensors into partitions of a few megabytes. PyTorch's DistributedDataParallel (DDP) gathers
 * tensors in buckets. These functions turn the layers of a model into what is sent, by either rule.
 */

namespace ns3::esa
{

/// Which gradients of a model travel together.
enum class BucketRule : uint8_t
{
    Partitions, ///< each layer is cut into partitions of a size and a rest, as by BytePS
    Layers,     ///< each layer is one
    Ddp,        ///< tensors are gathered until a size is reached, as by PyTorch's DDP
};

/// When a bucket of PyTorch's DDP is full. The values are the defaults of its reducer.
struct BucketLimits
{
    uint64_t firstBytes{1048576};  ///< of the first bucket, which is small to begin early (1 MiB)
    uint64_t otherBytes{26214400}; ///< of each other bucket (25 MiB)
};

/// Gradient bytes of each layer's tensors: front layer first, in the order of the forward part.
using TensorBytes = std::vector<std::vector<uint64_t>>;

/**
 * @ingroup esa
 * @brief How many partitions CutLayers() makes.
 * @param layers tensors of each layer
 * @param partitionBytes gradient bytes of a partition, at least 1
 * @return their number
 */
uint64_t CountPartitions(const TensorBytes& layers, uint64_t partitionBytes);

constexpr uint64_t kWholeLayers = UINT64_MAX; ///< each layer is one partition

/**
 * @ingroup esa
 * @brief Cut each layer into partitions of a size and a rest, as BytePS does.
 * @param layers tensors of each layer; the tensors of a layer count as one
 * @param partitionBytes gradient bytes of a partition, at least 1; kWholeLayers: each layer is one
 * @return the partitions in the order of sending: the last layer's first
 */
std::vector<Dnn::Partition> CutLayers(const TensorBytes& layers, uint64_t partitionBytes);

/**
 * @ingroup esa
 * @brief Gather tensors in buckets, as PyTorch's DDP does from the second iteration on.
 *
 * The tensors are taken in the order in which the backward pass makes their gradients: from the
 * last layer to the first, and from the last tensor of a layer to its first. A bucket is full when
 * its bytes reach the limit. A tensor is never cut, so a bucket can have more. The last bucket has
 * what is left.
 *
 * @param layers tensors of each layer
 * @param limits when a bucket is full
 * @return the buckets in the order of sending, each with the layers of its tensors
 */
std::vector<Dnn::Partition> FillBuckets(const TensorBytes& layers, const BucketLimits& limits);

} // namespace ns3::esa

#endif // ESA_GRADIENT_BUCKETS_H
