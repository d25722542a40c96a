// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Which runs go to the task engine, and which to the simulator.

#include "scenario/run/simulate.h"

#include "ns3/config.h"
#include "ns3/esa-field-row.h"
#include "ns3/esa-runner-choice.h"
#include "ns3/esa-scenario-fields.h"
#include "ns3/global-value.h"
#include "ns3/string.h"

#include <nlohmann/json.hpp>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// Gives a field another value than its default. @return whether it takes one
bool
Change(const ScenarioField& field, Scenario& scenario)
{
    const json before = field.value(scenario);
    std::vector<json> others{"x", true, false, json::array({"x"}), 0.5, 0.25, 7U, 8U, 64U, 1024U};
    others.push_back(json::array({7U}));
    others.insert(others.end(), field.choices.begin(), field.choices.end());
    for (const json& other : others)
    {
        try
        {
            if (field.read(other, scenario).empty() && field.value(scenario) != before)
            {
                return true;
            }
        }
        catch (const json::exception&) // a value of another type
        {
        }
    }
    return false;
}

/// @return the place of the first field that a way does not know; empty: there is none
std::string
Unknown(const Scenario& scenario, KnownTo way = KnownTo::Tasks)
{
    const auto field = FindUnknownField(scenario, way);
    return field ? field->pointer : "";
}

TEST(EngineDoor, KnowsAFieldOrWantsItsDefault)
{
    for (const KnownTo way : {KnownTo::Ns3, KnownTo::Rounds, KnownTo::Tasks})
    {
        EXPECT_EQ(Unknown(Scenario(), way), "");
        std::size_t refused = 0;
        for (const ScenarioField& field : ScenarioFields())
        {
            Scenario scenario;
            ASSERT_TRUE(Change(field, scenario)) << field.pointer;
            const bool isKnown = field.knownTo >= way;
            EXPECT_EQ(Unknown(scenario, way), isKnown ? "" : field.pointer);
            refused += isKnown ? 0 : 1;
        }
        EXPECT_EQ(refused > 0, way != KnownTo::Ns3);
        EXPECT_EQ(refused > 30, way == KnownTo::Tasks);
    }
}

TEST(EngineDoor, KnowsAListOrWantsItEmpty)
{
    for (const StructuredField& field : StructuredFields())
    {
        json config;
        config[json::json_pointer(field.pointer)] = json::array({json::object()});
        if (field.pointer == "/dnns")
        {
            config["dnns"] = {{"A", json::object()}};
        }
        Scenario scenario;
        FieldPlaces places;
        ConfigErrors errors;
        ReadObject(ScenarioRows(), config, "", &scenario, {places, errors});
        EXPECT_EQ(field.entries(scenario), 1U) << field.pointer;
        for (const KnownTo way : {KnownTo::Ns3, KnownTo::Rounds, KnownTo::Tasks})
        {
            EXPECT_EQ(Unknown(scenario, way), field.knownTo >= way ? "" : field.pointer);
        }
    }
}

TEST(EngineDoor, SaysWhichFieldAndValueDecided)
{
    const auto why = [](const std::vector<std::string>& settings) {
        return ReasonAgainstTasks(Small(settings).scenario, "esa", {});
    };
    EXPECT_EQ(why({}), "");
    EXPECT_EQ(why({"link.queue_bytes=100000"}),
              "link.queue_bytes is 100000, and the task runner allows only 0");
    EXPECT_EQ(why({"engine=rounds"}),
              "engine is \"rounds\", and the task runner allows only \"auto\"");
    EXPECT_EQ(why({"jitter.mode=packet"}),
              "jitter.mode is \"packet\", and the task runner has no delays of single packets");
    const auto rounds = [](const std::vector<std::string>& settings) {
        return ReasonAgainstRounds(Small(settings).scenario, {});
    };
    EXPECT_EQ(rounds({"link.queue_bytes=100000"}), "");
    EXPECT_EQ(rounds({"engine=ns3"}), "engine is ns3");
    EXPECT_EQ(rounds({"background.load=0.1"}), "background.load is 0.1, and rounds allow only 0.0");
}

