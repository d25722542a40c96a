// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TREE_SHARING_H
#define ESA_TREE_SHARING_H

#include "esa-job-racks.h"
#include "esa-switch-id.h"
#include "esa-tree-locks.h"
#include "esa-tree-policy.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <vector>

namespace ns3::esa
{

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
