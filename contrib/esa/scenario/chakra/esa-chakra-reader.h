/*
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_CHAKRA_READER_H
#define ESA_CHAKRA_READER_H

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>
#include <vector>

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
 * @brief Read an execution trace of MLCommons Chakra, a file per rank.
 *
 * The files are PREFIX.0.et, PREFIX.1.et and so on, plain or packed by gzip. Process groups are in
 * nodes of type METADATA, or in a file: {"name": [0, 1], ...}. It is called PREFIX.groups.json, or
 * comm_group.json as with ASTRA-sim. A collective without a group is one of all ranks.
 *
 * One message at a time is read. What is kept is 64 bytes per node, 4 per dependency, and while a
 * file is read about 40 per node for the ids.
 *
 * @param prefix path of the files without .RANK.et
 * @return the trace, in which nothing waits for itself and all collectives match
 * @throws ScenarioError with file and node
 */
ExecutionTrace ReadChakraTrace(const std::string& prefix, const ChakraOptions& options);

/**
 * @brief Count the ranks of a trace by the names of its files.
 * @param prefix path of the files without .RANK.et
 * @param options how it is read
 * @throws ScenarioError if there is none, too many, or one is missing
 */
uint32_t CountChakraRanks(const std::string& prefix, const ChakraOptions& options);

/// @param prefix path of the files without .RANK.et
std::string ChakraPath(const std::string& prefix, uint32_t rank);

/// @return the files that are read for a trace of that many ranks, with the file of process groups
std::vector<std::string> ChakraFiles(const std::string& prefix, uint32_t ranks);

/**
 * @ingroup esa
 * @brief The names of the nodes of an execution trace.
 *
 * A simulation needs no names, so they are read once more, for recordings. What is kept are 4 bytes
 * per node, and each name once.
 */
class ChakraNames
{
  public:
    /// @param prefix path of the files without .RANK.et
    /// @param trace what was read of them
    /// @throws ScenarioError if a file cannot be read, or is not the one that was read
    ChakraNames(const std::string& prefix, const ExecutionTrace& trace);

    /// @return the name of a node in printable ASCII, not longer than 120 characters; empty: it has
    /// none
    const std::string& Of(uint32_t rank, uint32_t node) const
    {
        return m_texts[m_ofNodes[rank][node]];
    }

  private:
    std::vector<std::string> m_texts;             ///< all names
    std::vector<std::vector<uint32_t>> m_ofNodes; ///< index of the name, by rank and node
};

} // namespace ns3::esa

#endif // ESA_CHAKRA_READER_H
