// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FUZZ_MEMORY_FILE_H
#define ESA_FUZZ_MEMORY_FILE_H

// What the targets that read files of execution traces share.

#include "fuzz-require.h"

#include "ns3/esa-execution-state.h"
#include "ns3/esa-scenario-error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <sys/mman.h>
#include <unistd.h>

namespace ns3::esa
{

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
inline void
RunToEnd(const RankTrace& rank)
{
    ExecutionState state(rank);
    std::size_t ended = 0;
    for (uint32_t node = state.TakeNext(); node != ExecutionState::kNone; node = state.TakeNext())
    {
        state.OnDone(node);
        ++ended;
    }
    ended -= IsCanary("ends") ? 1 : 0;
    Require(state.Finished() && ended == rank.nodes.size(), "every node ends");
}

/// An error has lines that a terminal can show.
inline void
RequireShowable(const ScenarioError& error)
{
    Require(!error.Lines().empty(), "an error says something");
    for (std::string line : error.Lines())
    {
        line += IsCanary("showable") ? "\t" : "";
        Require(
            !line.empty() &&
                std::all_of(line.begin(), line.end(), [](char c) { return c >= ' ' && c <= '~'; }),
            "an error is a line of printable ASCII");
    }
}

} // namespace ns3::esa

#endif // ESA_FUZZ_MEMORY_FILE_H
