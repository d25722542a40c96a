// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What runs show is named with its number. Where a note gives advice, the advice changes the run,
// and the note is gone.

#include "scenario/run/simulate.h"
#include "scenario/traces/chakra-files.h"

#include "ns3/esa-results.h"

#include <gtest/gtest.h>
#include <string>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// A run that has a note.
struct Noted
{
    const char* name;                  ///< of the case
    const char* scenario;              ///< the scenario, without its systems
    const char* system;                ///< the system
    std::vector<std::string> settings; ///< as with --set
    const char* field;                 ///< the field of the note
    std::string text;                  ///< a part of the note
    const char* advice{""};            ///< what the note advises, as with --set; empty: nothing
};

/// @return the only note on runs with some settings; without text if there is none
FieldNote
NoteOf(const Noted& noted, const std::vector<std::string>& settings, double& jctMs)
{
    std::vector<std::string> all = settings;
    all.push_back(std::string("systems=[\"") + noted.system + "\"]");
    const ValidScenario scenario = ValidScenarioOf(noted.scenario, all);
    const RunResult result = *RunScenario(scenario, noted.system, 1, RunControl{});
    jctMs = result.jctMs;
    const std::vector<FieldNote> notes = NotesOnRuns(scenario, {result});
    EXPECT_EQ(result.notes.size(), notes.size()) << "the row has them, too";
    for (const FieldNote& note : notes)
    {
        SCOPED_TRACE(note.Sentence());
        EXPECT_EQ(notes.size(), 1U);
    }
    return notes.empty() ? FieldNote{} : notes.front();
}

class Notes : public testing::TestWithParam<Noted>
{
};

TEST_P(Notes, AreGoneWithTheirAdvice)
{
    const Noted& noted = GetParam();
    double beforeMs = 0;
    const FieldNote note = NoteOf(noted, noted.settings, beforeMs);
    EXPECT_EQ(note.field, noted.field);
    EXPECT_TRUE(HasText(note.Sentence(), noted.text));
    EXPECT_EQ(note.systems, std::vector<std::string>{noted.system});
    if (*noted.advice != '\0')
    {
        EXPECT_TRUE(HasText(note.Sentence(), noted.advice));
        std::vector<std::string> advised = noted.settings;
        advised.emplace_back(noted.advice);
        double afterMs = 0;
        const FieldNote left = NoteOf(noted, advised, afterMs);
        EXPECT_TRUE(left.field.empty()) << left.Sentence();
        EXPECT_NE(afterMs, beforeMs) << "the advice has an effect";
    }
}

/// Two servers of 8 accelerators and 8 cards.
constexpr const char* kTwoServers = R"({"iterations": 1, "jitter": {"mode": "none"},
    "aggregation": {"levels": "all"}, "topology": {"kind": "servers", "servers": 2},
    "jobs": {"count": 1, "workers": 16, "start_max_us": 0},
    "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
    "partitions": [{"layer": 1, "bytes": 4000000}]}}})";

/// Two jobs of four workers, a message of which is a byte longer than a packet.
constexpr const char* kRackOfEight = R"({"iterations": 1, "jitter": {"mode": "none"},
    "topology": {"hosts": 8}, "jobs": {"count": 2, "workers": 4, "start_max_us": 0},
    "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
    "partitions": [{"layer": 1, "bytes": 400000}]}}})";

/// A job of 16 workers in four racks.
constexpr const char* kFourRacks = R"({"iterations": 1, "jitter": {"mode": "none"},
    "topology": {"hosts": 16, "racks": 4, "spines": 1}, "placement": {"racks_per_job": 4},
    "jobs": {"count": 1, "workers": 16, "start_max_us": 0},
    "dnns": {"A": {"layers": [{"compute_us": 0}], "comm_comp_ratio": 1,
    "partitions": [{"layer": 1, "bytes": 4000000}]}}})";

