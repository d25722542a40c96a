// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Fields whose values do not fit the network are named.

#include "scenario/test-util.h"

#include "ns3/esa-results.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <string>
#include <utility>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// @return the notes on a scenario with the arguments of --set
std::vector<FieldNote>
NotesOf(const std::string& text, const std::vector<std::string>& settings = {})
{
    return NotesOnFields(ParseScenario(text, "FILE", Overrides(settings)));
}

/// Expects one note, about a field, with some texts.
void
ExpectNote(const std::vector<FieldNote>& notes,
           const std::string& field,
           const std::vector<std::string>& texts)
{
    ASSERT_EQ(notes.size(), 1U);
    EXPECT_EQ(notes[0].field, field);
    for (const std::string& text : texts)
    {
        EXPECT_TRUE(HasText(notes[0].text, text));
    }
}

constexpr const char* kEsa = R"({"systems": ["esa"], "jobs": {"count": 1, "workers": 2}})";

TEST(FieldNotes, HaveNothingToSayOfDefaults)
{
    for (const char* const scenario :
         {R"({"systems": ["all"]})",
          R"({"systems": ["all"], "topology": {"racks": 4, "spines": 2}})",
          R"({"systems": ["all"], "link": {"rate_gbps": 800, "delay_us": 0.5,
              "queue_bytes": 2000000, "pfc": {"enabled": true}}})"})
    {
        for (const FieldNote& note : NotesOf(scenario))
        {
            ADD_FAILURE() << note.field << " " << note.text;
        }
    }
}

TEST(FieldNotes, NameAWorkerThatIsAlone)
{
    const std::string jobs = R"({"systems": ["esa"], "jobs": {"count": 1, "workers": )";
    ExpectNote(NotesOf(jobs + "1}}"), "jobs.workers", {"is 1", "exchange nothing"});
    EXPECT_TRUE(NotesOf(jobs + "2}}").empty());
}

TEST(FieldNotes, NameTheCardsOfAScheduleThatShareALink)
{
    const TemporaryDirectory folder;
    for (const std::string card : {"0", "2"})
    {
        const std::string path = folder.Write("t" + card + ".goal",
                                              "num_ranks 2\nrank 0 {\nsend 8b to 1 nic " + card +
                                                  "\n}\nrank 1 {\nrecv 8b from 0\n}\n");
        const auto notes =
            NotesOf(R"({"systems": ["ring"]})", {"execution.traces=[\"" + path + "\"]"});
        ASSERT_EQ(notes.size(), card == "0" ? 0U : 1U);
        if (!notes.empty())
        {
            ExpectNote(notes, "execution.traces", {"3 network cards of a rank", "take one card"});
        }
    }
}

TEST(FieldNotes, NameAModelThatTakesLong)
{
    const std::string model = R"({"systems": ["ring"], "jobs": {"count": 1, "workers": 8},
                                  "dnns": {"A": {"model": "bert-large"}}})";
    ExpectNote(NotesOf(model, {"iterations=20"}), "dnns.A.slice", {"is 1", "\"buckets\": \"ddp\""});
    EXPECT_TRUE(NotesOf(model, {"iterations=1"}).empty());
    EXPECT_TRUE(NotesOf(model, {"iterations=20", "dnns.A.slice=0.01"}).empty());
    const auto notes = NotesOf(R"({"systems": ["ring"], "jobs": {"count": 1, "workers": 8}})",
                               {R"(dnns.A.partitions=[{"layer":1,"bytes":400000000}])",
                                R"(dnns.A.layers=[{"compute_us":1}])",
                                "iterations=100"});
    ExpectNote(notes, "dnns.A.partitions", {"320 GB", "take long"});
    EXPECT_FALSE(HasText(notes.at(0).text, "--estimate"))
        << "layers have no slice to estimate from";
}

