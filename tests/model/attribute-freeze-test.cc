/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// No attribute of the module is set too late in silence: each is refused, or takes effect.

#include "ns3/config.h"
#include "ns3/error-model.h"
#include "ns3/esa-attribute-freeze.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-collective-app.h"
#include "ns3/esa-flow-endpoint.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-host.h"
#include "ns3/esa-link-faults.h"
#include "ns3/esa-ps-app.h"
#include "ns3/esa-reliable-channel.h"
#include "ns3/esa-system-registry.h"
#include "ns3/esa-worker-app.h"
#include "ns3/pointer.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <functional>
#include <gtest/gtest.h>
#include <map>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

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

/// A rack whose two workers and PS train with a system; installed, not run.
class Rack
{
  public:
    /// Installs it. @param system the system
    explicit Rack(const std::string& system)
        : helper(system)
    {
        TrainingOptions options;
        options.recovery = true;
        options.jitter.startMax = Picoseconds(0);
        options.jitter.max = Picoseconds(0);
        helper.InstallRack(NodeContainer(1).Get(0), hosts);
        const NodeContainer workers(hosts.Get(0), hosts.Get(1));
        const Dnn dnn{{FromMicroseconds(1)}, {{1, 500 * 248}}, 1.0};
        apps = helper.InstallJobs({JobSetup{dnn, workers, hosts.Get(2), 2}}, options);
    }

    Rack(const Rack&) = delete;
    Rack& operator=(const Rack&) = delete;

    ~Rack()
    {
        Simulator::Destroy();
    }

    /// @return the port towards the first worker
    Ptr<EsaNetDevice> Port() const
    {
        return helper.GetFabric().LinkOf(hosts.Get(0)).AtSwitch();
    }

    /// @return the objects of the network, by TypeId
    std::map<std::string, Ptr<Object>> Objects() const
    {
        std::map<std::string, Ptr<Object>> objects;
        const auto add = [&objects](const Ptr<Object>& object) {
            if (object)
            {
                objects[object->GetInstanceTypeId().GetName()] = object;
            }
        };
        add(helper.GetSwitch());
        add(Port());
        add(Port()->GetChannel());
        add(hosts.Get(2)->GetObject<EsaReliableChannel>());
        for (auto app = apps.Begin(); app != apps.End(); ++app)
        {
            add(*app);
        }
        return objects;
    }

    EsaHelper helper;          ///< with the network
    NodeContainer hosts{3};    ///< of two workers and the PS
    ApplicationContainer apps; ///< the job's
};

/// An end of flows that is open; the network has none that can be reached from outside.
Ptr<EsaFlowEndpoint>
OpenEndpoint(const Rack& rack)
{
    const auto endpoint = CreateObject<EsaFlowEndpoint>();
    endpoint->Open({}, rack.hosts.Get(0)->GetObject<EsaHost>());
    return endpoint;
}

