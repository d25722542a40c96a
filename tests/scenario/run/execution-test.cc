// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Execution traces, simulated.

#include "core/switch-systems.h"
#include "scenario/traces/chakra-files.h"

#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// A scenario that runs traces "t" or others of a folder, without jitter.
json
ScenarioOf(const std::vector<std::string>& traces, const std::string& system)
{
    return {{"systems", {system}},
            {"iterations", 1},
            {"topology", {{"hosts", 32}}},
            {"jobs", {{"start_max_us", 0}}},
            {"link", {{"delay_us", 0.5}}},
            {"execution", {{"traces", traces}}}};
}

/// Runs a scenario.
RunResult
RunTrace(const json& scenario)
{
    const auto parsed = ParseScenario(OnPaper(scenario.dump()), "FILE");
    const RunResult result = *RunScenario(parsed.scenario, scenario["systems"][0], 1, {});
    EXPECT_EQ(result.resultsWrong, 0U);
    return result;
}

/// Time of an all-reduce of some bytes at the rate of the links, without the way there.
double
SendMs(uint64_t bytes, const std::string& system)
{
    const FrameFormat format = FindSystem(system)->onHost.frame;
    const uint64_t payload = PayloadBytes(format);
    const double fragments = static_cast<double>((bytes + payload - 1) / payload);
    const double frameBits = 8.0 * (payload + 58); // 306 bytes carry 248
    return fragments * frameBits / 100e9 * 1e3;
}

TEST(Execution, TakesTheTimeOfItsLongestChain)
{
    // rank 1 computes longer; then an all-reduce, then both compute again
    const TemporaryDirectory folder;
    for (uint32_t rank = 0; rank < 2; ++rank)
    {
        WriteRank(folder,
                  rank,
                  {ComputationOf(1, 100 + 200 * rank),
                   AllReduceOf(2, 10'000'000, {1}),
                   ComputationOf(3, 50, {2}),
                   ComputationOf(4, 25)}); // waits for nothing, but for the accelerator
    }
    const RunResult result = RunTrace(ScenarioOf({folder.Path("t")}, "esa"));
    // 300 us of rank 1, then either its 25 us or the all-reduce, then 50 us
    const double expected = 0.3 + SendMs(10'000'000, "esa") + 0.05;
    EXPECT_NEAR(result.jctMs, expected, 0.02 * expected);
    EXPECT_EQ(result.jobs, 1U);
}

TEST(Execution, EachProcessGroupHasAPsOfItsOwn)
{
    // 4 copies of a model in tensor groups of 2: 2 data groups and 4 tensor groups, which sum at
    // the same time. ATP's sums pass the PS, those of ESA do not.
    const TemporaryDirectory folder;
    const std::string trace = MakeTrace(folder, "t", "--data 4 --tensor 2");
    const auto timeOf = [&trace](const std::string& system, const json& topology) {
        json scenario = ScenarioOf({trace}, system);
        scenario["jitter"] = {{"mode", "none"}};
        scenario["window"] = {{"atp_max_packets", 0}}; // both have the same window
        scenario["topology"].update(topology);
        const auto parsed = ParseScenario(scenario.dump(), "FILE");
        return RunScenario(parsed.scenario, system, 1, {})->jctMs;
    };
    const auto times = [&timeOf](const json& topology) {
        return timeOf("atp", topology) / timeOf("esa", topology);
    };
    EXPECT_LT(times(json::object()), 1.05);
    EXPECT_LT(times({{"racks", 2}}), 1.05);
    EXPECT_GT(times({{"ps_hosts", 1}}), 1.3) << "all PSes share a link";
}

/// Hosts of the PSes of process groups of a job in 8 ranks.
std::vector<uint32_t>
PsHostsOf(const json& topology)
{
    const TemporaryDirectory folder;
    json scenario = ScenarioOf({MakeTrace(folder, "t", "--data 4 --tensor 2")}, "esa");
    scenario["topology"] = topology;
    const auto parsed = ParseScenario(scenario.dump(), "FILE");
    return parsed.scenario->execution.psHosts.at(0);
}

