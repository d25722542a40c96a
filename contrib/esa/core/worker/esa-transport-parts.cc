/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-transport-parts.h"

#include "esa-reminder-repair.h"
#include "esa-resend-repair.h"
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

/// @return the part that decides what is done about late results
std::unique_ptr<Repair>
MakeRepair(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    // In static memory a sum is never split between switch and PS, so there a reminder only repairs
    // losses.
    const bool splitsSums = system.onSwitch.memory == MemoryLayout::SharedPool;
    const StreamPosition first = parameters.firstPosition;
    switch (system.onHost.repair)
    {
    case RepairRule::RemindParameterServer:
        return std::make_unique<ReminderRepair>(parameters.repair, splitsSums, first);
    case RepairRule::ResendThroughSwitch:
        return std::make_unique<ResendRepair>(parameters.repair, splitsSums, first);
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
    return system.onSwitch.memory == MemoryLayout::StaticShare
               ? WithinShare(window, parameters.share.aggregators)
               : window;
}

} // namespace ns3::esa
