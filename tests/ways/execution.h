// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_WAYS_EXECUTION_H
#define ESA_TEST_WAYS_EXECUTION_H

#include "ways/draft.h"

namespace ns3::esa::test
{

/// Draw execution traces: Chakra traces of parallel jobs, and GOAL schedules.
/// @param hosts ranks of all traces together, at most
/// @return their names, as in execution.traces
nlohmann::json DrawExecution(Draft& draft, uint32_t hosts);

} // namespace ns3::esa::test

#endif // ESA_TEST_WAYS_EXECUTION_H
