/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_BOTTLENECK_NOTE_H
#define ESA_BOTTLENECK_NOTE_H

#include "ns3/esa-run-result.h"
#include "ns3/esa-valid-scenario.h"

#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Tell of which systems one link sets the time, and which fields would change that.
 * @return a line for each system with such a run, of its first one
 */
std::vector<std::string> BottleneckNotes(const ValidScenario& scenario,
                                         const std::vector<RunResult>& results);

} // namespace ns3::esa

#endif // ESA_BOTTLENECK_NOTE_H
