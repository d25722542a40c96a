// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLECTIVE_HELPER_H
#define ESA_COLLECTIVE_HELPER_H

#include "esa-helper.h"

#include "ns3/esa-training-job.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Installs the applications of a job whose gradients hosts sum.
 * @param job the job, whose system sums in hosts
 * @param setup its hosts
 * @param switches the hosts of the switches that are members (EsaFabric::SummedRacksOf())
 * @param flowFactory makes the ends of its flows
 * @return its workers in order, then its servers
 */
ApplicationContainer InstallCollective(const std::shared_ptr<const TrainingJob>& job,
                                       const JobSetup& setup,
                                       const NodeContainer& switches,
                                       const ObjectFactory& flowFactory);

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_HELPER_H
