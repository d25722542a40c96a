// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_SCENARIO_CHAKRA_FILES_H
#define ESA_TEST_SCENARIO_CHAKRA_FILES_H

#include "scenario/test-util.h"
#include "scenario/traces/chakra-nodes.h"

#include "ns3/esa-trace-files.h"

#include <cstdlib>

namespace ns3::esa::test
{

/// Writes the file of a rank of trace "t". @return the prefix of the trace
inline std::string
WriteRank(const TemporaryDirectory& folder, uint32_t rank, const std::vector<ChakraNode>& nodes)
{
    folder.Write("t." + std::to_string(rank) + ".et", FileOf(nodes));
    return folder.Path("t");
}

/// Writes the files of all ranks of trace "t", which have the same nodes. @return the prefix
inline std::string
WriteRanks(const TemporaryDirectory& folder, uint32_t ranks, const std::vector<ChakraNode>& nodes)
{
    for (uint32_t rank = 0; rank < ranks; ++rank)
    {
        WriteRank(folder, rank, nodes);
    }
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

/// Imports a GOAL schedule as trace "t" by the module's program. @return its prefix
inline std::string
ImportGoal(const TemporaryDirectory& folder, const std::string& text)
{
    const std::string prefix = folder.Path("t");
    const std::string command = "contrib/esa/tools/esa-trace-import --force --out '" + prefix +
                                "' '" + folder.Write("t.goal", text) + "'";
    EXPECT_EQ(std::system(command.c_str()), 0) << command;
    return prefix;
}

/// The first error of a trace, without the folder; "none".
inline std::string
ErrorOf(const TemporaryDirectory& folder, const TraceOptions& options = {})
{
    const std::string error =
        FirstOf(ErrorsWhile([&] { ReadExecutionTrace(folder.Path("t"), options); }));
    const std::string path = folder.Path("");
    return error.rfind(path, 0) == 0 ? error.substr(path.size()) : error;
}

} // namespace ns3::esa::test

#endif // ESA_TEST_SCENARIO_CHAKRA_FILES_H
