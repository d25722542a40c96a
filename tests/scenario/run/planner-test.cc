// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What somebody who plans a cluster needs: trees without hosts for PSes, and which link sets the
// time of a run.

#include "scenario/run/simulate.h"

#include "ns3/esa-results.h"

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// A job over all 16 hosts of a fat tree with slow links between switches.
json
FullTree()
{
    return {{"systems", {"esa"}},
            {"iterations", 1},
            {"topology", {{"kind", "fat_tree"}, {"oversubscription", 4}}},
            {"jobs", {{"count", 1}, {"workers", 16}, {"start_max_us", 0}}},
            {"placement", {{"policy", "packed"}}},
            {"jitter", {{"mode", "none"}}},
            {"dnns", DnnOf(1, {200000})}};
}

/// The notes on a run, a line for each.
std::string
NotesText(const ValidScenario& scenario, const RunResult& result)
{
    std::string text;
    for (const FieldNote& note : NotesOnRuns(scenario, {result}))
    {
        text += note.Sentence() + "\n";
    }
    return text;
}

TEST(Planner, ALinkIntoTheRackOfThePsIsNamedWithWhatWouldHelp)
{
    json scenario = FullTree();
    scenario["systems"] = {"atp", "ring"};
    const auto notesOf = [&scenario](const RunResult& result) {
        return NotesText(ParseScenario(OnPaper(scenario.dump()), "FILE").scenario, result);
    };
    const RunResult two = Simulate(scenario.dump(), "atp");
    ASSERT_TRUE(two.bottleneck);
    EXPECT_EQ(two.bottleneck->sender.substr(0, 22), "edge0_0--aggregation0_");
    EXPECT_GT(two.bottleneck->load, 0.7);
    EXPECT_LT(two.bottleneck->load, 1.01);
    EXPECT_LT(two.bottleneck->mean, 0.3);
    EXPECT_TRUE(
        HasText(notesOf(two), "(atp) lets sums of several racks meet at edge0_0--aggregation0_"));
    EXPECT_TRUE(HasText(notesOf(two), "aggregation.levels=all"));
    scenario["aggregation"]["levels"] = "all";
    const RunResult all = Simulate(scenario.dump(), "atp");
    EXPECT_LT(all.jctMs, 0.7 * two.jctMs) << "the advice helps";
    EXPECT_FALSE(HasText(notesOf(all), "aggregation.levels=all"));
    EXPECT_FALSE(Simulate(scenario.dump(), "ring").bottleneck) << "which has no PS";
}

TEST(Planner, SumsAreTheBottleneckAlsoWhereAsManyResultsLeave)
{
    json scenario = FullTree();
    scenario["dnns"]["A"]["comm_comp_ratio"] = 20;
    scenario["switch"]["aggregator_index"] = "linear";
    scenario["jobs"]["workers"] = 8;
    scenario["placement"] = {{"racks_per_job", 4}};
    scenario["topology"] = {{"hosts", 8}, {"racks", 4}, {"spines", 2}, {"oversubscription", 4}};
    const RunResult racks = Simulate(scenario.dump(), "esa");
    ASSERT_TRUE(racks.bottleneck);
    EXPECT_NEAR(racks.bottleneck->mean, racks.bottleneck->load / 4, 0.1) << "of two spines";
    scenario["topology"] = {{"kind", "servers"},
                            {"servers", 4},
                            {"accelerators", 2},
                            {"cards", 1},
                            {"racks", 4},
                            {"spines", 2},
                            {"oversubscription", 4}};
    const RunResult servers = Simulate(scenario.dump(), "esa");
    ASSERT_TRUE(servers.bottleneck);
    EXPECT_EQ(servers.bottleneck->sender.substr(0, 5), "leaf0");
    // As much goes up from the cards of the PS's server as down.
    scenario["jobs"]["workers"] = 16;
    scenario["placement"] = {{"policy", "packed"}};
    scenario["topology"] = {{"kind", "servers"},
                            {"servers", 8},
                            {"accelerators", 2},
                            {"cards", 2},
                            {"racks", 2},
                            {"spines", 2},
                            {"oversubscription", 1}};
    const RunResult cards = Simulate(scenario.dump(), "esa");
    ASSERT_TRUE(cards.bottleneck);
    EXPECT_EQ(cards.bottleneck->sender.substr(0, 7), "server0");
}

TEST(Planner, OneNoteNamesAllSystemsAndTheBusiestLink)
{
    const ValidScenario scenario =
        ValidScenarioOf(OnPaper(R"({"systems": ["esa", "atp"], "topology": {"racks": 2}})"));
    RunResult esa;
    esa.system = "esa";
    esa.bottleneck = Bottleneck{"rack0-spine0-port", 0.8, 0.1, 0};
    RunResult atp;
    atp.system = "atp";
    atp.bottleneck = Bottleneck{"rack1-spine0-port", 0.9, 0.2, 0};
    const auto notes = NotesOnRuns(scenario, {esa, atp});
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_TRUE(
        HasText(notes[0].Sentence(), "(esa, atp) lets sums of several racks meet at a link"));
    EXPECT_TRUE(HasText(notes[0].text, "with atp at rack1-spine0-port, which was busy for 90 %"));
}

TEST(Planner, RepairsWithoutALossAreASignOfTheBottleneck)
{
    const ValidScenario scenario =
        ValidScenarioOf(OnPaper(R"({"systems": ["esa"], "topology": {"racks": 2}})"));
    RunResult result;
    result.system = "esa";
    const double timeoutUs = scenario->rto.minUs;
    result.bottleneck = Bottleneck{"rack0-spine0-port", 0.99, 0.1, timeoutUs};
    EXPECT_FALSE(HasText(NotesText(scenario, result), "queries"));
    result.remindersWorker = 7;
    result.queries = 5;
    EXPECT_TRUE(HasText(NotesText(scenario, result), "7 reminders, 5 queries"));
    result.bottleneck->waitUs = 0.99 * timeoutUs;
    EXPECT_FALSE(HasText(NotesText(scenario, result), "queries"))
        << "the repairs have another cause";
    result.bottleneck->waitUs = timeoutUs;
    result.packetsLost = 1;
    EXPECT_FALSE(HasText(NotesText(scenario, result), "queries")) << "losses are repaired";
    result.bottleneck.reset();
    EXPECT_TRUE(NotesOnRuns(scenario, {result}).empty());
}

} // namespace
} // namespace ns3::esa::test