const std::vector<Noted> kNoted{
    {"TreesOfEsa",
     kTwoServers,
     "esa",
     {"aggregation.trees=1"},
     "aggregation.trees",
     "left 7 of 8 cards of server0",
     "aggregation.trees=8"},
    {"TreesOfSwitchMl",
     kTwoServers,
     "switchml",
     {"aggregation.trees=2"},
     "aggregation.trees",
     "left 6 of 8 cards of server0",
     "aggregation.trees=8"},
    {"TreesOfSharp",
     kTwoServers,
     "sharp",
     {"aggregation.trees=1"},
     "aggregation.trees",
     "left 7 of 8 cards of server0",
     "aggregation.trees=8"},
    {"ChannelsOfARing",
     kTwoServers,
     "ring",
     {"flow.channels=1"},
     "flow.channels",
     "left 7 of 8 cards of server0",
     "flow.channels=8"},
    {"ChannelsOfADoubleTree",
     kTwoServers,
     "double_tree",
     {"flow.channels=1"},
     "flow.channels",
     "left",
     "flow.channels=8"},
    {"PathsOfARing",
     kTwoServers,
     "ring",
     {"flow.paths=job"},
     "flow.paths",
     "left 7 of 8 cards of server0",
     "flow.paths=rail"},
    {"AWorkerAloneOnItsServer",
     kTwoServers,
     "ring",
     {"jobs.workers=9"},
     "systems",
     "left 7 of 8 cards of server0"},
    {"CardsInFrontOfLeaves",
     kTwoServers,
     "esa",
     {"topology.racks=2", "topology.spines=8", "aggregation.trees=1"},
     "aggregation.trees",
     "left 7 of 8 cards of server0",
     "aggregation.trees=8"},
    {"OneRingInTwoLevels",
     kRackOfEight,
     "hierarchical",
     {},
     "systems",
     "2 of 2 collectives, 100 % of their bytes, ran as with ring"},
    {"TreesOfASwitch",
     kRackOfEight,
     "sharp",
     {},
     "sharp.trees_per_switch",
     "is 1: 1 of 2 collectives, 50 % of their bytes, ran as with ring",
     "sharp.trees_per_switch=2"},
    {"PortsOfATree",
     kRackOfEight,
     "sharp",
     {"sharp.trees_per_switch=2",
      R"(placement.jobs=[{"workers":[0,1,2,3],"ps":8},{"workers":[0,1,2,4],"ps":9}])"},
     "systems",
     "found ports of switches taken by other trees: 1 of 2 collectives"},
    {"ProgramsOfASwitch",
     kRackOfEight,
     "hire",
     {"hire.programs=1"},
     "hire.programs",
     "is 1: 1 of 2 collectives, 50 % of their bytes, ran as with ring",
     "hire.programs=2"},
    {"ServersOnOneHost",
     kRackOfEight,
     "byteps",
     {"jobs.count=1", "jobs.workers=7", "topology.ps_hosts=1", "byteps.servers=4"},
     "byteps.servers",
     "put 2 servers of a job on one host"},
    {"SwitchesThatAreOfNoRack",
     kFourRacks,
     "esa",
     {"aggregation.switches=[\"spine0\"]"},
     "aggregation.switches",
     "had no switch that summed for 1 of 1 jobs",
     "aggregation.levels=all"},
    {"ALinkIntoTheRackOfThePs",
     kFourRacks,
     "esa",
     {"topology.oversubscription=4"},
     "aggregation.levels",
     "a link into the rack of a PS",
     "aggregation.levels=all"},
    {"AJobThatCollidesWithItself",
     kRackOfEight,
     "esa",
     {"jobs.count=1", "switch.aggregator_index=mix64", "jitter.mode=partition", "jitter.max_us=20"},
     "switch.aggregator_index",
     "the job collides with itself",
     "switch.aggregator_index=auto"},
    {"AWindowBeyondTheMemory",
     kRackOfEight,
     "esa",
     {"jobs.count=1", "switch.memory_bytes=26400", "jitter.mode=partition", "jitter.max_us=20"},
     "switch.memory_bytes",
     "has room for 100 tasks, and the window for 291: the job collides"},
    {"Silence",
     kRackOfEight,
     "esa",
     {"jobs.workers=1",
      "dnns.A.layers=[{\"compute_us\":1}]",
      "dnns.A.partitions=[{\"layer\":1,\"bytes\":4}]"}, // which would be padded
     "jobs.workers",
     "is 1, and so no packet was sent"},
    {"PaddingOfARing",
     kRackOfEight,
     "ring",
     {"dnns.A.partitions=[{\"layer\":1,\"bytes\":1457}]", "flow.protocol=none"},
     "link.mtu_bytes",
     "50 % of the data that was sent is padding"},
    {"PaddingOfSwitchMl",
     kRackOfEight,
     "switchml",
     {"dnns.A.partitions=[{\"layer\":1,\"bytes\":129}]"},
     "switchml.values",
     "50 % of the data that was sent is padding"},
    {"Jitter",
     kRackOfEight,
     "esa",
     {"jitter.mode=partition", "jitter.max_us=300"},
     "jitter.max_us",
     "is 300, more than half",
     "jitter.mode=none"},
    {"EqualTimes",
     kRackOfEight,
     "esa",
     {"switch.memory_bytes=100000"},
     "jitter.mode",
     "is none: 378 aggregators served up to"},
    {"PausesThatComeTooLate",
     kRackOfEight,
     "byteps",
     {"link.pfc.enabled=true", "link.pfc.xoff_bytes=20000", "link.queue_bytes=21000"},
     "link.queue_bytes",
     "packets were dropped",
     "link.queue_bytes=148076"}};

