// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TREE_SHARING_H
#define ESA_TREE_SHARING_H

#include "esa-job-racks.h"
#include "esa-switch-id.h"
#include "esa-tree-locks.h"

#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
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

/// A job that shares trees.
struct SharingJob
{
    /// One all-reduce of an iteration.
    struct Operation
    {
        Picoseconds ready{0};    ///< when its gradients are ready, from the begin of the iteration
        Picoseconds withTree{0}; ///< how long it takes if switches sum
        Picoseconds inHosts{0};  ///< how long it takes if hosts do
    };

    std::vector<Operation> operations; ///< in the order in which they begin
    Picoseconds forward{0};            ///< what the job computes after the last result
    uint64_t iterations{1};            ///< iterations
    uint32_t workers{1};               ///< workers
    JobRacks racks{1};                 ///< where they stand
    std::vector<uint32_t> hosts;       ///< the hosts of the workers, by any number
};

/**
 * @ingroup esa
 * @brief Jobs that share trees of switches in time.
 *
 * A job that holds its tree from begin to end leaves it idle while it computes. So here a job takes
 * a tree for a single all-reduce. Before each one, a policy decides whether it takes the tree, if
 * that is free. The others are summed in hosts: they do not wait. Policies compare what operations
 * are worth, so this class estimates when the next operation of each job begins.
 *
 * The operations of a job follow each other. It has no clock.
 */
class TreeSharing
{
  public:
    /// @param policy decides
    explicit TreeSharing(TreePolicy policy)
        : m_policy(policy)
    {
    }

    /// @brief A job begins. @param job its number @param known its operations and times
    void AddJob(uint16_t job, SharingJob known);

    /// @brief A job leaves. @param job its number
    void RemoveJob(uint16_t job);

    /// @brief The next operation of a job begins.
    /// @param job its number
    /// @return true if switches sum it: the job holds its tree until End()
    bool Begin(uint16_t job, Picoseconds now);

    /// @brief The operation has ended. @param job its number @param now the time
    void End(uint16_t job, Picoseconds now);

  private:
    /// A job, and where it is.
    struct State
    {
        SharingJob known;            ///< its operations and times
        std::set<SwitchId> switches; ///< that sum in its tree
        uint64_t next{0};            ///< number of the next operation, or of the one under way
        Picoseconds begin{0};        ///< when its iteration began
        Picoseconds end{0};          ///< of the operation under way: when it ends, estimated
        bool isRunning{false};       ///< whether an operation is under way
    };

    /// @return operation of its iteration that is next, or under way
    static std::size_t PlaceOf(const State& state)
    {
        return state.next % state.known.operations.size();
    }

    /// @return when the next iteration begins, if the last result is there at a time
    static Picoseconds NextBegin(const State& state, Picoseconds lastResult);

    /// @return an operation of the iteration that began at a time
    static PendingOperation OperationAt(const State& state,
                                        std::size_t place,
                                        Picoseconds begin,
                                        Picoseconds earliest);

    /// @return the next operation of a job; nothing: there is none
    static std::optional<PendingOperation> NextOf(const State& state, Picoseconds now);

    TreePolicy m_policy;              ///< decides
    TreeLocks m_locks;                ///< trees that are taken
    std::map<uint16_t, State> m_jobs; ///< by number
};

} // namespace ns3::esa

#endif // ESA_TREE_SHARING_H
