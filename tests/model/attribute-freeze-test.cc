// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// An attribute that is set too late must not be ignored in silence: it is refused, or it takes
// effect.

#include "model/training-rack.h"

#include "ns3/config.h"
#include "ns3/esa-freezable-attributes.h"
#include "ns3/esa-link-faults.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-topology-shapes.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3::esa
{
namespace
{

using test::EveryFrame;
using test::TrainingRack;

/// @return the count at a port of a running network after an attribute was set there
uint64_t
CountAfter(const std::string& name,
           const std::string& value,
           uint64_t (*count)(const EsaNetDevice&))
{
    const TrainingRack rack("esa");
    rack.Port()->MarkResults(); // it leads to a worker
    uint64_t before = 0;
    Simulator::Schedule(MicroSeconds(25), [&] {
        EXPECT_GT(rack.Port()->GetCounts().framesCarried, 0U) << "the port has sent already";
        before = count(*rack.Port());
        rack.Port()->SetAttribute(name, StringValue(value));
    });
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    EXPECT_EQ(before, 0U);
    return count(*rack.Port());
}

/// @return the counts of faults in a running network after an attribute was set there
EsaLinkFaults::Counts
FaultsAfter(const std::string& name, const std::string& value)
{
    const TrainingRack rack("esa");
    const auto faults = CreateObject<EsaLinkFaults>();
    faults->SetAttribute("ReorderDepth", UintegerValue(name == "ReorderDepth" ? 0 : 3));
    faults->SetAttribute("ReorderProbability", StringValue(name == "ReorderDepth" ? "1" : "0"));
    rack.Port()->SetFaults(faults);
    Simulator::Schedule(MicroSeconds(25), [&] { faults->SetAttribute(name, StringValue(value)); });
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    return faults->GetCounts();
}

/// @return when a job of a rack ends, in nanoseconds, if all frames have an extra delay
int64_t
EndWithExtraDelay(const std::string& delay)
{
    const TrainingRack rack("esa");
    const auto faults = CreateObject<EsaLinkFaults>();
    rack.Port()->SetFaults(faults);
    int64_t end = 0;
    for (auto app = rack.apps.Begin(); app != rack.apps.End(); ++app)
    {
        (*app)->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const IterationRecord&>(
                [&end](const IterationRecord&) { end = Simulator::Now().GetNanoSeconds(); }));
    }
    Simulator::Schedule(MicroSeconds(25),
                        [&] { faults->SetAttribute("ExtraDelay", StringValue(delay)); });
    Simulator::Stop(MilliSeconds(20));
    Simulator::Run();
    return end;
}

/// An attribute that is not refused, and what shows that it takes effect in a running simulation.
using Effect = std::pair<const std::string, std::function<void()>>;

/// @return an attribute of ports, which changes a count at a port
Effect
OfPort(const std::string& name, const std::string& value, uint64_t (*count)(const EsaNetDevice&))
{
    return {"ns3::esa::EsaNetDevice::" + name,
            [=] { EXPECT_GT(CountAfter(name, value, count), 0U); }};
}

/// A count of faults.
using FaultCount = uint64_t EsaLinkFaults::Counts::*;

/// @return an attribute of faults, which changes a count of faults
Effect
OfFaults(const std::string& name, const std::string& value, FaultCount count)
{
    return {"ns3::esa::EsaLinkFaults::" + name,
            [=] { EXPECT_GT(FaultsAfter(name, value).*count, 0U); }};
}

const std::map<std::string, std::function<void()>> kEffects{
    OfPort("QueueBytes", "1", [](const EsaNetDevice& port) { return port.GetCounts().drops; }),
    OfPort("EcnThresholdBytes",
           "1",
           [](const EsaNetDevice& port) { return port.GetCounts().ecnMarks; }),
    OfPort("ReceiveErrorModel",
           "ns3::RateErrorModel[ErrorUnit=ERROR_UNIT_PACKET|ErrorRate=1]",
           [](const EsaNetDevice& port) {
               return port.GetFaults() ? port.GetFaults()->GetCounts().lost : uint64_t{0};
           }),
    // IP reads it for every packet
    OfPort("Mtu", "9000", [](const EsaNetDevice& port) { return uint64_t{port.GetMtu() == 9000}; }),
    OfFaults("LossProbability", "1", &EsaLinkFaults::Counts::lost),
    OfFaults("DuplicateProbability", "1", &EsaLinkFaults::Counts::duplicated),
    OfFaults("ReorderProbability", "1", &EsaLinkFaults::Counts::reordered),
    OfFaults("ReorderDepth", "3", &EsaLinkFaults::Counts::reordered),
    {"ns3::esa::EsaLinkFaults::ExtraDelay",
     [] { EXPECT_GT(EndWithExtraDelay("100us"), EndWithExtraDelay("0us")); }},
};

/// Every TypeId of the module with attributes of its own.
std::vector<TypeId>
TypesOfTheModule()
{
    std::vector<TypeId> types;
    const std::string prefix = "ns3::esa::";
    for (uint16_t i = 0; i < TypeId::GetRegisteredN(); ++i)
    {
        const TypeId tid = TypeId::GetRegistered(i);
        if (tid.GetName().compare(0, prefix.size(), prefix) == 0 && tid.GetAttributeN() > 0)
        {
            types.push_back(tid);
        }
    }
    return types;
}

/// @return an object of each type whose attributes can be refused, after a job was installed
std::map<std::string, Ptr<Object>>
ObjectsInUse(const TrainingRack& rack)
{
    auto objects = rack.Objects();
    for (const SystemRecord& record : Systems())
    {
        const auto system = EsaSystem::Create(record.name);
        const auto node = CreateObject<EsaSwitch>();
        node->SetAttribute("System", PointerValue(system));
        node->GetPipeline(); // uses it
        objects[system->GetInstanceTypeId().GetName()] = system;
    }
    return objects;
}

/// @return the value of an attribute
Ptr<AttributeValue>
PresentValue(const Ptr<Object>& object, const TypeId::AttributeInformation& attribute)
{
    const Ptr<AttributeValue> value = attribute.initialValue->Copy();
    object->GetAttribute(attribute.name, *value);
    return value;
}

/// @return another value than an attribute has
Ptr<AttributeValue>
OtherValue(const Ptr<Object>& object, const TypeId::AttributeInformation& attribute)
{
    if (dynamic_cast<const PointerValue*>(PeekPointer(attribute.initialValue)))
    {
        return Create<PointerValue>(EsaSystem::Create("atp"));
    }
    const std::string present =
        PresentValue(object, attribute)->SerializeToString(attribute.checker);
    for (const char* const text : {"1", "2", "2000", "0"})
    {
        const Ptr<AttributeValue> other = attribute.checker->CreateValidValue(StringValue(text));
        if (other && other->SerializeToString(attribute.checker) != present)
        {
            return other;
        }
    }
    return nullptr;
}

TEST(Attributes, OfADeviceCanAllBeRead)
{
    const TrainingRack rack("esa");
    const TypeId type = EsaNetDevice::GetTypeId();
    const auto model = EveryFrame();
    rack.Port()->SetAttribute("ReceiveErrorModel", PointerValue(model));
    for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
    {
        EXPECT_TRUE(type.GetAttribute(i).accessor->HasGetter()) << type.GetAttribute(i).name;
    }
    PointerValue read;
    rack.Port()->GetAttribute("ReceiveErrorModel", read);
    EXPECT_EQ(read.GetObject(), model);
}

TEST(AttributeFreezeDeathTest, EveryAttributeIsRefusedOrTakesEffect)
{
    const TrainingRack rack("esa");
    const auto objects = ObjectsInUse(rack);
    uint32_t refused = 0;
    uint32_t effective = 0;
    for (const TypeId& type : TypesOfTheModule())
    {
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto attribute = type.GetAttribute(i);
            const std::string name = type.GetName() + "::" + attribute.name;
            if (!IsSetBeforeUse(*attribute.accessor))
            {
                EXPECT_EQ(kEffects.count(name), 1U)
                    << name
                    << " takes effect whenever it is set? Show it in kEffects. If it "
                       "does not, "
                    << "wrap its accessor by BeforeUse()";
                ++effective;
                continue;
            }
            const auto object = objects.find(type.GetName());
            ASSERT_NE(object, objects.end()) << "no object in use of " << type.GetName();
            object->second->SetAttribute(attribute.name, *PresentValue(object->second, attribute));
            const Ptr<AttributeValue> other = OtherValue(object->second, attribute);
            ASSERT_TRUE(other) << name;
            EXPECT_DEATH(object->second->SetAttribute(attribute.name, *other),
                         type.GetName() + ": " + attribute.name +
                             " is set too late; it can be set until ");
            ++refused;
        }
    }
    EXPECT_EQ(effective, kEffects.size()) << "kEffects names an attribute that does not exist";
    EXPECT_GT(refused, 25U);
}

