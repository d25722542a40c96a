// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-scenario-choices.h"
#include "esa-scenario-expand.h"
#include "esa-scenario-network.h"

#include <algorithm>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

using nlohmann::json;

/// A value of a field that fills in other fields.
struct Preset
{
    const char* field; ///< the field
    json value;        ///< its value
    const char* group; ///< where the other fields are; empty: their names are pointers
    json fields;       ///< their values, by name
};

/// @return values of DCQCN that HPCC's and SimAI's simulators have for several rates
/// @param minBytes Kmin, which depends on the rate @param maxBytes Kmax @param probability Pmax
json
SimAi(uint64_t minBytes, uint64_t maxBytes, double probability)
{
    return {{"min_threshold_bytes", minBytes},
            {"max_threshold_bytes", maxBytes},
            {"max_probability", probability},
            {"timer_us", 900},
            {"counter_bytes", 0U},
            {"increase_gbps", 0.05},
            {"hyper_increase_gbps", 0.1},
            {"minimum_gbps", 0.1},
            {"notification_us", 4},
            {"alpha_timer_us", 1},
            {"fast_recoveries", 1U}};
}

/// @return values of DCQCN for links of a rate: alibaba-edu/High-Precision-Congestion-Control,
/// commit 08d4ba0b: simulation/run.py, --cc dcqcn. Kmin and Kmax are 4 and 16 KB for each Gb/s.
json
DcqcnAt(double gbps)
{
    return {{"min_threshold_us", 32},
            {"max_threshold_us", 128},
            {"max_probability", 0.2},
            {"timer_us", 300},
            {"counter_bytes", 0U},
            {"increase_gbps", std::max(1e-6, gbps * 0.0002)}, // the lower limit of the field
            {"hyper_increase_gbps", gbps * 0.002},
            {"minimum_gbps", std::min(1.0, gbps)},
            {"notification_us", 4},
            {"alpha_timer_us", 1},
            {"fast_recoveries", 1U}};
}

/// @param gbps rate of links; 0: none is given
/// @return all of them; with other values of these fields, the defaults are the papers'
std::vector<Preset>
PresetsAt(double gbps)
{
    return {
        // bobzhuyb/ns3-rdma: mix/config.txt, and qbb-net-device.cc, which counts an increase before
        // it compares with F = 5
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::Ns3Rdma40G),
         "/flow/dcqcn/",
         {{"min_threshold_bytes", 41000U},
          {"max_threshold_bytes", 1030000U},
          {"max_probability", 1.0},
          {"timer_us", 60},
          {"counter_bytes", 300000000U},
          {"increase_gbps", 0.04},
          {"hyper_increase_gbps", 0.2},
          {"minimum_gbps", 0.1},
          {"fast_recoveries", 4U}}},
        // alibaba-edu/High-Precision-Congestion-Control: mix/config.txt; aliyun/SimAI: SimAI.conf.
        // Their cards search for marks every 4 us, where others are notified.
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::Hpcc100G),
         "/flow/dcqcn/",
         SimAi(400000, 1600000, 0.2)},
        // aliyun/SimAI, commit 08f3d53c: SimAI.conf, whose thresholds for these rates differ from
        // HPCC's
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::SimAi200G),
         "/flow/dcqcn/",
         SimAi(300000, 1200000, 0.8)},
        {"/flow/dcqcn/preset",
         ChoiceName(DcqcnPreset::SimAi400G),
         "/flow/dcqcn/",
         SimAi(800000, 3200000, 0.2)},
        {"/flow/dcqcn/preset",
         gbps > 0 ? ChoiceName(DcqcnPreset::Auto) : "",
         "/flow/dcqcn/",
         DcqcnAt(gbps)},
        // delayed acknowledgements of TCP (RFC 1122)
        {"/flow/congestion_control",
         NameOf(CongestionAlgorithm::Dctcp),
         "",
         {{"/flow/ack_every_packets", 2U}}},
        // in-ATP/ATP: p4ml_manager.cc, CC_manager.h, utils.h, common.p4
        {"/atp/preset",
         ChoiceName(ValuesOf::PublicCode),
         "",
         {{"/switch/memory_bytes", 5280000U}, // 20,000 aggregators
          {"/switch/aggregator_index", "window_slot"},
          {"/ecn/threshold_bytes", 80000U},
          {"/window/initial_packets", 1200U},
          {"/window/min_packets", 1200U},
          {"/window/max_packets", 1200U},
          {"/reminder/overtakes", 1U},
          {"/rto/min_us", 200},
          {"/recovery/stale_us", 0}}},
        // p4lang/p4app-switchML: config.cc, general.cfg
        {"/switchml/preset",
         ChoiceName(ValuesOf::PublicCode),
         "",
         {{"/switchml/values", 256U},
          {"/window/switchml_max_packets", 256U},
          {"/rto/min_us", 10000}}},
    };
}

/// @return the value of a field, null if the scenario has none
json
ValueOf(const json& config, const char* pointer)
{
    const json::json_pointer place(pointer);
    return config.contains(place) ? config.at(place) : json();
}

/// Removes a field, if it is there.
void
Erase(json& config, const json::json_pointer& place)
{
    if (config.contains(place))
    {
        config[place.parent_pointer()].erase(place.back());
    }
}

/// Fills in the lengths of queues in bytes that follow from times.
/// @param toChange the scenario to change, which lacks them then
/// @param isGiven returns whether the user has set a field
void
FillQueueBytes(json& config,
               json& toChange,
               const std::function<bool(const std::string& pointer)>& isGiven)
{
    const json gbps = ValueOf(config, "/link/rate_gbps");
    const json xoff = ValueOf(config, "/link/pfc/xoff_us");
    if (xoff.is_number() && xoff > 0 && !isGiven("/link/pfc/xon_us") &&
        !isGiven("/link/pfc/xon_bytes"))
    {
        config["link"]["pfc"]["xon_us"] = xoff.get<double>() / 2; // as auto in bytes
        toChange["link"]["pfc"].erase("xon_us");
    }
    for (const QueueTimeField& field : kQueueTimeFields)
    {
        const json::json_pointer time(field.time);
        const json::json_pointer bytes(field.bytes);
        if (!config.contains(time) || !config.contains(bytes) || !config[time].is_number() ||
            config[time] <= 0)
        {
            continue;
        }
        if (isGiven(field.bytes) && !isGiven(field.time))
        {
            config[time] = 0; // the preset's time is not wanted
        }
        else if (gbps.is_number() && !isGiven(field.bytes))
        {
            config[bytes] = QueueBytesOf(config[time].get<double>(), gbps.get<double>());
            Erase(toChange, bytes);
        }
    }
}

} // namespace

json
FillFields(json& config, const std::function<bool(const std::string& pointer)>& isGiven)
{
    json toChange = config;
    const auto follow = [&](const std::string& pointer, const json& value) {
        const json::json_pointer place(pointer);
        if (config.contains(place) && !isGiven(pointer))
        {
            config[place] = value.is_null() ? config[place] : value;
            Erase(toChange, place);
        }
    };
    const json gbps = ValueOf(config, "/link/rate_gbps");
    for (const Preset& preset : PresetsAt(gbps.is_number() ? gbps.get<double>() : 0))
    {
        const bool isChosen = ValueOf(config, preset.field) == preset.value;
        for (const auto& [name, value] : preset.fields.items())
        {
            follow(preset.group + name, isChosen ? value : json());
        }
    }
    follow("/host/ps_processing_ns", ValueOf(config, "/host/processing_ns"));
    FillQueueBytes(config, toChange, isGiven);
    return toChange;
}

} // namespace ns3::esa
