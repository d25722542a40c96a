/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_STRAW_POLICIES_H
#define ESA_STRAW_POLICIES_H

#include "esa-policy-registry.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The first straw-man: every newcomer preempts (paper, "Priority Scheduling").
 * @param parameters not used
 * @return the policy
 */
std::unique_ptr<Policy> MakeStraw1Policy(const PolicyParameters& parameters);

/**
 * @ingroup esa
 * @brief The second straw-man: a newcomer preempts with a fixed probability.
 * @param parameters the probability
 * @return the policy
 */
std::unique_ptr<Policy> MakeStraw2Policy(const PolicyParameters& parameters);

} // namespace ns3::esa

#endif // ESA_STRAW_POLICIES_H