TEST(AttributeFreeze, WhatIsNotRefusedTakesEffect)
{
    for (const auto& [name, check] : kEffects)
    {
        SCOPED_TRACE(name);
        check();
    }
}

TEST(AttributeFreeze, EverythingCanBeSetBeforeItsUse)
{
    for (const TypeId& type : TypesOfTheModule())
    {
        if (!type.HasConstructor())
        {
            continue;
        }
        ObjectFactory factory(type.GetName());
        const auto object = factory.Create<Object>();
        for (std::size_t i = 0; i < type.GetAttributeN(); ++i)
        {
            const auto attribute = type.GetAttribute(i);
            const auto* pointer =
                dynamic_cast<const PointerValue*>(PeekPointer(attribute.initialValue));
            if (pointer && !pointer->GetObject())
            {
                continue; // a null pointer, which cannot be set
            }
            EXPECT_TRUE(object->SetAttributeFailSafe(attribute.name, *attribute.initialValue))
                << type.GetName() << "::" << attribute.name;
        }
    }
}

/// Changes the memory of all switches by a Config path, as ns-3 programs do.
void
ConfigMemory()
{
    Config::Set("/NodeList/*/$ns3::esa::EsaSwitch/MemoryBytes", UintegerValue(10000));
}

TEST(AttributeFreezeDeathTest, MemoryIsFixedOnceJobsAreInstalled)
{
    const TrainingRack rack("esa");
    EXPECT_DEATH(ConfigMemory(),
                 "EsaSwitch: MemoryBytes is set too late; it can be set until a job is installed");
}

