// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CHAKRA_RANK_H
#define ESA_CHAKRA_RANK_H

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
    /// @param text JSON: a list of objects with pg_name and ranks; or a list of one text with such
    /// JSON as Python prints it, which is what Chakra's converter writes. Other texts define
    /// nothing, as such a node may hold anything
    /// @param place where it stands, for messages
    /// @return what is wrong; empty: nothing
    std::string DefineByNode(const std::string& text, const std::string& place);

    /// @return where the first text stands that is no list of groups; empty: there is none
    const std::string& Unreadable() const
    {
        return m_unreadable;
    }

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
    std::map<std::string, uint64_t> m_sizes;              ///< by name: ranks, as recorded
    std::map<std::string, uint32_t> m_indexes;            ///< by name: those that are used
    std::string m_unreadable;                             ///< see Unreadable()
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

} // namespace ns3::esa

#endif // ESA_CHAKRA_RANK_H