TEST(Execution, PsesOfProcessGroupsStandAsThoseOfJobs)
{
    const auto racks = PsHostsOf({{"hosts", 8}, {"racks", 4}});
    EXPECT_EQ(std::set<uint32_t>(racks.begin(), racks.end()).size(), 6U) << "hosts of their own";
    EXPECT_GE(*std::min_element(racks.begin(), racks.end()), 8U) << "without ranks";
    EXPECT_EQ(PsHostsOf({{"hosts", 8}, {"ps_hosts", 1}}), std::vector<uint32_t>(6, 8));
    const auto beside = PsHostsOf({{"kind", "servers"}, {"servers", 2}});
    EXPECT_EQ(std::count(beside.begin(), beside.end(), 0U), 2) << "rank 0 is first in two groups";
    EXPECT_EQ(*std::max_element(beside.begin(), beside.end()), 6U) << "and rank 6 in one";
}

TEST(Execution, ComputationsOfUnknownDurationFollowTheRoofline)
{
    const TemporaryDirectory folder;
    ChakraNode large = NodeOf(1, ChakraType::Compute);
    large.operations = 2'000'000'000; // 200 us at 10 TFLOP/s
    large.tensorBytes = 1'000'000;
    ChakraNode load = NodeOf(2, ChakraType::MemoryLoad, {1});
    load.tensorBytes = 100'000'000; // 1 ms at 100 GB/s
    WriteRank(folder, 0, {large, load});
    json scenario = ScenarioOf({folder.Path("t")}, "esa");
    scenario["execution"]["peak_tflops"] = 10;
    scenario["execution"]["memory_gbytes_per_s"] = 100;
    EXPECT_NEAR(RunTrace(scenario).jctMs, 1.2, 1e-6);
}

TEST(Execution, RunsWithEverySystem)
{
    const TemporaryDirectory folder;
    const std::string job =
        "--tensor 2 --pipeline 2 --microbatches 2 --layers 2 --layer-bytes 100000 --data ";
    const std::string one = MakeTrace(folder, "one", job + "2");
    const std::string two = MakeTrace(folder, "two", job + "3");
    for (const SystemRecord& system : Systems())
    {
        SCOPED_TRACE(system.name);
        json scenario = ScenarioOf({one, two}, system.name);
        scenario["iterations"] = 2;
        scenario["recovery"] = {{"enabled", true}};
        const double loss = Repairs(system.name) ? 0.001 : 0;
        scenario["faults"]["every_link"] = {{"loss_probability", loss}};
        const RunResult result = RunTrace(scenario);
        EXPECT_EQ(result.jobs, 2U);
        EXPECT_EQ(result.iterationMs.at(1).size(), 2U);
        EXPECT_GT(result.resultsChecked, 0U);
    }
}

TEST(Execution, ABarrierIsAnAllReduceOfOneValue)
{
    const TemporaryDirectory folder;
    ChakraNode barrier = AllReduceOf(1, 0);
    barrier.communicationType = 9;
    barrier.dependencies = {0};
    for (uint32_t rank = 0; rank < 4; ++rank)
    {
        WriteRank(folder, rank, {ComputationOf(0, 10 * rank), barrier, ComputationOf(2, 1, {1})});
    }
    const double ms = RunTrace(ScenarioOf({folder.Path("t")}, "esa")).jctMs;
    EXPECT_GT(ms, 0.031 + 0.001) << "all wait for the last one, and for a round trip";
    EXPECT_LT(ms, 0.031 + 0.0011);
}

/// A message to or from a rank.
ChakraNode
MessageOf(uint64_t id, ChakraType type, uint64_t from, uint64_t to, uint64_t tag, uint64_t bytes)
{
    ChakraNode node = NodeOf(id, type);
    node.source = from;
    node.destination = to;
    node.tag = tag;
    node.communicationBytes = bytes;
    return node;
}

TEST(Execution, AMessageEndsForItsSenderWhenItIsHandedOver)
{
    // rank 0 sends and then computes; rank 1 only receives
    const TemporaryDirectory folder;
    WriteRank(folder,
              0,
              {MessageOf(1, ChakraType::Send, 0, 1, 4, 20'000'000), ComputationOf(2, 5000, {1})});
    WriteRank(folder, 1, {MessageOf(1, ChakraType::Receive, 0, 1, 4, 20'000'000)});
    EXPECT_NEAR(RunTrace(ScenarioOf({folder.Path("t")}, "ring")).jctMs, 5, 0.001)
        << "it computes beside the message";
}

