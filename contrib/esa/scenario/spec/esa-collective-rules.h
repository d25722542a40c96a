/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLECTIVE_RULES_H
#define ESA_COLLECTIVE_RULES_H

#include "esa-scenario-draft.h"

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Check that every system knows the operation of the jobs, and every job has its root.
 * @param draft the scenario
 * @param errors where to append what is wrong
 */
void CheckCollective(const ScenarioDraft& draft, ConfigErrors& errors);

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_RULES_H
