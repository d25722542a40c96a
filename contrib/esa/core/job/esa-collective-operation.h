// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLECTIVE_OPERATION_H
#define ESA_COLLECTIVE_OPERATION_H

#include <cstdint>

namespace ns3::esa
{

/// What a group of workers does with the data of a block; the names are from MPI and NCCL.
enum class CollectiveKind : uint8_t
{
    AllReduce,     ///< every worker gets the sum of all workers' data
    ReduceScatter, ///< the block has a chunk per worker; each gets the sum of its own chunk
    AllGather,     ///< each worker brings its own chunk of the block; every worker gets all chunks
    Broadcast,     ///< every worker gets the root's data
    Reduce,        ///< the root gets the sum of all workers' data
    AllToAll,      ///< each worker has a chunk for every worker, and gets one from every worker
    Barrier,       ///< no worker goes on before all have come; a packet carries no data of use
    SendReceive,   ///< the root sends its data to one other worker, the peer
    Gather,        ///< each worker brings its own chunk of the block; the root gets all chunks
    Scatter,       ///< the root has a chunk for every worker; each gets its own
};

/// @param kind what is done
/// @return its name; null if it is no enumerator
constexpr const char*
NameOf(CollectiveKind kind)
{
    switch (kind)
    {
    case CollectiveKind::AllReduce:
        return "all_reduce";
    case CollectiveKind::ReduceScatter:
        return "reduce_scatter";
    case CollectiveKind::AllGather:
        return "all_gather";
    case CollectiveKind::Broadcast:
        return "broadcast";
    case CollectiveKind::Reduce:
        return "reduce";
    case CollectiveKind::AllToAll:
        return "all_to_all";
    case CollectiveKind::Barrier:
        return "barrier";
    case CollectiveKind::SendReceive:
        return "send_receive";
    case CollectiveKind::Gather:
        return "gather";
    case CollectiveKind::Scatter:
        return "scatter";
    }
    return nullptr;
}

/// @ingroup esa
/// @brief What is done with a block, and by whom where that is not everybody.
struct CollectiveOperation
{
    CollectiveKind kind{CollectiveKind::AllReduce}; ///< what is done
    uint16_t root{0}; ///< worker that has the data (Broadcast, Scatter, SendReceive) or gets it
                      ///< (Reduce, Gather)
    uint16_t peer{1}; ///< worker that gets the data (SendReceive)
};

/// @param kind an operation
/// @return true if switches help with it: they sum, or copy what one worker sends
constexpr bool
HelpsInSwitches(CollectiveKind kind)
{
    switch (kind)
    {
    case CollectiveKind::AllReduce:
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllGather:
    case CollectiveKind::Broadcast:
    case CollectiveKind::Reduce:
    case CollectiveKind::Barrier:
        return true;
    case CollectiveKind::AllToAll:
    case CollectiveKind::SendReceive:
    case CollectiveKind::Gather:
    case CollectiveKind::Scatter:
        return false;
    }
    return false;
}

/// What the link of a worker has to carry at least.
struct LinkBytes
{
    uint64_t sent{0};     ///< by the worker
    uint64_t received{0}; ///< by the worker
};

/// @param operation what is done
/// @param bytes of the block
/// @return what the link of the worker carries at least, whoever carries out the operation
constexpr LinkBytes
MinLinkBytes(const CollectiveOperation& operation,
             uint64_t bytes,
             uint16_t worker,
             uint32_t workers)
{
    const bool isRoot = worker == operation.root;
    const uint64_t own = bytes / workers;
    const uint64_t others = bytes - own;
    switch (operation.kind)
    {
    case CollectiveKind::AllReduce:
        return {bytes, bytes};
    case CollectiveKind::Barrier:
        return {0, 0};
    case CollectiveKind::ReduceScatter:
    case CollectiveKind::AllGather:
    case CollectiveKind::AllToAll:
        return {operation.kind == CollectiveKind::AllGather ? own : others,
                operation.kind == CollectiveKind::ReduceScatter ? own : others};
    case CollectiveKind::Broadcast:
        return isRoot ? LinkBytes{bytes, 0} : LinkBytes{0, bytes};
    case CollectiveKind::Reduce:
        return isRoot ? LinkBytes{0, bytes} : LinkBytes{bytes, 0};
    case CollectiveKind::Gather:
        return isRoot ? LinkBytes{0, others} : LinkBytes{own, 0};
    case CollectiveKind::Scatter:
        return isRoot ? LinkBytes{others, 0} : LinkBytes{0, own};
    case CollectiveKind::SendReceive:
        return isRoot                     ? LinkBytes{bytes, 0}
               : worker == operation.peer ? LinkBytes{0, bytes}
                                          : LinkBytes{};
    }
    return {};
}

/// @param kind what is done
/// @return true if workers' data is added up
constexpr bool
IsSum(CollectiveKind kind)
{
    return kind == CollectiveKind::AllReduce || kind == CollectiveKind::ReduceScatter ||
           kind == CollectiveKind::Reduce;
}

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_OPERATION_H
