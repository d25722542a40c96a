// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-host-sum.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-transport-parts.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <stdexcept>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

constexpr SystemParameter kFraction{"own.fraction", "Fraction", "A fraction.", false, 0, 1, 0.5};
constexpr SystemParameter kCount{"own.count", "Count", "A count.", true, 1, 10, 3};
constexpr const SystemParameter* kParameters[]{&kFraction, &kCount};

/// @return a valid record that is not registered
SystemRecord
OwnRecord()
{
    SystemRecord record = *FindSystem("esa");
    record.name = "own";
    record.parameters = kParameters;
    return record;
}

/// @return the reason why a record is refused; empty if it is not
std::string
WhyRefused(const SystemRecord& record)
{
    try
    {
        RegisterSystem(record);
    }
    catch (const std::invalid_argument& refusal)
    {
        return refusal.what();
    }
    return "";
}

TEST(SystemRegistry, ImpossibleRecordsAreRefused)
{
    const std::size_t before = Systems().size();
    SystemRecord record = OwnRecord();
    record.name = "Own system";
    EXPECT_NE(WhyRefused(record).find("small letters"), std::string::npos);
    record = OwnRecord();
    record.name = "esa";
    EXPECT_NE(WhyRefused(record).find("registered already"), std::string::npos);
    record.name = "straw_2";
    EXPECT_NE(WhyRefused(record).find("already, as straw2"), std::string::npos);
    record.name = "esa_switch";
    EXPECT_NE(WhyRefused(record).find("TypeId"), std::string::npos);
    record = OwnRecord();
    record.onSwitch.collide = {};
    EXPECT_NE(WhyRefused(record).find("collision rule"), std::string::npos);
    record = *FindSystem("ring");
    record.name = "own";
    record.onSwitch.collide = &AlwaysPreempt;
    EXPECT_NE(WhyRefused(record).find("collision rule"), std::string::npos);
    record.onSwitch.collide = {};
    record.onHost.repair = &kRemindServer;
    EXPECT_NE(WhyRefused(record).find("none if hosts do"), std::string::npos);
    record = OwnRecord();
    record.onHost.repair = nullptr;
    EXPECT_NE(WhyRefused(record).find("clocking, repair and addressing"), std::string::npos);
    static constexpr HostSum nobody{nullptr};
    record = *FindSystem("ring");
    record.name = "own";
    record.onHost.sum = &nobody;
    EXPECT_NE(WhyRefused(record).find("workers that sum"), std::string::npos);
    record = OwnRecord();
    static constexpr SystemParameter few{"own.values", "Values", "few", true, 31, 364, 32};
    record.onHost.values = &few;
    EXPECT_NE(WhyRefused(record).find("32 to 2293"), std::string::npos);
    record = OwnRecord();
    record.admission.fallback = "atp";
    EXPECT_NE(WhyRefused(record).find("fallback"), std::string::npos);
    record.admission.fallback = "ring";
    EXPECT_NE(WhyRefused(record).find("an admission rule"), std::string::npos);
    record = OwnRecord();
    record.admission.rule = &AdmitWhileMemoryLasts;
    EXPECT_NE(WhyRefused(record).find("an admission rule"), std::string::npos);
    record = OwnRecord();
    record.admission.policy = &TakeIfWorthMost;
    EXPECT_NE(WhyRefused(record).find("share trees in time"), std::string::npos);
    EXPECT_EQ(Systems().size(), before);
}

