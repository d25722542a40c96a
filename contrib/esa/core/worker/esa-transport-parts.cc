/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-transport-parts.h"

#include "esa-loss-detector.h"
#include "esa-request-repair.h"
#include "esa-retransmission-repair.h"
#include "esa-slot-clocking.h"
#include "esa-window-clocking.h"

namespace ns3::esa
{
namespace
{

/// @return the part that decides when fragments leave
std::unique_ptr<Clocking>
MakeClocking(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    switch (system.onHost.clocking)
    {
    case ClockingRule::Window:
        return std::make_unique<WindowClocking>(WindowOf(system, parameters));
    case ClockingRule::Slots:
        return std::make_unique<SlotClocking>(parameters.slots.slots, parameters.firstPosition);
    }
    return nullptr;
}

/// @return what the window counts; never WindowCount::Auto
WindowCount
CountOf(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    if (!parameters.repair.recovery)
    {
        return WindowCount::Sequence;
    }
    const WindowCount chosen = parameters.window.count;
    return chosen == WindowCount::Auto ? system.onHost.count : chosen;
}

/**
 * @param parameters parameters of the transport
 * @param splitsSums whether a sum may be split between switch and PS though no packet is lost
 * @param minTimeout with recovery: least silence before the first missing result is asked for
 * @param packet what is sent about a late result
 * @return a repair that asks for late results
 */
std::unique_ptr<Repair>
MakeAskingRepair(const WorkerTransportParameters& parameters,
                 bool splitsSums,
                 Picoseconds minTimeout,
                 const RepairPacket& packet)
{
    const StreamPosition first = parameters.firstPosition;
    RepairParameters repair = parameters.repair;
    repair.trees = parameters.racks.Trees();
    if (repair.recovery)
    {
        repair.salt = (uint32_t{parameters.job} << 8) ^ parameters.worker;
        return std::make_unique<RequestRepair<LossDetector>>(
            LossDetector(repair, minTimeout, first),
            packet);
    }
    return std::make_unique<RequestRepair<LossFreeDetector>>(
        LossFreeDetector(repair, splitsSums, first),
        packet);
}

/// @return the part that decides what is done about late results
std::unique_ptr<Repair>
MakeRepair(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    // In static memory a sum is never split between switch and PS, so there a reminder only repairs
    // losses.
    const bool splitsSums = system.onSwitch.memory == MemoryLayout::SharedPool;
    const bool recovery = parameters.repair.recovery;
    switch (system.onHost.repair)
    {
    case RepairRule::RemindParameterServer:
        // A reminder that comes too early does no harm: the PS asks one worker whether it has the
        // result.
        return MakeAskingRepair(parameters,
                                splitsSums,
                                Picoseconds(0),
                                {{}, PacketKind::WorkerReminder, false, recovery, false});
    case RepairRule::ResendThroughSwitch:
        // A resend that comes too early splits the sum.
        return MakeAskingRepair(parameters,
                                splitsSums,
                                parameters.repair.rtoMin,
                                {{}, PacketKind::Resend, recovery, false, false});
    case RepairRule::RetransmitToSwitch:
        return std::make_unique<RetransmissionRepair>(parameters.repair);
    }
    return nullptr;
}

/// @return the part that decides which aggregator a fragment asks for
std::unique_ptr<Addressing>
MakeAddressing(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    switch (system.onSwitch.memory)
    {
    case MemoryLayout::SharedPool:
        return std::make_unique<PoolAddressing>(parameters.pool);
    case MemoryLayout::StaticShare:
        return std::make_unique<ShareAddressing>(parameters.share);
    case MemoryLayout::StaticSlots:
        return std::make_unique<SlotAddressing>(parameters.slots);
    }
    return nullptr;
}

} // namespace

TransportParts
MakeTransportParts(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    return {MakeClocking(system, parameters),
            MakeRepair(system, parameters),
            MakeAddressing(system, parameters)};
}

WindowParameters
WindowOf(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    WindowParameters window = parameters.window;
    window.rule = system.onHost.window;
    window.count = CountOf(system, parameters);
    // Where the PS is reminded, results overtake each other whenever a sum was split, also without
    // losses.
    window.halvesWhenOvertaken = window.halvesWhenOvertaken && parameters.repair.recovery &&
                                 system.onHost.repair == RepairRule::ResendThroughSwitch;
    return system.onSwitch.memory == MemoryLayout::StaticShare
               ? WithinShare(window, parameters.share.aggregators)
               : window;
}

} // namespace ns3::esa
