// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-host-settings.h"

#include "ns3/esa-clocking.h"
#include "ns3/esa-task-dictionary.h"

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

/// Collects the first fault of some values.
class Faults
{
  public:
    /// @param name of a value @param isAllowed whether it is allowed @param allowed what is
    Faults& Check(const char* name, bool isAllowed, const char* allowed)
    {
        if (m_first.empty() && !isAllowed)
        {
            m_first = std::string(name) + " must be " + allowed;
        }
        return *this;
    }

    /// @param name of a time that a timer waits
    Faults& CheckTimer(const char* name, Picoseconds time)
    {
        return Check(name, time > Picoseconds(0) && time <= kLongest, "above 0, at most 53 days");
    }

    /// @param name of a time that may be 0
    Faults& CheckTime(const char* name, Picoseconds time)
    {
        return Check(name, time >= Picoseconds(0) && time <= kLongest, "0 to 53 days");
    }

    /// @param name of a weight
    Faults& CheckPart(const char* name, double part)
    {
        return Check(name, part >= 0 && part <= 1, "from 0 to 1");
    }

    /// @brief Checks what workers and PSes have in common.
    Faults& CheckReminders(const ReminderSettings& settings)
    {
        constexpr uint32_t kMaxBytes = kEthernetBytes + kLargestMtuBytes;
        return CheckTimer("rtoMin", settings.rtoMin)
            .CheckTimer("checkInterval", settings.checkInterval)
            .Check("overtakes", settings.overtakes >= 1 && settings.overtakes <= 255, "1 to 255")
            .Check("reminderBytes",
                   settings.reminderBytes >= 58 && settings.reminderBytes <= kMaxBytes,
                   "58 to 9230");
    }

    /// @return the first one; empty: there is none
    const std::string& First() const
    {
        return m_first;
    }

  private:
    std::string m_first; ///< the first one
};

/// @return the first fault of what is set at workers
std::string
FaultOf(const WorkerSettings& settings)
{
    const WindowParameters& window = settings.window;
    return Faults()
        .Check("window.minPackets", window.minPackets >= 1, "1 or more")
        .Check("window.initialPackets",
               window.initialPackets >= window.minPackets,
               "at least window.minPackets")
        .Check("window.maxPackets",
               window.maxPackets == 0 || window.maxPackets >= window.initialPackets,
               "0 (no cap) or at least window.initialPackets")
        .Check("window.growthPackets", window.growthPackets >= 0, "0 or more")
        .CheckReminders(settings)
        .First();
}

/// @return the first fault of what is set at a PS
std::string
FaultOf(const PsSettings& settings)
{
    return Faults()
        .CheckReminders(settings)
        .CheckTime("reminderHoldoff", settings.reminderHoldoff)
        .First();
}

/// @return the first fault of what is set at an end of flows
std::string
FaultOf(const FlowSettings& settings)
{
    const CongestionParameters& congestion = settings.congestion;
    const DcqcnParameters& dcqcn = congestion.dcqcn;
    const SwiftParameters& swift = congestion.swift;
    return Faults()
        .Check("windowPackets", settings.windowPackets >= 1, "1 or more")
        .Check("ackEveryPackets", settings.ackEveryPackets >= 1, "1 or more")
        .CheckTimer("rtoMin", settings.rtoMin)
        .CheckTime("stepTime", settings.stepTime)
        .CheckTime("reorderingWindow", settings.reorderingWindow)
        .Check("congestion.initialPackets", congestion.initialPackets >= 1, "1 or more")
        .CheckPart("congestion.dctcp.gain", congestion.dctcp.gain)
        .CheckPart("congestion.dcqcn.gain", dcqcn.gain)
        .CheckTimer("congestion.dcqcn.increaseTimer", dcqcn.increaseTimer)
        .CheckTimer("congestion.dcqcn.alphaTimer", dcqcn.alphaTimer)
        .CheckTimer("congestion.dcqcn.notificationInterval", dcqcn.notificationInterval)
        .CheckTime("congestion.dcqcn.notificationDelay", dcqcn.notificationDelay)
        .CheckTimer("congestion.swift.baseTarget", swift.baseTarget)
        .CheckTime("congestion.swift.hopTarget", swift.hopTarget)
        .CheckTime("congestion.swift.flowScaling", swift.flowScaling)
        .Check("congestion.swift.increasePackets", swift.increasePackets >= 0, "0 or more")
        .CheckPart("congestion.swift.decrease", swift.decrease)
        .CheckPart("congestion.swift.largestDecrease", swift.largestDecrease)
        .First();
}

} // namespace

uint32_t
WorkerSettings::MaxAhead() const
{
    const uint64_t windows = kAheadWindows * window.maxPackets;
    return windows > 0 && windows < kAheadWithoutCap ? static_cast<uint32_t>(windows)
                                                     : kAheadWithoutCap;
}

std::string
HostSettings::FindFault() const
{
    for (const auto& [part, fault] : {std::pair{"worker.", FaultOf(worker)},
                                      std::pair{"ps.", FaultOf(ps)},
                                      std::pair{"flow.", FaultOf(flow)}})
    {
        if (!fault.empty())
        {
            return part + fault;
        }
    }
    return "";
}

WorkerTransportParameters
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
    parameters.racks = job.racks;
    parameters.repair.rtoMin = worker.rtoMin;
    parameters.repair.reorderingThreshold = worker.overtakes;
    parameters.repair.reorderingWindow = job.jitter.ReorderingWindow();
    parameters.repair.recovery = recovery;
    const auto root = job.OnlyReceiver();
    parameters.getsNoSums = root && *root != number;
    return parameters;
}

ParameterServerParameters
HostSettings::ServerParameters(const TrainingJob& job) const
{
    ParameterServerParameters parameters;
    parameters.job = job.job;
    parameters.racks = job.racks;
    parameters.rtoMin = ps.rtoMin;
    parameters.reorderingThreshold = ps.overtakes;
    parameters.reorderingWindow = job.jitter.ReorderingWindow();
    parameters.reminderHoldoff = ps.reminderHoldoff;
    parameters.recovery = recovery;
    parameters.tellsCollisions = job.pool.rule == IndexRule::WindowSlot;
    // Results are at most MaxAhead() ahead of the slowest worker, and fragments as far ahead of the
    // results.
    parameters.keptResults =
        recovery && !job.system->Record().onHost.workersKeepResults ? 2 * worker.MaxAhead() : 0;
    return parameters;
}

} // namespace ns3::esa