TEST(FieldNotes, NameATimerOfManyRoundTrips)
{
    // A round trip takes 4 x (0.5 + 0.12304) us.
    ExpectNote(NotesOf(kEsa, {"link.delay_us=0.5", "rto.min_us=1000"}),
               "rto.min_us",
               {"is 1000", "401 round trips of 2.49 us", "auto would be 49.844"});
    EXPECT_TRUE(NotesOf(kEsa, {"link.delay_us=0.5", "rto.min_us=49"}).empty());
    // nothing is lost
    EXPECT_TRUE(
        NotesOf(kEsa, {"link.delay_us=0.5", "rto.min_us=1000", "recovery.enabled=false"}).empty());
}

TEST(FieldNotes, NameAWindowBelowRateTimesRoundTrip)
{
    // 4 x 5.0264 us at 100 Gb/s are 762 packets of 306 bytes, and 24 of overhead each.
    ExpectNote(NotesOf(kEsa, {"window.initial_packets=200", "window.max_packets=761"}),
               "window.max_packets",
               {"is 761", "762 packets", "auto would be 1524"});
    EXPECT_TRUE(NotesOf(kEsa, {"window.max_packets=762"}).empty());
    const std::vector<std::string> atp{"systems=[\"atp\"]", "window.initial_packets=200"};
    ExpectNote(NotesOf(kEsa, {atp[0], atp[1], "window.max_packets=761"}),
               "window.max_packets",
               {"is 761", "762 packets"});
    EXPECT_TRUE(NotesOf(kEsa, {atp[0], atp[1]}).empty()) << "its own window is the smaller one";
    EXPECT_TRUE(NotesOf(kEsa, {"flow.window_packets=50"}).empty()) << "of no system here";
    const std::string little = "switch.memory_bytes=26400";
    EXPECT_TRUE(NotesOf(kEsa, {little}).empty()) << "100 aggregators cannot fill the path";
    ExpectNote(NotesOf(kEsa, {little, "window.initial_packets=9", "window.max_packets=290"}),
               "window.max_packets",
               {"is 290", "auto would be 291"});
}

TEST(FieldNotes, NameAQueueWithoutHeadroom)
{
    // 2 x 5 us at 100 Gb/s, and two frames of 1514 bytes with 24 of overhead
    ExpectNote(
        NotesOf(kEsa,
                {"link.pfc.enabled=true", "link.pfc.xoff_bytes=100000", "link.queue_bytes=228075"}),
        "link.queue_bytes",
        {"is 228075", "128076 bytes", "at least 228076"});
    EXPECT_TRUE(
        NotesOf(kEsa,
                {"link.pfc.enabled=true", "link.pfc.xoff_bytes=100000", "link.queue_bytes=228076"})
            .empty());
}

TEST(FieldNotes, NameTheRateOfThePortThatLacksHeadroom)
{
    // At 25 Gb/s, 2 us hold 6250 bytes, and 2 x 0.5 us and two frames are 6201.
    const std::string rates = R"({"topology": {"kind": "graph", "graph": {"nodes": [
        {"name": "a", "role": "host"}, {"name": "b", "role": "host"},
        {"name": "s", "role": "switch"}], "links": [{"between": ["a", "s"]},
        {"between": ["b", "s"], "rate_gbps": 25}]}}, "systems": ["ring"],
        "jobs": {"count": 1, "workers": 2}, "link": {"delay_us": 0.5,
        "pfc": {"enabled": true, "xoff_us": 0.5}}})";
    ExpectNote(NotesOf(rates, {"link.queue_us=2"}),
               "link.queue_bytes",
               {"is 6250", "6201 bytes", "xoff_bytes = 1563 at ports of 25 Gb/s", "least 7764"});
    EXPECT_TRUE(NotesOf(rates, {"link.queue_us=2.49"}).empty());
}

