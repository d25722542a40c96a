// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_FAULTS_H
#define ESA_EXECUTION_FAULTS_H

#include "esa-execution-trace.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{

/// A place at which an execution trace cannot be run.
struct ExecutionFault
{
    uint32_t rank;        ///< the rank
    uint64_t node;        ///< id of the node
    std::string text;     ///< what is wrong, and what would be right
    bool isCircle{false}; ///< whether nodes wait for each other
};

/**
 * @ingroup esa
 * @brief Find why a trace cannot be run, before anything runs.
 *
 * The k-th collective of a process group has to be the same one at all of its ranks: kind and
 * bytes. The k-th message of a tag from one rank to another has to have a receiver of the same
 * bytes. And it must not be that nodes wait for each other in a circle, also over ranks: this is
 * found by running the graphs without time, with the rules of ExecutionState.
 *
 * @param trace the trace; dependencies are indexes of nodes, groups and peers are ranks of it
 * @return at most 20 faults; empty: the trace can be run
 */
std::vector<ExecutionFault> FindExecutionFaults(const ExecutionTrace& trace);

} // namespace ns3::esa

#endif // ESA_EXECUTION_FAULTS_H