/// @return a network with a job of the first two of three hosts, whose PS is on the first
/// @param rackOf rack of each host @param rack of the switch that has other memory
EsaHelper
InstallOverUnequalRacks(const std::string& system,
                        const std::vector<uint32_t>& rackOf,
                        uint32_t rack,
                        uint64_t bytes)
{
    const NodeContainer hosts(3);
    EsaHelper helper(system);
    helper.InstallFabric(std::make_unique<EsaFabric>(MakeLeafSpine(rackOf, 1, {}, {}), hosts));
    helper.GetSwitches()[rack]->SetAttribute("MemoryBytes", UintegerValue(bytes));
    const Dnn dnn{{FromMicroseconds(1)}, {{1, 1000}}, 1.0};
    const NodeContainer workers(hosts.Get(0), hosts.Get(1));
    helper.InstallJobs({JobSetup{dnn, workers, hosts.Get(0), 1}}, TrainingOptions{});
    return helper;
}

TEST(AttributeFreezeDeathTest, SwitchesOfAllRacksHaveTheSameSlots)
{
    EXPECT_DEATH(InstallOverUnequalRacks("switchml", {0, 1, 0}, 1, 10000),
                 "switch 1 has 36 aggregators, another one 18382; MemoryBytes must be the same");
}

TEST(AttributeFreezeDeathTest, ASwitchThatSumsHasMemory)
{
    EXPECT_DEATH(InstallOverUnequalRacks("esa", {0, 1, 0}, 0, 1),
                 "switch 0 sums for a job, but its MemoryBytes is below one aggregator");
}

TEST(AttributeFreezeTest, AJobMayComeLaterBesideASwitchWithoutMemory)
{
    // a slot of SwitchML has two aggregators
    EsaHelper helper = InstallOverUnequalRacks("switchml", {0, 0, 1}, 1, 0);
    const uint32_t slots = helper.GetSwitches()[0]->GetAggregators();
    for (const auto& node : helper.GetSwitches())
    {
        EXPECT_EQ(node->GetPipeline().Table().Indexes(), 2 * slots);
    }
    helper.GetFabric().FreezeAttributes(); // as each job does that is installed
    EXPECT_EQ(helper.GetSwitches()[1]->GetAggregators(), 0U);
    Simulator::Destroy();
}

TEST(AttributeFreezeDeathTest, LossesAreNotTakenAway)
{
    const auto device = CreateObject<EsaNetDevice>();
    device->SetAttribute("ReceiveErrorModel", PointerValue(EveryFrame()));
    EXPECT_DEATH(device->SetAttribute("ReceiveErrorModel", PointerValue()), "ReceiveErrorModel");
}

} // namespace
} // namespace ns3::esa
