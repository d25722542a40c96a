// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// The program esa-trace-make, with a model.

#include "scenario/test-util.h"
#include "scenario/traces/chakra-files.h"

#include "ns3/esa-chakra-rank.h"

#include <algorithm>
#include <cstdint>
#include <cstdlib>
#include <sys/wait.h>

namespace ns3::esa::test
{
namespace
{

/// The error of the program. @return its standard error
std::string
ErrorOfMake(const TemporaryDirectory& folder, const std::string& options)
{
    const std::string command = "contrib/esa/tools/esa-trace-make '" + folder.Path("t") + "' " +
                                options + " 2>'" + folder.Path("error") + "'";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 2) << command;
    return ReadTextFile(folder.Path("error"));
}

TEST(TraceMake, ShardsAModel)
{
    const TemporaryDirectory folder;
    const std::string prefix = MakeTrace(folder, "t", "--data 3 --model bert-large --fsdp");
    const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
    EXPECT_EQ(trace.ranks.size(), 3U);
    // 26 layers: gathered, computed twice, all but the root gathered again, scattered
    EXPECT_EQ(trace.ranks[2].nodes.size(), 26U + 2 * 26 + 25 + 26);
    EXPECT_EQ(trace.ranks[2].nodes[0].bytes, 31782912U / 3 * 2); // in half precision
    MakeTrace(folder, "t", "--data 3 --model bert-large --fsdp --precision fp32 --force");
    EXPECT_EQ(ReadExecutionTrace(prefix, {}).ranks[0].nodes[0].bytes, 31782912U / 3 * 4);
}

/// How long each kind of collective takes, in us.
struct CollectiveTimes
{
    double gather;  ///< an all-gather
    double scatter; ///< a reduce-scatter
    double sum;     ///< an all-reduce
};

/// When the last node of a rank ends, if nodes wait for nothing but their dependencies.
double
EndUs(const RankTrace& rank, const CollectiveTimes& times)
{
    std::vector<double> ends;
    for (const ExecutionNode& node : rank.nodes)
    {
        double begin = 0;
        for (uint32_t i = 0; i < node.dependencies; ++i)
        {
            begin = std::max(begin, ends.at(rank.dependencies.at(node.firstDependency + i)));
        }
        double us = static_cast<double>(node.duration.count()) / 1e6;
        if (node.kind == ExecutionKind::Collective)
        {
            us = node.collective == CollectiveKind::AllGather       ? times.gather
                 : node.collective == CollectiveKind::ReduceScatter ? times.scatter
                                                                    : times.sum;
        }
        ends.push_back(begin + us);
    }
    return *std::max_element(ends.begin(), ends.end());
}

/// A model of equal layers that is sharded, and how long an iteration of a rank takes.
struct ShardedCase
{
    const char* options; ///< of the program
    uint32_t layers;     ///< of the model
    double us;           ///< until the last node ends
};

TEST(TraceMake, ShardedIterationsTakeWhatTheirOrderGives)
{
    // F = 1 us forward, B = 2 backward, g = 10 for a gather, s = 20 for a scatter, a = 50 for a sum
    const ShardedCase cases[] = {
        {"--fsdp", 1, 10 + 1 + 2 + 20},
        {"--zero 3", 1, 10 + 1 + 2 + 20},
        {"--zero 1", 1, 1 + 2 + 20 + 10},
        {"--zero 2", 1, 1 + 2 + 20 + 10},
        {"--fsdp --shard 2", 1, 10 + 1 + 2 + 20 + 50},
        {"--zero 1 --shard 2", 1, 1 + 2 + 20 + 50 + 10},
        {"--fsdp --shard 1", 1, 1 + 2 + 50},
        // g + max(F, g) + F, then g + B + max(B, s) + s: the first layer is still there
        {"--fsdp", 2, 10 + 10 + 1 + 10 + 2 + 20 + 20},
        {"--fsdp --communicators 2", 2, 10 + 10 + 1 + 10 + 2 + 20 + 20},
        {"--zero 1", 2, 2 * 1 + 2 * 2 + 2 * 20 + 2 * 10},
        {"--zero 2", 2, 2 * 1 + 2 + 2 * 20 + 2 * 10},
        {"--zero 2 --shard 2", 2, 2 * 1 + 2 + 20 + 2 * 50 + 2 * 10}, // a scatter beside a sum
        // 3 g + F; then 2 g and 3 s, as the second layer is gathered before the third is scattered
        {"--fsdp", 3, 3 * 10 + 1 + 2 * 10 + 3 * 20},
        // or g + B and 3 s beside the other gather
        {"--fsdp --communicators 2", 3, 3 * 10 + 1 + 10 + 2 + 3 * 20},
    };
    const TemporaryDirectory folder;
    for (const ShardedCase& each : cases)
    {
        SCOPED_TRACE(std::string(each.options) + ", layers: " + std::to_string(each.layers));
        std::string layers;
        for (uint32_t i = 0; i < each.layers; ++i)
        {
            layers += std::string(i > 0 ? "," : "") +
                      R"({"name": "l", "parameters": 1001, "forward_us": 1, "backward_us": 2})";
        }
        const std::string model =
            folder.Write("m.json", R"({"name": "m", "layers": [)" + layers + "]}");
        const std::string prefix =
            MakeTrace(folder,
                      "t",
                      "--data 4 --force --model '" + model + "' " + std::string(each.options));
        const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
        ASSERT_EQ(trace.ranks.size(), 4U);
        for (const RankTrace& rank : trace.ranks)
        {
            EXPECT_EQ(EndUs(rank, {10, 20, 50}), each.us);
        }
    }
}

/// Bytes and ranks of the collectives of a kind.
struct Moved
{
    uint64_t bytes{0};           ///< of all of them, as one rank brings them
    std::vector<uint32_t> ranks; ///< of their process group
    uint32_t group{0};           ///< its number
};

Moved
MovedBy(const ExecutionTrace& trace, uint32_t rank, CollectiveKind kind)
{
    Moved moved;
    for (const ExecutionNode& node : trace.ranks[rank].nodes)
    {
        if (node.kind == ExecutionKind::Collective && node.collective == kind)
        {
            moved.bytes += node.bytes;
            moved.ranks = trace.groups[node.group].ranks;
            moved.group = node.group;
        }
    }
    return moved;
}

TEST(TraceMake, ShardsInGroupsAndSumsShardsBetweenThem)
{
    using Ranks = std::vector<uint32_t>;
    const TemporaryDirectory folder;
    const std::string model = folder.Write(
        "m.json",
        R"({"layers": [{"name": "l", "parameters": 4000, "forward_us": 1, "backward_us": 2}]})");
    const std::string options = "--data 8 --force --precision bf16 --model '" + model + "' ";
    for (const char* const stage : {"--fsdp", "--zero 2"})
    {
        const std::string prefix = MakeTrace(folder, "t", options + stage + " --shard 4");
        const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
        const Moved gathered = MovedBy(trace, 5, CollectiveKind::AllGather);
        const Moved scattered = MovedBy(trace, 5, CollectiveKind::ReduceScatter);
        const Moved summed = MovedBy(trace, 5, CollectiveKind::AllReduce);
        EXPECT_EQ(gathered.bytes, 2000U) << "a quarter of 4000 parameters of two bytes";
        EXPECT_EQ(scattered.bytes, 8000U);
        EXPECT_EQ(summed.bytes, 2000U);
        EXPECT_EQ(gathered.ranks, (Ranks{4, 5, 6, 7}));
        EXPECT_EQ(summed.ranks, (Ranks{1, 5}));
        EXPECT_EQ(gathered.group, scattered.group) << "one communicator";
    }
    const std::string prefix = MakeTrace(folder, "t", options + "--fsdp --communicators 2");
    const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
    const Moved gathered = MovedBy(trace, 5, CollectiveKind::AllGather);
    const Moved scattered = MovedBy(trace, 5, CollectiveKind::ReduceScatter);
    EXPECT_EQ(gathered.ranks, scattered.ranks);
    EXPECT_NE(gathered.group, scattered.group);
}

/// The nodes of a rank with such a kind and text in their names.
std::vector<ExecutionNode>
NodesOf(const ExecutionTrace& trace, uint32_t rank, ExecutionKind kind)
{
    std::vector<ExecutionNode> nodes;
    for (const ExecutionNode& node : trace.ranks[rank].nodes)
    {
        if (node.kind == kind)
        {
            nodes.push_back(node);
        }
    }
    return nodes;
}

TEST(TraceMake, TakesTheFirstLayersOfAModel)
{
    const TemporaryDirectory folder;
    const std::string prefix = MakeTrace(folder, "t", "--data 2 --model bert-large --layers 3");
    const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
    EXPECT_EQ(NodesOf(trace, 1, ExecutionKind::Compute).size(), 2U * 3);
}

TEST(TraceMake, SharesExpertsOfAModel)
{
    const TemporaryDirectory folder;
    const std::string prefix = MakeTrace(folder, "t", "--model mixtral-8x7b --data 8 --expert 4");
    const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
    ASSERT_EQ(trace.ranks.size(), 8U);
    std::size_t allToAlls = 0;
    uint64_t gradientsOfExperts = 0;
    uint64_t gradients = 0;
    for (const ExecutionNode& node : NodesOf(trace, 5, ExecutionKind::Collective))
    {
        const auto& members = trace.groups[node.group].ranks;
        if (node.collective == CollectiveKind::AllToAll)
        {
            ++allToAlls;
            EXPECT_EQ(members, (std::vector<uint32_t>{4, 5, 6, 7}));
            EXPECT_EQ(node.bytes, 2U * 4096 * 4096 * 2); // two experts a token, in half precision
        }
        else if (members.size() == 2)
        {
            EXPECT_EQ(members, (std::vector<uint32_t>{1, 5})); // the other copy of these experts
            gradientsOfExperts += node.bytes;
        }
        else
        {
            EXPECT_EQ(members.size(), 8U);
            gradients += node.bytes;
        }
    }
    EXPECT_EQ(allToAlls, 32U * 4); // to the experts and back, forwards and backwards
    const uint64_t ofExperts = 32ULL * 8 * 3 * 4096 * 14336;
    EXPECT_EQ(gradientsOfExperts, ofExperts / 4 * 2);
    EXPECT_EQ(gradients, (46'702'792'704 - ofExperts) * 2);
}

TEST(TraceMake, DividesAModelAmongRanks)
{
    const TemporaryDirectory folder;
    const std::string prefix = MakeTrace(folder,
                                         "t",
                                         "--model llama2-7b --data 1 --tensor 2 --pipeline 4 "
                                         "--batch 8 --microbatches 4 --slice 0.5");
    const ExecutionTrace trace = ReadExecutionTrace(prefix, {});
    ASSERT_EQ(trace.ranks.size(), 8U);
    uint64_t us = 0;
    uint64_t longestUs = 0;
    for (uint32_t rank = 0; rank < 8; rank += 2)
    {
        uint64_t ofRank = 0;
        for (const ExecutionNode& node : NodesOf(trace, rank, ExecutionKind::Compute))
        {
            ofRank += node.duration.count() / 1'000'000;
        }
        us += ofRank;
        longestUs = std::max(longestUs, ofRank);
        // a micro-batch of two of eight sequences, of which the slice has half of the values
        const auto sums = NodesOf(trace, rank, ExecutionKind::Collective);
        ASSERT_FALSE(sums.empty());
        EXPECT_EQ(sums[0].bytes, 4096U * 4096 * 2 * 2 / 2);
        const auto messages = NodesOf(trace, rank, ExecutionKind::Send);
        EXPECT_EQ(messages.size(), rank == 0 || rank == 6 ? 4U : 8U);
    }
    const double expectedUs = (503'456. + 1'007'077.) * 8 / 2 / 2;
    EXPECT_NEAR(us, expectedUs, 0.001 * expectedUs);
    EXPECT_LT(longestUs, 1.05 * expectedUs / 4); // stages are balanced
}

/// Options, and the error that they get.
struct BadOptions
{
    const char* options; ///< beside the prefix
    const char* error;   ///< what is printed
};

TEST(TraceMake, RefusesWhatMakesNoSense)
{
    const BadOptions cases[] = {
        {"--model bert-large --fsdp --layer-bytes 2",
         "--layer-bytes is not allowed beside --model: the model has the layers"},
        {"--model bert-large --layers 27",
         "--layers 27 is not allowed: must be an integer from 1 to 26"},
        {"--model bert-large --zero 4", "--zero 4 is not allowed: must be an integer from 1 to 3"},
        {"--model bert-large --zero 2 --fsdp",
         "--fsdp is not allowed beside --zero 2: it is --zero 3"},
        {"--model bert-large --zero 2 --pipeline 2",
         "--pipeline is not allowed beside --zero, which is data parallel only"},
        {"--model bert-large --shard 2", "--shard is not allowed without --fsdp or --zero"},
        {"--model bert-large --fsdp --data 4 --shard 3",
         "--shard 3 is not allowed: must divide --data 4"},
        {"--model bert-large --zero 1 --communicators 2",
         "--communicators 2 is not allowed beside --zero 1: no all-gather runs beside a "
         "reduce-scatter"},
        {"--zero 1", "--zero is not allowed without --model"},
        {"--model bert-large --fsdp --tensor 2",
         "--tensor is not allowed beside --fsdp, which is data parallel only"},
        {"--model bert-large --precision fp8",
         "--precision fp8 is not allowed: must be bf16, fp16 or fp32"},
        {"--precision fp32", "--precision is not allowed without --model"},
        {"--fsdp", "--fsdp is not allowed without --model"},
        {"--data 6 --expert 4", "--expert 4 is not allowed: must divide --data 6"},
        {"--data 4 --expert 4",
         "--expert 4 is not allowed: no layer has experts; --expert-bytes N gives them some"},
        {"--model llama2-7b --data 4 --expert 4",
         "--expert 4 is not allowed: no layer of llama2-7b has experts"},
        {"--model mixtral-8x7b --data 3 --expert 3",
         "--expert 3 is not allowed: must divide the experts of layer layer1.experts, 8"},
        {"--model vgg16 --tensor 2",
         "--tensor 2 is not allowed: layer conv1 of vgg16 does not have the field tensor_values"},
        {"--model vgg16 --pipeline 2",
         "--pipeline 2 is not allowed: layer conv1 of vgg16 does not have the field activations"},
        {"--model bert-large --pipeline 27",
         "--pipeline 27 is not allowed: must be at most 26, the layers of bert-large"},
        {"--model bert-large --microbatches 3",
         "--microbatches 3 is not allowed: must divide the batch, 32 without --batch"},
        {"--model bert-large --batch 0",
         "--batch 0 is not allowed: must be an integer from 1 to 1000000"},
        {"--model bert-large --slice 1.5",
         "--slice 1.5 is not allowed: must be a number above 0, at most 1"},
        {"--pipeline 3", "--pipeline 3 is not allowed: must divide --layers 4"},
    };
    const TemporaryDirectory folder;
    for (const BadOptions& bad : cases)
    {
        EXPECT_EQ(ErrorOfMake(folder, bad.options),
                  std::string("esa-trace-make: error: ") + bad.error + "\n");
    }
    EXPECT_TRUE(HasText(ErrorOfMake(folder, "--model bert-huge"), "bert-huge"));
    EXPECT_TRUE(HasText(ErrorOfMake(folder, "--data 32767"), "from 1 to 32766"));
    EXPECT_FALSE(std::filesystem::exists(folder.Path("t.0.et")));
}

} // namespace
} // namespace ns3::esa::test
