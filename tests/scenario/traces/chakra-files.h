// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_CHAKRA_FILES_H
#define ESA_TEST_SCENARIO_CHAKRA_FILES_H

#include "scenario/test-util.h"

#include "ns3/esa-chakra-node.h"
#include "ns3/esa-chakra-reader.h"

#include <cstdint>
#include <cstdlib>

namespace ns3::esa::test
{

/// A node with an id and a type.
inline ChakraNode
NodeOf(uint64_t id, ChakraType type, const std::vector<uint64_t>& dependencies = {})
{
    ChakraNode node;
    node.id = id;
    node.type = static_cast<uint64_t>(type);
    node.dependencies = dependencies;
    return node;
}

/// An all-reduce.
inline ChakraNode
AllReduceOf(uint64_t id, uint64_t bytes, const std::vector<uint64_t>& dependencies = {})
{
    ChakraNode node = NodeOf(id, ChakraType::Collective, dependencies);
    node.communicationType = 0;
    node.communicationBytes = bytes;
    return node;
}

/// A computation of some microseconds.
inline ChakraNode
ComputationOf(uint64_t id, uint64_t us, const std::vector<uint64_t>& dependencies = {})
{
    ChakraNode node = NodeOf(id, ChakraType::Compute, dependencies);
    node.durationUs = us;
    return node;
}

/// What stands in a file.
inline std::string
FileOf(const std::vector<ChakraNode>& nodes, const std::string& version = "0.0.4")
{
    std::string text = Framed(WriteChakraVersion(version));
    for (const ChakraNode& node : nodes)
    {
        text += Framed(WriteChakraNode(node));
    }
    return text;
}

/// Writes the file of a rank of trace "t". @return the prefix of the trace
inline std::string
WriteRank(const TemporaryDirectory& folder, uint32_t rank, const std::vector<ChakraNode>& nodes)
{
    folder.Write("t." + std::to_string(rank) + ".et", FileOf(nodes));
    return folder.Path("t");
}

/// Writes a trace by the module's program. @param options of the program @return the prefix
inline std::string
MakeTrace(const TemporaryDirectory& folder, const std::string& name, const std::string& options)
{
    const std::string prefix = folder.Path(name);
    const std::string command = "contrib/esa/tools/esa-trace-make '" + prefix + "' " + options;
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return prefix;
}

/// The first error of a trace, without the folder; "none".
inline std::string
ErrorOf(const TemporaryDirectory& folder, const TraceOptions& options = {})
{
    const auto lines = ErrorsWhile([&] { ReadChakraTrace(folder.Path("t"), options); });
    if (lines.empty())
    {
        return "none";
    }
    const std::string path = folder.Path("");
    return lines[0].rfind(path, 0) == 0 ? lines[0].substr(path.size()) : lines[0];
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_CHAKRA_FILES_H
