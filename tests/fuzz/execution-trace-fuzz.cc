/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The file of a rank in an execution trace may contain any bytes. If they are not a valid trace, it
// is refused with a ScenarioError, whose lines a terminal can show. If they are valid, the graph
// either has faults, or every node ends.

#include "fuzz-require.h"

#include "ns3/esa-chakra-rank.h"
#include "ns3/esa-execution-faults.h"
#include "ns3/esa-execution-state.h"
#include "ns3/esa-scenario-error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace
{

using namespace ns3::esa;

/// A file in memory.
class MemoryFile
{
  public:
    MemoryFile(const uint8_t* data, std::size_t size)
        : m_file(memfd_create("trace", 0))
    {
        Require(m_file >= 0, "there is a file in memory");
        Require(write(m_file, data, size) == static_cast<ssize_t>(size), "it takes the bytes");
    }

    ~MemoryFile()
    {
        close(m_file);
    }

    MemoryFile(const MemoryFile&) = delete;
    MemoryFile& operator=(const MemoryFile&) = delete;

    std::string Path() const
    {
        return "/proc/self/fd/" + std::to_string(m_file);
    }

  private:
    int m_file; ///< its descriptor
};

/// Runs a graph without faults, and of one rank.
void
RunToEnd(const RankTrace& rank)
{
    ExecutionState state(rank);
    std::size_t ended = 0;
    for (uint32_t node = state.TakeNext(); node != ExecutionState::kNone; node = state.TakeNext())
    {
        state.OnDone(node);
        ++ended;
    }
    Require(state.Finished() && ended == rank.nodes.size(), "every node ends");
}

} // namespace

/// @return 0, as libFuzzer requires
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const MemoryFile file(data, size);
    try
    {
        ChakraGroups groups;
        ExecutionTrace trace;
        trace.ranks.push_back(ReadChakraRank({file.Path(), 0, 1, false, false}, groups).trace);
        trace.groups = groups.Finish(1);
        for (ProcessGroup& group : trace.groups)
        {
            group.ranks = {0}; // the reader of all files refuses others
        }
        if (FindExecutionFaults(trace).empty())
        {
            RunToEnd(trace.ranks.front());
        }
    }
    catch (const ScenarioError& error)
    {
        Require(!error.Lines().empty(), "an error says something");
        for (const std::string& line : error.Lines())
        {
            Require(
                std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }),
                "an error is a line of printable ASCII");
        }
    }
    return 0;
}