TEST(EngineDoor, ARunTellsItsWay)
{
    const auto why = [](const std::vector<std::string>& settings) {
        RunControl control;
        std::string told;
        control.why = [&told](const std::string& text) { told += text; };
        RunScenario(Small(settings).scenario, "esa", 1, control);
        return told;
    };
    EXPECT_EQ(why({}), "tasks: the task runner computes all that the run needs");
    EXPECT_EQ(why({"link.queue_bytes=1000000"}),
              "rounds: link.queue_bytes is 1000000, and the task runner allows only 0");
    EXPECT_EQ(why({"engine=ns3"}), "ns3: engine is ns3");
}

/// Whether a small scenario with some settings may go to the engine.
bool
MayGo(const std::vector<std::string>& settings, const std::string& system = "esa")
{
    return ReasonAgainstTasks(Small(settings).scenario, system, {}).empty();
}

TEST(EngineDoor, FramesLastAStepAtLeast)
{
    EXPECT_TRUE(MayGo({"link.rate_gbps=2448"})) << "306 bytes in a nanosecond";
    EXPECT_FALSE(MayGo({"link.rate_gbps=2449"}));
    EXPECT_TRUE(MayGo({"link.rate_gbps=1440"}, "switchml")) << "180 bytes";
    EXPECT_FALSE(MayGo({"link.rate_gbps=1441"}, "switchml"));
    EXPECT_TRUE(MayGo({"link.rate_gbps=1441", "switchml.values=256"}, "switchml"));
    EXPECT_TRUE(MayGo({"link.rate_gbps=464", "reminder.bytes=58"}));
    EXPECT_FALSE(MayGo({"link.rate_gbps=465", "reminder.bytes=58"}));
}

TEST(EngineDoor, TablesAreSmall)
{
    const std::string system = R"(systems=["esa"])";
    EXPECT_TRUE(MayGo({system, "switch.memory_bytes=600000000"}));
    EXPECT_FALSE(MayGo({system, "switch.memory_bytes=700000000"}));
    EXPECT_TRUE(MayGo({system, "window.max_packets=300000"}));
    EXPECT_FALSE(MayGo({system, "window.max_packets=500000"}));
}

TEST(EngineDoor, Ns3AsTheUserSetsItRunsPackets)
{
    ASSERT_TRUE(MayGo({}));
    const StringValue losses("ns3::RateErrorModel[ErrorRate=0.01]");
    Config::SetDefault("ns3::esa::EsaNetDevice::ReceiveErrorModel", losses);
    EXPECT_FALSE(MayGo({}));
    Config::Reset();
    EXPECT_TRUE(MayGo({}));
    setenv("NS_ATTRIBUTE_DEFAULT", "ns3::esa::EsaNetDevice::Mtu=1000", 1);
    EXPECT_FALSE(MayGo({}));
    unsetenv("NS_ATTRIBUTE_DEFAULT");
    EXPECT_TRUE(MayGo({}));
    const std::string variable = "SimulatorImplementationType";
    GlobalValue::Bind(variable, StringValue("ns3::RealtimeSimulatorImpl"));
    EXPECT_FALSE(MayGo({}));
    GlobalValue::Bind(variable, StringValue("ns3::DefaultSimulatorImpl"));
    EXPECT_TRUE(MayGo({}));
}

