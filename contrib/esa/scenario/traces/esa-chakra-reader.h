// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CHAKRA_READER_H
#define ESA_CHAKRA_READER_H

#include "esa-trace-files.h"

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief The process groups of a trace, while its files are read.
 *
 * Each file may define groups. Files that define the same group have to agree. A group may be used
 * before it is defined. PyTorch writes no ranks for a group of all ranks, and calls the first one
 * 0.
 */
class ChakraGroups
{
  public:
    /// Reads the groups of a METADATA node.
    /// @param text JSON: a list of objects with pg_name and ranks; other JSON defines nothing
    /// @return what is wrong; empty: nothing
    std::string DefineByNode(const std::string& text);

    /// Reads the groups of a file.
    /// @param path a file with JSON: {"name": [ranks], ...}
    /// @throws ScenarioError if it is damaged
    void DefineByFile(const std::string& path);

    /// @param name name of a group; empty: all ranks
    /// @return its index, also if it is not defined yet
    uint32_t IndexOf(const std::string& name);

    /// Ends the reading.
    /// @return the groups by index; those that are not defined have no ranks
    std::vector<ProcessGroup> Finish(uint32_t ranks) const;

    /// @param name name of a group; empty: all ranks
    /// @param ranks number of ranks of the trace
    /// @return its ranks, ascending; none if it is not defined
    std::vector<uint32_t> RanksIn(const std::string& name, uint32_t ranks) const;

  private:
    /// @brief Notes a group. @return what is wrong; empty: nothing
    std::string Define(const std::string& name, const std::vector<uint32_t>& ranks);

    std::map<std::string, std::vector<uint32_t>> m_ranks; ///< by name: those that are defined
    std::map<std::string, uint32_t> m_indexes;            ///< by name: those that are used
};

/// The file of a rank.
struct ChakraRankFile
{
    std::string path;     ///< the file
    uint32_t rank;        ///< the rank
    uint32_t ranks;       ///< number of ranks
    TraceOptions options; ///< how it is read
};

/// Nodes by the name of their process group: messages whose peer is the other rank of a pair.
using MessagesOfPairs = std::map<std::string, std::vector<uint32_t>>;

/// What stands in it.
struct ChakraRank
{
    RankTrace trace;             ///< the nodes; collectives have the index of their group
    bool hasControlDependencies; ///< whether nodes wait for control dependencies
    MessagesOfPairs ofPairs;     ///< messages without a peer
};

/// Read the file of one rank.
/// @param groups where to note process groups
/// @throws ScenarioError with file and node
ChakraRank ReadChakraRank(const ChakraRankFile& file, ChakraGroups& groups);

/**
 * @brief Read an execution trace of MLCommons Chakra, a file per rank.
 *
 * The files are PREFIX.0.et, PREFIX.1.et and so on, plain or packed by gzip; or PREFIX.0.json and
 * so on (ForEachJsonNode()), if there is no PREFIX.0.et. Process groups are in nodes of type
 * METADATA, or in a file: {"name": [0, 1], ...}. It is called PREFIX.groups.json, or
 * comm_group.json as with ASTRA-sim. A collective without a group is one of all ranks. A message
 * that names no rank, but a group of two, is one to the other rank of the group.
 *
 * One message at a time is read. What is kept is 56 bytes per node, 4 per dependency, and while a
 * file is read about 40 per node for the ids.
 *
 * @param prefix path of the files without .RANK.et
 * @return the trace, in which nothing waits for itself and all collectives match
 * @throws ScenarioError with file and node
 */
ExecutionTrace ReadChakraTrace(const std::string& prefix, const TraceOptions& options);

/// Count the ranks of a trace by the names of its files.
/// @throws ScenarioError if there is none, too many, or one is missing
uint32_t CountChakraRanks(const std::string& prefix, const TraceOptions& options);

/// @return the path of the file of a rank
std::string ChakraPath(const std::string& prefix, uint32_t rank);

/// @return the files that are read for a trace of that many ranks, with the file of process groups
std::vector<std::string> ChakraFiles(const std::string& prefix, uint32_t ranks);

/// @return where a node stands, for messages
std::string PlaceInChakra(const std::string& prefix, uint32_t rank, uint64_t id);

/// Read the names of nodes once more.
/// @param trace what was read of the files
/// @throws ScenarioError if a file cannot be read, or is not the one that was read
void ForEachChakraName(const std::string& prefix,
                       const ExecutionTrace& trace,
                       const NameCallback& callback);

} // namespace ns3::esa

#endif // ESA_CHAKRA_READER_H
