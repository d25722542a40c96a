/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SWITCHML_POLICY_H
#define ESA_SWITCHML_POLICY_H

#include "esa-policy-registry.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief SwitchML (NSDI 2021): every job has its own slots, the switch returns the results, workers
 * are clocked by them.
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeSwitchMlPolicy(const PolicyParameters& parameters);

} // namespace ns3::esa

#endif // ESA_SWITCHML_POLICY_H