TEST(FieldNotes, NameOneLinkUsedOfSeveral)
{
    const std::string servers = R"({"systems": ["ring"], "topology": {"hosts": 16, "racks": 2,
        "spines": 8, "uplinks_gbps": [100]}, "link": {"rate_gbps": 2400},
        "placement": {"racks_per_job": 2}, "jobs": {"count": 1, "workers": 16}})";
    ExpectNote(NotesOf(servers), "flow.paths", {"one of 8 links", "100 Gb/s", "2400"});
    EXPECT_TRUE(NotesOf(servers, {"flow.paths=rail"}).empty());
    const std::string cards = R"({"systems": ["esa", "ring"], "topology": {"kind": "servers"},
        "jobs": {"count": 1, "workers": 64}})";
    EXPECT_TRUE(NotesOf(cards).empty()) << "the defaults use all";
    ExpectNote(NotesOf(cards, {"flow.channels=1"}), "flow.channels", {"one of 8 links", "2400"});
    ExpectNote(NotesOf(cards, {"aggregation.trees=1"}), "aggregation.trees", {"one of 8 links"});
    const std::string host = R"({"systems": ["ring"], "topology": {"kind": "graph", "graph": {
        "nodes": [{"name": "a", "role": "host"}, {"name": "b", "role": "host"},
        {"name": "x", "role": "switch"}, {"name": "y", "role": "switch"}], "links": [
        {"between": ["a", "x"]}, {"between": ["a", "y"]}, {"between": ["b", "x"]},
        {"between": ["b", "y"]}]}}, "jobs": {"count": 1, "workers": 2}})";
    ExpectNote(NotesOf(host), "flow.paths", {"so 1 of 2", "spray"});
}

TEST(FieldNotes, NameOneCardUsedByAPsAndByARoot)
{
    const std::string cards = R"({"systems": ["byteps", "byteps_nton"],
        "topology": {"kind": "servers"}, "jobs": {"count": 1, "workers": 16}})";
    ExpectNote(NotesOf(cards), "flow.paths", {"one of 8 cards", "with byteps;"});
    const std::vector<std::string> spread{"systems=[\"byteps_nton\"]"};
    EXPECT_TRUE(NotesOf(cards, spread).empty()) << "each worker's host has a PS";
    const std::vector<std::string> root{"systems=[\"ring\"]", "jobs.collective=scatter"};
    ExpectNote(NotesOf(cards, root), "flow.paths", {"the root of a scatter one of 8 cards"});
    EXPECT_TRUE(NotesOf(cards, {root.front(), "jobs.collective=gather"}).empty());
}

TEST(FieldNotes, NameMemoryThatLooksLargeWithoutJitter)
{
    const std::string equal = R"({"systems": ["esa"], "jobs": {"count": 8, "workers": 8},
        "jitter": {"mode": "none"}, "switch": {"memory_bytes": 100000}})";
    ExpectNote(NotesOf(equal), "jitter.mode", {"is none", "378 aggregators for up to 4552 tasks"});
    ExpectNote(NotesOf(equal, {"jitter.mode=partition", "jitter.max_us=0"}),
               "jitter.max_us",
               {"is 0"});
    for (const std::string other : {"switch.memory_bytes=5000000",
                                    "jitter.mode=partition",
                                    "jobs.count=1",
                                    "jobs.workers=1",
                                    "systems=[\"ring\"]"})
    {
        for (const FieldNote& note : NotesOf(equal, {other}))
        {
            EXPECT_NE(note.field.substr(0, 6), "jitter") << other;
        }
    }
}

TEST(FieldNotes, NameSwitchesThatSumNothing)
{
    const std::string spine = R"({"systems": ["esa"], "jobs": {"count": 1, "workers": 16},
        "topology": {"hosts": 16, "racks": 4, "spines": 1}, "placement": {"racks_per_job": 4},
        "aggregation": {"switches": ["spine0"]}})";
    ExpectNote(NotesOf(spine), "aggregation.switches", {"1 of 1 jobs", "switches of racks only"});
    EXPECT_TRUE(NotesOf(spine, {"aggregation.levels=all"}).empty()) << "the spine sums";
    EXPECT_TRUE(NotesOf(spine, {"aggregation.switches=[\"rack0\"]"}).empty());
}

