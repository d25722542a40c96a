// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRACE_FILES_H
#define ESA_TRACE_FILES_H

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <vector>

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
    double slice{1}; ///< fraction of all bytes, operations and times that is kept
};

/**
 * @brief Read an execution trace of MLCommons Chakra, a file per rank.
 *
 * The files are PREFIX.0.et, PREFIX.1.et and so on, plain or packed by gzip. Process groups are in
 * nodes of type METADATA, or in a file: {"name": [0, 1], ...}. It is called PREFIX.groups.json, or
 * comm_group.json as with ASTRA-sim. A collective without a group is one of all ranks. A message
 * that names no rank, but a group of two, is one to the other rank of the group.
 *
 * Traces of other forms, which esa-trace-import translates, are refused.
 *
 * One message at a time is read. What is kept is 56 bytes per node, 4 per dependency, and while a
 * file is read about 40 per node for the ids.
 *
 * @param prefix path of the files without .RANK.et
 * @return the trace, in which nothing waits for itself, and all messages and collectives match
 * @throws ScenarioError with file and node
 */
ExecutionTrace ReadExecutionTrace(const std::string& prefix, const TraceOptions& options);

/// Count the ranks of a trace by the names of its files.
/// @throws ScenarioError if there is none, too many, or one is missing
uint32_t CountTraceRanks(const std::string& prefix, const TraceOptions& options);

/// @return the files that are read for a trace of that many ranks, with the file of process groups
std::vector<std::string> TraceFiles(const std::string& prefix, uint32_t ranks);

/// @param id of a node of the rank
/// @return where the node stands, for messages: "FILE: node 7"
std::string PlaceInTrace(const std::string& prefix, uint32_t rank, uint64_t id);

/**
 * @ingroup esa
 * @brief The names of the nodes of an execution trace.
 *
 * A simulation needs no names, so they are read once more, for recordings. What is kept are 4 bytes
 * per node, and each name once.
 */
class TraceNames
{
  public:
    /// @param trace what was read of it
    /// @throws ScenarioError if a file cannot be read, or is not the one that was read
    TraceNames(const std::string& prefix, const ExecutionTrace& trace);

    /// @return the name of a node in printable ASCII, not longer than 120 characters; empty: it has
    /// none
    const std::string& Of(uint32_t rank, uint32_t node) const
    {
        return m_texts[m_ofNodes[rank][node]];
    }

  private:
    /// @brief Notes the name of the next node of a rank.
    void Add(uint32_t rank, const std::string& name);

    std::unordered_map<std::string, uint32_t> m_indexes; ///< of texts
    std::vector<std::string> m_texts;                    ///< all names
    std::vector<std::vector<uint32_t>> m_ofNodes;        ///< index of the name, by rank and node
};

} // namespace ns3::esa

#endif // ESA_TRACE_FILES_H
