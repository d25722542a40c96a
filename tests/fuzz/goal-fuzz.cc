// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A GOAL schedule may contain any bytes. If they are not a valid schedule, it is refused with a
// ScenarioError, whose lines a terminal can show. If they are valid, every dependency is a node of
// its rank, and a rank without messages ends.

#include "fuzz-require.h"
#include "memory-file.h"

#include "ns3/esa-execution-state.h"
#include "ns3/esa-goal-reader.h"
#include "ns3/esa-scenario-error.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>

namespace
{

using namespace ns3::esa;

/// Checks what was read.
void
CheckTrace(const ExecutionTrace& trace)
{
    for (const RankTrace& rank : trace.ranks)
    {
        bool isAlone = true;
        for (const ExecutionNode& node : rank.nodes)
        {
            Require(node.startsAwaited <= node.dependencies, "starts are dependencies");
            Require(node.firstDependency + node.dependencies <= rank.dependencies.size(),
                    "dependencies are in the list");
            isAlone = isAlone && node.kind == ExecutionKind::Compute;
        }
        for (const uint32_t awaited : rank.dependencies)
        {
            Require(awaited < rank.nodes.size(), "a dependency is a node");
        }
        if (isAlone)
        {
            RunToEnd(rank);
        }
    }
}

} // namespace

/// @return 0, as libFuzzer requires
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const MemoryFile file(data, size);
    TraceOptions options;
    options.maxRanks = 64;
    try
    {
        const uint32_t ranks = CountGoalRanks(file.Path(), options);
        const ExecutionTrace trace = ReadGoalTrace(file.Path(), options);
        Require(trace.ranks.size() == ranks, "a count is the count of what is read");
        CheckTrace(trace);
        std::size_t names = 0;
        ForEachGoalName(file.Path(), trace, [&](uint32_t, const std::string&) { ++names; });
        std::size_t nodes = 0;
        for (const RankTrace& rank : trace.ranks)
        {
            nodes += rank.nodes.size();
        }
        Require(names == nodes, "every node has a name, perhaps an empty one");
    }
    catch (const ScenarioError& error)
    {
        RequireShowable(error);
    }
    return 0;
}
