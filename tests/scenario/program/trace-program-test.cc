/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The program esa-trace, beside a model.

#include "scenario/test-util.h"

#include "ns3/esa-chakra-reader.h"
#include "ns3/esa-trace-program.h"

#include <filesystem>
#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// Calls the program. @return what it says on standard error, without a word of success
std::string
CallTrace(std::vector<std::string> arguments, int code)
{
    arguments.insert(arguments.begin(), "esa-trace");
    std::vector<char*> argv;
    for (std::string& argument : arguments)
    {
        argv.push_back(argument.data());
    }
    testing::internal::CaptureStderr();
    EXPECT_EQ(TraceMain(static_cast<int>(argv.size()), argv.data()), code);
    return testing::internal::GetCapturedStderr();
}

TEST(TraceProgram, ShardsAModel)
{
    const TemporaryDirectory folder;
    const std::string prefix = folder.Path("t");
    EXPECT_EQ(CallTrace({"make", prefix, "--data", "3", "--fsdp", "bert-large"}, 0), "");
    const ExecutionTrace trace = ReadChakraTrace(prefix, {});
    EXPECT_EQ(trace.ranks.size(), 3U);
    // 26 layers: gathered, computed twice, all but the root gathered again, scattered
    EXPECT_EQ(trace.ranks[2].nodes.size(), 26U + 2 * 26 + 25 + 26);
    EXPECT_EQ(trace.ranks[2].nodes[0].bytes, 31782912U / 3 * 2); // in half precision
    const std::vector<std::string> full{"make",
                                        prefix,
                                        "--data",
                                        "3",
                                        "--fsdp",
                                        "bert-large",
                                        "--precision",
                                        "fp32",
                                        "--force"};
    EXPECT_EQ(CallTrace(full, 0), "");
    EXPECT_EQ(ReadChakraTrace(prefix, {}).ranks[0].nodes[0].bytes, 31782912U / 3 * 4);
}

TEST(TraceProgram, RefusesWhatMakesNoSenseBesideAModel)
{
    const TemporaryDirectory folder;
    const std::string prefix = folder.Path("t");
    EXPECT_EQ(
        CallTrace({"make", prefix, "--fsdp", "bert-large", "--layers", "2"}, 2),
        "esa-trace: error: --layers is not allowed beside --fsdp: the model has the layers\n");
    EXPECT_EQ(CallTrace({"make", prefix, "--fsdp", "bert-large", "--precision", "fp8"}, 2),
              "esa-trace: error: --precision fp8 is not allowed: must be bf16, fp16 or fp32\n");
    EXPECT_EQ(CallTrace({"make", prefix, "--precision", "fp32"}, 2),
              "esa-trace: error: --precision is for --fsdp only\n");
    EXPECT_TRUE(HasText(CallTrace({"make", prefix, "--fsdp", "bert-huge"}, 2), "bert-huge"));
    EXPECT_FALSE(std::filesystem::exists(folder.Path("t.0.et")));
}

} // namespace
} // namespace ns3::esa::test
