// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TREE_GATE_H
#define ESA_TREE_GATE_H

#include "ns3/application-container.h"
#include "ns3/esa-collective-app.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-tree-sharing.h"
#include "ns3/esa-units.h"
#include "ns3/node-container.h"

#include <cstdint>
#include <map>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// What the workers of a job, and a TreePolicy, use of the network.
struct SharingTimes
{
    Picoseconds agreement{0}; ///< delays of the longest path between two of the workers
    Picoseconds hop{0};       ///< time of an empty message to a worker
    double linkBitsPerS{0};   ///< rate of the links
};

/**
 * @ingroup esa
 * @brief Lets the all-reduces of jobs begin that share trees in time (TreeSharing).
 *
 * All workers of a job have to agree on who sums an all-reduce. So each one begins when all workers
 * have its gradients, and the one before it has ended at all of them. Each of these messages takes
 * the delays of the longest path between two of the job's workers.
 */
class TreeGate
{
  public:
    /// @param policy decides which all-reduces take a tree
    explicit TreeGate(TreePolicy policy)
        : m_sharing(policy)
    {
    }

    /**
     * @brief Lets a job in that was installed.
     * @param job the job; its TrainingJob::blocksInHosts is filled in here
     * @param workers hosts of its workers
     * @param apps its workers, then others
     * @param times what its workers and the policy use of the network
     */
    void AddJob(const std::shared_ptr<const TrainingJob>& job,
                const NodeContainer& workers,
                const ApplicationContainer& apps,
                const SharingTimes& times);

    /// @brief A job leaves. @param number its number
    void RemoveJob(uint16_t number);

    /// @return all-reduces of a job that hosts summed, as they got no tree
    uint64_t InHosts(uint16_t number) const
    {
        const auto found = m_inHosts.find(number);
        return found == m_inHosts.end() ? 0 : found->second;
    }

  private:
    /// A job.
    struct Job
    {
        std::shared_ptr<const TrainingJob> job;     ///< the job
        std::vector<Ptr<EsaCollectiveApp>> workers; ///< its workers
        std::map<StreamPosition, uint32_t> ready;   ///< by first fragment: workers that are ready
        StreamPosition next{0};                     ///< first fragment of the next all-reduce
        uint32_t done{0};                           ///< workers that have the one under way
        bool isRunning{false};                      ///< whether one is under way
    };

    /// @brief A worker has the gradients of an all-reduce. @param begin its first fragment
    void OnReady(uint16_t number, StreamPosition begin);

    /// @brief A worker has all results of the all-reduce under way.
    void OnDone(uint16_t number);

    /// @brief Begins the next all-reduce of a job, if all workers are ready.
    void BeginIfReady(Job& job);

    TreeSharing m_sharing;                  ///< decides
    std::map<uint16_t, Job> m_jobs;         ///< by number
    std::map<uint16_t, uint64_t> m_inHosts; ///< by number of the job: all-reduces without a tree
};

} // namespace ns3::esa

#endif // ESA_TREE_GATE_H
