// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CHAKRA_RANK_H
#define ESA_CHAKRA_RANK_H

#include "esa-chakra-groups.h"
#include "esa-trace-files.h"

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>

namespace ns3::esa
{

/// The file of a rank.
struct ChakraRankFile
{
    std::string path;     ///< the file
    uint32_t rank;        ///< the rank
    uint32_t ranks;       ///< number of ranks
    TraceOptions options; ///< how it is read
};

/// What stands in it.
struct ChakraRank
{
    RankTrace trace;             ///< the nodes; collectives have the index of their group
    bool hasControlDependencies; ///< whether nodes wait for control dependencies
};

/// Read the file of one rank.
/// @param groups where to note process groups
/// @throws ScenarioError with file and node
ChakraRank ReadChakraRank(const ChakraRankFile& file, ChakraGroups& groups);

} // namespace ns3::esa

#endif // ESA_CHAKRA_RANK_H
