/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHAKRA_READER_H
#define ESA_CHAKRA_READER_H

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>

namespace ns3::esa
{

/// How a trace is read.
struct ChakraOptions
{
    uint32_t maxRanks{32766};               ///< largest number of ranks
    bool ignoresMissingNodes{false};        ///< whether a node may wait for one that is not there
    bool ignoresControlDependencies{false}; ///< whether nodes wait for data dependencies only
};

/**
 * @ingroup esa
 * @brief Read an execution trace of MLCommons Chakra, a file per rank.
 *
 * The files are PREFIX.0.et, PREFIX.1.et and so on, plain or packed by gzip. Process groups are
 * in nodes of type METADATA, or in a file: {"name": [0, 1], ...}. It is called PREFIX.groups.json,
 * or comm_group.json as with ASTRA-sim. A collective without a group is one of all ranks.
 *
 * One message at a time is read. What is kept is 64 bytes per node, 4 per dependency, and while a
 * file is read about 40 per node for the ids.
 *
 * @param prefix path of the files without .RANK.et
 * @param options how
 * @return the trace, in which nothing waits for itself and all collectives match
 * @throws ScenarioError with file and node
 */
ExecutionTrace ReadChakraTrace(const std::string& prefix, const ChakraOptions& options);

/**
 * @ingroup esa
 * @brief Count the ranks of a trace by the names of its files.
 * @param prefix path of the files without .RANK.et
 * @param options how it is read
 * @return their number
 * @throws ScenarioError if there is none, too many, or one is missing
 */
uint32_t CountChakraRanks(const std::string& prefix, const ChakraOptions& options);

/**
 * @param prefix path of the files without .RANK.et
 * @param rank a rank
 * @return the path of its file
 */
std::string ChakraPath(const std::string& prefix, uint32_t rank);

} // namespace ns3::esa

#endif // ESA_CHAKRA_READER_H
