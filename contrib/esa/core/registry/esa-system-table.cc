// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-system-registry.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-transport-parts.h"
#include "ns3/esa-wire-format.h"

#include <iterator>

namespace ns3::esa
{
namespace
{

constexpr double kMinValues = 32; ///< a frame is not shorter than Ethernet's

constexpr SystemParameter kAggregatorBytes{
    "switch.aggregator_bytes",
    "AggregatorBytes",
    "Memory of one aggregator in bytes (esa, atp, a2tp, the straw-men and panama). Our "
    "interpretation: 248 of values, 16 of bitmap, counter, identity, priority and fan-in (paper, "
    "Switch Memory Layout).",
    true,
    1,
    1000000,
    264};

constexpr SystemParameter kSwitchMlValues{
    "switchml.values",
    "Values",
    "Values in a fragment of switchml (and of the jobs that hire admits); a frame has 4 bytes "
    "for each and 52 of headers, and a slot 8 for each (two versions) and 16 of bitmaps and "
    "counters. Paper, testbed: 32 (180 bytes); in its simulation all systems have frames of 306 "
    "bytes; 62 are 300 bytes. Public code: 64 or 256. At most what link.mtu_bytes allows.",
    true,
    kMinValues,
    kMaxValues,
    32};

constexpr SystemParameter kISwitchValues{
    "iswitch.values",
    "Values",
    "Values in a fragment of iswitch; a frame has 4 bytes for each and 58 of headers, and an "
    "aggregator 4 for each and 16 of the rest. Our interpretation, and 'auto': as many as "
    "link.mtu_bytes allows, with 1500 bytes 364.",
    true,
    kMinValues,
    kMaxValues,
    MtuPayloadBytes() / 4,
    true};

constexpr SystemParameter kThreshold{
    "iswitch.threshold",
    "Threshold",
    "Members of a sum at which the switch sends it on and clears its segment; 0, or more than "
    "there "
    "are: at all of them. What comes later is dropped (our interpretation). Patent US 11,706,163: "
    "a "
    "threshold that a message sets, normally the number of workers.",
    true,
    0,
    32,
    0};

constexpr SystemParameter kSwitchMlMaxPackets{
    "window.switchml_max_packets",
    "MaxWindow",
    "Largest window of switchml in packets, which is further limited by the slots of the job's "
    "share; 0: by these alone. Our interpretation: 60 KB of frames of 180 bytes, so 333. Public "
    "code: "
    "256. 'auto': twice rate times round trip, 64 at least.",
    true,
    0,
    1000000000,
    333,
    true};

constexpr SystemParameter kISwitchMaxPackets{
    "window.iswitch_max_packets",
    "MaxWindow",
    "Window of iswitch in packets, which does not change and is further limited by the "
    "aggregators of the job's share; 0: by these aggregators alone (our interpretation). 'auto': "
    "twice rate times round trip, 64 at least.",
    true,
    0,
    1000000000,
    0,
    true};

constexpr SystemParameter kSharpValues{
    "sharp.values",
    "Values",
    "Values in a fragment of sharp; a frame has 4 bytes for each and 58 of headers (our "
    "interpretation). SHARP's manual, Quantum: 2,048 bytes, which are 512 values and need "
    "link.mtu_bytes of 2092. 'auto': these, or as many as link.mtu_bytes allows, with 1500 bytes "
    "364.",
    true,
    kMinValues,
    kMaxValues,
    MtuPayloadBytes() / 4,
    true};

constexpr SystemParameter kSharpLatency{
    "sharp.latency_us",
    "CallLatency",
    "Time in us before the first packet of a call leaves; calls of a job follow each other. NCCL's "
    "model of SHARP: 31 (CollNet direct) or 30 (chain).",
    false,
    0,
    1e6,
    31};

constexpr SystemParameter kAtpMaxPackets{
    "window.atp_max_packets",
    "MaxWindow",
    "Largest window of atp and a2tp in packets, beside window.max_packets; 0: no limit of its own. "
    "An aggregator of atp waits for the result, so windows larger than a job's part of the memory "
    "collide. 'auto': the job's part, but at least twice what fills the path over the number of "
    "workers and a quarter of it, and at most all of it; 0 if window.max_packets is set. Our "
    "interpretation.",
    true,
    0,
    1000000000,
    0,
    true};

constexpr SystemParameter kPartitionBytes{
    "byteps.partition_bytes",
    "PartitionBytes",
    "Longest block in bytes that parameter servers without aggregation in the network sum "
    "(byteps). Longer tensor partitions are cut into blocks. A worker pushes a whole block to the "
    "server that a hash chooses, and pulls the sum. BytePS's docs/env.md: 4096000.",
    true,
    1,
    1e12,
    4096000};

constexpr SystemParameter kChunkBytes{
    "pipeline.chunk_bytes",
    "ChunkBytes",
    "Longest part of a partition in bytes that is passed on at a time, by hierarchical, and with "
    "flow.protocol = none by double_tree, and by ring where one root sends or receives; else the "
    "protocol has it. Our interpretation: 65536.",
    true,
    1,
    1e12,
    65536};

constexpr SystemParameter kJobMemoryBytes{
    "hire.job_memory_bytes",
    "JobMemoryBytes",
    "Memory of the switch that each admitted job gets, in bytes; at least one slot. A switch has "
    "switch.memory_bytes. Public code: 22 MB, of which DAIET takes 10 MB and SHARP 1 to 8 MB. "
    "'auto': "
    "1 MB, or what the slots of a window of twice rate times round trip take if that is more, but "
    "no "
    "more than the switch has.",
    true,
    1,
    1e12,
    1000000,
    true};

constexpr SystemParameter kSharpTrees{
    "sharp.trees_per_switch",
    "TreesPerSwitch",
    "Trees that a switch sums at a time, at most; 0: no limit. Besides, a port belongs to one "
    "tree. "
    "Jobs lock their trees when they begin, in their order; those that get none run as ring. "
    "SHARP's "
    "manual: one for each switch with Quantum (1), one for each port with Quantum-2 (0).",
    true,
    0,
    1000000,
    1};

constexpr SystemParameter kActiveTime{
    "panama.active_us",
    "ActiveTime",
    "Time in us for which a job is active at a switch after a packet: the active jobs divide the "
    "memory. Our interpretation: that the memory is divided among active reductions is known "
    "(arXiv 2309.16214), but not how. 'auto': four times the longest round trip of a job.",
    false,
    0.001,
    1e9,
    100,
    true};

constexpr const SystemParameter* kHireParameters[]{&kHirePrograms,
                                                   &kHireStages,
                                                   &kHireTypeStages,
                                                   &kHireJobStages,
                                                   &kHireJobRecirculation};

constexpr const SystemParameter* kSharpParameters[]{&kRequests, &kRequestChannels};

constexpr const SystemParameter* kA2tpParameters[]{&kBaseRoundTrip};

constexpr const SystemParameter* kStraw2Parameters[]{&kPreemptProbability};

/// @brief A system that differs from another one.
/// @param source what was read of it
/// @param summary one line about it
/// @param record the other system; what differs is set afterwards
/// @return the record of the new system
constexpr SystemRecord
Named(const char* name, const char* source, const char* summary, SystemRecord record = {})
{
    record.name = name;
    record.source = source;
    record.summary = summary;
    return record;
}

constexpr SystemRecord
Esa()
{
    SystemRecord esa = Named("esa", "text", "preempts by priority, downgrades residents that stay");
    esa.ours = "growth of the window, compression of priorities";
    esa.onSwitch.aggregatorBytes = &kAggregatorBytes;
    esa.onSwitch.collide = kPreemptByPriority;
    esa.onHost.frame = FrameFormat::Ina;
    esa.onHost.clocking = &kHalvingWindowClock;
    esa.onHost.repair = &kRemindServer;
    esa.onHost.addressing = &kAddressInPool;
    esa.onHost.hasSummingServer = true;
    esa.onHost.psReminds = true;
    esa.onHost.workersKeepResults = true;
    return esa;
}

/// Workers fetch late results through the switch. The window is in-ATP/ATP's p4ml_manager.cc.
constexpr SystemRecord
Atp()
{
    SystemRecord atp =
        Named("atp", "code", "shared pool, first come first served, results by way of the PS");
    atp.ours = "one pass through the switch, slow start, timers that learn";
    atp.onSwitch.aggregatorBytes = &kAggregatorBytes;
    atp.onSwitch.release = ReleaseRule::OnResult;
    atp.onSwitch.resultSource = ResultSource::ParameterServer;
    atp.onSwitch.collide = kAlwaysPassThrough;
    atp.onSwitch.reclaimsStale = true;
    atp.onHost.frame = FrameFormat::Ina;
    atp.onHost.clocking = &kHalvingWindowClock;
    atp.onHost.windowCap = &kAtpMaxPackets;
    atp.onHost.count = WindowCount::Sequence;
    atp.onHost.repair = &kResendThroughSwitch;
    atp.onHost.addressing = &kAddressInPool;
    atp.onHost.index = IndexRule::WindowSlot;
    atp.onHost.hasSummingServer = true;
    return atp;
}

/// Two windows; a result shows whether another task has requested its aggregator.
constexpr SystemRecord
A2tp()
{
    SystemRecord a2tp =
        Named("a2tp", "code", "as atp, but with a window for links and one for aggregators", Atp());
    a2tp.onSwitch.reportsContention = true;
    a2tp.onHost.index = IndexRule::Linear; // results report contention in place of collisions
    a2tp.onHost.clocking = &kTwoWindowClock;
    a2tp.parameters = kA2tpParameters;
    return a2tp;
}

/// Each version of a slot keeps its result until its next task begins. Workers are clocked by the
/// results of their slots.
constexpr SystemRecord
SwitchMl()
{
    SystemRecord switchml = Named("switchml", "code", "static share of slots, self-clocked, no PS");
    switchml.ours = "timers that learn";
    switchml.onSwitch.memory = MemoryLayout::StaticSlots;
    switchml.onSwitch.release = ReleaseRule::OnReuse;
    switchml.onSwitch.collide = kAlwaysPassThrough;
    switchml.onHost.frame = FrameFormat::SwitchMl;
    switchml.onHost.values = &kSwitchMlValues;
    switchml.onHost.clocking = &kSlotClock;
    switchml.onHost.windowCap = &kSwitchMlMaxPackets;
    switchml.onHost.repair = &kRetransmitToSwitch;
    switchml.onHost.addressing = &kAddressInSlots;
    return switchml;
}

/// The straw-men differ from ESA in the collision rule only.
constexpr SystemRecord
StrawMan(const char* name, const char* summary, const CollisionRule& collide)
{
    SystemRecord straw = Named(name, "text", summary, Esa());
    straw.onSwitch.collide = collide;
    return straw;
}

constexpr SystemRecord
Straw2()
{
    SystemRecord straw2 =
        StrawMan("straw2", "as esa, but a newcomer preempts at random", kPreemptAtRandom);
    straw2.parameters = kStraw2Parameters;
    return straw2;
}

/// Four trees are by a paper that compares itself with PANAMA (arXiv 2309.16214). What switches do
/// when no aggregator is free, and the PS that repairs it, is ESA's.
constexpr SystemRecord
Panama()
{
    SystemRecord panama =
        Named("panama", "abstract", "four trees in turn, active jobs divide the memory", Esa());
    panama.ours = "62 values, how jobs are counted, collisions, and a PS that repairs";
    panama.trees = 4;
    panama.onSwitch.collide = kAlwaysPreempt;
    panama.onSwitch.choice.candidates = &SpreadCandidates;
    panama.onSwitch.marking = MarkingPorts::AtWorkers;
    panama.onSwitch.activeTime = &kActiveTime;
    panama.onHost.clocking = &kActiveShareClock;
    panama.onHost.priority = {&NoPriority};
    return panama;
}

/// A segment has a counter and no bitmap, by the claims of its patent. So a copy would be counted
/// twice, and links must lose nothing.
constexpr SystemRecord
ISwitch()
{
    SystemRecord iswitch =
        Named("iswitch", "patent", "segments with counters, which a threshold completes");
    iswitch.ours = "payload, number of segments, window, and what is late is dropped";
    iswitch.onSwitch.memory = MemoryLayout::StaticShare;
    iswitch.onSwitch.collide = kAlwaysPassThrough;
    iswitch.onSwitch.threshold = &kThreshold;
    iswitch.onHost.frame = FrameFormat::Mtu;
    iswitch.onHost.values = &kISwitchValues;
    iswitch.onHost.clocking = &kFixedWindowClock;
    iswitch.onHost.windowCap = &kISwitchMaxPackets;
    iswitch.onHost.count = WindowCount::Sequence;
    iswitch.onHost.repair = &kNoRepair;
    iswitch.onHost.addressing = &kAddressInShare;
    iswitch.onHost.priority = {&NoPriority};
    return iswitch;
}

/// The switch only forwards, and its pool of aggregators stays free. Hosts sum, over flows with a
/// window of their own.
constexpr SystemRecord
HostsSum(const char* name, const char* source, const char* summary, const HostSum& sum)
{
    SystemRecord hosts = Named(name, source, summary);
    hosts.onHost.sum = &sum;
    return hosts;
}

constexpr SystemRecord
BytePs()
{
    SystemRecord byteps = HostsSum("byteps",
                                   "code",
                                   "no aggregation in the network: parameter servers, by keys",
                                   kPushPullSum);
    byteps.ours = "numbers of tensors; neither its scheduling nor sums inside machines are here";
    byteps.onHost.blockBytes = &kPartitionBytes;
    return byteps;
}

/// Workers pass a block on in chunks that follow each other.
constexpr SystemRecord
Pipelined(const SystemRecord& hosts)
{
    SystemRecord pipelined = hosts;
    pipelined.onHost.chunkBytes = &kChunkBytes;
    return pipelined;
}

/// A system of NCCL.
constexpr SystemRecord
Nccl(const char* name, const char* summary, const HostSum& sum)
{
    SystemRecord nccl = Pipelined(HostsSum(name, "code", summary, sum));
    nccl.ours = "a ring for several channels, buffers without end, collectives that overlap";
    return nccl;
}

/// A textbook algorithm, with the times of NCCL's steps.
constexpr SystemRecord
Textbook(const char* name, const char* summary, const HostSum& sum)
{
    SystemRecord textbook = HostsSum(name, "text", summary, sum);
    textbook.ours = "times of steps, which are NCCL's of a ring";
    return textbook;
}

/// HIRE's public code has no packets, so how a program sums is SwitchML's.
constexpr SystemRecord
Hire()
{
    SystemRecord hire =
        Named("hire",
              "code",
              "admits jobs while switches have room for programs (as switchml), else ring",
              SwitchMl());
    hire.ours = "sums are switchml's, since the code has no packets; its solver is not here";
    hire.admission.rule = &AdmitWhileProgramsFit;
    hire.admission.fallback = "ring";
    hire.admission.jobBytes = &kJobMemoryBytes;
    hire.parameters = kHireParameters;
    return hire;
}

/// Manager and hosts are SHARP's and NCCL's. What a switch does is not public: here it has an
/// aggregator for each fragment. Links are lossless by credits.
constexpr SystemRecord
Sharp()
{
    SystemRecord sharp =
        Named("sharp", "manual", "a job holds its tree alone; who gets none runs as ring");
    sharp.ours = "all inside the switch: an aggregator for each fragment, frames, buffers";
    sharp.onSwitch.memory = MemoryLayout::StaticShare;
    sharp.onSwitch.collide = kAlwaysPassThrough;
    sharp.onHost.frame = FrameFormat::Mtu;
    sharp.onHost.values = &kSharpValues;
    sharp.onHost.clocking = &kRequestClock;
    sharp.onHost.callLatency = &kSharpLatency;
    sharp.onHost.count = WindowCount::Sequence;
    sharp.onHost.repair = &kNoRepair;
    sharp.onHost.addressing = &kAddressInShare;
    sharp.onHost.priority = {&NoPriority};
    // not a lock for each operation: what a call without a lock does is not public
    sharp.admission.rule = &AdmitWhileTreesAreFree;
    sharp.admission.fallback = "ring";
    sharp.admission.trees = &kSharpTrees;
    sharp.parameters = kSharpParameters;
    return sharp;
}

} // namespace

constexpr SystemRecord kSystems[]{
    Esa(),
    Atp(),
    SwitchMl(),
    StrawMan("straw1", "as esa, but a newcomer always preempts", kAlwaysPreempt),
    Straw2(),
    Panama(),
    ISwitch(),
    BytePs(),
    Nccl("ring", "no aggregation in the network: NCCL's ring", kRingSum),
    Textbook("halving_doubling",
             "no aggregation in the network: recursive halving and doubling",
             kHalvingDoublingSum),
    Nccl("double_tree", "no aggregation in the network: NCCL's two binary trees", kDoubleTreeSum),
    Pipelined(Textbook("hierarchical",
                       "no aggregation in the network: rings inside servers, and between them",
                       kHierarchicalSum)),
    Hire(),
    A2tp(),
    Sharp(),
};

const std::size_t kSystemsCount = std::size(kSystems);

} // namespace ns3::esa
