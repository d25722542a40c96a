/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_EXECUTION_JOB_H
#define ESA_EXECUTION_JOB_H

#include "esa-helper.h"

#include "ns3/application-container.h"
#include "ns3/esa-device-rates.h"
#include "ns3/esa-execution-matches.h"
#include "ns3/esa-execution-state.h"
#include "ns3/esa-execution-trace.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-app.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// An execution trace, and where it runs.
struct ExecutionSetup
{
    std::shared_ptr<const ExecutionTrace> trace; ///< the trace, without faults
    NodeContainer ranks;                         ///< the node of each rank
    std::vector<Ptr<Node>> parameterServers; ///< nodes of PSes; process groups take them in turn
    DeviceRates rates;                       ///< of each rank's accelerator
    uint32_t iterations{1};                  ///< how often each rank runs its graph
    Time start;                              ///< when it begins
};

/**
 * @ingroup esa
 * @brief Runs an execution trace: each rank computes and communicates as its graph says.
 *
 * The collectives of a process group become a job of their own: its workers are the ranks of the
 * group, and each collective is a partition of its stream. So the system under test sums them, with
 * everything that belongs to it: aggregators, loss recovery, the check of every sum. A barrier is
 * an all-reduce of 4 bytes. A group of one rank has nothing to communicate.
 *
 * At a rank, a collective ends when all of its results are here, and those before it in its group
 * have ended.
 */
class ExecutionJob
{
  public:
    /// Told when a rank has run its graph once.
    using IterationCallback = std::function<void(const IterationRecord& record)>;

    /**
     * @param number the job's number, for the callback
     * @param setup what runs where
     */
    ExecutionJob(uint16_t number, ExecutionSetup setup);

    ExecutionJob(const ExecutionJob&) = delete;
    ExecutionJob& operator=(const ExecutionJob&) = delete;

    /// @return the number of process groups that communicate; each takes the number of a job
    uint32_t Streams() const
    {
        return static_cast<uint32_t>(m_streams.size());
    }

    /// @return number of ranks
    uint32_t Ranks() const
    {
        return static_cast<uint32_t>(m_ranks.size());
    }

    /// @return how often each rank runs its graph
    uint32_t Iterations() const
    {
        return m_setup.iterations;
    }

    /**
     * @param stream a process group that communicates
     * @return it as a job
     */
    JobSetup StreamSetup(uint32_t stream) const;

    /**
     * @brief Takes the workers of a process group, which were installed.
     * @param stream the process group
     * @param apps its applications
     */
    void Attach(uint32_t stream, const ApplicationContainer& apps);

    /**
     * @brief Begins, at the start time of the setup; to be called once all groups are attached.
     * @param callback called at the end of each iteration of each rank
     */
    void Start(IterationCallback callback);

    /// @return bytes that a rank puts into collectives in an iteration, in the mean
    uint64_t MeanBytes() const;

  private:
    /// The collectives of one process group.
    struct Stream
    {
        uint32_t group;                           ///< its index in the trace
        Dnn dnn;                                  ///< a partition per collective
        std::vector<Ptr<EsaTrainingApp>> workers; ///< in the order of its ranks
    };

    /// What a rank has in one process group.
    struct Member
    {
        uint32_t stream;             ///< which
        Ptr<EsaTrainingApp> worker;  ///< sends and receives
        std::vector<uint32_t> nodes; ///< its collectives, in order
        std::vector<bool> isHere;    ///< of each, whether all results have arrived
        std::size_t next{0};         ///< the one that ends next
    };

    /// One rank.
    struct Rank
    {
        std::unique_ptr<ExecutionState> state;  ///< what may start
        std::map<uint32_t, std::size_t> member; ///< by process group: index in members
        std::vector<Member> members;            ///< process groups that communicate
        uint32_t workersLeft{0};                ///< of these, those whose iteration has not ended
        IterationRecord record;                 ///< the iteration under way
    };

    /// @brief Begins an iteration of a rank with the next event.
    void ScheduleIteration(uint32_t rank);

    /// @brief Begins an iteration of a rank.
    void BeginIteration(uint32_t rank);

    /// @brief Starts what may start.
    void Advance(uint32_t rank);

    /// @brief Starts a node.
    void StartNode(uint32_t rank, uint32_t node);

    /// @brief A node that took time has ended.
    void OnComputed(uint32_t rank, uint32_t node);

    /// @brief All results of a collective are here.
    void OnPartition(uint32_t rank, std::size_t member, uint32_t partition);

    /// @brief A worker of a rank has all results of its iteration.
    void OnWorkerDone(uint32_t rank);

    /// @brief Ends the iteration of a rank if all has ended.
    void EndIfFinished(uint32_t rank);

    uint16_t m_number;             ///< of the job
    ExecutionSetup m_setup;        ///< what runs where
    ExecutionMatches m_matches;    ///< which collective is which partition
    std::vector<Stream> m_streams; ///< process groups that communicate
    std::vector<Rank> m_ranks;     ///< by number
    IterationCallback m_callback;  ///< told at the end of iterations
    SimClock m_clock;              ///< converts times
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_JOB_H
