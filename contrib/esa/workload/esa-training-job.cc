// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-training-job.h"

#include <algorithm>
#include <limits>
#include <map>

namespace ns3::esa
{

BlockPlan
BlocksOf(const FragmentPlan& plan,
         const System& system,
         const std::vector<CollectiveOperation>& operations,
         uint64_t hopFragments)
{
    std::vector<uint64_t> ends;
    for (uint32_t partition = 0; partition < plan.GetDnn().partitions.size(); ++partition)
    {
        ends.push_back(plan.EndOf(partition));
    }
    const HostPart& hosts = system.Record().onHost;
    const auto fragments = [&system](const SystemParameter* limit) {
        if (!limit)
        {
            return std::numeric_limits<uint64_t>::max();
        }
        const auto bytes = static_cast<uint64_t>(system.Value(*limit));
        const uint64_t payload = system.PayloadBytes();
        return (bytes + payload - 1) / payload;
    };
    BlockPlan blocks(ends, fragments(hosts.blockBytes));
    if (hosts.chunkBytes)
    {
        blocks.SetChunkFragments(fragments(hosts.chunkBytes));
        blocks.SetHopFragments(hopFragments);
    }
    const bool isAllReduce =
        std::all_of(operations.begin(), operations.end(), [](const CollectiveOperation& operation) {
            return operation.kind == CollectiveKind::AllReduce;
        });
    if (!isAllReduce)
    {
        blocks.SetOperations(operations);
    }
    return blocks;
}

std::vector<uint64_t>
KeysOf(const Dnn& dnn, const BlockPlan& blocks, bool arePartitionsTensors)
{
    std::map<uint64_t, uint64_t> parts; // that are known, by tensor
    std::vector<uint64_t> keys;
    for (uint32_t block = 0; block < blocks.Blocks(); ++block)
    {
        const uint32_t partition = blocks.PartitionOf(block);
        const uint64_t tensor =
            arePartitionsTensors ? partition : dnn.partitions[partition].layer - 1;
        keys.push_back((tensor << 16) + parts[tensor]++);
    }
    return keys;
}

uint64_t
HopFragmentsOf(Picoseconds hopTime, const System& system, const LineRate& link)
{
    const double bits = 8.0 * static_cast<double>(link.WireBytes(system.DataFrameBytes()));
    const double hopS = static_cast<double>(hopTime.count()) * 1e-12;
    return static_cast<uint64_t>(hopS * static_cast<double>(link.bitsPerS) / bits);
}

} // namespace ns3::esa
