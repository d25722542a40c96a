/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-flow-presets.h"

#include "esa-scenario-choices.h"

namespace ns3::esa
{
namespace
{

using nlohmann::json;

constexpr uint32_t kDctcpAckEvery = 2; ///< delayed acknowledgements of TCP (RFC 1122)

/// @return the fields that a preset of DCQCN fills in; none if there is no such preset
json
DcqcnFields(const json& preset)
{
    if (preset == ChoiceName(DcqcnPreset::Ns3Rdma40G))
    {
        // bobzhuyb/ns3-rdma: mix/config.txt, and qbb-net-device.cc, which counts an increase before
        // it compares with F = 5
        return {{"min_threshold_bytes", 41000U},
                {"max_threshold_bytes", 1030000U},
                {"max_probability", 1.0},
                {"timer_us", 60},
                {"counter_bytes", 300000000U},
                {"increase_gbps", 0.04},
                {"hyper_increase_gbps", 0.2},
                {"minimum_gbps", 0.1},
                {"fast_recoveries", 4U}};
    }
    if (preset == ChoiceName(DcqcnPreset::Hpcc100G))
    {
        // alibaba-edu/High-Precision-Congestion-Control: mix/config.txt; aliyun/SimAI: SimAI.conf.
        // Their cards look for marks every 4 us, where others are notified.
        return {{"min_threshold_bytes", 400000U},
                {"max_threshold_bytes", 1600000U},
                {"max_probability", 0.2},
                {"timer_us", 900},
                {"counter_bytes", 0U},
                {"increase_gbps", 0.05},
                {"hyper_increase_gbps", 0.1},
                {"minimum_gbps", 0.1},
                {"notification_us", 4},
                {"alpha_timer_us", 1},
                {"fast_recoveries", 1U}};
    }
    return json::object(); // the defaults are the paper's
}

/// @return the value of a field, null if the scenario has none
json
ValueOf(const json& config, const char* pointer)
{
    const json::json_pointer place(pointer);
    return config.contains(place) ? config.at(place) : json();
}

} // namespace

void
FillFlowFields(json& config, const std::function<bool(const std::string& pointer)>& isGiven)
{
    const auto fill = [&config, &isGiven](const std::string& pointer, const json& value) {
        if (config.contains(json::json_pointer(pointer)) && !isGiven(pointer))
        {
            config[json::json_pointer(pointer)] = value;
        }
    };
    const json preset = DcqcnFields(ValueOf(config, "/flow/dcqcn/preset"));
    for (const auto& [name, value] : preset.items())
    {
        fill("/flow/dcqcn/" + name, value);
    }
    if (ValueOf(config, "/flow/congestion_control") == NameOf(CongestionAlgorithm::Dctcp))
    {
        fill("/flow/ack_every_packets", kDctcpAckEvery);
    }
}

} // namespace ns3::esa
