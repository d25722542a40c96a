// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TRACE_FILES_H
#define ESA_TRACE_FILES_H

#include "ns3/esa-execution-trace.h"

#include <cstdint>
#include <functional>
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
};

/// Called with the name of the next node of a rank, rank by rank.
using NameCallback = std::function<void(uint32_t rank, const std::string& name)>;

/**
 * @brief Read an execution trace, in the format of its files.
 *
 * A path that is a file, or ends with .goal, is a GOAL schedule (ReadGoalTrace), as text or binary.
 * Any other one is the prefix of Chakra's files (ReadChakraTrace).
 *
 * @return the trace, in which nothing waits for itself, and all messages and collectives match
 * @throws ScenarioError with file, and node or line
 */
ExecutionTrace ReadExecutionTrace(const std::string& path, const TraceOptions& options);

/// Count the ranks of a trace, without reading all of it.
/// @throws ScenarioError if there is none, or too many
uint32_t CountTraceRanks(const std::string& path, const TraceOptions& options);

/// @return the files that are read for a trace of that many ranks
std::vector<std::string> TraceFiles(const std::string& path, uint32_t ranks);

/// @param id of a node of the rank
/// @return where the node stands, for messages: "FILE: node 7" or "FILE:7"
std::string PlaceInTrace(const std::string& path, uint32_t rank, uint64_t id);

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
    TraceNames(const std::string& path, const ExecutionTrace& trace);

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
