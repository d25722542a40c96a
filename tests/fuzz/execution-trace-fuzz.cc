// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The file of a rank in an execution trace may contain any bytes. If they are not a valid trace, it
// is refused with a ScenarioError, whose lines a terminal can show. If they are valid, the graph
// either has faults, or every node ends.

#include "memory-file.h"

#include "ns3/esa-chakra-rank.h"
#include "ns3/esa-execution-faults.h"
#include "ns3/esa-scenario-error.h"

#include <cstddef>
#include <cstdint>

using namespace ns3::esa;

/// @return 0, as libFuzzer requires
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const MemoryFile file(data, size);
    try
    {
        ChakraGroups groups;
        ExecutionTrace trace;
        trace.ranks.push_back(ReadChakraRank({file.Path(), 0, 1, {}}, groups).trace);
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
        RequireShowable(error);
    }
    return 0;
}
