// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What the table of links says, beside the totals of the same run.

#include "scenario/run/simulate.h"

#include "ns3/esa-job-times.h"

#include <cstddef>

namespace ns3::esa::test
{
namespace
{

/// A run with its table of links.
struct Links
{
    RunResult result;                                        ///< the result
    std::map<std::string, std::map<std::string, double>> of; ///< values by sender and column

    /// @return the sum of a column
    double Sum(const std::string& column) const
    {
        double sum = 0;
        for (const auto& [sender, row] : of)
        {
            sum += row.at(column);
        }
        return sum;
    }
};

/// Runs a job of two workers on four links with further fields.
Links
RunOnFourLinks(const std::string& fields, const std::string& system = "esa")
{
    const TemporaryDirectory directory;
    RunControl control;
    control.recording.links = directory.Path("links.csv");
    const auto parsed = ParseScenario(
        OnPaper(R"({"iterations": 2, "jobs": {"count": 1, "workers": 2}, "dnns": {"A": {
            "layers": [{"compute_us": 20}], "comm_comp_ratio": 1,
            "partitions": [{"layer": 1, "bytes": 200000}]}})" +
                fields + "}"),
        "FILE");
    Links links{*RunScenario(parsed.scenario, system, 1, control), {}};
    for (const auto& row : ReadTable(control.recording.links))
    {
        for (const auto& [column, cell] : row)
        {
            links.of[row.at("sender")][column] = column == "sender" ? 0 : std::stod(cell);
        }
    }
    return links;
}

TEST(LinkTable, AddsUpToTheTotalsOfTheRun)
{
    const Links links = RunOnFourLinks(R"(, "switch": {"memory_bytes": 30000})");
    for (const std::string host : {"job0-worker0", "job0-worker1", "job0-ps"})
    {
        ASSERT_EQ(links.of.count(host), 1U) << host;
        ASSERT_EQ(links.of.count(host + "-port"), 1U) << host;
    }
    EXPECT_EQ(links.Sum("frames"), static_cast<double>(links.result.packetHops));
    EXPECT_EQ(links.Sum("ecn_marks"), static_cast<double>(links.result.ecnMarks));
    EXPECT_GE(links.of.at("job0-worker0").at("bytes"), 2 * 200000);
    for (const auto& [sender, row] : links.of)
    {
        EXPECT_LE(row.at("mean_load"), 1) << sender;
        EXPECT_GE(row.at("bytes"), row.at("largest_queue_bytes")) << sender;
    }
    EXPECT_GT(links.of.at("job0-worker0").at("mean_load"), 0.1);
    EXPECT_GT(links.of.at("job0-worker0").at("largest_queue_bytes"), 306);
}

TEST(LinkTable, SaysWhereFramesAreLost)
{
    const Links links = RunOnFourLinks(R"(, "recovery": {"enabled": true},
        "faults": {"every_link": {"loss_probability": 0.01, "duplicate_probability": 0.01}})");
    EXPECT_GT(links.Sum("lost"), 0);
    EXPECT_EQ(links.Sum("lost") + links.Sum("dropped"),
              static_cast<double>(links.result.packetsLost));
    EXPECT_EQ(links.Sum("duplicated"), static_cast<double>(links.result.packetsDuplicated));
}

TEST(LinkTable, CountsOnlyWhatHasLeft)
{
    // The timers of SwitchML repeat what waits at slow links to the spine.
    const TemporaryDirectory directory;
    RunControl control;
    control.recording.links = directory.Path("links.csv");
    const auto parsed = ParseScenario(
        R"({"topology": {"hosts": 16, "racks": 4, "spines": 1, "uplinks_gbps": [0.2],
                         "uplink_delay_us": 7},
            "jobs": {"count": 3, "workers": 2, "start_max_us": 0}, "iterations": 1,
            "jitter": {"mode": "none"}, "link": {"rate_gbps": 4, "delay_us": 1},
            "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 2,
                           "partitions": [{"layer": 1, "bytes": 100000}]}},
            "placement": {"policy": "spread", "racks_per_job": 1}, "rto": {"min_us": 20}})",
        "FILE");
    RunScenario(parsed.scenario, "switchml", 1, control);
    double most = 0;
    for (auto& row : ReadTable(control.recording.links))
    {
        const double load = std::stod(row.at("mean_load"));
        EXPECT_LE(load, 1) << row.at("sender");
        most = std::max(most, load);
    }
    EXPECT_GT(most, 0.5) << "links to the spine are busy";
}

TEST(LinkTable, NamesTheSenderOfWhatFindsNoRoomBehindItsLink)
{
    const Links links = RunOnFourLinks(R"(, "recovery": {"enabled": true}, "link": {
        "delay_us": 0.5, "queue_bytes": 4542,
        "pfc": {"enabled": true, "xoff_bytes": 3000, "xon_bytes": 1500}},
        "systems": ["byteps"], "byteps": {"servers": 1, "colocated": false})",
                                       "byteps");
    EXPECT_GT(links.Sum("dropped"), 0);
    EXPECT_EQ(links.Sum("dropped"), static_cast<double>(links.result.packetsLost));
    for (const auto& [sender, row] : links.of)
    {
        if (HasText(sender, "-port"))
        {
            EXPECT_EQ(row.at("dropped"), 0) << sender << " sends to a host, which has room";
        }
    }
}

TEST(LinkTable, NamesTheLinksBetweenSwitches)
{
    const Links links =
        RunOnFourLinks(R"(, "topology": {"racks": 2}, "placement": {"rule": "spread"})");
    EXPECT_EQ(links.of.count("rack0-spine0"), 1U);
    EXPECT_EQ(links.of.count("rack1-spine0-port"), 1U);
    EXPECT_EQ(links.Sum("frames"), static_cast<double>(links.result.packetHops));
}

// The times that a run reports belong together.

TEST(Times, OfIterationsAndJobsBelongTogether)
{
    const RunResult result = SimulateWithDefaults(
        R"({"iterations": 3, "jobs": {"count": 2, "workers": 2}, "dnns": {"A": {
            "layers": [{"compute_us": 20}, {"compute_us": 10}], "comm_comp_ratio": 1,
            "partitions": [{"layer": 2, "bytes": 20000}, {"layer": 1, "bytes": 20000}]}}})",
        "esa");
    ASSERT_EQ(result.iterationMs.size(), 2U);
    ASSERT_EQ(result.jobMs.size(), 2U);
    for (std::size_t job = 0; job < 2; ++job)
    {
        const std::vector<double>& iterations = result.iterationMs[job];
        ASSERT_EQ(iterations.size(), 3U);
        const Distribution times = Describe(iterations);
        EXPECT_DOUBLE_EQ(times.mean, result.jctMsPerJob[job]);
        EXPECT_GT(times.least, 0);
        EXPECT_GT(result.jobMs[job], times.most) << "a job has more than one iteration";
        EXPECT_LE(result.jobMs[job], result.makespanMs);
    }
    EXPECT_LE(result.makespanMs, result.simMs);
}

} // namespace
} // namespace ns3::esa::test
