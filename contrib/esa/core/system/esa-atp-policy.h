/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_ATP_POLICY_H
#define ESA_ATP_POLICY_H

#include "esa-policy-registry.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief ATP (NSDI 2021): first come, first served; complete sums go to the PS, and an aggregator
 * stays taken until the parameter packet passes back.
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeAtpPolicy(const PolicyParameters& parameters);

} // namespace ns3::esa

#endif // ESA_ATP_POLICY_H
