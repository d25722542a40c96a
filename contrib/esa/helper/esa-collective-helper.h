/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLECTIVE_HELPER_H
#define ESA_COLLECTIVE_HELPER_H

#include "esa-helper.h"

#include "ns3/esa-training-job.h"

#include <memory>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Installs the applications of a job whose gradients hosts sum.
 * @param job the job
 * @param setup its hosts
 * @param system its system, one that does not sum in the switch
 * @param flowFactory makes ends of flows
 * @return its workers in order, then its servers
 */
ApplicationContainer InstallCollective(const std::shared_ptr<const TrainingJob>& job,
                                       const JobSetup& setup,
                                       const std::string& system,
                                       const ObjectFactory& flowFactory);

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_HELPER_H
