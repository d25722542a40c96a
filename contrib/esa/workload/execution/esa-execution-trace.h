// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_TRACE_H
#define ESA_EXECUTION_TRACE_H

#include "ns3/esa-collective-operation.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace ns3::esa
{

/// What a node of an execution trace does.
enum class ExecutionKind : uint8_t
{
    Nothing,   ///< it only orders others
    Compute,   ///< the accelerator computes, or moves its memory
    CpuWork,   ///< the host's processor works
    Send,      ///< sends to another rank
    Receive,   ///< waits for what another rank sends
    Collective ///< takes part in a collective of a process group
};

/// One node of the graph of one rank. A trace may have millions.
struct ExecutionNode
{
    uint64_t id{0};          ///< its number in the trace, for messages
    Picoseconds duration{0}; ///< of a computation, as it was recorded
    uint64_t bytes{0};       ///< sent by each rank, or moved in memory

    /// What there is of a computation or a message only.
    union {
        uint64_t operations{0}; ///< of a computation without a duration
        uint64_t tag;           ///< of a message
    };

    uint32_t firstDependency{0}; ///< index in RankTrace::dependencies
    uint32_t dependencies{0};    ///< number of nodes that it waits for
    uint32_t startsAwaited{0};   ///< the last of these need only have started; others have ended

    /// With whom a node communicates.
    union {
        uint32_t group{0}; ///< of a collective: its process group
        uint32_t peer;     ///< of a message: the other rank
    };

    uint16_t unit{0};            ///< of a computation: which accelerator or processor of the rank
    ExecutionKind kind{};        ///< what it does
    CollectiveKind collective{}; ///< which collective

    /// @return whether an accelerator or a processor does it
    bool Computes() const
    {
        return kind == ExecutionKind::Compute || kind == ExecutionKind::CpuWork;
    }
};

/// @brief Who carries out a collective of a process group. Those of a group that the system carries
/// out become one job, and the others another one.
/// @param kind the collective
/// @param hasSwitches whether switches of the system under test help with more than all-reduces
///        (HelpsWithOperations())
/// @return true: the system under test; false: flows between hosts
constexpr bool
IsOfSystem(CollectiveKind kind, bool hasSwitches)
{
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::Barrier ||
           (hasSwitches && HelpsInSwitches(kind));
}

static_assert(sizeof(ExecutionNode) <= 56, "a trace may have millions of nodes");

/// Bytes that a process group, or a pair of ranks, moves in an iteration, at most. They become
/// packets of at least 128 bytes, whose sequence numbers have 32 bits, and numbers within half of
/// that space can be compared.
constexpr uint64_t kMaxStreamBytes = 0x7fffffffULL * 128;

/// @param node a node that communicates
/// @param ranks number of ranks that take part
/// @return the bytes that it moves, as a block of the data of all ranks: one value at least
constexpr uint64_t
BlockBytes(const ExecutionNode& node, std::size_t ranks)
{
    const bool isGather =
        node.kind == ExecutionKind::Collective &&
        (node.collective == CollectiveKind::AllGather || node.collective == CollectiveKind::Gather);
    constexpr uint64_t kValueBytes = 4; // also of a barrier
    return (node.bytes > kValueBytes ? node.bytes : kValueBytes) * (isGather ? ranks : 1);
}

/// What one rank does.
struct RankTrace
{
    std::vector<ExecutionNode> nodes;   ///< in the order of the file
    std::vector<uint32_t> dependencies; ///< indexes of nodes that others wait for, node by node
};

/// The ranks that take part in the same collectives.
struct ProcessGroup
{
    std::string name;            ///< as the trace calls it
    std::vector<uint32_t> ranks; ///< ascending
    uint64_t recordedRanks{0};   ///< how many a recording names; 0: it does not
};

/**
 * @ingroup esa
 * @brief An execution trace: what each rank of a job computes and communicates, and what has to
 * wait for what.
 *
 * The source is MLCommons Chakra's format (Sridharan et al., 2023). Only what a simulation needs is
 * kept, 56 bytes per node and 4 per dependency.
 *
 * The bytes of a node are Chakra's comm_size as ASTRA-sim reads it: what one rank puts in.
 * So after an all-gather of n ranks each has n times as many, and after a reduce-scatter a n-th.
 */
struct ExecutionTrace
{
    std::vector<RankTrace> ranks;     ///< by number of the rank
    std::vector<ProcessGroup> groups; ///< the process groups that collectives name
};

/// A node of a rank.
struct ExecutionPlace
{
    uint32_t rank; ///< the rank
    uint32_t node; ///< index of the node
};

/// The messages of one tag from one rank to another.
struct MessageKey
{
    uint32_t from; ///< the sender
    uint32_t to;   ///< the receiver
    uint64_t tag;  ///< the tag

    /// @param other another one @return whether this one comes first
    bool operator<(const MessageKey& other) const
    {
        return std::tie(from, to, tag) < std::tie(other.from, other.to, other.tag);
    }
};

/// Both ends of the messages of one tag.
struct MessageEnds
{
    std::vector<uint32_t> sends;    ///< nodes of the sender, in the order of its trace
    std::vector<uint32_t> receives; ///< nodes of the receiver, in the order of its trace
};

/**
 * @ingroup esa
 * @brief Which nodes of different ranks belong together.
 *
 * The k-th collective of a process group at one rank is the k-th of it at the others, and the k-th
 * message of a tag that is sent is the k-th that is received.
 */
class ExecutionMatches
{
  public:
    /// @param trace whose sends and receives are matched
    explicit ExecutionMatches(const ExecutionTrace& trace);

    /// @param group index of a process group
    /// @param rank one of its ranks
    /// @return its collectives of that group, in the order of its trace
    const std::vector<uint32_t>& CollectivesOf(uint32_t group, uint32_t rank) const
    {
        return m_collectives[group].at(rank);
    }

    /// @param trace the same
    /// @param group index of a process group
    /// @param number of one of its collectives
    /// @return the node that brings the most bytes to it: the ranks of an all-to-all or all-gather
    /// may bring different numbers
    const ExecutionNode& LargestOf(const ExecutionTrace& trace,
                                   uint32_t group,
                                   std::size_t number) const;

    /// @return the messages
    const std::map<MessageKey, MessageEnds>& Messages() const
    {
        return m_messages;
    }

    /// @param place a node that communicates
    /// @return its number among the nodes of its group, or of its tag
    uint32_t NumberOf(const ExecutionPlace& place) const
    {
        return m_numbers[place.rank][place.node];
    }

  private:
    /// By group, then by rank: the collectives.
    std::vector<std::map<uint32_t, std::vector<uint32_t>>> m_collectives;
    std::map<MessageKey, MessageEnds> m_messages; ///< by sender, receiver and tag
    std::vector<std::vector<uint32_t>> m_numbers; ///< by rank, then by node
};

/// @return collectives of several ranks that wait for nothing, though their rank does something
/// before them: they begin with the iteration, which a recording without dependencies does not mean
uint64_t CountUnorderedCollectives(const ExecutionTrace& trace);

/// @return all-to-alls and all-gathers to which ranks bring different numbers of bytes
uint64_t CountUnevenCollectives(const ExecutionTrace& trace);

/// @ingroup esa
/// @brief How fast an accelerator is, for computations of which only the size is given.
struct DeviceRates
{
    double flopPerS{1};        ///< largest number of operations per second
    double memoryBytesPerS{1}; ///< rate of its memory

    /**
     * @brief How long a computation takes: as recorded; else by the roofline model (Williams,
     * Waterman, Patterson, 2009), as long as its operations or its memory traffic need, whichever
     * is longer.
     * @param node a computation
     * @return its duration
     */
    Picoseconds DurationOf(const ExecutionNode& node) const
    {
        if (node.duration > Picoseconds(0))
        {
            return node.duration;
        }
        const double operationsS = static_cast<double>(node.operations) / flopPerS;
        const double memoryS = static_cast<double>(node.bytes) / memoryBytesPerS;
        return FromMicroseconds(std::max(operationsS, memoryS) * 1e6);
    }
};

/// @ingroup esa
/// @brief Something that happens at a rank of an execution trace now.
///
/// A node that takes no time, or communicates with no other rank, has no events.
struct ExecutionEvent
{
    /// What happens.
    enum class Kind : uint8_t
    {
        IterationBegins, ///< the rank begins its graph
        NodeBegins,      ///< a node starts
        NodeEnds,        ///< it has ended
        IterationEnds    ///< all nodes have ended
    };

    Kind kind;          ///< what happens
    uint32_t rank;      ///< the rank
    uint32_t iteration; ///< its iteration, from 0
    uint32_t node;      ///< of a node: its index; otherwise 0
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_TRACE_H
