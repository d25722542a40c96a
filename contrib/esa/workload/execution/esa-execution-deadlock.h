// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_DEADLOCK_H
#define ESA_EXECUTION_DEADLOCK_H

#include "esa-execution-fault.h"
#include "esa-execution-matches.h"
#include "esa-execution-trace.h"

#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Find nodes that wait for each other in a circle, also over ranks.
 *
 * All ranks run without time: what starts ends as soon as its counterparts at other ranks have
 * started. The rules are the rules of the simulation (ExecutionState), so what ends here ends
 * there.
 *
 * @param matches which of its nodes belong together; each has all of its counterparts
 * @return the fault of one node of one circle; empty: every node ends
 */
std::vector<ExecutionFault> FindDeadlock(const ExecutionTrace& trace,
                                         const ExecutionMatches& matches);

} // namespace ns3::esa

#endif // ESA_EXECUTION_DEADLOCK_H
