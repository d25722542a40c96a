/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-system-table.h"

#include <iterator>

namespace ns3::esa
{
namespace
{

constexpr SystemParameter kAggregatorBytes{
    "switch.aggregator_bytes",
    "AggregatorBytes",
    "Memory of one aggregator in bytes (esa, atp, the straw-men and panama). Our reading: 248 of "
    "values, 16 of bitmap, counter, identity, priority and fan-in (paper, Switch Memory Layout).",
    true,
    1,
    1000000,
    264};

constexpr SystemParameter kMtuAggregatorBytes{
    "switch.mtu_aggregator_bytes",
    "MtuAggregatorBytes",
    "Memory of one aggregator for packets of an MTU in bytes (iswitch; unused in systems whose "
    "hosts sum). Our reading: 1456 of values and 16 of the rest.",
    true,
    1,
    1000000,
    1472};

constexpr SystemParameter kSlotBytes{
    "switch.slot_bytes",
    "SlotBytes",
    "Memory of one SwitchML slot in bytes. Our reading: two versions of 128 of values and 16 of "
    "bitmaps and counters.",
    true,
    1,
    1000000,
    272};

constexpr SystemParameter kSwitchMlMaxPackets{
    "window.switchml_max_packets",
    "MaxWindow",
    "Largest window of switchml in packets, which is further limited by the slots of the job's "
    "share; 0: by these alone. Our reading: 60 KB of 180 bytes each, so 333. Public code: 256.",
    true,
    0,
    1000000000,
    333};

constexpr SystemParameter kISwitchMaxPackets{
    "window.iswitch_max_packets",
    "MaxWindow",
    "Window of iswitch in packets, which does not change and is further limited by the aggregators "
    "of the job's share; 0: by these aggregators alone (our reading).",
    true,
    0,
    1000000000,
    0};

constexpr SystemParameter kPartitionBytes{
    "byteps.partition_bytes",
    "PartitionBytes",
    "Longest block in bytes that parameter servers without aggregation in the network sum (byteps, "
    "byteps_nton). Longer tensor partitions are cut into blocks. A server sums a block when all "
    "of it has arrived; in byteps_nton the servers take the blocks in turn. BytePS's docs/env.md: "
    "4096000.",
    true,
    1,
    1e12,
    4096000};

constexpr SystemParameter kChunkBytes{
    "pipeline.chunk_bytes",
    "ChunkBytes",
    "Longest part of a partition in bytes that is passed on at a time. Our reading: 65536.",
    true,
    1,
    1e12,
    65536};

constexpr SystemParameter kJobMemoryBytes{
    "hire.job_memory_bytes",
    "JobMemoryBytes",
    "Memory of the switch that each admitted job gets, in bytes; at least one slot. Jobs get it in "
    "their order while there is enough, and run as switchml; the others run as byteps. Paper, "
    "Introduction: a job needs 1 MB at 100 Gb/s.",
    true,
    1,
    1e12,
    1000000};

constexpr SystemParameter kPreemptProbability{
    "straw2.preempt_probability",
    "PreemptProbability",
    "Probability that a fragment preempts the aggregator of another task. Paper, Deep Dive: 0.5.",
    false,
    0,
    1,
    0.5};

constexpr const SystemParameter* kStraw2Parameters[]{&kPreemptProbability};

/// ESA and the straw-men differ in the collision rule only.
constexpr SwitchPart
SharedPool(CollisionRule collide)
{
    return {MemoryLayout::SharedPool,
            &kAggregatorBytes,
            ReleaseRule::OnCompletion,
            ResultSource::Switch,
            collide,
            MarkingPorts::ToParameterServers,
            false};
}

/// PANAMA and iSwitch: jobs never share an aggregator.
constexpr SwitchPart
StaticShare(const SystemParameter* price, MarkingPorts marking)
{
    return {MemoryLayout::StaticShare,
            price,
            ReleaseRule::OnCompletion,
            ResultSource::Switch,
            &AlwaysPreempt,
            marking,
            false};
}

/// SwitchML: each version of a slot keeps its result until its next task begins.
constexpr SwitchPart kStaticSlots{MemoryLayout::StaticSlots,
                                  &kSlotBytes,
                                  ReleaseRule::OnReuse,
                                  ResultSource::Switch,
                                  &AlwaysPassThrough,
                                  MarkingPorts::ToParameterServers,
                                  false};

/// Systems that sum in hosts: the switch only forwards, and its pool of aggregators stays free.
constexpr SwitchPart kOnlyForwards{MemoryLayout::SharedPool,
                                   &kMtuAggregatorBytes,
                                   ReleaseRule::OnCompletion,
                                   ResultSource::Switch,
                                   nullptr,
                                   MarkingPorts::ToParameterServers,
                                   false};

/// Workers that remind the PS of late results.
constexpr HostPart
Reminding(WindowRule window, FrameFormat frame, const SystemParameter* windowCap)
{
    return {ReductionScheme::Switch,
            frame,
            ClockingRule::Window,
            window,
            windowCap,
            RepairRule::RemindParameterServer,
            true,
            nullptr};
}

constexpr HostPart kEsaHosts = Reminding(WindowRule::Halving, FrameFormat::Ina, nullptr);

/// ATP: workers fetch late results through the switch. The window is in-ATP/ATP's p4ml_manager.cc.
constexpr HostPart kAtpHosts{ReductionScheme::Switch,
                             FrameFormat::Ina,
                             ClockingRule::Window,
                             WindowRule::Halving,
                             nullptr,
                             RepairRule::ResendThroughSwitch,
                             false,
                             nullptr,
                             nullptr,
                             WindowCount::Sequence};

/// SwitchML: workers are clocked by the results of their slots.
constexpr HostPart kSwitchMlHosts{ReductionScheme::Switch,
                                  FrameFormat::SwitchMl,
                                  ClockingRule::Slots,
                                  WindowRule::Halving,
                                  &kSwitchMlMaxPackets,
                                  RepairRule::RetransmitToSwitch,
                                  false,
                                  nullptr};

/// Hosts that sum by themselves, over flows with a window of their own.
constexpr HostPart
HostsSum(ReductionScheme place,
         const SystemParameter* blockBytes,
         const SystemParameter* chunkBytes = nullptr)
{
    return {place,
            FrameFormat::Mtu,
            ClockingRule::Window,
            WindowRule::Halving,
            nullptr,
            RepairRule::RemindParameterServer,
            false,
            blockBytes,
            chunkBytes};
}

} // namespace

constexpr SystemRecord kSystems[]{
    {"esa",
     "preempts by priority, downgrades residents that stay",
     SharedPool(&PreemptByPriority),
     kEsaHosts,
     {},
     {}},
    {"atp",
     "shared pool, first come first served, results by way of the PS",
     {MemoryLayout::SharedPool,
      &kAggregatorBytes,
      ReleaseRule::OnResult,
      ResultSource::ParameterServer,
      &AlwaysPassThrough,
      MarkingPorts::ToParameterServers,
      true},
     kAtpHosts,
     {},
     {}},
    {"switchml",
     "static share of slots, self-clocked, no PS",
     kStaticSlots,
     kSwitchMlHosts,
     {},
     {}},
    {"straw1",
     "as esa, but a newcomer always preempts",
     SharedPool(&AlwaysPreempt),
     kEsaHosts,
     {},
     {}},
    {"straw2",
     "as esa, but a newcomer preempts at random",
     SharedPool(&PreemptAtRandom),
     kEsaHosts,
     {},
     kStraw2Parameters},
    {"panama",
     "static share of aggregators, window as DCTCP's, no PS",
     StaticShare(&kAggregatorBytes, MarkingPorts::AtWorkers),
     Reminding(WindowRule::Dctcp, FrameFormat::Ina, nullptr),
     {},
     {}},
    {"iswitch",
     "static share of MTU aggregators, fixed window, no PS",
     StaticShare(&kMtuAggregatorBytes, MarkingPorts::ToParameterServers),
     Reminding(WindowRule::Fixed, FrameFormat::Mtu, &kISwitchMaxPackets),
     {},
     {}},
    {"byteps",
     "no aggregation in the network: a parameter server per job",
     kOnlyForwards,
     HostsSum(ReductionScheme::DedicatedServer, &kPartitionBytes),
     {},
     {}},
    {"byteps_nton",
     "the same, with a parameter server on every worker's host",
     kOnlyForwards,
     HostsSum(ReductionScheme::ColocatedServers, &kPartitionBytes),
     {},
     {}},
    {"ring",
     "no aggregation in the network: ring all-reduce",
     kOnlyForwards,
     HostsSum(ReductionScheme::Ring, nullptr, &kChunkBytes),
     {},
     {}},
    {"halving_doubling",
     "no aggregation in the network: recursive halving and doubling",
     kOnlyForwards,
     HostsSum(ReductionScheme::HalvingDoubling, nullptr),
     {},
     {}},
    {"double_tree",
     "no aggregation in the network: two binary trees, pipelined",
     kOnlyForwards,
     HostsSum(ReductionScheme::DoubleTree, nullptr, &kChunkBytes),
     {},
     {}},
    {"hire",
     "admits jobs while there is memory (as switchml), the others run as byteps",
     kStaticSlots,
     kSwitchMlHosts,
     {"byteps", &kJobMemoryBytes},
     {}},
};

const std::size_t kSystemsCount = std::size(kSystems);

} // namespace ns3::esa
