/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "model/attribute-effects.h"

#include "model/training-rack.h"

#include "ns3/esa-link-faults.h"
#include "ns3/esa-training-app.h"
#include "ns3/pointer.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>

namespace ns3::esa::test
{
namespace
{

/// @return the count at a port of a running network after an attribute was set there
uint64_t
CountAfter(const std::string& name,
           const AttributeValue& value,
           uint64_t (*count)(const EsaNetDevice&))
{
    const TrainingRack rack("esa");
    uint64_t before = 0;
    Simulator::Schedule(MicroSeconds(25), [&] {
        EXPECT_GT(rack.Port()->GetCounts().framesCarried, 0U) << "the port has sent already";
        before = count(*rack.Port());
        rack.Port()->SetAttribute(name, value);
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

/// Shows that each attribute that is not refused takes effect while the simulation runs.
const std::map<std::string, std::function<void()>> kEffects{
    {"ns3::esa::EsaNetDevice::QueueBytes",
     [] {
         EXPECT_GT(CountAfter("QueueBytes",
                              UintegerValue(1),
                              [](const EsaNetDevice& device) { return device.GetCounts().drops; }),
                   0U);
     }},
    {"ns3::esa::EsaNetDevice::EcnThresholdBytes",
     [] {
         EXPECT_GT(
             CountAfter("EcnThresholdBytes",
                        UintegerValue(1),
                        [](const EsaNetDevice& device) { return device.GetCounts().ecnMarks; }),
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
             << "IP reads it for every packet";
     }},
    {"ns3::esa::EsaLinkFaults::LossProbability",
     [] { EXPECT_GT(FaultsAfter("LossProbability", "1").lost, 0U); }},
    {"ns3::esa::EsaLinkFaults::DuplicateProbability",
     [] { EXPECT_GT(FaultsAfter("DuplicateProbability", "1").duplicated, 0U); }},
    {"ns3::esa::EsaLinkFaults::ReorderProbability",
     [] { EXPECT_GT(FaultsAfter("ReorderProbability", "1").reordered, 0U); }},
    {"ns3::esa::EsaLinkFaults::ReorderDepth",
     [] { EXPECT_GT(FaultsAfter("ReorderDepth", "3").reordered, 0U); }},
    {"ns3::esa::EsaLinkFaults::ExtraDelay",
     [] { EXPECT_GT(EndWithExtraDelay("100us"), EndWithExtraDelay("0us")); }},
};

} // namespace

const std::map<std::string, std::function<void()>>&
AttributeEffects()
{
    return kEffects;
}

} // namespace ns3::esa::test
