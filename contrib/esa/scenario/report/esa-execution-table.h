/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_EXECUTION_TABLE_H
#define ESA_EXECUTION_TABLE_H

#include "ns3/esa-execution-trace.h"

#include <ostream>

namespace ns3::esa
{

/// Print what is in an execution trace: its ranks, and its process groups.
void PrintExecutionTrace(std::ostream& os, const ExecutionTrace& trace);

} // namespace ns3::esa

#endif // ESA_EXECUTION_TABLE_H