TEST(FieldNotes, NameAFieldThatAnotherFieldLeavesWithoutEffect)
{
    const std::string places = R"(placement.jobs=[{"workers": [0, 1], "ps": 2}])";
    const std::vector<std::pair<std::vector<std::string>, std::string>> cases{
        {{"topology.oversubscription=8"}, "topology.racks is 1"},
        {{"topology.uplinks_gbps=[40]"}, "topology.racks is 1"},
        {{"topology.spines=4"}, "topology.racks is 1"},
        {{"topology.k=6"}, "topology.kind is leaf_spine"},
        {{"placement.seed=7"}, "placement.policy is by_rack"},
        {{"placement.seed=7", "placement.policy=random", places}, "placement.jobs has 1 entry"},
        {{"jobs.root=1"}, "jobs.collective is all_reduce"},
        {{"flow.swift.target_us=9"}, "flow.congestion_control is window"},
        {{"trace.max_jobs=3"}, "trace.jobs is empty"},
        {{"background.flow_bytes=1000"}, "background.load is 0"},
        {{"jitter.max_us=7", "jitter.mode=none"}, "jitter.mode is none"},
        {{"recovery.stale_us=700", "recovery.enabled=false"}, "recovery.enabled is false"},
    };
    for (const auto& [settings, why] : cases)
    {
        const std::string field = settings[0].substr(0, settings[0].find('='));
        const std::vector<FieldNote> notes = NotesOf(kEsa, settings);
        const auto found = std::find_if(notes.begin(), notes.end(), [&field](const auto& note) {
            return note.field == field;
        });
        ASSERT_NE(found, notes.end()) << field;
        EXPECT_EQ(found->text, "is not used: " + why);
    }
}

TEST(FieldNotes, NameNoFieldThatHasAnEffectOrThatTheUserHasNotChanged)
{
    const std::vector<std::vector<std::string>> cases{
        {"topology.spines=4", "topology.racks=2", "aggregation.levels=all"},
        {"topology.k=4", "topology.kind=fat_tree"},
        {"placement.seed=7", "placement.policy=random"},
        {"jobs.root=1", "jobs.collective=broadcast"},
        {"placement.seed=1"}, // the default
        {"background.flow_bytes=1000", "background.load=0.1"},
    };
    for (const std::vector<std::string>& settings : cases)
    {
        for (const FieldNote& note : NotesOf(kEsa, settings))
        {
            EXPECT_FALSE(HasText(note.text, "is not used")) << note.field << " " << note.text;
        }
    }
}

TEST(FieldNotes, NameAnMtuThatPadsThePartsOfARing)
{
    // A part has 600000 / 64 = 9375 bytes: two packets of 8956, or of 4688 = 4732 - 44.
    const std::string ring = R"({"systems": ["ring"], "jobs": {"count": 1, "workers": 64},
        "jitter": {"mode": "none"}, "dnns": {"A": {"layers": [{"forward_us": 0,
        "backward_us": 0}], "partitions": [{"layer": 1, "bytes": 600000}]}}})";
    ExpectNote(NotesOf(ring, {"link.mtu_bytes=9000"}),
               "link.mtu_bytes",
               {"8956 bytes", "at most 9375", "91.1 %", "MTU of 4732"});
    EXPECT_TRUE(NotesOf(ring, {"link.mtu_bytes=4732"}).empty());
    EXPECT_TRUE(NotesOf(ring).empty()) << "7 packets of 1456 bytes are 9 % longer";
}

TEST(FieldNotes, NameSystemsWhoseFramesAnMtuDoesNotChange)
{
    const std::string two = R"({"systems": ["esa", "switchml", "ring"]})";
    ExpectNote(NotesOf(two, {"link.mtu_bytes=9000"}),
               "link.mtu_bytes",
               {"frames of esa (306 bytes), switchml (180 bytes);", "switchml.values changes"});
    EXPECT_TRUE(NotesOf(R"({"systems": ["ring"]})", {"link.mtu_bytes=9000"}).empty());
}

