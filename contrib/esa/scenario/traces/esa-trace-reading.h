/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRACE_READING_H
#define ESA_TRACE_READING_H

#include <cstdint>
#include <functional>
#include <string>

namespace ns3::esa
{

/// No trace has more nodes: they would take more than 4 GB.
constexpr uint64_t kMaxTraceNodes = 50'000'000;

/// How an execution trace is read.
struct TraceOptions
{
    uint32_t maxRanks{32766};               ///< largest number of ranks
    bool ignoresMissingNodes{false};        ///< whether a node may wait for one that is not there
    bool ignoresControlDependencies{false}; ///< whether nodes wait for data dependencies only
};

/// Told the name of the next node of a rank, rank by rank.
using NameCallback = std::function<void(uint32_t rank, const std::string& name)>;

} // namespace ns3::esa

#endif // ESA_TRACE_READING_H
