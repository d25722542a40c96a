/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRACE_TABLE_H
#define ESA_TRACE_TABLE_H

#include "ns3/esa-run-result.h"

#include <ostream>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Print the times of the jobs of a trace, one line per run.
 * @param out where to print
 * @param results runs; those without a trace are left out
 */
void PrintTraceTable(std::ostream& out, const std::vector<RunResult>& results);

} // namespace ns3::esa

#endif // ESA_TRACE_TABLE_H
