// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_EXECUTION_FAULT_H
#define ESA_EXECUTION_FAULT_H

#include <cstdint>
#include <string>

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

} // namespace ns3::esa

#endif // ESA_EXECUTION_FAULT_H
