// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-dnn.h"

#include <algorithm>
#include <numeric>

namespace ns3::esa
{

uint64_t
Dnn::GradientBytes() const
{
    uint64_t bytes = 0;
    for (const auto& partition : partitions)
    {
        bytes += partition.bytes;
    }
    return bytes;
}

Picoseconds
Dnn::TotalCompute() const
{
    return std::accumulate(layerCompute.begin(), layerCompute.end(), Picoseconds(0)) +
           std::accumulate(layerBackward.begin(), layerBackward.end(), Picoseconds(0));
}

std::vector<Picoseconds>
Dnn::BackwardEnds() const
{
    ESA_ASSERT(layerBackward.empty() || layerBackward.size() == layerCompute.size(),
               "either every layer has a backward part or none");
    std::vector<Picoseconds> ends(layerCompute.size());
    std::partial_sum(layerBackward.rbegin(), layerBackward.rend(), ends.rbegin());
    return ends;
}

FragmentPlan::FragmentPlan(const Dnn& dnn, uint32_t payloadBytes)
    : m_dnn(dnn)
{
    ESA_ASSERT(!dnn.partitions.empty(), "an iteration sends something");
    ESA_ASSERT(payloadBytes > 0, "a fragment carries gradients");
    const std::vector<Picoseconds> backwardEnds = dnn.BackwardEnds();
    uint64_t end = 0;
    for (const auto& partition : dnn.partitions)
    {
        ESA_ASSERT(partition.bytes > 0, "a partition has gradients");
        ESA_ASSERT(partition.layer >= 1 && partition.layerCount >= 1 &&
                       partition.LastLayer() <= dnn.layerCompute.size(),
                   "layers are counted from 1");
        end += (partition.bytes + payloadBytes - 1) / payloadBytes;
        m_ends.push_back(end);
        m_computed.push_back(backwardEnds[partition.layer - 1]);
    }
}

FragmentPlan
FragmentPlan::SlowedBy(double factor) const
{
    FragmentPlan slow(*this);
    for (auto* times : {&slow.m_dnn.layerCompute, &slow.m_dnn.layerBackward, &slow.m_computed})
    {
        for (Picoseconds& time : *times)
        {
            time = Scaled(time, factor);
        }
    }
    return slow;
}

uint32_t
FragmentPlan::PartitionOf(uint64_t fragment) const
{
    ESA_ASSERT(fragment < Fragments(), "a place in an iteration is before its end");
    return static_cast<uint32_t>(std::upper_bound(m_ends.begin(), m_ends.end(), fragment) -
                                 m_ends.begin());
}

} // namespace ns3::esa
