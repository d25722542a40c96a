// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Runs in rounds whose nodes several threads share: the results are those of one thread.

#include "scenario/run/simulate.h"

#include "ns3/esa-results.h"
#include "ns3/esa-scenario-run.h"
#include "ns3/esa-system-registry.h"

namespace ns3::esa::test
{
namespace
{

/// DNNs of two small partitions, with which every run is short.
const std::string kDnn =
    R"("dnns": {"A": {"layers": [{"compute_us": 20}, {"compute_us": 30}], "comm_comp_ratio": 1,
        "partitions": [{"layer": 2, "bytes": 100000}, {"layer": 1, "bytes": 50000}]}})";

/// @return a scenario of a shape, in rounds @param fields more of its fields
std::string
ScenarioOf(const std::string& fields)
{
    return R"({"engine": "rounds", "iterations": 2, "switch": {"memory_bytes": 100000}, )" + kDnn +
           ", " + fields + "}";
}

const std::string kRack = R"("jobs": {"count": 3, "workers": 4})";
const std::string kRacks = R"("jobs": {"count": 3, "workers": 6},
    "topology": {"racks": 3, "hosts": 18, "oversubscription": 2},
    "placement": {"racks_per_job": 3})";
const std::string kSmallFatTree = R"("jobs": {"count": 2, "workers": 6},
    "topology": {"kind": "fat_tree", "k": 4})";
const std::string kLosses = R"("recovery": {"enabled": true},
    "faults": {"every_link": {"loss_probability": 0.002, "duplicate_probability": 0.001,
               "reorder_probability": 0.001, "reorder_depth": 3}})";
const std::string kPauses = R"("link": {"queue_bytes": 200000,
    "pfc": {"enabled": true, "xoff_bytes": 20000, "xon_bytes": 10000}})";

/// What a run gives, without its wall clock.
struct Outputs
{
    std::string row;      ///< of result.csv
    std::string links;    ///< the file of --links
    std::string switches; ///< the file of --switches
    std::string warnings; ///< what the user is told
};

/// Runs a scenario with a number of threads.
Outputs
RunWith(uint32_t threads, const std::string& text, const std::string& system)
{
    const TemporaryDirectory folder;
    std::vector<std::string> settings{"systems=[\"" + system + "\"]"};
    if (FindSystem(system)->SumsInHosts())
    {
        // Their frames are longer. Threads are for rounds with many frames.
        settings.emplace_back(R"(dnns.A.partitions=[{"layer": 2, "bytes": 2000000},
                                                    {"layer": 1, "bytes": 1000000}])");
    }
    const auto parsed = ParseScenario(OnPaper(text), "FILE", Overrides(settings));
    Outputs outputs;
    RunControl control;
    control.threads = threads;
    control.recording.links = folder.Path("links");
    control.recording.switches = folder.Path("switches");
    control.warn = [&outputs](const std::string& warning) { outputs.warnings += warning; };
    RunResult result = *RunScenario(parsed.scenario, system, 1, control);
    EXPECT_GT(result.resultsChecked, 0U);
    EXPECT_EQ(result.resultsWrong, 0U);
    result.wallS = 0;
    outputs.row = CsvRow(result);
    outputs.links = ReadTextFile(control.recording.links);
    outputs.switches = ReadTextFile(control.recording.switches);
    EXPECT_NE(outputs.links, "");
    EXPECT_NE(outputs.switches, "");
    return outputs;
}

/// Expects the same of 1, 2, 3 and 4 threads.
void
ExpectSame(const std::string& fields, const std::string& system)
{
    const std::string text = ScenarioOf(fields);
    const Outputs one = RunWith(1, text, system);
    for (const uint32_t threads : {2U, 3U, 4U})
    {
        SCOPED_TRACE(system + ", threads " + std::to_string(threads) + ": " + text);
        const Outputs shared = RunWith(threads, text, system);
        EXPECT_EQ(shared.row, one.row);
        EXPECT_EQ(shared.links, one.links);
        EXPECT_EQ(shared.switches, one.switches);
        EXPECT_EQ(shared.warnings, "");
    }
}