TEST(Execution, MessagesMayBeReceivedInAnotherOrder)
{
    const TemporaryDirectory folder;
    const ChakraType send = ChakraType::Send;
    const ChakraType receive = ChakraType::Receive;
    WriteRank(folder, 0, {MessageOf(1, send, 0, 1, 7, 3000), MessageOf(2, send, 0, 1, 8, 9000)});
    ChakraNode last = MessageOf(2, receive, 0, 1, 7, 3000);
    last.dependencies = {1};
    WriteRank(folder, 1, {MessageOf(1, receive, 0, 1, 8, 9000), last});
    json scenario = ScenarioOf({folder.Path("t")}, "esa");
    scenario["iterations"] = 3;
    EXPECT_GT(RunTrace(scenario).jctMs, 0);
}

TEST(Execution, APingPongOfAScheduleTakesTheTimeOfItsMessages)
{
    // each message waits for the one before it: 100 us, then four times 1 MB
    const TemporaryDirectory folder;
    const std::string path = ImportGoal(folder,
                                        "num_ranks 2\n"
                                        "rank 0 {\n"
                                        "begin: calc 100000\n"
                                        "ping1: send 1000000b to 1 tag 1\n"
                                        "ping1 requires begin\n"
                                        "pong1: recv 1000000b from 1 tag 2\n"
                                        "ping2: send 1000000b to 1 tag 1\n"
                                        "ping2 requires pong1\n"
                                        "pong2: recv 1000000b from 1 tag 2\n"
                                        "}\n"
                                        "rank 1 {\n"
                                        "ping1: recv 1000000b from 0 tag 1\n"
                                        "pong1: send 1000000b to 0 tag 2\n"
                                        "pong1 requires ping1\n"
                                        "ping2: recv 1000000b from 0 tag 1\n"
                                        "pong2: send 1000000b to 0 tag 2\n"
                                        "pong2 requires ping2\n"
                                        "}\n");
    constexpr uint32_t kPayload = PayloadBytes(FrameFormat::Mtu);
    constexpr uint32_t kFrames = (1'000'000 + kPayload - 1) / kPayload;
    constexpr double kFrameUs = 8.0 * (kPayload + HeaderBytes(FrameFormat::Mtu)) / 100e3;
    constexpr double kDelaysUs = 2 * 0.5;                           // of two links
    constexpr double kWayUs = (kFrames + 1) * kFrameUs + kDelaysUs; // of a message
    constexpr double kMs = (100 + 4 * kWayUs) / 1e3;
    EXPECT_NEAR(RunTrace(ScenarioOf({path}, "ring")).jctMs, kMs, 1e-4 * kMs);
}

TEST(Execution, AnIterationEndsWhenTheLastRankHasWhatItNeeds)
{
    // 100 packets of 1,456 bytes, and two links. The last acknowledgement comes later.
    const TemporaryDirectory folder;
    const std::string path = ImportGoal(folder,
                                        "num_ranks 2\nrank 0 {\nb: send 145600b to 1 tag 1\n}\n"
                                        "rank 1 {\nb: recv 145600b from 0 tag 1\n}\n");
    json scenario = ScenarioOf({path}, "ring");
    scenario["flow"]["window_packets"] = 100000;
    scenario["link"]["delay_us"] = 5;
    const double us = 101 * 0.12112 + 2 * 5;
    EXPECT_NEAR(RunTrace(scenario).jctMs * 1000, us, 0.002);
}

