// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-transport-parts.h"

#include "esa-clocking.h"
#include "esa-loss-detector.h"
#include "esa-repair.h"
#include "esa-request-clocking.h"
#include "esa-two-window-clocking.h"

#include "ns3/esa-group-memory.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

constexpr MemoryLayouts kPool = Only(MemoryLayout::SharedPool);
constexpr MemoryLayouts kShare = Only(MemoryLayout::StaticShare);
constexpr MemoryLayouts kSlots = Only(MemoryLayout::StaticSlots);

/// @return what the window counts; never WindowCount::Auto
WindowCount
CountOf(const SystemRecord& system, const WorkerTransportParameters& parameters)
{
    if (!parameters.repair.recovery || system.onHost.repair->needsLossless)
    {
        return WindowCount::Sequence;
    }
    const WindowCount chosen = parameters.window.count;
    return chosen == WindowCount::Auto ? system.onHost.count : chosen;
}

/// @param parameters parameters of the transport
/// @param minTimeout with recovery: least silence before the first missing result is requested
/// @param packet what is sent about a late result
/// @return a repair that requests late results
std::unique_ptr<Repair>
MakeAskingRepair(const SystemRecord& system,
                 const WorkerTransportParameters& parameters,
                 Picoseconds minTimeout,
                 const RepairPacket& packet)
{
    const StreamPosition first = parameters.firstPosition;
    RepairParameters repair = parameters.repair;
    repair.trees = parameters.aggregation.Trees();
    repair.roles = parameters.aggregation.Roles();
    if (repair.recovery)
    {
        repair.salt = (uint32_t{parameters.job} << 8) ^ parameters.worker;
        repair.worker = parameters.worker;
        return std::make_unique<RequestRepair<LossDetector>>(
            LossDetector(repair, minTimeout, first),
            packet);
    }
    // In static memory a sum is never split between switch and PS, so there a reminder only repairs
    // losses.
    const bool splitsSums = system.onSwitch.memory == MemoryLayout::SharedPool;
    return std::make_unique<RequestRepair<LossFreeDetector>>(
        LossFreeDetector(repair, splitsSums, first),
        packet);
}

/// @return a clock by a congestion window
std::unique_ptr<Clocking>
MakeWindowClock(const SystemRecord& system,
                const WorkerTransportParameters& parameters,
                WindowRule rule)
{
    return std::make_unique<WindowClocking>(WindowOf(system, parameters, rule));
}

std::unique_ptr<Clocking>
HalvingWindowClock(const System& system, const WorkerTransportParameters& parameters)
{
    return MakeWindowClock(system.Record(), parameters, WindowRule::Halving);
}

std::unique_ptr<Clocking>
ActiveShareClock(const System& system, const WorkerTransportParameters& parameters)
{
    return std::make_unique<ActiveShareClocking>(
        WindowOf(system.Record(), parameters, WindowRule::Dctcp),
        std::max(1U, parameters.pool.aggregators / GroupsAtOneSwitch(parameters.aggregation)));
}

std::unique_ptr<Clocking>
TwoWindowClock(const System& system, const WorkerTransportParameters& parameters)
{
    // In A2TP's public code, windows begin with their largest size.
    WindowParameters window = WindowOf(system.Record(), parameters);
    window.initialPackets = window.maxPackets > 0 ? window.maxPackets : window.initialPackets;
    return std::make_unique<TwoWindowClocking>(window,
                                               parameters.firstPosition,
                                               FromMicroseconds(system.Value(kBaseRoundTrip)));
}

std::unique_ptr<Clocking>
FixedWindowClock(const System& system, const WorkerTransportParameters& parameters)
{
    return MakeWindowClock(system.Record(), parameters, WindowRule::Fixed);
}

std::unique_ptr<Clocking>
RequestClock(const System& system, const WorkerTransportParameters& parameters)
{
    return std::make_unique<RequestClocking>(
        RequestParameters{system.PayloadBytes(),
                          static_cast<uint32_t>(system.Value(kRequests)),
                          static_cast<uint32_t>(system.Value(kRequestChannels)),
                          parameters.share.aggregators});
}

std::unique_ptr<Clocking>
SlotClock(const System& /* system */, const WorkerTransportParameters& parameters)
{
    return std::make_unique<SlotClocking>(parameters.slots.slots, parameters.firstPosition);
}

