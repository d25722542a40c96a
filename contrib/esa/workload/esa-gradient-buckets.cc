// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-gradient-buckets.h"

#include "ns3/esa-assert.h"

#include <algorithm>
#include <cstddef>
#include <numeric>

namespace ns3::esa
{
namespace
{

/// @return gradient bytes of a layer
uint64_t
BytesOf(const std::vector<uint64_t>& tensors)
{
    return std::accumulate(tensors.begin(), tensors.end(), uint64_t{0});
}

} // namespace

uint64_t
CountPartitions(const TensorBytes& layers, uint64_t partitionBytes)
{
    ESA_ASSERT(partitionBytes > 0, "a partition has gradients");
    uint64_t count = 0;
    for (const auto& tensors : layers)
    {
        count += (BytesOf(tensors) + partitionBytes - 1) / partitionBytes;
    }
    return count;
}

std::vector<Dnn::Partition>
CutLayers(const TensorBytes& layers, uint64_t partitionBytes)
{
    ESA_ASSERT(partitionBytes > 0, "a partition has gradients");
    std::vector<Dnn::Partition> partitions;
    for (auto layer = static_cast<uint32_t>(layers.size()); layer > 0; --layer)
    {
        for (uint64_t left = BytesOf(layers[layer - 1]); left > 0;)
        {
            const uint64_t bytes = std::min(left, partitionBytes);
            partitions.push_back({layer, bytes});
            left -= bytes;
        }
    }
    return partitions;
}

std::vector<Dnn::Partition>
FillBuckets(const TensorBytes& layers, const BucketLimits& limits)
{
    std::vector<Dnn::Partition> buckets;
    bool isFull = true; // the first tensor begins a bucket
    for (auto layer = static_cast<uint32_t>(layers.size()); layer > 0; --layer)
    {
        const auto& tensors = layers[layer - 1];
        for (auto tensor = tensors.rbegin(); tensor != tensors.rend(); ++tensor)
        {
            if (isFull)
            {
                buckets.push_back({layer, 0});
            }
            Dnn::Partition& bucket = buckets.back();
            bucket.layerCount = bucket.LastLayer() - layer + 1;
            bucket.layer = layer;
            bucket.bytes += *tensor;
            const bool isFirst = buckets.size() == 1;
            isFull = bucket.bytes >= (isFirst ? limits.firstBytes : limits.otherBytes);
        }
    }
    return buckets;
}

} // namespace ns3::esa
