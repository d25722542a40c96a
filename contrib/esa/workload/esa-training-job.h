// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRAINING_JOB_H
#define ESA_TRAINING_JOB_H

#include "esa-dnn.h"
#include "esa-fragment-priorities.h"
#include "esa-jitter.h"

#include "ns3/esa-aggregation-plan.h"
#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-block-plan.h"
#include "ns3/esa-channels.h"
#include "ns3/esa-flow-protocol.h"
#include "ns3/esa-gradient-oracle.h"
#include "ns3/esa-release-queue.h"
#include "ns3/esa-serial-line.h"
#include "ns3/esa-server-plan.h"
#include "ns3/esa-system.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What the workers of one job have in common.
struct TrainingJob
{
    std::optional<System> system;    ///< the system that sums its gradients
    uint16_t job{0};                 ///< job number
    uint32_t workers{1};             ///< number of workers, 1 to SystemRecord::MaxWorkers()
    uint32_t iterations{1};          ///< iterations to run
    FragmentPlan plan;               ///< what an iteration sends
    GradientOracle oracle;           ///< the gradients and their sums
    JitterSource jitter;             ///< the random delays
    SharedPoolIndex pool;            ///< addressing of a shared pool
    SlotIndex slots;                 ///< addressing of static slots
    ShareIndex share;                ///< addressing of a static share of aggregators
    AggregationPlan aggregation;     ///< where the workers stand
    BlockPlan blocks;                ///< the blocks that hosts sum, with host aggregation
    uint16_t frameBytes{0};          ///< length of a fragment's frame
    bool isSentByCaller{false};      ///< by TrainingProcess::SendPartition()
    FragmentPriorities priorities{}; ///< of its fragments, where switches sum

    std::shared_ptr<const Channels> channels{};  ///< where hosts sum; null: see ScheduleRole
    std::shared_ptr<const ServerPlan> servers{}; ///< where servers sum by keys; else null
    FlowProtocol protocol{};                     ///< of its messages, where hosts sum
    ProtocolTimes times{};                       ///< of the protocol

    /// @return what a message takes from a worker to another endpoint before it leaves
    Picoseconds StepTime(uint16_t worker, uint16_t endpoint) const
    {
        const bool isInside =
            channels && endpoint < workers && channels->AreInOneServer(worker, endpoint);
        return isInside ? times.inside : times.between;
    }

    /// @return what its fragments wait on their way to the link, if packets are delayed; depends on
    ///         this job
    SendDelay SendDelayOf(uint16_t worker) const
    {
        if (!jitter.DelaysPackets())
        {
            return {};
        }
        return {[this, worker](StreamPosition position) {
                    const uint64_t fragments = plan.Fragments();
                    return jitter.PacketDelay(job,
                                              worker,
                                              static_cast<uint32_t>(position / fragments),
                                              static_cast<uint32_t>(position % fragments));
                },
                jitter.KeepsOrder()};
    }
};

/**
 * @ingroup esa
 * @brief The blocks that hosts sum: the partitions of the plan, cut where a system limits the
 * length of a block.
 * @param plan what an iteration sends
 * @param operations what is done with the blocks of each partition, or of all; empty: all-reduce
 * @param protocol not Auto
 * @param shape of the job, which a protocol needs
 * @return the blocks
 */
BlockPlan BlocksOf(const FragmentPlan& plan,
                   const System& system,
                   const std::vector<CollectiveOperation>& operations = {},
                   FlowProtocol protocol = FlowProtocol::None,
                   const CollectiveShape& shape = {});

/**
 * @ingroup esa
 * @brief The keys of blocks, for ServerPlan. Each layer is a tensor, by number from the front; or
 * each partition, where a partition is a message of the caller's.
 * @param dnn what the job trains
 * @param arePartitionsTensors whether each partition is a tensor
 * @return by block: number of the tensor, and in the last 16 bits which block of it
 */
std::vector<uint64_t> KeysOf(const Dnn& dnn, const BlockPlan& blocks, bool arePartitionsTensors);

struct CriticalPath;

/// When one iteration of one worker happened.
struct IterationRecord
{
    uint16_t job{0};           ///< job number
    uint16_t worker{0};        ///< number of the worker
    uint32_t iteration{0};     ///< number of the iteration
    Picoseconds begin{0};      ///< start of the iteration
    Picoseconds lastResult{0}; ///< arrival of its last result
    Picoseconds end{0};        ///< end of the last layer's forward part
    Picoseconds settled{0}; ///< when all that it sent is acknowledged, if that is counted and later

    std::shared_ptr<const CriticalPath> path{}; ///< to its end; null: paths are not followed
};

/// When a worker computed one layer of an iteration.
struct LayerRecord
{
    uint32_t iteration{0}; ///< number of the iteration
    uint32_t layer{1};     ///< the layer, 1 is the front layer
    Picoseconds begin{0};  ///< start of its computation
    Picoseconds end{0};    ///< end of its computation
};

} // namespace ns3::esa

#endif // ESA_TRAINING_JOB_H