std::unique_ptr<Repair>
RemindServer(const System& system, const WorkerTransportParameters& parameters)
{
    // A reminder that comes too early does no harm: the PS queries one worker whether it has the
    // result.
    return MakeAskingRepair(system.Record(),
                            parameters,
                            Picoseconds(0),
                            {{}, PacketKind::WorkerReminder, false, parameters.repair.recovery});
}

std::unique_ptr<Repair>
ResendThroughSwitch(const System& system, const WorkerTransportParameters& parameters)
{
    // A resend that comes too early splits the sum.
    const bool recovery = parameters.repair.recovery;
    return MakeAskingRepair(system.Record(),
                            parameters,
                            parameters.repair.rtoMin,
                            {{}, PacketKind::Resend, recovery, false});
}

std::unique_ptr<Repair>
RetransmitToSwitch(const System& /* system */, const WorkerTransportParameters& parameters)
{
    return std::make_unique<RetransmissionRepair>(parameters.repair);
}

std::unique_ptr<Repair>
RepairNothing(const System& /* system */, const WorkerTransportParameters& /* parameters */)
{
    return std::make_unique<NoRepair>();
}

std::unique_ptr<Addressing>
AddressInPool(const System& /* system */, const WorkerTransportParameters& parameters)
{
    SharedPoolIndex pool = parameters.pool;
    if (pool.rule == IndexRule::WindowSlot && parameters.window.maxPackets > 0)
    {
        return std::make_unique<WindowSlotAddressing>(
            WindowSlotIndex(pool.aggregators, parameters.window.maxPackets, parameters.job));
    }
    if (pool.rule == IndexRule::WindowSlot)
    {
        pool.rule = IndexRule::Linear; // a window without cap has no places
    }
    return std::make_unique<PoolAddressing>(pool, parameters.job);
}

std::unique_ptr<Addressing>
AddressInShare(const System& /* system */, const WorkerTransportParameters& parameters)
{
    return std::make_unique<StaticAddressing<ShareIndex>>(parameters.share);
}

std::unique_ptr<Addressing>
AddressInSlots(const System& /* system */, const WorkerTransportParameters& parameters)
{
    return std::make_unique<StaticAddressing<SlotIndex>>(parameters.slots);
}

} // namespace

constexpr TransportPart<Clocking> kHalvingWindowClock{&HalvingWindowClock, kPool | kShare, true};
constexpr TransportPart<Clocking> kActiveShareClock{&ActiveShareClock, kPool};
constexpr TransportPart<Clocking> kTwoWindowClock{&TwoWindowClock,
                                                  kPool | kShare,
                                                  false,
                                                  &kBaseRoundTrip};
constexpr TransportPart<Clocking> kFixedWindowClock{&FixedWindowClock, kPool | kShare};
constexpr TransportPart<Clocking> kRequestClock{&RequestClock, kShare, false, &kRequests};
constexpr TransportPart<Clocking> kSlotClock{&SlotClock, kSlots, true};

constexpr TransportPart<Repair> kRemindServer{&RemindServer,
                                              kAnyMemory,
                                              true,
                                              nullptr,
                                              PacketKind::WorkerReminder};
constexpr TransportPart<Repair> kResendThroughSwitch{&ResendThroughSwitch,
                                                     kAnyMemory,
                                                     true,
                                                     nullptr,
                                                     PacketKind::Resend};
constexpr TransportPart<Repair> kRetransmitToSwitch{&RetransmitToSwitch, kAnyMemory, true};
constexpr TransportPart<Repair> kNoRepair{&RepairNothing,
                                          kAnyMemory,
                                          true,
                                          nullptr,
                                          PacketKind::Gradient,
                                          true};

constexpr TransportPart<Addressing> kAddressInPool{&AddressInPool, kPool, true};
constexpr TransportPart<Addressing> kAddressInShare{&AddressInShare, kShare};
constexpr TransportPart<Addressing> kAddressInSlots{&AddressInSlots, kSlots, true};

TransportParts
MakeTransportParts(const System& system, const WorkerTransportParameters& parameters)
{
    const HostPart& hosts = system.Record().onHost;
    return {hosts.clocking->make(system, parameters),
            hosts.repair->make(system, parameters),
            hosts.addressing->make(system, parameters)};
}

WindowParameters
WindowOf(const SystemRecord& system, const WorkerTransportParameters& parameters, WindowRule rule)
{
    WindowParameters window = parameters.window;
    window.rule = rule;
    window.count = CountOf(system, parameters);
    return system.onSwitch.memory == MemoryLayout::StaticShare
               ? WithinShare(window, parameters.share.aggregators)
               : window;
}

} // namespace ns3::esa
