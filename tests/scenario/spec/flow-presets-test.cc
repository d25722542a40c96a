// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Fields of flows that follow from other fields: DCQCN's presets, acknowledgements of DCTCP.

#include "scenario/test-util.h"

#include <nlohmann/json.hpp>
#include <tuple>

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// @return the flows of a scenario with settings
FlowSpec
FlowWith(const std::string& text, const std::vector<std::string>& settings = {})
{
    return ParseScenario(text, "FILE", Overrides(settings)).scenario->flow;
}

TEST(FlowPresets, TheDefaultIsThePapers)
{
    const FlowSpec flow = FlowWith("{}");
    EXPECT_EQ(flow.dcqcn.preset, DcqcnPreset::Paper40G);
    EXPECT_EQ(flow.dcqcn.minThresholdBytes, 5000U);
    EXPECT_EQ(flow.dcqcn.counterBytes, 10000000U);
}

TEST(FlowPresets, APresetSetsMarksTimersAndRates)
{
    const DcqcnSpec hpcc = FlowWith("{}", {"flow.dcqcn.preset=hpcc_100g"}).dcqcn;
    EXPECT_EQ(hpcc.minThresholdBytes, 400000U);
    EXPECT_EQ(hpcc.maxThresholdBytes, 1600000U);
    EXPECT_EQ(hpcc.maxProbability, 0.2);
    EXPECT_EQ(hpcc.timerUs, 900);
    EXPECT_EQ(hpcc.counterBytes, 0U);
    EXPECT_EQ(hpcc.increaseGbps, 0.05);
    EXPECT_EQ(hpcc.hyperIncreaseGbps, 0.1);
    EXPECT_EQ(hpcc.minimumGbps, 0.1);
    EXPECT_EQ(hpcc.fastRecoveries, 1U);
    const DcqcnSpec authors = FlowWith(R"({"flow": {"dcqcn": {"preset": "ns3_rdma_40g"}}})").dcqcn;
    EXPECT_EQ(authors.minThresholdBytes, 41000U);
    EXPECT_EQ(authors.fastRecoveries, 4U);
}

TEST(FlowPresets, AutoFollowsTheRate)
{
    for (const uint64_t gbps : {25, 40, 100, 200, 400})
    {
        const std::string rate = "link.rate_gbps=" + std::to_string(gbps);
        const DcqcnSpec dcqcn = FlowWith("{}", {"flow.dcqcn.preset=auto", rate}).dcqcn;
        EXPECT_EQ(dcqcn.minThresholdBytes, 4000 * gbps);
        EXPECT_EQ(dcqcn.maxThresholdBytes, 16000 * gbps);
        EXPECT_EQ(dcqcn.minThresholdUs, 32) << "at ports of other rates, too";
        EXPECT_DOUBLE_EQ(dcqcn.increaseGbps, 0.0002 * static_cast<double>(gbps));
        EXPECT_DOUBLE_EQ(dcqcn.hyperIncreaseGbps, 0.002 * static_cast<double>(gbps));
        EXPECT_EQ(dcqcn.minimumGbps, 1);
        EXPECT_EQ(dcqcn.timerUs, 300);
    }
    const DcqcnSpec own =
        FlowWith("{}", {"flow.dcqcn.preset=auto", "flow.dcqcn.min_threshold_bytes=7000"}).dcqcn;
    EXPECT_EQ(own.minThresholdBytes, 7000U);
    EXPECT_EQ(own.minThresholdUs, 0) << "what is set in bytes stays";
    EXPECT_EQ(own.maxThresholdUs, 128);
    EXPECT_EQ(FlowWith("{}", {"flow.dcqcn.preset=simai_200g"}).dcqcn.maxProbability, 0.8);
    EXPECT_EQ(FlowWith("{}", {"flow.dcqcn.preset=simai_400g"}).dcqcn.maxThresholdBytes, 3200000U);
}

TEST(FlowPresets, AFieldThatIsSetStays)
{
    const std::string file = R"({"flow": {"dcqcn": {"preset": "hpcc_100g", "timer_us": 55}}})";
    EXPECT_EQ(FlowWith(file).dcqcn.timerUs, 55);
    EXPECT_EQ(FlowWith(file).dcqcn.alphaTimerUs, 1);
    const DcqcnSpec both =
        FlowWith(file, {"flow.dcqcn.preset=ns3_rdma_40g", "flow.dcqcn.increase_gbps=0.3"}).dcqcn;
    EXPECT_EQ(both.timerUs, 55) << "the file sets it";
    EXPECT_EQ(both.increaseGbps, 0.3);
    EXPECT_EQ(both.minThresholdBytes, 41000U);
}

TEST(FlowPresets, ABaseForChangesLeavesOutWhatFollows)
{
    const json base = ParseScenario(R"({"host": {"processing_ns": 50}})", "FILE").toChange;
    for (const auto& [system, setting, pointer, value] :
         {std::tuple<std::string, std::string, std::string, json>{"esa",
                                                                  "host.processing_ns=2400",
                                                                  "/host/ps_processing_ns",
                                                                  2400},
          {"ring", "flow.congestion_control=dctcp", "/flow/ack_every_packets", 2},
          {"ring", "flow.dcqcn.preset=hpcc_100g", "/flow/dcqcn/timer_us", 900},
          {"atp", "atp.preset=public", "/window/max_packets", 1200},
          {"switchml", "switchml.preset=public", "/switchml/values", 256}})
    {
        const std::string systems = R"(systems=[")" + system + R"("])";
        const auto changed = ParseScenario(base.dump(), "FILE", Overrides({systems, setting}));
        EXPECT_EQ(changed.effective.at(json::json_pointer(pointer)), value) << setting;
    }
    const std::string set = R"({"host": {"ps_processing_ns": 7}})";
    EXPECT_EQ(ParseScenario(set, "FILE").toChange["host"]["ps_processing_ns"], 7);
}

TEST(FlowPresets, DctcpAcknowledgesEverySecondPacket)
{
    EXPECT_EQ(FlowWith("{}").ackEveryPackets, 16U);
    const std::string dctcp = "flow.congestion_control=dctcp";
    EXPECT_EQ(FlowWith("{}", {dctcp}).ackEveryPackets, 2U);
    EXPECT_EQ(FlowWith("{}", {dctcp, "flow.ack_every_packets=8"}).ackEveryPackets, 8U);
    EXPECT_EQ(FlowWith("{}", {"flow.congestion_control=swift"}).ackEveryPackets, 16U);
}

} // namespace
} // namespace ns3::esa::test
