/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RESULT_HEADING_H
#define ESA_RESULT_HEADING_H

#include "ns3/esa-valid-scenario.h"

#include <cstdint>
#include <ostream>
#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @param count how many
 * @param noun what, in the singular
 * @return both, as in "3 jobs"
 */
std::string Counted(uint64_t count, const std::string& noun);

/**
 * @ingroup esa
 * @brief Print what a scenario simulates: its jobs and, where it is so, that PSes run beside
 * workers and that DNNs are slices of their models.
 * @param out where to
 * @param scenario the scenario
 */
void PrintResultHeading(std::ostream& out, const ValidScenario& scenario);

} // namespace ns3::esa

#endif // ESA_RESULT_HEADING_H
