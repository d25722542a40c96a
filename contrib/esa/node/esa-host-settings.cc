// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-host-settings.h"

#include "ns3/esa-clocking.h"
#include "ns3/esa-task-dictionary.h"

#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Fragments from the first missing result on, at most, if the window has no cap.
constexpr uint32_t kAheadWithoutCap = ParameterServerParameters::kMaxAhead;
static_assert(kAheadWithoutCap < TaskDictionary::kSpread / 2, "a PS can hold all of them");

/// With recovery, a fragment waits while it is so many largest windows ahead of the first missing
/// result: our choice.
constexpr uint64_t kAheadWindows = 16;

/// The longest time, which a simulation can add to the longest time.
constexpr Picoseconds kLongest(INT64_MAX / 2);

// What follows is [[gnu::cold]]: it runs once for a job, and its code would take the room that the
// compiler has in this layer for inlining what sends and receives.

/// A rule for a value.
struct Rule
{
    const char* name;    ///< of the value
    bool isKept;         ///< whether it is allowed
    const char* allowed; ///< what is
};

/// @return the rule for a time that a timer waits
Rule
Timer(const char* name, Picoseconds time)
{
    return {name, time > Picoseconds(0) && time <= kLongest, "above 0, at most 53 days"};
}

/// @return the rule for another time
Rule
Span(const char* name, Picoseconds time)
{
    return {name, time >= Picoseconds(0) && time <= kLongest, "0 to 53 days"};
}

/// @return the rule for a weight
Rule
Part(const char* name, double part)
{
    return {name, part >= 0 && part <= 1, "from 0 to 1"};
}

/// @return the rules for what is set at workers
[[gnu::cold]] std::vector<Rule>
RulesFor(const WorkerSettings& settings)
{
    const WindowParameters& window = settings.window;
    return {{"window.minPackets", window.minPackets >= 1, "1 or more"},
            {"window.initialPackets",
             window.initialPackets >= window.minPackets,
             "at least window.minPackets"},
            {"window.maxPackets",
             window.maxPackets == 0 || window.maxPackets >= window.initialPackets,
             "0 (no cap) or at least window.initialPackets"},
            {"window.growthPackets", window.growthPackets >= 0, "0 or more"}};
}

/// @return the rules for what is set at workers and PSes
[[gnu::cold]] std::vector<Rule>
RulesFor(const ReminderSettings& settings)
{
    constexpr uint32_t kMaxBytes = kEthernetBytes + kLargestMtuBytes;
    return {Timer("rtoMin", settings.rtoMin),
            Timer("checkInterval", settings.checkInterval),
            {"overtakes", settings.overtakes >= 1 && settings.overtakes <= 255, "1 to 255"},
            {"reminderBytes",
             settings.reminderBytes >= 58 && settings.reminderBytes <= kMaxBytes,
             "58 to 9230"}};
}

/// @return the rules for what is set at ends of flows
[[gnu::cold]] std::vector<Rule>
RulesFor(const FlowParameters& settings)
{
    const CongestionParameters& congestion = settings.congestion;
    const DcqcnParameters& dcqcn = congestion.dcqcn;
    const SwiftParameters& swift = congestion.swift;
    return {{"windowPackets", settings.windowPackets >= 1, "1 or more"},
            {"ackEveryPackets", settings.ackEveryPackets >= 1, "1 or more"},
            Timer("rtoMin", settings.rtoMin),
            Span("reorderingWindow", settings.reorderingWindow),
            {"congestion.initialPackets", congestion.initialPackets >= 1, "1 or more"},
            Part("congestion.dctcp.gain", congestion.dctcp.gain),
            Part("congestion.dcqcn.gain", dcqcn.gain),
            Timer("congestion.dcqcn.increaseTimer", dcqcn.increaseTimer),
            Timer("congestion.dcqcn.alphaTimer", dcqcn.alphaTimer),
            Timer("congestion.dcqcn.notificationInterval", dcqcn.notificationInterval),
            Span("congestion.dcqcn.notificationDelay", dcqcn.notificationDelay),
            Timer("congestion.swift.baseTarget", swift.baseTarget),
            Span("congestion.swift.hopTarget", swift.hopTarget),
            Span("congestion.swift.flowScaling", swift.flowScaling),
            {"congestion.swift.increasePackets", swift.increasePackets >= 0, "0 or more"},
            Part("congestion.swift.decrease", swift.decrease),
            Part("congestion.swift.largestDecrease", swift.largestDecrease)};
}

} // namespace

uint32_t
WorkerSettings::MaxAhead() const
{
    const uint64_t windows = kAheadWindows * window.maxPackets;
    return windows > 0 && windows < kAheadWithoutCap ? static_cast<uint32_t>(windows)
                                                     : kAheadWithoutCap;
}

[[gnu::cold]] std::string
HostSettings::FindFault() const
{
    const ReminderSettings& ofWorker = worker;
    const ReminderSettings& ofPs = ps;
    const std::vector<std::pair<std::string, std::vector<Rule>>> parts{
        {"worker.", RulesFor(worker)},
        {"worker.", RulesFor(ofWorker)},
        {"ps.", RulesFor(ofPs)},
        {"ps.", {Span("reminderHoldoff", ps.reminderHoldoff)}},
        {"flow.", RulesFor(flow)}};
    for (const auto& [part, rules] : parts)
    {
        for (const Rule& rule : rules)
        {
            if (!rule.isKept)
            {
                return part + rule.name + " must be " + rule.allowed;
            }
        }
    }
    return "";
}

[[gnu::cold]] WorkerTransportParameters
HostSettings::TransportParameters(const TrainingJob& job, uint16_t number) const
{
    WorkerTransportParameters parameters;
    parameters.job = job.job;
    parameters.worker = number;
    const SystemParameter* const cap = job.system->Record().onHost.windowCap;
    parameters.window =
        WithinCap(worker.window, cap ? static_cast<uint32_t>(job.system->Value(*cap)) : 0);
    parameters.pool = job.pool;
    parameters.share = job.share;
    parameters.slots = job.slots;
    parameters.aggregation = job.aggregation;
    parameters.repair.rtoMin = worker.rtoMin;
    parameters.repair.reorderingThreshold = worker.overtakes;
    parameters.repair.reorderingWindow = job.jitter.ReorderingWindow();
    parameters.repair.recovery = recovery;
    const SystemParameter* const threshold = job.system->Record().onSwitch.threshold;
    if (threshold && job.system->Value(*threshold) > 0)
    {
        parameters.sumOfAllEvery = job.plan.Fragments();
    }
    return parameters;
}

[[gnu::cold]] ParameterServerParameters
HostSettings::ServerParameters(const TrainingJob& job) const
{
    ParameterServerParameters parameters;
    parameters.job = job.job;
    parameters.aggregation = job.aggregation;
    parameters.rtoMin = ps.rtoMin;
    parameters.reorderingThreshold = ps.overtakes;
    parameters.reorderingWindow = job.jitter.ReorderingWindow();
    parameters.reminderHoldoff = ps.reminderHoldoff;
    parameters.checkInterval = ps.checkInterval;
    parameters.recovery = recovery;
    parameters.tellsCollisions = job.pool.rule == IndexRule::WindowSlot;
    // Results are at most MaxAhead() ahead of the slowest worker, and fragments as far ahead of the
    // results.
    parameters.keptResults =
        recovery && !job.system->Record().onHost.workersKeepResults ? 2 * worker.MaxAhead() : 0;
    return parameters;
}

} // namespace ns3::esa