TEST(EngineDoor, RoundsThatARunRequestsShowWhatTheyAre)
{
    const auto refusal = [](const RunControl& control) {
        return FirstOf(ErrorsWhile(
            [&control] { RunScenario(Small({"engine=rounds"}).scenario, "esa", 1, control); }));
    };
    const RunControl plain;
    EXPECT_EQ(refusal(plain), "none");
    RunControl captured;
    captured.captures.prefix = "capture";
    RunControl recorded;
    recorded.recording.timeline = "timeline.json";
    for (const RunControl& control : {captured, recorded})
    {
        EXPECT_EQ(
            refusal(control),
            "engine: \"rounds\" is not allowed, as captures, --timeline and --report need the "
            "events of ns-3; \"ns3\" or \"auto\" is allowed");
    }
    RunControl watched;
    watched.built = [](const Network&) {};
    EXPECT_TRUE(HasText(refusal(watched), "a program looks at the network"));
    setenv("NS_LOG", "EsaNetDevice", 1);
    EXPECT_TRUE(HasText(refusal(plain), "NS_LOG is set"));
    unsetenv("NS_LOG");
    const std::string variable = "SimulatorImplementationType";
    GlobalValue::Bind(variable, StringValue("ns3::RealtimeSimulatorImpl"));
    EXPECT_TRUE(HasText(refusal(plain), "is ns3::RealtimeSimulatorImpl"));
    GlobalValue::Bind(variable, StringValue("ns3::DefaultSimulatorImpl"));
}

TEST(EngineDoor, TheNetworkIsBuiltOnlyForJobsThatTheEngineKnows)
{
    const auto why = [](const std::vector<std::string>& settings, const char* system = "esa") {
        return ReasonAgainstTasks(Small(settings).scenario, system, {});
    };
    EXPECT_EQ(why({"window.max_packets=0"}),
              "window.max_packets is 0, and the task runner keeps the tasks of a window");
    EXPECT_EQ(why({"window.max_packets=0"}, "switchml"), "");
    EXPECT_EQ(why({R"(placement.jobs=[{"workers": [0, 1], "ps": 2},
                                      {"workers": [3, 4], "ps": 2}])"}),
              "placement.jobs has job 1 on host 2, which has another member");
    EXPECT_EQ(why({"jobs.workers=1"}), "job 0 has one worker, which sends nothing");
    EXPECT_EQ(why({"jobs.count=1", "jobs.workers=33", "topology.hosts=33"}),
              "placement.jobs has job 0 in several groups of workers");
    EXPECT_EQ(why({"jobs.count=1", "jobs.workers=32", "topology.hosts=32"}), "");
}

TEST(EngineDoor, RefusesWhatTheEngineCannotCompute)
{
    ASSERT_TRUE(MayGo({}));
    for (const char* setting : {"engine=ns3",
                                "payload=full",
                                "topology.ps_hosts=1",
                                "link.queue_bytes=100000",
                                "link.delay_us=0.1",
                                "recovery.enabled=true",
                                "background.load=0.1",
                                "link.pfc.enabled=true",
                                "jitter.mode=packet_in_order"})
    {
        EXPECT_FALSE(MayGo({setting})) << setting;
    }
    for (const char* system :
         {"a2tp", "straw2", "panama", "iswitch", "hire", "sharp", "byteps", "ring"})
    {
        EXPECT_FALSE(MayGo({}, system)) << system;
    }
    RunControl watched;
    watched.built = [](const Network&) {};
    EXPECT_NE(ReasonAgainstTasks(Small({}).scenario, "esa", watched), "");
    RunControl captured;
    captured.captures.prefix = "capture";
    EXPECT_NE(ReasonAgainstTasks(Small({}).scenario, "esa", captured), "");
}

TEST(EngineDoor, KnowsWhetherJobsLeaveTheirRacks)
{
    EXPECT_TRUE(MayGo({"topology.racks=2"}));
    for (const char* system : {"esa", "switchml"})
    {
        EXPECT_FALSE(MayGo({"topology.racks=2", "placement.racks_per_job=2"}, system)) << system;
    }
    // Each job's PS is in the rack of the other job; SwitchML has none.
    const std::vector<std::string> crossed{"topology.racks=2",
                                           R"(placement.jobs=[{"workers": [0, 1], "ps": 5},
                                                              {"workers": [2, 3], "ps": 4}])"};
    EXPECT_FALSE(MayGo(crossed));
    EXPECT_TRUE(MayGo(crossed, "switchml"));
}

} // namespace
} // namespace ns3::esa::test
