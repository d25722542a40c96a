// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TASK_TREE_H
#define ESA_TASK_TREE_H

#include <cstdint>

namespace ns3::esa
{

/// Limit of trees of a job.
constexpr uint32_t kMaxTrees = 1024;

/**
 * @ingroup esa
 * @brief Which of a job's trees a task takes (PANAMA: several trees a job, tasks in turn).
 *
 * Workers, switches and the PS have to agree without talking to each other. So the tree follows
 * from what every packet of a task carries: the sequence number. Reminders, queries and results of
 * a task go over its tree for the same reason.
 * @param seq sequence number of the task
 * @param trees trees of the job, at least 1
 * @return its tree, from 0
 */
constexpr uint32_t
TreeOfTask(uint32_t seq, uint32_t trees)
{
    return trees == 1 ? 0 : seq % trees;
}

/// @ingroup esa
/// @brief A job, and one of its trees: packets of both take one path between two racks.
struct JobTree
{
    /// @param treeNumber one of its trees, from 0
    JobTree(uint16_t jobNumber, uint32_t treeNumber = 0)
        : job(jobNumber),
          tree(treeNumber)
    {
    }

    uint16_t job;  ///< job number
    uint32_t tree; ///< one of its trees; flows between hosts take the first
};

} // namespace ns3::esa

#endif // ESA_TASK_TREE_H
