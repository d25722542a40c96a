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

/// @return the record of a system, under a name that is not registered
SystemRecord
CopyOf(const std::string& system)
{
    SystemRecord record = *FindSystem(system);
    record.name = "own";
    return record;
}

/// @return a valid record that is not registered
SystemRecord
OwnRecord()
{
    SystemRecord record = CopyOf("esa");
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

/// Expects that a record is refused for a reason once it is spoilt.
void
ExpectRefused(SystemRecord record, const std::string& words, void (*spoil)(SystemRecord&))
{
    spoil(record);
    const std::string reason = WhyRefused(record);
    EXPECT_NE(reason.find(words), std::string::npos) << words << ": " << reason;
}

TEST(SystemRegistry, ImpossibleRecordsAreRefused)
{
    static constexpr HostSum nobody{nullptr};
    static constexpr SystemParameter few{"own.values", "Values", "few", true, 31, 364, 32};
    using Record = SystemRecord;
    const std::size_t before = Systems().size();
    const Record own = OwnRecord();
    const Record ring = CopyOf("ring");
    ExpectRefused(own, "small letters", [](Record& record) { record.name = "Own system"; });
    ExpectRefused(own, "registered already", [](Record& record) { record.name = "esa"; });
    ExpectRefused(own, "already, as straw2", [](Record& record) { record.name = "straw_2"; });
    ExpectRefused(own, "TypeId", [](Record& record) { record.name = "esa_switch"; });
    ExpectRefused(own, "name of a group", [](Record& record) { record.name = "in_hosts"; });
    ExpectRefused(own, "collision rule", [](Record& record) { record.onSwitch.collide = {}; });
    ExpectRefused(ring, "collision rule", [](Record& record) {
        record.onSwitch.collide = &AlwaysPreempt;
    });
    ExpectRefused(ring, "none if hosts do", [](Record& record) {
        record.onHost.repair = &kRemindServer;
    });
    ExpectRefused(own, "clocking, repair and addressing", [](Record& record) {
        record.onHost.repair = nullptr;
    });
    ExpectRefused(ring, "workers that sum", [](Record& record) { record.onHost.sum = &nobody; });
    ExpectRefused(own, "32 to 2293", [](Record& record) { record.onHost.values = &few; });
    ExpectRefused(own, "fallback", [](Record& record) { record.admission.fallback = "atp"; });
    ExpectRefused(own, "an admission rule", [](Record& record) {
        record.admission.fallback = "ring";
    });
    ExpectRefused(own, "an admission rule", [](Record& record) {
        record.admission.rule = &AdmitWhileProgramsFit;
    });
    EXPECT_EQ(Systems().size(), before);
}

TEST(SystemRegistry, PartsThatDoNotFitAreRefused)
{
    static constexpr SystemParameter free{"own.price", "Price", "", true, 0, 10, 1};
    static constexpr SystemParameter twin{"own.twin", "Fraction", "", false, 0, 1, 0.5};
    static constexpr const SystemParameter* twins[]{&kFraction, &twin};
    static constexpr auto named = [](const AggregatorRequest& task, Candidates& out) {
        out.Add(task.named);
    };
    using Record = SystemRecord;
    const Record own = OwnRecord();
    const Record ring = CopyOf("ring");
    const Record switchMl = CopyOf("switchml");
    ExpectRefused(own, "another memory", [](Record& record) {
        record.onHost.clocking = &kSlotClock;
    });
    ExpectRefused(own, "another memory", [](Record& record) {
        record.onHost.addressing = &kAddressInShare;
    });
    ExpectRefused(switchMl, "another memory", [](Record& record) {
        record.onHost.clocking = &kFixedWindowClock;
    });
    ExpectRefused(own, "a PS that sums", [](Record& record) {
        record.onHost.hasSummingServer = false;
    });
    ExpectRefused(own, "until reuse", [](Record& record) {
        record.onSwitch.release = ReleaseRule::OnReuse;
    });
    ExpectRefused(ring, "no static memory", [](Record& record) {
        record.onSwitch.memory = MemoryLayout::StaticShare;
    });
    ExpectRefused(ring, "MTU", [](Record& record) { record.onHost.frame = FrameFormat::Ina; });
    ExpectRefused(own, "whom a task collides with", [](Record& record) {
        record.onSwitch.choice = {named, nullptr};
    });
    ExpectRefused(switchMl, "a shared pool", [](Record& record) {
        record.onSwitch.choice.candidates = named;
    });
    ExpectRefused(own, "what its window counts", [](Record& record) {
        record.onHost.count = WindowCount::Auto;
    });
    ExpectRefused(own, "straw2.preempt_probability", [](Record& record) {
        record.onSwitch.collide = kPreemptAtRandom;
    });
    ExpectRefused(own, "a priority", [](Record& record) { record.onHost.priority = {}; });
    ExpectRefused(own, "from 1 on", [](Record& record) {
        record.onSwitch.aggregatorBytes = &free;
    });
    ExpectRefused(own, "two parameters", [](Record& record) { record.parameters = twins; });
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
    for (const char* name : {"esa", "hire", "sharp"})
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
