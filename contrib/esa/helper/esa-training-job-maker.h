/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRAINING_JOB_MAKER_H
#define ESA_TRAINING_JOB_MAKER_H

#include "esa-helper.h"

#include "ns3/esa-job-racks.h"
#include "ns3/esa-system.h"
#include "ns3/esa-training-job.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

/// What a job's place among the others gives it.
struct JobPlace
{
    JobIdentity identity;    ///< its number and share
    uint32_t aggregators{1}; ///< aggregators (slots) of the switch
    uint32_t staticShare{1}; ///< of these, a job's own, where memory is static
    JobRacks racks;          ///< where its workers stand
    double linkBitsPerS{0};  ///< rate of the links
};

/**
 * @ingroup esa
 * @brief What hosts sum at a time: partitions, which parameter servers want no longer than they
 * say.
 * @param plan what an iteration sends
 * @param system the system
 * @return the blocks
 */
BlockPlan BlocksOf(const FragmentPlan& plan, const System& system);

/**
 * @ingroup esa
 * @brief Puts together what the workers of one job have in common.
 * @param place its place among the jobs
 * @param setup the job
 * @param options what jobs have in common
 * @param system its system
 * @return the job
 */
std::shared_ptr<const TrainingJob> MakeTrainingJob(const JobPlace& place,
                                                   const JobSetup& setup,
                                                   const TrainingOptions& options,
                                                   const System& system);

} // namespace ns3::esa

#endif // ESA_TRAINING_JOB_MAKER_H