TEST(Execution, TagsOfASchedulePassEachOther)
{
    // rank 0 may send the second message at once, and the first one after 5 ms
    const TemporaryDirectory folder;
    const std::string path = ImportGoal(folder,
                                        "num_ranks 2\n"
                                        "rank 0 {\n"
                                        "wait: calc 5000000\n"
                                        "a: send 8b to 1 tag 1\n"
                                        "a requires wait\n"
                                        "send 20000000b to 1 tag 2\n"
                                        "}\n"
                                        "rank 1 {\n"
                                        "recv 8b from 0 tag 1\n"
                                        "b: recv 20000000b from 0 tag 2\n"
                                        "c: calc 3000000\n"
                                        "c requires b\n"
                                        "}\n");
    json scenario = ScenarioOf({path}, "ring");
    scenario["iterations"] = 3;
    const RunResult result = RunTrace(scenario);
    ASSERT_EQ(result.iterationMs.at(0).size(), 3U);
    for (const double ms : result.iterationMs.at(0))
    {
        EXPECT_NEAR(ms, 5, 0.01);
    }
}

TEST(Execution, CollectivesTakeTheTimeOfTheirRings)
{
    // of 4 ranks, each brings 8 MB; without jitter and on short links
    constexpr uint64_t kBytes = 8'000'000;
    const double sendMs = SendMs(kBytes, "ring");
    const std::vector<std::pair<uint64_t, double>> expected{
        {2, 3 * sendMs},       // all-gather: the data of 3 others comes
        {3, 3 * sendMs},       // gather: the same, at the root only
        {4, 3. / 4 * sendMs},  // scatter: a quarter for each of 3 others leaves the root
        {6, 3. / 4 * sendMs},  // all-to-all: a quarter for each of 3 others
        {7, 3. / 4 * sendMs}}; // reduce-scatter: a quarter 3 times along the ring
    for (const auto& [type, ms] : expected)
    {
        SCOPED_TRACE(type);
        const TemporaryDirectory folder;
        ChakraNode node = AllReduceOf(1, kBytes);
        node.communicationType = type;
        const std::string trace = WriteRanks(folder, 4, {node});
        EXPECT_NEAR(RunTrace(ScenarioOf({trace}, "ring")).jctMs, ms, 0.02 * ms);
        if (!HelpsInSwitches(kChakraCollectives.at(type)))
        {
            EXPECT_NEAR(RunTrace(ScenarioOf({trace}, "esa")).jctMs, ms, 0.02 * ms);
        }
    }
}

TEST(Execution, FollowsThePathOfTheScenarioFile)
{
    const TemporaryDirectory folder;
    WriteRank(folder, 0, {ComputationOf(0, 10)});
    json scenario = ScenarioOf({"t"}, "esa");
    const std::string path = folder.Write("s.json", scenario.dump());
    EXPECT_EQ(ReadScenario(path, {}).scenario->execution.loaded.size(), 1U);
    EXPECT_EQ(ReadScenario(path, {}).effective["execution"]["traces"][0], "t");
    EXPECT_EQ(ReadScenario(path, {}).toChange["execution"]["traces"][0], folder.Path("t"));
}

/// Options of a job of ranks in a pipeline of many stages, in tensor groups.
std::string
LongPipeline(uint32_t stages, uint32_t tensor)
{
    return "--data 1 --tensor " + std::to_string(tensor) + " --pipeline " + std::to_string(stages) +
           " --layers " + std::to_string(stages) + " --activation-bytes 1000";
}

TEST(Execution, OnlyWhatIsSummedCountsAsJobsOfSwitchMl)
{
    // 40 stages of 4 ranks: 40 groups, and 312 pairs of ranks with messages
    const TemporaryDirectory folder;
    const std::string trace = MakeTrace(folder, "many", LongPipeline(40, 4));
    json scenario = ScenarioOf({trace}, "switchml");
    scenario["topology"]["hosts"] = 160;
    const RunResult result = RunTrace(scenario);
    EXPECT_GT(result.jctMs, 40 * 0.3); // a layer computes for 100 and 200 us
    const std::string groups = MakeTrace(folder, "groups", LongPipeline(257, 2));
    scenario["execution"]["traces"] = {groups};
    scenario["topology"]["hosts"] = 514;
    EXPECT_EQ(FirstOf(ErrorsOf(scenario.dump())),
              "/execution/traces: the process groups whose data switches sum or send on make 257 "
              "jobs: must be at most 256 with switchml");
}

} // namespace
} // namespace ns3::esa::test
