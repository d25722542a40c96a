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
        EXPECT_TRUE(HasText(notes[0].Sentence(), text));
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
    // the switch with the least memory decides, as where the value is automatic
    const std::vector<std::string> levels{"topology.racks=2",
                                          "aggregation.levels=\"all\"",
                                          "switch.level_memory_bytes=[5000000,20000]"};
    const uint32_t usual =
        ParseScenario(kEsa, "FILE", Overrides(levels)).scenario->window.maxPackets;
    EXPECT_LT(usual, 300U);
    ExpectNote(NotesOf(kEsa, {levels[0], levels[1], levels[2], "window.max_packets=30"}),
               "window.max_packets",
               {"is 30", "auto would be " + std::to_string(usual)});
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
        {{"flow.protocol=ll"}, "systems is esa"},
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

TEST(FieldNotes, OfAWrittenScenarioAreOnTheFieldsOfItsUser)
{
    const auto notesOf = [](const std::string& users, const std::vector<std::string>& settings) {
        return NotesOf(R"({"systems": ["esa"], "jitter": {"mode": "none", "max_us": 30},)"
                       R"("$users_fields": )" +
                           users + "}",
                       settings);
    };
    EXPECT_TRUE(notesOf("[]", {}).empty());
    EXPECT_TRUE(notesOf(R"(["jitter.mode"])", {}).empty());
    for (const char* const users : {R"(["jitter.max_us"])", R"(["jitter"])"})
    {
        ExpectNote(notesOf(users, {}), "jitter.max_us", {"is not used"});
    }
    ExpectNote(notesOf("[]", {"jitter.max_us=20"}), "jitter.max_us", {"is not used"});
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
        {"flow.protocol=ll", "systems=[\"hire\"]"}, // jobs without memory run rings
    };
    for (const std::vector<std::string>& settings : cases)
    {
        for (const FieldNote& note : NotesOf(kEsa, settings))
        {
            EXPECT_FALSE(HasText(note.text, "is not used")) << note.field << " " << note.text;
        }
    }
}

TEST(FieldNotes, NameSystemsWhoseFramesAnMtuDoesNotChange)
{
    const std::string two = R"({"systems": ["esa", "switchml", "ring"]})";
    ExpectNote(NotesOf(two, {"link.mtu_bytes=9000"}),
               "link.mtu_bytes",
               {"(esa, switchml) does not change the frames; set switchml.values"});
    EXPECT_TRUE(NotesOf(R"({"systems": ["ring"]})", {"link.mtu_bytes=9000"}).empty());
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
    EXPECT_TRUE(NotesOnRuns(scenario, {result}).empty()) << "1 % of the tasks";
    result.collisions = 11;
    ExpectNote(NotesOnRuns(scenario, {result}), "switch.aggregator_index", {"11 times", "1.1 %"});
    const std::string window = "window.max_packets=1000";
    const auto narrow =
        ParseScenario(kEsa, "FILE", Overrides({"switch.memory_bytes=264000", window})).scenario;
    result.aggregators = 2400; // of three switches, each with one of the tasks
    result.fewestAggregators = 800;
    ExpectNote(NotesOnRuns(narrow, {result}),
               "switch.memory_bytes",
               {"11 times", "has room for 800 tasks, and the window for 1000"});
    const auto jobs = ParseScenario(R"({"jobs": {"count": 2, "workers": 2}})", "FILE").scenario;
    EXPECT_TRUE(NotesOnRuns(jobs, {result}).empty()) << "jobs may collide with each other";
}

TEST(FieldNotes, NameSystemsWhoseSwitchesHaveSummedNothing)
{
    const auto scenario = ParseScenario(R"({"systems": ["esa", "atp", "ring"]})", "FILE").scenario;
    RunResult esa;
    esa.system = "esa";
    esa.resultsChecked = 100;
    esa.collectives = {1, 400};
    RunResult atp = esa;
    atp.system = "atp";
    RunResult ring = esa;
    ring.system = "ring";
    ExpectNote(NotesOnRuns(scenario, {esa, atp, ring}),
               "systems",
               {"systems (esa, atp) had no sum"});
    RunResult messages = esa;
    messages.collectives = {};
    EXPECT_TRUE(NotesOnRuns(scenario, {messages}).empty()) << "nothing was to be summed";
    atp.additionsPerAggregatorS = 1;
    ExpectNote(NotesOnRuns(scenario, {esa, atp, ring}), "systems", {"systems (esa) had no sum"});
    esa.additionsPerAggregatorS = 1;
    EXPECT_TRUE(NotesOnRuns(scenario, {esa, atp, ring}).empty());
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
        EXPECT_TRUE(NotesOnRuns(scenario, {result}).empty()) << "few";
        result.remindersWorker = 11;
        if (system == "ring")
        {
            ExpectNote(NotesOnRuns(scenario, {result}),
                       "systems",
                       {"(ring) sent 11 packets again, and none was lost"});
        }
        else
        {
            ExpectNote(NotesOnRuns(scenario, {result}),
                       "rto.min_us",
                       {"(switchml) is 7: 11 packets were sent again, and none was lost"});
        }
        result.packetsLost = 1;
        EXPECT_TRUE(NotesOnRuns(scenario, {result}).empty()) << "a loss explains them";
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
    EXPECT_TRUE(NotesOnRuns(scenario, {result}).empty());
    result.jobTimes[1].iterations = 1;
    ExpectNote(NotesOnRuns(scenario, {result}), "trace.time_scale", {"2 of 3 jobs"});
}

} // namespace
} // namespace ns3::esa::test
