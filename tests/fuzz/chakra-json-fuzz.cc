// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The file of a rank in Chakra's JSON may contain any bytes. If they are no list of nodes, it is
// refused with a ScenarioError, whose lines a terminal can show. If they are, reading them again
// gives the same nodes.

#include "fuzz-require.h"
#include "memory-file.h"

#include "ns3/esa-chakra-node.h"
#include "ns3/esa-scenario-error.h"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace
{

using namespace ns3::esa;

/// @return what the nodes hold
std::vector<uint64_t>
NodesIn(const MemoryFile& file)
{
    std::vector<uint64_t> numbers;
    ForEachJsonNode(file.Path(), [&](const ChakraNode& node) {
        numbers.push_back(node.id);
        numbers.push_back(node.dependencies.size() + node.controlDependencies.size());
        numbers.push_back(node.communicationBytes.value_or(0));
    });
    return numbers;
}

} // namespace

/// @return 0, as libFuzzer requires
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    const MemoryFile file(data, size);
    try
    {
        Require(NodesIn(file) == NodesIn(file), "the same file has the same nodes");
    }
    catch (const ScenarioError& error)
    {
        RequireShowable(error);
    }
    return 0;
}