TEST(SystemRegistry, PartsThatDoNotFitAreRefused)
{
    SystemRecord record = OwnRecord();
    record.onHost.clocking = &kSlotClock;
    EXPECT_NE(WhyRefused(record).find("another memory"), std::string::npos);
    record = OwnRecord();
    record.onHost.addressing = &kAddressInShare;
    EXPECT_NE(WhyRefused(record).find("another memory"), std::string::npos);
    record = *FindSystem("switchml");
    record.name = "own";
    record.onHost.clocking = &kFixedWindowClock;
    EXPECT_NE(WhyRefused(record).find("another memory"), std::string::npos);
    record = OwnRecord();
    record.onHost.hasSummingServer = false;
    EXPECT_NE(WhyRefused(record).find("a PS that sums"), std::string::npos);
    record = OwnRecord();
    record.onSwitch.release = ReleaseRule::OnReuse;
    EXPECT_NE(WhyRefused(record).find("until reuse"), std::string::npos);
    record = *FindSystem("ring");
    record.name = "own";
    record.onSwitch.memory = MemoryLayout::StaticShare;
    EXPECT_NE(WhyRefused(record).find("no static memory"), std::string::npos);
    record = *FindSystem("ring");
    record.name = "own";
    record.onHost.frame = FrameFormat::Ina;
    EXPECT_NE(WhyRefused(record).find("MTU"), std::string::npos);
    record = OwnRecord();
    record.onSwitch.choice.candidates = [](const AggregatorRequest& task, Candidates& out) {
        out.Add(task.named);
    };
    record.onSwitch.choice.victim = nullptr;
    EXPECT_NE(WhyRefused(record).find("whom a task collides with"), std::string::npos);
    const auto candidates = record.onSwitch.choice.candidates;
    record = *FindSystem("switchml");
    record.name = "own";
    record.onSwitch.choice.candidates = candidates;
    EXPECT_NE(WhyRefused(record).find("a shared pool"), std::string::npos);
    record = OwnRecord();
    record.onHost.count = WindowCount::Auto;
    EXPECT_NE(WhyRefused(record).find("what its window counts"), std::string::npos);
    record = OwnRecord();
    record.onSwitch.collide = kPreemptAtRandom;
    EXPECT_NE(WhyRefused(record).find("straw2.preempt_probability"), std::string::npos);
    record = OwnRecord();
    record.onHost.priority = {};
    EXPECT_NE(WhyRefused(record).find("a priority"), std::string::npos);
    static constexpr SystemParameter free{"own.price", "Price", "", true, 0, 10, 1};
    record = OwnRecord();
    record.onSwitch.aggregatorBytes = &free;
    EXPECT_NE(WhyRefused(record).find("from 1 on"), std::string::npos);
    static constexpr SystemParameter twin{"own.twin", "Fraction", "", false, 0, 1, 0.5};
    static constexpr const SystemParameter* twins[]{&kFraction, &twin};
    record = OwnRecord();
    record.parameters = twins;
    EXPECT_NE(WhyRefused(record).find("two parameters"), std::string::npos);
}

TEST(SystemGroups, HaveTheSystemsThatNeedSwitchesAndTheOthers)
{
    const auto has = [](const std::vector<std::string>& names, const char* name) {
        return std::find(names.begin(), names.end(), name) != names.end();
    };
    const std::vector<std::string> all = WithoutGroups({"all"});
    const std::vector<std::string> inSwitches = WithoutGroups({"in_switches"});
    const std::vector<std::string> inHosts = WithoutGroups({"in_hosts"});
    EXPECT_EQ(all.size(), Systems().size());
    EXPECT_EQ(inSwitches.size() + inHosts.size(), all.size());
    for (const char* name : {"esa", "hire", "sharp", "rina", "mina"})
    {
        EXPECT_TRUE(has(inSwitches, name))
            << name << " uses switches that sum, for some jobs at least";
    }
    for (const char* name : {"ring", "byteps", "double_tree"})
    {
        EXPECT_TRUE(has(inHosts, name)) << name;
    }
}

TEST(SystemGroups, NameNoSystemTwice)
{
    const std::vector<std::string> names = WithoutGroups({"all", "ring", "in_hosts", "nobody"});
    EXPECT_EQ(names.size(), Systems().size() + 1) << "what is unknown stays";
    EXPECT_EQ(std::count(names.begin(), names.end(), "ring"), 1);
    EXPECT_EQ(WithoutGroups({"esa", "esa"}).size(), 2U) << "a user's own mistake stays one";
}

TEST(SystemGroups, AreNoNamesOfSystems)
{
    SystemRecord record = OwnRecord();
    record.name = "in_hosts";
    EXPECT_NE(WhyRefused(record).find("name of a group"), std::string::npos);
}

