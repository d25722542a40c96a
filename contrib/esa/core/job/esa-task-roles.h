// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TASK_ROLES_H
#define ESA_TASK_ROLES_H

#include "esa-collective-operation.h"

#include "ns3/esa-stream-position.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief Who brings data to a task, and who gets its sum.
struct TaskRole
{
    /// What is done with the task.
    enum class Kind : uint8_t
    {
        Sum,    ///< all workers bring data, and all get the sum
        Gather, ///< the root brings data, and the others get them
        Clock,  ///< the same as a sum of all workers, to which the others bring nothing
        Reduce  ///< all workers bring data, and the root gets the sum
    };

    Kind kind{Kind::Sum}; ///< what is done
    uint16_t root{0};     ///< a worker
    uint32_t stride{1};   ///< the root's tasks of the same block follow each other at this distance
    StreamPosition begin{0}; ///< position of the first task of the block

    /// @return true if the worker sends a packet
    bool Sends(uint16_t worker) const
    {
        return kind != Kind::Gather || worker == root;
    }

    /// @return true if there are data in it
    bool BringsData(uint16_t worker) const
    {
        return !IsOfRoot() || worker == root;
    }

    /// @return true if the worker gets the sum, or what another worker brings
    bool GetsSum(uint16_t worker) const
    {
        return kind == Kind::Sum || (worker == root) == (kind == Kind::Reduce);
    }

    /// @return true if the root alone sends a packet
    bool IsGather() const
    {
        return kind == Kind::Gather;
    }

    /// @return true if data come from the root alone
    bool IsOfRoot() const
    {
        return kind == Kind::Gather || kind == Kind::Clock;
    }
};

/// Tasks of a job that has TaskRoles, at most: their roles follow from the sequence number.
constexpr uint64_t kMaxTasksWithRoles = uint64_t{1} << 32;

/**
 * @ingroup esa
 * @brief The roles of a job's workers in each task, where switches carry out more than all-reduces.
 *
 * A reduce-scatter is a sum of which each worker gets its own shard; an all-gather brings each
 * worker's shard to all others. A shard could be a run of tasks. But then one link would carry the
 * whole block for some time, and the others nothing. So the workers are the roots of a block's
 * tasks in turn. Broadcast and reduce have one root.
 *
 * What one worker brings needs nothing of the others. So nothing would keep the root of a broadcast
 * from running ahead of a slow receiver, iteration after iteration. Therefore the first task of a
 * gathered block, and each kClock-th one after it, is a sum to which the others bring nothing: a
 * root waits for it, and is ahead by its window at most.
 *
 * The roles follow from the sequence number, which all packets of a task carry.
 *
 * Further reading: MPI_Reduce_scatter and MPI_Allgather; SHARP's plugin for NCCL
 * (Mellanox/nccl-rdma-sharp-plugins), which has both.
 */
class TaskRoles
{
  public:
    /**
     * @param ends for each partition, the place in the iteration after its last task
     * @param operations what is done with each partition, or with all of them: AllReduce, Barrier,
     *        ReduceScatter, AllGather, Broadcast or Reduce
     * @param workers number of workers
     */
    TaskRoles(std::vector<uint64_t> ends,
              std::vector<CollectiveOperation> operations,
              uint32_t workers);

    /// Of so many tasks of a gathered block, all workers take part in one.
    static constexpr uint64_t kClock = 256;

    /// @param position position of a task in the job's stream, below 2^32
    /// @return its roles
    TaskRole Of(StreamPosition position) const;

  private:
    std::vector<uint64_t> m_ends;                  ///< by partition, in an iteration
    std::vector<CollectiveOperation> m_operations; ///< by partition, or one for all
    uint32_t m_workers;                            ///< number of workers
};

} // namespace ns3::esa

#endif // ESA_TASK_ROLES_H