/// @return an object of each type that is refused attributes, after a job was installed
std::map<std::string, Ptr<Object>>
ObjectsInUse(const Rack& switchSums, const Rack& hostsSum)
{
    auto objects = switchSums.Objects();
    objects.merge(hostsSum.Objects());
    objects["ns3::esa::EsaFlowEndpoint"] = OpenEndpoint(hostsSum);
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

/// Sets an attribute to the value that it has by default.
void
SetLate(const Ptr<Object>& object, const TypeId::AttributeInformation& attribute)
{
    object->SetAttribute(attribute.name, *attribute.initialValue);
}

/// @return what is counted at a port of a running network after an attribute was set there
uint64_t
CountAfter(const std::string& name,
           const AttributeValue& value,
           uint64_t (*count)(const EsaNetDevice&))
{
    const Rack rack("esa");
    uint64_t before = 0;
    Simulator::Schedule(MicroSeconds(25), [&] {
        EXPECT_GT(rack.Port()->GetFramesCarried(), 0U) << "the port has sent already";
        before = count(*rack.Port());
        rack.Port()->SetAttribute(name, value);
    });
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    EXPECT_EQ(before, 0U);
    return count(*rack.Port());
}

/// @return what faults of a running network count after an attribute was set there
EsaLinkFaults::Counts
FaultsAfter(const std::string& name, const std::string& value)
{
    const Rack rack("esa");
    const auto faults = CreateObject<EsaLinkFaults>();
    faults->SetAttribute("ReorderDepth", UintegerValue(name == "ReorderDepth" ? 0 : 3));
    faults->SetAttribute("ReorderProbability", StringValue(name == "ReorderDepth" ? "1" : "0"));
    rack.Port()->SetFaults(faults);
    Simulator::Schedule(MicroSeconds(25), [&] { faults->SetAttribute(name, StringValue(value)); });
    Simulator::Stop(MilliSeconds(2));
    Simulator::Run();
    return faults->GetCounts();
}

/// @return until when a job of a rack takes, in nanoseconds, if all its frames come later
int64_t
EndWithExtraDelay(const std::string& delay)
{
    const Rack rack("esa");
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

/// Losses of every frame.
Ptr<ErrorModel>
EveryFrame()
{
    const auto model = CreateObject<RateErrorModel>();
    model->SetUnit(RateErrorModel::ERROR_UNIT_PACKET);
    model->SetRate(1);
    return model;
}

/// Shows that each attribute that is not refused takes effect while the simulation runs.
const std::map<std::string, std::function<void()>> kEffects{
    {"ns3::esa::EsaNetDevice::QueueBytes",
     [] {
         EXPECT_GT(CountAfter("QueueBytes",
                              UintegerValue(1),
                              [](const EsaNetDevice& device) { return device.GetDrops(); }),
                   0U);
     }},
    {"ns3::esa::EsaNetDevice::EcnThresholdBytes",
     [] {
         EXPECT_GT(CountAfter("EcnThresholdBytes",
                              UintegerValue(1),
                              [](const EsaNetDevice& device) { return device.GetEcnMarks(); }),
                   0U);
     }},
    {"ns3::esa::EsaNetDevice::ReceiveErrorModel",
     [] {
         EXPECT_GT(CountAfter("ReceiveErrorModel",
                              PointerValue(EveryFrame()),
                              [](const EsaNetDevice& device) {
                                  return device.GetFaults() ? device.GetFaults()->GetCounts().lost
                                                            : uint64_t{0};
                              }),
                   0U);
     }},
    {"ns3::esa::EsaNetDevice::Mtu",
     [] {
         EXPECT_EQ(CountAfter("Mtu",
                              UintegerValue(9000),
                              [](const EsaNetDevice& device) -> uint64_t {
                                  return device.GetMtu() == 9000 ? 1 : 0;
                              }),
                   1U)
             << "IP asks for it with every packet";
     }},
    {"ns3::esa::EsaLinkFaults::DuplicateProbability",
     [] { EXPECT_GT(FaultsAfter("DuplicateProbability", "1").duplicated, 0U); }},
    {"ns3::esa::EsaLinkFaults::ReorderProbability",
     [] { EXPECT_GT(FaultsAfter("ReorderProbability", "1").reordered, 0U); }},
    {"ns3::esa::EsaLinkFaults::ReorderDepth",
     [] { EXPECT_GT(FaultsAfter("ReorderDepth", "3").reordered, 0U); }},
    {"ns3::esa::EsaLinkFaults::ExtraDelay",
     [] { EXPECT_GT(EndWithExtraDelay("100us"), EndWithExtraDelay("0us")); }},
};

TEST(AttributeFreezeDeathTest, EveryAttributeIsRefusedOrTakesEffect)
{
    const Rack switchSums("esa");
    const Rack hostsSum("byteps");
    const auto objects = ObjectsInUse(switchSums, hostsSum);
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
                    << name << " takes effect whenever it is set? Show it above. If it does not, "
                    << "wrap its accessor by BeforeUse()";
                ++effective;
                continue;
            }
            const auto object = objects.find(type.GetName());
            ASSERT_NE(object, objects.end()) << "no object in use of " << type.GetName();
            EXPECT_DEATH(SetLate(object->second, attribute),
                         type.GetName() + ": " + attribute.name +
                             " is set too late; it can be set until ");
            ++refused;
        }
    }
    EXPECT_EQ(effective, kEffects.size()) << "an attribute above is there no more";
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
                continue; // stands for nothing, and cannot be set
            }
            EXPECT_TRUE(object->SetAttributeFailSafe(attribute.name, *attribute.initialValue))
                << type.GetName() << "::" << attribute.name;
        }
    }
}

/// Changes the memory of all switches as ns-3 programs do.
void
ConfigMemory()
{
    Config::Set("/NodeList/*/$ns3::esa::EsaSwitch/MemoryBytes", UintegerValue(10000));
}

TEST(AttributeFreezeDeathTest, MemoryIsFixedOnceJobsAreInstalled)
{
    const Rack rack("esa");
    EXPECT_DEATH(ConfigMemory(),
                 "EsaSwitch: MemoryBytes is set too late; it can be set until a job is installed");
}

/// Gives one switch of two another memory than the other, before jobs are installed.
void
InstallOverUnequalRacks()
{
    const NodeContainer hosts(3);
    const NodeContainer leaves(2);
    EsaHelper helper("esa");
    helper.InstallLeafSpine(leaves, NodeContainer(1), hosts, {RackId{0}, RackId{1}, RackId{0}});
    helper.GetSwitches()[1]->SetAttribute("MemoryBytes", UintegerValue(10000));
    const Dnn dnn{{FromMicroseconds(1)}, {{1, 1000}}, 1.0};
    const NodeContainer workers(hosts.Get(0), hosts.Get(1));
    helper.InstallJobs({JobSetup{dnn, workers, hosts.Get(2), 1}}, TrainingOptions{});
}

TEST(AttributeFreezeDeathTest, SwitchesOfAllRacksHaveTheSameMemory)
{
    EXPECT_DEATH(InstallOverUnequalRacks(), "rack 1 has 37 aggregators, that of rack 0 18939");
}

TEST(AttributeFreezeDeathTest, LossesAreNotTakenAway)
{
    const auto device = CreateObject<EsaNetDevice>();
    device->SetAttribute("ReceiveErrorModel", PointerValue(EveryFrame()));
    EXPECT_DEATH(device->SetAttribute("ReceiveErrorModel", PointerValue()), "ReceiveErrorModel");
}

} // namespace
} // namespace ns3::esa
