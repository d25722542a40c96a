// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "scenario/test-util.h"

#include "ns3/esa-scenario-attributes.h"

#include <vector>

// Fields of a scenario reach the settings of workers and servers, and both have the same defaults.

namespace ns3::esa::test
{
namespace
{

using nlohmann::json;

/// @return every number of the settings, times in microseconds
std::vector<double>
NumbersOf(const HostSettings& settings)
{
    const auto us = [](Picoseconds time) { return static_cast<double>(time.count()) / 1e6; };
    const WindowParameters& window = settings.worker.window;
    const FlowParameters& flow = settings.flow;
    const DcqcnParameters& dcqcn = flow.congestion.dcqcn;
    const SwiftParameters& swift = flow.congestion.swift;
    std::vector<double> numbers{static_cast<double>(window.initialPackets),
                                static_cast<double>(window.minPackets),
                                static_cast<double>(window.maxPackets),
                                static_cast<double>(window.ssthreshPackets),
                                window.growthPackets,
                                static_cast<double>(window.count)};
    for (const ReminderSettings& reminders : {static_cast<const ReminderSettings&>(settings.worker),
                                              static_cast<const ReminderSettings&>(settings.ps)})
    {
        numbers.insert(numbers.end(),
                       {us(reminders.rtoMin),
                        us(reminders.checkInterval),
                        static_cast<double>(reminders.overtakes),
                        static_cast<double>(reminders.reminderBytes)});
    }
    numbers.insert(numbers.end(),
                   {us(settings.ps.reminderHoldoff),
                    static_cast<double>(flow.windowPackets),
                    static_cast<double>(flow.ackEveryPackets),
                    us(flow.rtoMin),
                    static_cast<double>(flow.repair),
                    us(flow.reorderingWindow),
                    static_cast<double>(flow.congestion.algorithm),
                    static_cast<double>(flow.congestion.initialPackets),
                    flow.congestion.dctcp.gain,
                    dcqcn.gain,
                    us(dcqcn.increaseTimer),
                    static_cast<double>(dcqcn.byteCounter),
                    dcqcn.increaseBitsPerS / 1e9,
                    dcqcn.hyperIncreaseBitsPerS / 1e9,
                    dcqcn.minBitsPerS / 1e9,
                    us(dcqcn.notificationInterval),
                    us(dcqcn.notificationDelay),
                    us(dcqcn.alphaTimer),
                    static_cast<double>(dcqcn.fastRecoveries),
                    us(swift.baseTarget),
                    us(swift.hopTarget),
                    us(swift.flowScaling),
                    swift.increasePackets,
                    swift.decrease,
                    swift.largestDecrease});
    return numbers;
}

TEST(HostSettingsOfScenarios, HaveTheSameDefaultsAsTheirFields)
{
    // Where a file has "auto", programs without a scenario have a number.
    const HostSettings own;
    const auto us = [](Picoseconds time) { return static_cast<double>(time.count()) / 1e6; };
    const json config = {
        {"window",
         {{"initial_packets", own.worker.window.initialPackets},
          {"max_packets", own.worker.window.maxPackets}}},
        {"flow",
         {{"window_packets", own.flow.windowPackets},
          {"ack_every_packets", own.flow.ackEveryPackets},
          {"reordering_us", us(own.flow.reorderingWindow)},
          {"swift",
           {{"target_us", us(own.flow.congestion.swift.baseTarget)},
            {"hop_us", us(own.flow.congestion.swift.hopTarget)}}}}},
        {"rto", {{"min_us", us(own.worker.rtoMin)}, {"check_us", us(own.worker.checkInterval)}}},
        {"reminder", {{"ps_holdoff_us", us(own.ps.reminderHoldoff)}}}};
    const ValidScenario scenario = ParseScenario(config.dump(), "FILE").scenario;
    EXPECT_EQ(NumbersOf(SettingsOf(scenario)), NumbersOf(HostSettings()));
    EXPECT_TRUE(SettingsOf(scenario).recovery);
}

TEST(HostSettingsOfScenarios, HaveTheNumbersOfTheFile)
{
    const json config = {{"systems", {"ring"}},
                         {"window",
                          {{"initial_packets", 11},
                           {"min_packets", 3},
                           {"max_packets", 12},
                           {"ssthresh_packets", 13},
                           {"growth_packets", 1.5},
                           {"counts", "outstanding"}}},
                         {"rto", {{"min_us", 2001}, {"check_us", 51}}},
                         {"reminder", {{"bytes", 307}, {"overtakes", 4}, {"ps_holdoff_us", 14}}},
                         {"flow",
                          {{"window_packets", 257},
                           {"ack_every_packets", 17},
                           {"repair", "selective_repeat"},
                           {"reordering_us", 6},
                           {"congestion_control", "dcqcn"},
                           {"initial_packets", 18},
                           {"dctcp", {{"gain", 0.25}}},
                           {"dcqcn",
                            {{"gain", 0.125},
                             {"timer_us", 61},
                             {"counter_bytes", 62000},
                             {"increase_gbps", 0.0625},
                             {"hyper_increase_gbps", 0.5},
                             {"minimum_gbps", 0.03125},
                             {"notification_us", 63},
                             {"notification_delay_us", 2},
                             {"alpha_timer_us", 64},
                             {"fast_recoveries", 7}}},
                           {"swift",
                            {{"target_us", 71},
                             {"hop_us", 8},
                             {"flow_scaling_us", 72},
                             {"increase_packets", 1.25},
                             {"decrease", 0.75},
                             {"largest_decrease", 0.625}}}}}};
    const HostSettings settings = SettingsOf(ParseScenario(config.dump(), "FILE").scenario);
    EXPECT_EQ(NumbersOf(settings), (std::vector<double>{11,    3,  12,    13,     1.5,  2,       //
                                                        2001,  51, 4,     307,                   //
                                                        2001,  51, 4,     307,    14,            //
                                                        257,   17, 2001,  1,      6,             //
                                                        2,     18, 0.25,                         //
                                                        0.125, 61, 62000, 0.0625, 0.5,  0.03125, //
                                                        63,    2,  64,    7,                     //
                                                        71,    8,  72,    1.25,   0.75, 0.625}));
}

} // namespace
} // namespace ns3::esa::test
