// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_PROTOCOL_H
#define ESA_FLOW_PROTOCOL_H

#include "ns3/esa-collective-operation.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <limits>
#include <vector>

/**
 * @file
 * @ingroup esa
 * What it costs to send a message between accelerators.
 *
 * NCCL has three protocols for that. Simple sends data alone, and synchronizes after each part of
 * a chunk, which takes long. LL sends 4 bytes of data with 4 bytes of a flag: a receiver need not
 * wait for the sender, but half of what is sent is flags. LL128 has a flag of 8 bytes in 128. So
 * each has a time of a step, a share of data, and a size of chunks. NCCL takes the one that its
 * model expects to be the fastest.
 *
 * All numbers are NCCL's (github.com/NVIDIA/nccl, commit 5067397c): src/graph/tuning.cc has times
 * and model, src/enqueue.cc, src/device and src/init.cc have chunks and buffers, and
 * src/graph/search.cc and connect.cc channels.
 */

namespace ns3::esa
{

/// How a worker's messages are sent, where hosts sum.
enum class FlowProtocol : uint8_t
{
    Auto,   ///< that of the three which ChooseProtocol() chooses
    Simple, ///< data alone
    Ll128,  ///< 120 of 128 bytes are data
    Ll,     ///< every second byte is data
    None,   ///< ideal: a step takes no time, and a chunk is as long as the algorithm has it
};

/// @param protocol a value
/// @return its name in scenario files; null if it is no enumerator
constexpr const char*
NameOf(FlowProtocol protocol)
{
    switch (protocol)
    {
    case FlowProtocol::Auto:
        return "auto";
    case FlowProtocol::Simple:
        return "simple";
    case FlowProtocol::Ll128:
        return "ll128";
    case FlowProtocol::Ll:
        return "ll";
    case FlowProtocol::None:
        return "none";
    }
    return nullptr;
}

/// @return the part of what is sent that is data
constexpr double
DataShareOf(FlowProtocol protocol)
{
    return protocol == FlowProtocol::Ll ? 0.5 : protocol == FlowProtocol::Ll128 ? 120. / 128 : 1;
}

/// The steps of an algorithm, as far as protocols depend on it.
enum class StepPattern : uint8_t
{
    None,    ///< no steps of workers: protocols cost nothing
    Ring,    ///< NCCL's ring
    Tree,    ///< NCCL's double tree
    Halving, ///< halving and doubling, which NCCL does not have
    Levels,  ///< rings inside servers and between them, which NCCL does not have
};

/// @ingroup esa
/// @brief A job, as far as the costs of its collectives depend on it.
struct CollectiveShape
{
    StepPattern pattern{StepPattern::None}; ///< how workers sum
    uint32_t workers{1};                    ///< how many
    uint32_t servers{1};                    ///< in how many servers
    uint32_t channels{1};                   ///< rings or pairs of trees
    double gbytesPerS{1};                   ///< that the links of a server carry for the job
};

/// What a protocol adds to the time of messages.
struct ProtocolTimes
{
    Picoseconds call{0};    ///< before a worker begins a collective
    Picoseconds inside{0};  ///< before a message leaves for a worker of the same server
    Picoseconds between{0}; ///< ... of another one
};

/// @ingroup esa
/// @param protocol not Auto
/// @return its times
ProtocolTimes TimesOf(FlowProtocol protocol, const CollectiveShape& shape);

/// One collective.
struct CollectiveCall
{
    CollectiveKind kind{CollectiveKind::AllReduce}; ///< what is done
    uint64_t bytes{0};                              ///< of the block
};

/**
 * @ingroup esa
 * @brief The time of a collective in NCCL's model. The numbers are of an H100 in a server with
 * processors of Intel; the rates of links are those of the network.
 *
 * NCCL has no times of all-to-all, barrier, gather, scatter and send; these count as one step here.
 * Neither has it halving and doubling, and rings in two levels: their own steps count here.
 *
 * @param protocol Simple, Ll128 or Ll
 * @return in us
 */
double ModelTimeUs(FlowProtocol protocol, const CollectiveShape& shape, const CollectiveCall& call);

/// @ingroup esa
/// @param calls collectives of an iteration
/// @return the protocol with which they take the least time, by ModelTimeUs()
FlowProtocol ChooseProtocol(const CollectiveShape& shape, const std::vector<CollectiveCall>& calls);

/// @ingroup esa
/// @brief How many of NCCL's channels one ring here, or one pair of trees, stands for. NCCL's rings
/// carry 60 GB/s at most in a server, 48 between servers, and run twice at least. They share the
/// link.
/// @return the number, at least 2
uint32_t NcclChannelsOf(const CollectiveShape& shape);

/// @ingroup esa
/// @brief How what is sent is cut, in fragments. Each number is at least 1.
struct ChunkSizes
{
    static constexpr uint64_t kWhole = std::numeric_limits<uint32_t>::max(); ///< it is not cut

    uint64_t ofRing{kWhole};    ///< a chunk of a ring in which each worker has a part of the data
    uint64_t slices{1};         ///< in so many slices it is passed on ...
    uint64_t leastSlice{1};     ///< ... which are at least so long
    uint64_t following{kWhole}; ///< chunks that follow each other in a tree, or from a root

    double shrinkSteps{0}; ///< LL128 in trees: with less data for the steps, chunks are halved ...
    uint64_t shrinkUntil{1}; ///< ... from 64 chunks a step on, until they are so long ...
    uint64_t shrinkLeast{1}; ///< ... and from 16 on, until they are so long

    /// @param fragments of a tree @return fragments of its chunks
    uint64_t InTree(uint64_t fragments) const;
};

/// @ingroup esa
/// @param protocol not Auto, and not None
/// @param payloadBytes gradient bytes of a fragment
/// @return the sizes for NCCL's ring and tree. A chunk here has those of all channels
ChunkSizes ChunksOf(FlowProtocol protocol, const CollectiveShape& shape, uint32_t payloadBytes);

} // namespace ns3::esa

#endif // ESA_FLOW_PROTOCOL_H