TEST(SystemRegistry, ImpossibleParametersAreRefused)
{
    static constexpr SystemParameter noGroup{"fraction", "Fraction", "", false, 0, 1, 0.5};
    static constexpr SystemParameter badDefault{"own.x", "X", "", true, 1, 10, 2.5};
    static constexpr SystemParameter taken{"straw2.preempt_probability", "P", "", false, 0, 1, 0};
    static constexpr const SystemParameter* lists[][1]{{&noGroup}, {&badDefault}, {&taken}};
    const char* const reasons[]{"GROUP.NAME", "outside its range", "another system declares"};
    for (int i = 0; i < 3; ++i)
    {
        SystemRecord record = OwnRecord();
        record.parameters = lists[i];
        EXPECT_NE(WhyRefused(record).find(reasons[i]), std::string::npos) << i;
    }
}

TEST(System, HasAValueForEachOfItsParameters)
{
    const SystemRecord record = OwnRecord();
    System system(record);
    EXPECT_EQ(system.Parameters().size(), 3U) << "its own two, and the price of an aggregator";
    EXPECT_EQ(system.Value(kFraction), 0.5);
    system.Set(kFraction, 0.25);
    system.Set(kCount, 10);
    EXPECT_EQ(system.Value(kFraction), 0.25);
    EXPECT_EQ(system.Value(kCount), 10);
    EXPECT_EQ(system.Value(*record.onSwitch.aggregatorBytes), 264);
}

TEST(System, FramesAndMemoryFollowFromTheValues)
{
    System switchMl(*FindSystem("switchml"));
    EXPECT_EQ(switchMl.DataFrameBytes(), 180U);
    EXPECT_EQ(switchMl.AggregatorBytes(), 272U) << "two versions";
    switchMl.Set(*switchMl.Record().onHost.values, 256);
    EXPECT_EQ(switchMl.PayloadBytes(), 1024U);
    EXPECT_EQ(switchMl.DataFrameBytes(), 1076U);
    EXPECT_EQ(switchMl.AggregatorBytes(), 2064U);
    System iswitch(*FindSystem("iswitch"));
    EXPECT_EQ(iswitch.DataFrameBytes(), 1514U);
    EXPECT_EQ(iswitch.AggregatorBytes(), 1472U);
    iswitch.Set(*iswitch.Record().onHost.values, 62);
    EXPECT_EQ(iswitch.DataFrameBytes(), 306U);
    EXPECT_EQ(iswitch.AggregatorBytes(), 264U);
    EXPECT_EQ(System(*FindSystem("atp")).DataFrameBytes(), 306U);
    System ring(*FindSystem("ring"));
    EXPECT_EQ(ring.DataFrameBytes(), 1514U);
    ring.Set(kMtuBytes, 4096);
    EXPECT_EQ(ring.PayloadBytes(), 4052U) << "44 bytes of headers";
    EXPECT_EQ(ring.DataFrameBytes(), 4110U);
    ring.Set(kMtuBytes, 577);
    EXPECT_EQ(ring.DataFrameBytes(), 590U) << "whole values only";
    EXPECT_THROW(iswitch.Set(*iswitch.Record().onHost.values, 31), std::invalid_argument);
    EXPECT_THROW(iswitch.Set(*iswitch.Record().onHost.values, 2294), std::invalid_argument);
}

TEST(System, RefusesOtherValuesAndOthersParameters)
{
    const SystemRecord record = OwnRecord();
    System system(record);
    EXPECT_THROW(system.Set(kFraction, 1.5), std::invalid_argument);
    EXPECT_THROW(system.Set(kCount, 2.5), std::invalid_argument);
    EXPECT_THROW(system.Set(kCount, 0), std::invalid_argument);
    EXPECT_THROW(system.Value(*FindSystem("switchml")->onHost.values), std::invalid_argument);
    EXPECT_EQ(system.Value(kCount), 3) << "what is refused changes nothing";
    EXPECT_EQ(AllowedInstead(kCount, 11), "an integer from 1 to 10");
    EXPECT_EQ(AllowedInstead(kFraction, -1), "a number from 0 to 1");
}

} // namespace
} // namespace ns3::esa
