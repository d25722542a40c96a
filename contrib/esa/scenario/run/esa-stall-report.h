/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_STALL_REPORT_H
#define ESA_STALL_REPORT_H

#include "esa-scenario-build.h"

#include "ns3/nstime.h"

#include <string>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Describe a run that makes no progress: what is missing, and what was lost.
 * @param scenario the scenario
 * @param network its network
 * @param lastProgress when the last result arrived
 * @return the text of an error
 */
std::string DescribeStall(const ValidScenario& scenario,
                          const Network& network,
                          const Time& lastProgress);

} // namespace ns3::esa

#endif // ESA_STALL_REPORT_H
