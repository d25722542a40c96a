// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TREE_POLICY_H
#define ESA_TREE_POLICY_H

#include "ns3/esa-units.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// The next all-reduce of a job, as it is estimated before it begins.
struct PendingOperation
{
    Picoseconds start{0};    ///< when it begins, at the earliest
    Picoseconds withTree{0}; ///< how long it takes if switches sum
    Picoseconds inHosts{0};  ///< how long it takes if hosts do
    Picoseconds saved{0}; ///< by how much the iteration ends earlier if switches sum this one, and
                          ///< hosts the rest
    uint32_t workers{1};  ///< workers of the job
};

/// @brief Decides whether an all-reduce takes a tree of switches that is free now.
/// @param own the operation; it begins now
/// @param others the next operations of other jobs that want a switch of the tree
/// @return true if it takes the tree; else hosts sum, and the tree stays free
using TreePolicy = bool (*)(const PendingOperation& own,
                            const std::vector<PendingOperation>& others,
                            Picoseconds now);

/**
 * @brief The policy of MINA: an operation takes a tree unless another one, which would begin before
 * this one ends, saves more.
 *
 * What an operation is worth is the time of workers that it saves, for each second from now until
 * it ends with a tree. The rule is from the public code of MINA (sharing_policies/smart.cpp and
 * job.cpp of MinaSimulator).
 * @param own the operation
 * @param others what competes with it
 * @return whether it takes the tree
 */
bool TakeIfWorthMost(const PendingOperation& own,
                     const std::vector<PendingOperation>& others,
                     Picoseconds now);

} // namespace ns3::esa

#endif // ESA_TREE_POLICY_H
