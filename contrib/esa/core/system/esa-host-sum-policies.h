/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_HOST_SUM_POLICIES_H
#define ESA_HOST_SUM_POLICIES_H

#include "esa-policy-registry.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief BytePS with a dedicated parameter server a job, without aggregation in the network.
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeBytePsPolicy(const PolicyParameters& parameters);

/**
 * @ingroup esa
 * @brief BytePS with a parameter server on every worker's host.
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeColocatedBytePsPolicy(const PolicyParameters& parameters);

/**
 * @ingroup esa
 * @brief Ring all-reduce between the workers.
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeRingPolicy(const PolicyParameters& parameters);

} // namespace ns3::esa

#endif // ESA_HOST_SUM_POLICIES_H