INSTANTIATE_TEST_SUITE_P(All, Notes, testing::ValuesIn(kNoted), [](const auto& info) {
    return std::string(info.param.name);
});

TEST(NotesOfDefaults, HaveNothingToSayOfDefaults)
{
    for (const char* const system :
         {"esa", "atp", "switchml", "sharp", "hierarchical", "ring", "double_tree"})
    {
        const Noted noted{"", kTwoServers, system, {}, "", ""};
        double jctMs = 0;
        const FieldNote note = NoteOf(noted, {}, jctMs);
        EXPECT_TRUE(note.field.empty()) << note.Sentence();
    }
    const Noted one{"", kTwoServers, "hierarchical", {}, "", ""};
    double jctMs = 0;
    EXPECT_EQ(NoteOf(one, {"flow.channels=1"}, jctMs).field, "")
        << "each of its rings takes another card";
}

/// @return the sentences of the notes on a trace of four ranks, with all these operations of Chakra
std::vector<std::string>
NotesOnTrace(const char* system, const std::vector<uint64_t>& operations)
{
    const TemporaryDirectory folder;
    std::vector<ChakraNode> nodes;
    for (const uint64_t operation : operations)
    {
        nodes.push_back(AllReduceOf(nodes.size() + 1, 1'000'000));
        nodes.back().communicationType = operation;
    }
    const ValidScenario scenario = ValidScenarioOf(
        R"({"iterations": 2, "topology": {"hosts": 4}, "jitter": {"mode": "none"}})",
        {"execution.traces=[\"" + WriteRanks(folder, 4, nodes) + "\"]",
         std::string("systems=[\"") + system + "\"]"});
    return RunScenario(scenario, system, 1, RunControl{})->notes;
}

TEST(NotesOnOperations, NameWhatTheSystemHasNoAlgorithmFor)
{
    constexpr uint64_t kAllReduce = 0;
    constexpr uint64_t kAllGather = 2;
    constexpr uint64_t kAllToAll = 6;
    constexpr uint64_t kReduceScatter = 7;
    using Texts = std::vector<std::string>;
    EXPECT_EQ(NotesOnTrace("double_tree", {kReduceScatter, kAllGather, kAllGather}),
              Texts{"systems (double_tree) had no algorithm for reduce_scatter, all_gather: 6 of 6 "
                    "collectives, 100 % of their bytes, ran as with ring"});
    EXPECT_EQ(NotesOnTrace("double_tree", {kAllReduce, kAllGather}),
              Texts{"systems (double_tree) had no algorithm for all_gather: 2 of 4 collectives, "
                    "80 % of their bytes, ran as with ring"})
        << "the block of an all-gather has the bytes of all ranks";
    EXPECT_EQ(NotesOnTrace("esa", {kAllToAll}),
              Texts{"systems (esa) had no algorithm for all_to_all: 2 of 2 collectives, 100 % of "
                    "their bytes, ran as with ring"});
    EXPECT_EQ(NotesOnTrace("esa", {kReduceScatter, kAllGather}), Texts{});
    EXPECT_EQ(NotesOnTrace("ring", {kReduceScatter, kAllToAll}), Texts{});
}

} // namespace
} // namespace ns3::esa::test
