// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Operations with the help of switches: what links carry, and execution traces. Their times are
// rows of tests/scenario/results/operations.txt.

#include "scenario/run/level-jobs.h"
#include "scenario/traces/chakra-files.h"

#include "ns3/esa-system.h"

#include <utility>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Runs a job, whose data has to be exact.
RunResult
RunJob(const json& scenario)
{
    return RunExactly(scenario, scenario["systems"][0]);
}

/// Bytes that each link of a job of four workers has carried, by the end that sends.
std::map<std::string, uint64_t>
BytesOfLinks(const std::string& system, const std::string& collective)
{
    const json scenario{{"iterations", 1},
                        {"topology", {{"hosts", 4}}},
                        {"link", {{"delay_us", 1}}},
                        {"jitter", {{"mode", "none"}}},
                        {"switch", {{"aggregator_index", "linear"}}}, // no collision within a job
                        {"jobs",
                         {{"count", 1},
                          {"workers", 4},
                          {"start_max_us", 0},
                          {"collective", collective},
                          {"root", 1}}},
                        {"dnns", DnnOf(10, {kBytes})}};
    return CountsOfLinks(scenario, system, "bytes");
}

TEST(SwitchCollectivesOnLinks, CarryAShardOneWay)
{
    for (const char* system : {"esa", "atp", "switchml", "iswitch"})
    {
        SCOPED_TRACE(system);
        const uint64_t fragments = Fragments(system);
        const uint64_t full = System(*FindSystem(system)).DataFrameBytes();
        const auto scattered = BytesOfLinks(system, "reduce_scatter");
        const auto gathered = BytesOfLinks(system, "all_gather");
        for (uint64_t number = 0; number < 4; ++number)
        {
            const uint64_t own = (fragments + 3 - number) / 4;
            const uint64_t others = fragments - own;
            const std::string worker = "job0-worker" + std::to_string(number);
            EXPECT_EQ(scattered.at(worker), fragments * full);
            EXPECT_EQ(scattered.at(worker + "-port"), own * full + others * kEmptyFrameBytes);
            // all take part in every 256th
            const uint64_t clocks = (fragments + 255) / 256;
            const uint64_t ownClocks = number == 0 ? clocks : 0; // 256 is a multiple of 4
            EXPECT_EQ(gathered.at(worker), own * full + (clocks - ownClocks) * kEmptyFrameBytes);
            EXPECT_EQ(gathered.at(worker + "-port"), others * full + own * kEmptyFrameBytes);
        }
    }
}

TEST(SwitchCollectivesOnLinks, WhoHasNoDataOrGetsNoneHasShortFrames)
{
    for (const char* system : {"esa", "atp", "switchml", "iswitch"})
    {
        SCOPED_TRACE(system);
        const uint64_t fragments = Fragments(system);
        const uint64_t full = fragments * System(*FindSystem(system)).DataFrameBytes();
        const uint64_t empty = fragments * kEmptyFrameBytes;
        const uint64_t clocks = (fragments + 255) / 256; // in which all take part
        const auto broadcast = BytesOfLinks(system, "broadcast");
        const auto reduce = BytesOfLinks(system, "reduce");
        for (uint32_t number = 0; number < 4; ++number)
        {
            const std::string worker = "job0-worker" + std::to_string(number);
            EXPECT_EQ(broadcast.at(worker), number == 1 ? full : clocks * kEmptyFrameBytes);
            EXPECT_EQ(broadcast.at(worker + "-port"), number == 1 ? empty : full);
            EXPECT_EQ(reduce.at(worker), full);
            EXPECT_EQ(reduce.at(worker + "-port"), number == 1 ? full : empty);
        }
    }
}

