// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Runs in rounds whose nodes several threads share. That the results are those of one thread is in
// tests/scenario/results.

#include "scenario/run/simulate.h"

#include "ns3/esa-results.h"
#include "ns3/esa-scenario-run.h"

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
    const std::string lost = ScenarioOf(kRack + R"(, "recovery": {"enabled": true},
                    "faults": {"links": [{"hosts": [0], "direction": "to_switch",
                               "lost_packets": [5]}]})");
    std::string warnings;
    RunControl two;
    two.threads = 2;
    two.warn = [&warnings](const std::string& warning) { warnings += warning; };
    EXPECT_EQ(Simulate(lost, "esa", {}, two).jctMs, Simulate(lost, "esa").jctMs);
    EXPECT_TRUE(HasText(warnings, "--threads 2: one thread runs it, as ns-3's error models"));
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