/// Fields of a scenario, and the systems that run it.
struct SharedRun
{
    std::string fields;
    std::vector<std::string> systems;
};

TEST(ThreadsOfRuns, HaveTheResultsOfOneThread)
{
    const auto congestion = [](const std::string& control) {
        return kRacks + R"(, "flow": {"congestion_control": ")" + control + R"("})";
    };
    const std::vector<SharedRun> runs{
        {kRack, {"esa", "atp", "switchml", "ring", "byteps"}},
        {kRacks, {"esa", "atp", "ring"}},
        {kSmallFatTree, {"esa", "double_tree"}},
        {kRack + ", " + kLosses, {"esa", "atp", "switchml", "ring"}},
        {kRacks + ", " + kLosses, {"esa"}},
        {kRacks + ", " + kPauses, {"esa", "ring", "byteps"}},
        {congestion("dctcp"), {"ring"}},
        {congestion("dcqcn"), {"ring"}},
        {congestion("swift"), {"ring"}},
        {kRacks + R"(, "payload": "full")", {"esa"}}, // values that packets share
    };
    for (const SharedRun& run : runs)
    {
        for (const std::string& system : run.systems)
        {
            ExpectSame(run.fields, system);
        }
    }
}

/// @return the row of a run in which threads meet after each frame, without recordings: their
/// samples would end rounds
std::string
RowWithoutRecordings(uint32_t threads, const std::string& text)
{
    const auto parsed = ParseScenario(OnPaper(text), "FILE", {});
    RunControl control;
    control.threads = threads;
    control.fewFrames = 0;
    RunResult result = *RunScenario(parsed.scenario, parsed.scenario->systems[0], 1, control);
    result.wallS = 0;
    return CsvRow(result);
}

TEST(ThreadsOfRuns, WorkersThatStartOneAfterTheOther)
{
    // With four threads, the switch of a rack has a thread of its own. It must not be ahead of a
    // host whose worker starts later. Without jitter, small partitions leave soon after the start.
    const std::string text = R"({"engine": "rounds", "iterations": 1, "jitter": {"max_us": 0},
        "systems": ["ring"], "topology": {"hosts": 5}, "link": {"delay_us": 0.6},
        "jobs": {"count": 3, "workers": 3, "start_max_us": 3},
        "placement": {"jobs": [{"ps": 0, "workers": [0, 1, 2]}, {"ps": 0, "workers": [1, 3, 0]},
                               {"ps": 4, "workers": [2, 3, 1]}]},
        "dnns": {"A": {"comm_comp_ratio": 0.01,
            "layers": [{"forward_us": 30}, {"forward_us": 7}, {"compute_us": 320}],
            "partitions": [{"layer": 3, "bytes": 20671}, {"layer": 1, "bytes": 7526},
                           {"layer": 2, "bytes": 6622}, {"layer": 3, "bytes": 156},
                           {"layer": 1, "bytes": 1}]}}})";
    EXPECT_EQ(RowWithoutRecordings(4, text), RowWithoutRecordings(1, text));
}

TEST(ThreadsOfRuns, WhatNeedsOneThreadIsToldAndRuns)
{
    const std::string lost = kRack + R"(, "recovery": {"enabled": true},
                    "faults": {"links": [{"hosts": [0], "direction": "to_switch",
                               "lost_packets": [5]}]})";
    const Outputs one = RunWith(1, ScenarioOf(lost), "esa");
    const Outputs two = RunWith(2, ScenarioOf(lost), "esa");
    EXPECT_EQ(two.row, one.row);
    EXPECT_EQ(one.warnings, "");
    EXPECT_TRUE(HasText(two.warnings, "--threads 2: one thread runs it, as ns-3's error models"));
}

