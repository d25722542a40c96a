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
         FlowProtocol protocol,
         const CollectiveShape& shape)
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
    const bool isOfNccl = shape.pattern == StepPattern::Ring || shape.pattern == StepPattern::Tree;
    if (protocol != FlowProtocol::None && isOfNccl)
    {
        blocks.SetChunks(ChunksOf(protocol, shape, system.PayloadBytes()));
    }
    else if (hosts.chunkBytes)
    {
        ChunkSizes sizes;
        sizes.following = fragments(hosts.chunkBytes);
        blocks.SetChunks(sizes);
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

} // namespace ns3::esa
