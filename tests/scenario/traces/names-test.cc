/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "scenario/traces/chakra-files.h"

#include "ns3/esa-scenario-error.h"
#include "ns3/esa-trace-files.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{

TEST(TraceNames, AreReadOnceMoreOfTheSameFilesOnly)
{
    const TemporaryDirectory folder;
    ChakraNode first = ComputationOf(1, 10);
    first.name = "first";
    ChakraNode second = ComputationOf(2, 10, {1});
    second.name = std::string(300, 'x');
    const std::string prefix = WriteRank(folder, 0, {first, second});
    second.dependencies.clear();
    WriteRank(folder, 1, {ComputationOf(5, 10), second});
    const ExecutionTrace trace = ReadChakraTrace(prefix, {});
    const TraceNames names(prefix, trace);
    EXPECT_EQ(names.Of(0, 0), "first");
    EXPECT_LE(names.Of(0, 1).size(), 120U);
    EXPECT_EQ(names.Of(1, 0), "");
    EXPECT_EQ(names.Of(1, 1), names.Of(0, 1));
    const std::vector<std::vector<ChakraNode>> others{
        {},
        {first, second, ComputationOf(3, 10)},
        {first, ComputationOf(9, 10)},
    };
    for (const auto& nodes : others)
    {
        WriteRank(folder, 0, nodes);
        const auto lines = ErrorsWhile([&] { TraceNames(prefix, trace); });
        EXPECT_TRUE(HasText(Joined(lines), "t.0.et: has changed")) << nodes.size() << " nodes";
    }
}

} // namespace ns3::esa::test
