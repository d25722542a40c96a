/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PREEMPTIVE_POLICY_H
#define ESA_PREEMPTIVE_POLICY_H

#include "esa-policy-registry.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief ESA: a newcomer of strictly higher priority preempts; otherwise it passes through and the
 * resident is downgraded (paper, "Preemptive Aggregator Allocation").
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeEsaPolicy(const PolicyParameters& parameters);

} // namespace ns3::esa

#endif // ESA_PREEMPTIVE_POLICY_H
