// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_PLACE_H
#define ESA_JOB_PLACE_H

#include "esa-fabric.h"
#include "esa-helper.h"

#include "ns3/esa-channels.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <memory>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What a job gets by its place among the jobs.
struct JobPlace
{
    JobIdentity identity;    ///< its number and share
    uint32_t aggregators{1}; ///< aggregators of the switch, or slots
    uint32_t staticShare{1}; ///< of these, the job's own, where memory is static
    JobMembers members{};    ///< its hosts, and who sums what they send
    LineRate link{};         ///< rate of the links
    LineRate path{};         ///< rate of the slowest link between servers, if there are channels
    std::shared_ptr<const Channels> channels{}; ///< of collectives; null: see TrainingOptions
};

/// @ingroup esa
/// @brief Collects what the workers of a job have in common.
/// @param place what the job has got
/// @param options what it has in common with others
/// @param system the system that it runs with
/// @return what its workers read
std::shared_ptr<const TrainingJob> MakeTrainingJob(const JobPlace& place,
                                                   const JobSetup& setup,
                                                   const TrainingOptions& options,
                                                   const System& system);

} // namespace ns3::esa

#endif // ESA_JOB_PLACE_H
