// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Hosts of PSes that need time of their own, and the values of public code.

#include "scenario/run/simulate.h"

#include "ns3/esa-runner-choice.h"

namespace ns3::esa::test
{
namespace
{

/// @return a small scenario in which a preset fills in fields: none of them is set
ValidScenario
WithPreset(const std::vector<std::string>& settings)
{
    return ValidScenarioOf(R"({"jobs": {"count": 2, "workers": 2}, "topology": {"hosts": 4}})",
                           settings);
}

TEST(PsProcessing, IsThatOfHostsUnlessItIsSet)
{
    EXPECT_EQ(Small({"host.processing_ns=700"}).scenario->host.psProcessingNs, 700);
    EXPECT_EQ(
        Small({"host.processing_ns=700", "host.ps_processing_ns=0"}).scenario->host.psProcessingNs,
        0);
    EXPECT_EQ(ReasonAgainstTasks(Small({"host.processing_ns=700"}).scenario, "atp", {}), "");
    EXPECT_NE(ReasonAgainstTasks(Small({"host.ps_processing_ns=700"}).scenario, "atp", {}), "");
}

TEST(Presets, FillInWhatIsNotSet)
{
    const std::vector<std::string> atp{"systems=[\"atp\"]", "atp.preset=\"public\""};
    const ValidScenario scenario = WithPreset(atp);
    EXPECT_EQ(scenario->switchNode.aggregatorIndex, IndexRule::WindowSlot);
    EXPECT_EQ(scenario->window.minPackets, 1200U);
    EXPECT_EQ(scenario->window.maxPackets, 1200U);
    EXPECT_EQ(scenario->ecn.thresholdBytes, 80000U);
    std::vector<std::string> settings = atp;
    settings.emplace_back("window.min_packets=7");
    EXPECT_EQ(WithPreset(settings)->window.minPackets, 7U) << "what is set stays";
    const ValidScenario switchMl =
        WithPreset({"systems=[\"switchml\"]", "switchml.preset=\"public\""});
    EXPECT_EQ(switchMl->systemParameters.at("switchml.values"), 256);
    EXPECT_EQ(switchMl->rto.minUs, 10000);
}

} // namespace
} // namespace ns3::esa::test
