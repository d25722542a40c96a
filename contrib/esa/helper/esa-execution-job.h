// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_JOB_H
#define ESA_EXECUTION_JOB_H

#include "esa-helper.h"

#include "ns3/application-container.h"
#include "ns3/esa-execution-state.h"
#include "ns3/esa-execution-trace.h"
#include "ns3/esa-sim-clock.h"
#include "ns3/esa-training-process.h"
#include "ns3/node-container.h"
#include "ns3/nstime.h"

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <utility>
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
    std::vector<double> slowdowns{};         ///< factor of each rank's times; empty: 1
    bool hasSwitches{false};                 ///< see IsOfSystem()
    uint16_t headerBytes{0};                 ///< of the system's packets with gradients

    std::vector<NodeContainer> extraServers{}; ///< by process group, see JobSetup; empty: none
    bool isColocated{true};                    ///< see JobSetup
};

/**
 * @ingroup esa
 * @brief Runs an execution trace: each rank computes and communicates as in its graph.
 *
 * Communication becomes jobs of their own, here called streams. The all-reduces and barriers of a
 * process group are a stream that the system under test sums, with all that belongs to it:
 * aggregators, loss recovery, the check of every sum. A barrier is an all-reduce of 4 bytes. Where
 * switches sum, all that they help with belongs to that stream, too. The other collectives of a
 * group are a stream of flows between hosts, and the messages from one rank to another are one,
 * too. Each collective or message is a partition of its stream. The workers are the ranks in turn.
 * A group of one rank has nothing to communicate.
 *
 * At a rank, a collective ends when its part in it is done, and those before it in its stream have
 * ended. The root of a broadcast or reduce is the first rank of the group, since the format does
 * not name it.
 */
class ExecutionJob
{
  public:
    /// Called when a rank has run its graph once.
    using IterationCallback = std::function<void(const IterationRecord& record)>;

    /// Called with what happens at a rank now.
    using EventCallback = std::function<void(const ExecutionEvent& event)>;

    /// @param number the job's number, for the callback
    /// @param setup what runs where
    ExecutionJob(uint16_t number, ExecutionSetup setup);

    ExecutionJob(const ExecutionJob&) = delete;
    ExecutionJob& operator=(const ExecutionJob&) = delete;

    /// @return what runs where
    const ExecutionSetup& Setup() const
    {
        return m_setup;
    }

    /// @return number of streams; each takes the number of a job
    uint32_t Streams() const
    {
        return static_cast<uint32_t>(m_streams.size());
    }

    /// @return whether the system under test sums it
    bool IsSummed(uint32_t stream) const
    {
        return !m_streams[stream].usesFlows;
    }

    /// @return the ranks of a stream
    const std::vector<uint32_t>& RanksOf(uint32_t stream) const
    {
        return m_streams[stream].ranks;
    }

    /// @return it as a job
    JobSetup StreamSetup(uint32_t stream) const;

    /// Takes the workers of a stream, which were installed.
    void Attach(uint32_t stream, const ApplicationContainer& apps);

    /// @brief Begins, at the start time of the setup; to be called once all streams are attached.
    /// @param callback called at the end of each iteration of each rank
    void Start(IterationCallback callback);

    /// @brief Sets the listener of what happens, for recordings.
    /// @param callback called from now on; it changes nothing
    void SetEventCallback(EventCallback callback)
    {
        m_onEvent = std::move(callback);
    }

  private:
    /// What a job of its own carries.
    struct Stream
    {
        uint32_t group;                ///< its process group; messages: 0
        std::vector<uint32_t> ranks;   ///< its workers
        std::vector<uint32_t> members; ///< of each, index among the members of its rank
        bool usesFlows;                ///< hosts exchange the data
        Dnn dnn;                       ///< a partition per collective or message
        std::vector<CollectiveOperation> operations; ///< of the partitions
    };

    /// What a rank has of one stream.
    struct Member
    {
        TrainingProcess* worker;     ///< sends and receives
        std::vector<uint32_t> nodes; ///< by partition
        bool endsInOrder;            ///< partitions end in order; messages need not
        std::vector<bool> isHere{};  ///< with order: whether the part in each is done
        std::size_t next{0};         ///< with order: the partition that ends next
    };

    /// Where a node communicates.
    struct NodePlace
    {
        uint32_t member{UINT32_MAX}; ///< index in members of its rank; UINT32_MAX: nowhere
        uint32_t partition{0};       ///< in the stream
    };

    /// One rank.
    struct Rank
    {
        std::unique_ptr<ExecutionState> state; ///< what may start
        std::vector<Member> members;           ///< its streams
        std::vector<NodePlace> places;         ///< by node
        uint32_t workersLeft{0};               ///< members whose iteration has not ended
        bool isFinished{false};                ///< whether all nodes of the iteration have ended
        IterationRecord record;                ///< the iteration under way
    };

    /// @brief Makes the streams of a process group.
    void AddGroup(const ExecutionMatches& matches, uint32_t group);

    /// The messages of the tags, by sender and receiver.
    using MessageIterator = std::map<MessageKey, MessageEnds>::const_iterator;

    /// @brief Makes the stream of the messages from one rank to another: of tags in a row.
    void AddMessages(MessageIterator begin, MessageIterator end);

    /// @brief Makes a stream. @param nodes by rank of the stream: its nodes, by partition
    void AddStream(Stream stream, const std::vector<std::vector<uint32_t>>& nodes);

    /// @return the critical paths at a rank's node; null: they are not followed
    NodePaths* PathsOf(uint32_t rank) const;

    /// @brief Plans what a rank does. @param at when
    void Plan(uint32_t rank, Picoseconds at, std::function<void()> what) const;

    /// @brief Begins an iteration of a rank.
    void BeginIteration(uint32_t rank);

    /// @brief Starts what may start.
    void Advance(uint32_t rank);

    /// @brief Starts a node.
    void StartNode(uint32_t rank, uint32_t node);

    /// @brief A node that took time has ended.
    void OnComputed(uint32_t rank, uint32_t node);

    /// @brief A node that has begun has ended. @param rank the rank @param node its index
    void EndNode(uint32_t rank, uint32_t node);

    /// @brief A rank's part in a collective or message is done.
    void OnPartition(uint32_t rank, uint32_t member, uint32_t partition);

    /// @brief A worker of a rank has all results of its iteration.
    void OnWorkerDone(uint32_t rank);

    /// @brief Ends the iteration of a rank if all has ended.
    void EndIfFinished(uint32_t rank);

    /// @brief Reports what happens. @param kind what @param rank where @param node of a node: index
    void Tell(ExecutionEvent::Kind kind, uint32_t rank, uint32_t node = 0) const;

    uint16_t m_number;             ///< of the job
    ExecutionSetup m_setup;        ///< what runs where
    std::vector<Stream> m_streams; ///< jobs of their own
    std::vector<Rank> m_ranks;     ///< by number
    IterationCallback m_callback;  ///< called at the end of iterations
    EventCallback m_onEvent;       ///< called with what happens; may be empty
    SimClock m_clock;              ///< converts times
};

} // namespace ns3::esa

#endif // ESA_EXECUTION_JOB_H