TEST(ThreadsOfRuns, MoreThanNodesAreRefused)
{
    const auto parsed = ParseScenario(OnPaper(ScenarioOf(kRack)), "FILE", {});
    const std::size_t nodes = parsed.scenario->Hosts() + 1;
    CheckThreads(parsed.scenario, static_cast<uint32_t>(nodes));
    const std::string error = Joined(
        ErrorsWhile([&] { CheckThreads(parsed.scenario, static_cast<uint32_t>(nodes + 1)); }));
    EXPECT_TRUE(HasText(error, "--threads " + std::to_string(nodes + 1) + ": is not allowed"));
    EXPECT_TRUE(HasText(error, "at most " + std::to_string(nodes) + " is allowed"));
}

/// @return a row and the links of a run one way @param engine the way
std::string
RowAndLinksOf(const std::string& engine, const std::string& text, const std::string& system)
{
    const TemporaryDirectory folder;
    const auto parsed =
        ParseScenario(OnPaper(text),
                      "FILE",
                      Overrides({"engine=" + engine, "systems=[\"" + system + "\"]"}));
    RunControl control;
    control.recording.links = folder.Path("links");
    RunResult result = *RunScenario(parsed.scenario, system, 1, control);
    result.wallS = 0;
    result.events = 0;
    return CsvRow(result) + ReadTextFile(control.recording.links);
}

TEST(WaysOfRuns, FramesWithPausesMayBeShorterThanATimeStep)
{
    // Nodes act at whole time steps. Of frames of 0.3 ns, one leaves in each, and none before.
    const std::string text = ScenarioOf(
        R"("jobs": {"count": 2, "workers": 4}, "topology": {"kind": "fat_tree", "k": 4},
           "link": {"rate_gbps": 2448, "delay_us": 0,
                    "pfc": {"enabled": true, "xoff_bytes": 9000, "xon_bytes": 7562}})");
    for (const char* const system : {"esa", "switchml", "double_tree"})
    {
        EXPECT_EQ(RowAndLinksOf("rounds", text, system), RowAndLinksOf("ns3", text, system))
            << system;
    }
}

TEST(WaysOfRuns, ASwitchWithoutMemoryHasNoAggregatorOfOneByte)
{
    // Memory of switches that sum is equal with PANAMA; those without any do not count.
    const std::string text =
        R"({"iterations": 1, "jobs": {"count": 2, "workers": 3}, "topology": {"racks": 2, "hosts": 8},
            "switch": {"level_memory_bytes": [6000, 0], "aggregator_bytes": 1},
            "aggregation": {"levels": "all"}, )" +
        kDnn + "}";
    const auto parsed = ParseScenario(text, "FILE");
    const uint64_t racks = 2;
    EXPECT_EQ(RunScenario(parsed.scenario, "panama", 1, {})->aggregators, racks * 6000);
}

// Workers that start, and jobs that end, end no round of the other nodes.

/// @return events of the simulator in a run of eight jobs in rounds @param workers of each
uint64_t
EventsOf(uint32_t workers)
{
    const nlohmann::json scenario{
        {"engine", "rounds"},
        {"jobs", {{"count", 8}, {"workers", workers}, {"start_max_us", 20}}},
        {"iterations", 1},
        {"dnns", DnnOf(20, {20000})}};
    const RunResult result = Simulate(scenario.dump(), "esa");
    return result.events - result.packetHops;
}

TEST(Starts, NoEventOfTheSimulatorStartsAWorker)
{
    // Three events of each worker prepare it, before the first round. With events that start
    // workers, each of which ends a round, there are more than four.
    constexpr uint64_t kMoreWorkers = 8 * (6 - 2);
    EXPECT_LT(EventsOf(6) - EventsOf(2), 4 * kMoreWorkers);
}

} // namespace
} // namespace ns3::esa::test