TEST(SwitchCollectivesInTraces, TakeTheTimeOfTheirBytesOnce)
{
    constexpr uint64_t kTraceBytes = 8'000'000;
    constexpr uint64_t kAllReduce = 0;
    constexpr uint64_t kReduce = 1;
    constexpr uint64_t kBroadcast = 5;
    for (const auto& [first, second] :
         {std::pair{kReduce, kAllReduce}, {kBroadcast, kAllReduce}, {kBroadcast, kReduce}})
    {
        const TemporaryDirectory folder;
        ChakraNode node = AllReduceOf(1, kTraceBytes);
        node.communicationType = first;
        ChakraNode next = AllReduceOf(2, kTraceBytes, {1});
        next.communicationType = second;
        const std::string trace = WriteRanks(folder, 4, {node, next});
        const RunResult result = RunJob({{"systems", {"esa"}},
                                         {"iterations", 1},
                                         {"topology", {{"hosts", 32}}},
                                         {"jobs", {{"start_max_us", 0}}},
                                         {"link", {{"delay_us", 0.5}}},
                                         {"execution", {{"traces", {trace}}}}});
        const uint64_t fragments = 2 * ((kTraceBytes + 247) / 248);
        const double ms = static_cast<double>(fragments) * 306 * 8 / 100e9 * 1e3;
        EXPECT_NEAR(result.jctMs, ms, 0.02 * ms) << first << " and " << second;
        EXPECT_EQ(result.resultsChecked, 4 * fragments);
    }
}

TEST(SwitchCollectivesInTraces, OfTwoGroupsFillALinkBothWays)
{
    // A reduce-scatter fills the links up, and an all-gather those down.
    constexpr uint64_t kShard = 1'000'000;
    constexpr uint64_t kRanks = 8;
    const auto writeGroups = [](const TemporaryDirectory& folder) {
        folder.Write("t.groups.json",
                     R"({"0": [0, 1, 2, 3, 4, 5, 6, 7], "1": [0, 1, 2, 3, 4, 5, 6, 7]})");
    };
    ChakraNode scatter = AllReduceOf(1, kRanks * kShard);
    scatter.communicationType = 7;
    scatter.group = "0";
    ChakraNode gather = AllReduceOf(2, kShard);
    gather.communicationType = 2;
    gather.group = "1";
    const auto timeOf = [&](const std::string& system, const std::vector<ChakraNode>& nodes) {
        const TemporaryDirectory folder;
        writeGroups(folder);
        const std::string trace = WriteRanks(folder, kRanks, nodes);
        return RunJob({{"systems", {system}},
                       {"iterations", 1},
                       {"topology", {{"hosts", 32}}},
                       {"jobs", {{"start_max_us", 0}}},
                       {"link", {{"delay_us", 0.5}, {"mtu_bytes", 9000}}},
                       {"window", {{"initial_packets", 500}, {"max_packets", 500}}},
                       {"execution", {{"traces", {trace}}}}})
            .jctMs;
    };
    // both at once: a link carries all data and a shard up
    const double lineMs = kRanks * kShard * 8 / 100e9 * 1e3;
    EXPECT_NEAR(timeOf("iswitch", {scatter, gather}), lineMs * 9 / 8, 0.02 * lineMs);
    EXPECT_NEAR(timeOf("ring", {scatter, gather}), 2 * lineMs * 7 / 8, 0.04 * lineMs);
    // alone, neither gains
    EXPECT_NEAR(timeOf("iswitch", {scatter}), lineMs, 0.02 * lineMs);
    EXPECT_NEAR(timeOf("ring", {scatter}), lineMs * 7 / 8, 0.04 * lineMs);
    EXPECT_NEAR(timeOf("iswitch", {gather}), lineMs * 7 / 8, 0.02 * lineMs);
    // with SHARP, a port belongs to one tree: one of the groups runs as a ring
    EXPECT_GT(timeOf("sharp", {scatter, gather}), 1.8 * lineMs);
    // with short frames, those of 64 bytes take a fifth of a link down, beside all data
    const double shortMs = lineMs / 248 * 306;
    EXPECT_LT(timeOf("esa", {scatter, gather}), 1.23 * shortMs);
}

} // namespace
} // namespace ns3::esa::test