TEST(FieldNotes, NameJitterThatIsLongerThanAnIteration)
{
    // 10 us of computation, and 80 us for 1,000,000 bytes at 100 Gb/s
    const std::string small = R"({"systems": ["esa"], "jobs": {"count": 1, "workers": 2},
        "dnns": {"A": {"layers": [{"forward_us": 4, "backward_us": 6}],
        "partitions": [{"layer": 1, "bytes": 1000000}]}}})";
    ExpectNote(NotesOf(small), "jitter.max_us", {"is 300,", "DNN A in 90 us", "jitter.mode=none"});
    EXPECT_TRUE(NotesOf(small, {"jitter.max_us=89"}).empty());
    EXPECT_TRUE(NotesOf(small, {"jitter.mode=none"}).empty());
}

TEST(FieldNotes, NameAJobThatCollidesWithItself)
{
    const auto scenario =
        ParseScenario(kEsa, "FILE", Overrides({"switch.aggregator_index=mix64"})).scenario;
    RunResult result;
    result.system = "esa";
    result.resultsChecked = 2000; // of two workers
    result.additionsPerAggregatorS = 1;
    result.collisions = 10;
    EXPECT_TRUE(NotesOnFields(scenario, {result}).empty()) << "1 % of the tasks";
    result.collisions = 11;
    ExpectNote(NotesOnFields(scenario, {result}), "switch.aggregator_index", {"11 times", "1.1 %"});
    const std::string window = "window.max_packets=1000";
    const auto narrow =
        ParseScenario(kEsa, "FILE", Overrides({"switch.memory_bytes=264000", window})).scenario;
    ExpectNote(NotesOnFields(narrow, {result}), "switch.memory_bytes", {"11 times", "264000"});
    const auto jobs = ParseScenario(R"({"jobs": {"count": 2, "workers": 2}})", "FILE").scenario;
    EXPECT_TRUE(NotesOnFields(jobs, {result}).empty()) << "jobs may collide with each other";
}

TEST(FieldNotes, NameSystemsWhoseSwitchesHaveSummedNothing)
{
    const auto scenario = ParseScenario(R"({"systems": ["esa", "atp", "ring"]})", "FILE").scenario;
    RunResult esa;
    esa.system = "esa";
    esa.resultsChecked = 100;
    RunResult atp = esa;
    atp.system = "atp";
    RunResult ring = esa;
    ring.system = "ring";
    ExpectNote(NotesOnFields(scenario, {esa, atp, ring}), "systems", {"with esa, atp:"});
    atp.additionsPerAggregatorS = 1;
    ExpectNote(NotesOnFields(scenario, {esa, atp, ring}), "systems", {"with esa:"});
    esa.additionsPerAggregatorS = 1;
    EXPECT_TRUE(NotesOnFields(scenario, {esa, atp, ring}).empty());
}

TEST(FieldNotes, NamePacketsSentAgainWithoutALoss)
{
    const auto scenario =
        ParseScenario(R"({"systems": ["switchml", "ring"]})", "FILE", Overrides({"rto.min_us=7"}))
            .scenario;
    for (const std::string system : {"switchml", "ring"})
    {
        RunResult result;
        result.system = system;
        result.packetHops = 10'000;
        result.remindersWorker = 10;
        result.additionsPerAggregatorS = 1;
        EXPECT_TRUE(NotesOnFields(scenario, {result}).empty()) << "few";
        result.remindersWorker = 11;
        ExpectNote(NotesOnFields(scenario, {result}),
                   "rto.min_us",
                   {"is 7: " + system + " sent 11 packets again, and none was lost"});
        result.packetsLost = 1;
        EXPECT_TRUE(NotesOnFields(scenario, {result}).empty()) << "a loss explains them";
    }
}

TEST(FieldNotes, NameATraceWhoseJobsHaveOneIteration)
{
    const auto scenario = ParseScenario("{}", "FILE").scenario;
    RunResult result;
    result.system = "esa";
    result.jobTimes.resize(3);
    result.jobTimes[0].iterations = 1;
    result.jobTimes[1].iterations = 5;
    result.jobTimes[2].iterations = 5;
    EXPECT_TRUE(NotesOnFields(scenario, {result}).empty());
    result.jobTimes[1].iterations = 1;
    ExpectNote(NotesOnFields(scenario, {result}), "trace.time_scale", {"2 of 3 jobs"});
}

} // namespace
} // namespace ns3::esa::test
