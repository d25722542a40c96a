/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_STATIC_SHARE_POLICIES_H
#define ESA_STATIC_SHARE_POLICIES_H

#include "esa-policy-registry.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief PANAMA (MLSys'21): a static share of aggregators a job, results from the switch, a window
 * that reacts to ECN as DCTCP's does.
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakePanamaPolicy(const PolicyParameters& parameters);

/**
 * @ingroup esa
 * @brief iSwitch (ISCA'19): a static share of aggregators a job, whole packets of an MTU, results
 * from the switch when the counter reaches the number of workers.
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeISwitchPolicy(const PolicyParameters& parameters);

} // namespace ns3::esa

#endif // ESA_STATIC_SHARE_POLICIES_H
