// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRAINING_JOB_MAKER_H
#define ESA_TRAINING_JOB_MAKER_H

#include "esa-helper.h"

#include "ns3/esa-channels.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-serial-line.h"
#include "ns3/esa-system.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

/// What a job gets by its place among the jobs.
struct JobPlace
{
    JobIdentity identity;    ///< its number and share
    uint32_t aggregators{1}; ///< aggregators of the switch, or slots
    uint32_t staticShare{1}; ///< of these, the job's own, where memory is static
    JobRacks racks;          ///< where its workers stand
    LineRate link;           ///< rate of the links
    LineRate path;           ///< rate of the slowest link between servers, if there are channels
    Picoseconds hopTime{0};  ///< of an empty message to another worker, where hosts sum
    std::shared_ptr<const Channels> channels{}; ///< of collectives; null: see TrainingOptions
};

/**
 * @ingroup esa
 * @brief The blocks that hosts sum: the partitions of the plan, cut where a system limits the
 * length of a block.
 * @param plan what an iteration sends
 * @param operations what is done with the blocks of each partition, or of all; empty: all-reduce
 * @param hopFragments see BlockPlan::SetHopFragments()
 * @return the blocks
 */
BlockPlan BlocksOf(const FragmentPlan& plan,
                   const System& system,
                   const std::vector<CollectiveOperation>& operations = {},
                   uint64_t hopFragments = 0);

/// @ingroup esa
/// @param hopTime of an empty message to another worker
/// @param link rate of the links
/// @return fragments that a link carries in the time of a hop (BlockPlan::SetHopFragments())
uint64_t HopFragmentsOf(Picoseconds hopTime, const System& system, const LineRate& link);

/// @ingroup esa
/// @return the random delays of jobs with these options, in this run of ns-3
JitterSource JitterOf(const TrainingOptions& options);

/**
 * @ingroup esa
 * @brief Collects what the workers of one job have in common.
 * @param place its place among the jobs
 * @param options what jobs have in common
 * @return the job
 */
std::shared_ptr<const TrainingJob> MakeTrainingJob(const JobPlace& place,
                                                   const JobSetup& setup,
                                                   const TrainingOptions& options,
                                                   const System& system);

/**
 * @ingroup esa
 * @param setup how slow its workers are
 * @param worker one of them
 * @return the job as the worker runs it: if the worker is slow, its parts of layers take longer.
 *         Its priorities are the priorities of the job, so that fragments of a task agree.
 */
std::shared_ptr<const TrainingJob> JobOfWorker(const std::shared_ptr<const TrainingJob>& job,
                                               const JobSetup& setup,
                                               uint16_t worker);

} // namespace ns3::esa

#endif // ESA_TRAINING_JOB_MAKER_H
