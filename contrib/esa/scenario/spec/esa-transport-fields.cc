// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"
#include "esa-scenario-parse.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-system-registry.h"

#include <algorithm>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

using S = Scenario;

using Owner = AttributeOwner;

bool
HasRecovery(const ParsedScenario& parsed)
{
    return parsed.scenario->recovery.enabled;
}

/// @return whether a system cuts what it sends, and no protocol does
bool
IsCutByBytes(const ParsedScenario& parsed)
{
    const std::vector<std::string>& systems = parsed.scenario->systems;
    return parsed.scenario->flow.protocol == FlowProtocol::None ||
           std::any_of(systems.begin(), systems.end(), [](const std::string& name) {
               const HostSum* const sum = FindSystem(name)->onHost.sum;
               return sum && sum->pattern == StepPattern::Levels;
           });
}

/// @return whether hosts sum in steps that a protocol costs
bool
HasSteps(const ParsedScenario& parsed)
{
    const std::vector<std::string>& systems = parsed.scenario->systems;
    return std::any_of(systems.begin(), systems.end(), [](const std::string& name) {
        const SystemRecord& record = *FindSystem(name);
        const SystemRecord* const fallback = FallbackOf(record);
        const HostSum* const sum = (fallback ? *fallback : record).onHost.sum;
        return sum && sum->pattern != StepPattern::None;
    });
}

bool
IsRepairSelective(const ParsedScenario& parsed)
{
    return parsed.scenario->flow.repair == FlowRepair::SelectiveRepeat;
}

template <CongestionAlgorithm... algorithms>
bool
ControlsBy(const ParsedScenario& parsed)
{
    return ((parsed.scenario->flow.congestionControl == algorithms) || ...);
}

bool
HasServersIn(const ParsedScenario& parsed)
{
    const auto& systems = parsed.scenario->systems;
    return std::any_of(systems.begin(), systems.end(), [](const std::string& name) {
        return HasServers(*FindSystem(name));
    });
}

bool
HasBackground(const ParsedScenario& parsed)
{
    return parsed.scenario->background.load > 0;
}

} // namespace

FieldRow
WindowRow()
{
    const FieldRows fields{
        Field("initial_packets",
              &WindowParameters::initialPackets,
              "Window at the start of a job. Paper, Worker Pulling Parameters: 60 KB at 100 "
              "Gb/s, so 200. ATP's public code: 1200 (100 for each of 12 threads). 'auto': rate "
              "times round trip, but at most window.max_packets: senders begin at the rate of "
              "their link.")
            .Auto()
            .Range(1, 1e9)
            .Tasks()
            .MoreIsBetter(),
        Field("min_packets",
              &WindowParameters::minPackets,
              "Smallest window after halving. Our interpretation: 2. ATP's public code: 12 (1 "
              "for each of 12 threads).")
            .Range(1, 1e9)
            .Tasks(),
        Field("max_packets",
              &WindowParameters::maxPackets,
              "Largest window; 0: no limit. Our interpretation: 500. ATP's public code: 1200 "
              "(100 for each of 12 threads). 'auto': twice rate times round trip, but no more "
              "than the job's equal part of the aggregators. It is at least 64. It is also at "
              "least the smaller one of two values: 1.125 times rate times round trip, and all "
              "aggregators plus 0.25 times rate times round trip.")
            .Auto()
            .Range(0, 1e9)
            .Tasks()
            .MoreIsBetter()
            .ZeroIsOther(),
        Field("ssthresh_packets",
              &WindowParameters::ssthreshPackets,
              "Initial slow-start threshold; 0: infinite. Our interpretation: infinite, so that "
              "only an ECN mark ends slow start. ATP's public code has no slow start: 1.")
            .Range(0, 1e9)
            .Tasks()
            .ZeroIsOther(),
        Field("growth_packets",
              &WindowParameters::growthPackets,
              "Growth of the window per result in slow start, and per window of results above "
              "the threshold. Our interpretation: 1. ATP's public code: 1500 bytes per window "
              "for each of 12 threads, so 58; by default its congestion control is not compiled "
              "in.")
            .Above(0, 1e6)
            .Tasks(),
        Field("counts",
              &WindowParameters::count,
              "With recovery: what the window counts. sequence: from the first missing result on; "
              "a lost packet then stops its job until it is repaired. outstanding: the fragments "
              "whose results are missing; a lost packet then stops only its own result. auto: "
              "sequence for atp and a2tp, as in ATP's public code, and for iswitch and sharp, "
              "whose links lose nothing; outstanding for the others. Paper, Worker Pulling "
              "Parameters, for esa: sequence; outstanding is our choice. Without recovery always "
              "sequence.")
            .Tasks()
            .UsedIf("/recovery/enabled", HasRecovery),
        Parameter("atp_max_packets"),
        Parameter("switchml_max_packets").MoreIsBetter().ZeroIsOther(),
        Parameter("iswitch_max_packets").MoreIsBetter().ZeroIsOther(),
    };
    return Group("window",
                 &S::window,
                 "The worker's sending window, in packets. Without recovery, a fragment may be "
                 "sent while its number is below the number of the first missing result plus the "
                 "window.",
                 fields);
}

FieldRow
FlowRow()
{
    const FieldRows dctcp{
        // switches mark: EsaHelper::SetFlowMarking()
        Field("threshold_bytes",
              &DctcpSpec::thresholdBytes,
              "Marking threshold K. Paper: 65 packets at 10 Gb/s; more than a seventh of rate "
              "times round trip at any rate. 'auto': 65 packets, or a seventh of rate times "
              "round trip if that is more.")
            .Auto()
            .Range(1, 1e12)
            .Tasks(),
        Field("threshold_us",
              &DctcpSpec::thresholdUs,
              "K as the time in us in which a port sends it, so that each port has as many "
              "bytes as its rate demands; flow.dctcp.threshold_bytes is then this time at "
              "link.rate_gbps. 0: flow.dctcp.threshold_bytes holds at every port.")
            .Range(0, 100000)
            .Tasks(),
        Field("gain",
              &DctcpSpec::gain,
              "g, weight of the last window in the estimate of marks. Paper: 1/16.")
            .Range(1e-06, 1)
            .Tasks(),
    };
    const FieldRows dcqcn{
        // fills in what follows
        Field("preset",
              &DcqcnSpec::preset,
              "Where the values of fields come from that are not set. paper_40g: the paper, "
              "figure 14, for 40 Gb/s. ns3_rdma_40g: the simulator of DCQCN's first author for 40 "
              "Gb/s (github.com/bobzhuyb/ns3-rdma, mix/config.txt). hpcc_100g: the simulator of "
              "HPCC for 100 Gb/s (github.com/alibaba-edu/High-Precision-Congestion-Control, "
              "mix/config.txt); SimAI (github.com/aliyun/SimAI, SimAI.conf) has the same values. "
              "simai_200g, simai_400g: SimAI's other thresholds for these rates. auto: what "
              "HPCC's script (simulation/run.py --cc dcqcn) writes for link.rate_gbps: Kmin and "
              "Kmax of 32 and 128 us at each port, and increases that grow with the rate. They "
              "choose numbers and no other rules.")
            .Tasks(),
        Field("min_threshold_bytes",
              &DcqcnSpec::minThresholdBytes,
              "Kmin: a packet that finds a shorter queue is never marked. Paper: 5 KB.")
            .Range(1, 1e12)
            .Tasks(),
        Field("min_threshold_us",
              &DcqcnSpec::minThresholdUs,
              "Kmin as the time in us in which a port sends it, so that each port has as many "
              "bytes as its rate demands; flow.dcqcn.min_threshold_bytes is then this time at "
              "link.rate_gbps. 0: flow.dcqcn.min_threshold_bytes holds at every port. HPCC's "
              "script: 32, at any rate.")
            .Range(0, 100000)
            .Tasks(),
        Field("max_threshold_bytes",
              &DcqcnSpec::maxThresholdBytes,
              "Kmax: a packet that finds a longer queue is always marked. Paper: 200 KB.")
            .Range(1, 1e12)
            .Tasks(),
        Field("max_threshold_us",
              &DcqcnSpec::maxThresholdUs,
              "Kmax as the time in us in which a port sends it, so that each port has as many "
              "bytes as its rate demands; flow.dcqcn.max_threshold_bytes is then this time at "
              "link.rate_gbps. 0: flow.dcqcn.max_threshold_bytes holds at every port. HPCC's "
              "script: 128, at any rate.")
            .Range(0, 100000)
            .Tasks(),
        Field("max_probability",
              &DcqcnSpec::maxProbability,
              "Pmax: probability of a mark at Kmax; it rises from 0 at Kmin. Paper: 1 %.")
            .Range(1e-06, 1)
            .Tasks(),
        Field("gain",
              &DcqcnSpec::gain,
              "g, weight of a notification in the estimate of congestion. Paper: 1/256.")
            .Range(1e-06, 1)
            .Tasks(),
        Field("timer_us",
              &DcqcnSpec::timerUs,
              "Time between two increases of the rate. Paper: 55 us.")
            .Range(0.001, 1e6)
            .Tasks(),
        Field("counter_bytes",
              &DcqcnSpec::counterBytes,
              "Bytes sent between two further increases of the rate. Paper: 10 MB. 0: none; the "
              "timer alone decides, and each hyper increase has one step, as in HPCC's "
              "simulator.")
            .Range(0, 1e12)
            .Tasks()
            .ZeroIsOther(),
        Field("increase_gbps",
              &DcqcnSpec::increaseGbps,
              "R_AI, an additive increase of the target rate. Paper: 40 Mb/s.")
            .Range(1e-06, 100000)
            .Tasks(),
        Field("hyper_increase_gbps",
              &DcqcnSpec::hyperIncreaseGbps,
              "R_HAI, the step of a hyper increase. Our interpretation: ten times R_AI, as in "
              "IEEE 802.1Qau.")
            .Range(1e-06, 100000)
            .Tasks(),
        Field("minimum_gbps", &DcqcnSpec::minimumGbps, "Lowest rate. Our interpretation: R_AI.")
            .Range(1e-06, 100000)
            .Tasks(),
        Field("notification_us",
              &DcqcnSpec::notificationUs,
              "N: least time between two notifications of a connection. Paper: 50 us.")
            .Range(0.001, 1e6)
            .Tasks(),
        Field("notification_delay_us",
              &DcqcnSpec::notificationDelayUs,
              "Time in us from a notification's arrival until the rate follows, beside the way "
              "of the packet: what the cards of both hosts take. Data and acknowledgements do "
              "not wait. Our interpretation: 0.")
            .Range(0, 100000)
            .Tasks(),
        Field("alpha_timer_us",
              &DcqcnSpec::alphaTimerUs,
              "K: time without a notification after which the estimate of congestion shrinks. "
              "Paper: 55 us.")
            .Range(0.001, 1e6)
            .Tasks(),
        Field("fast_recoveries",
              &DcqcnSpec::fastRecoveries,
              "F: increases of each kind that halve the distance to the target rate. Paper: 5.")
            .Range(0, 1e6)
            .Tasks()
            .ZeroIsOther(),
    };
    const FieldRows swift{
        Field("target_us",
              &SwiftSpec::targetUs,
              "Target of the round-trip time through one switch. Our interpretation: 25 us, "
              "which is 20 us of links of 5 us and some 50 KB of queue at 100 Gb/s. 'auto': "
              "1.25 times the round trip through one switch.")
            .Auto()
            .Range(0.001, 1e9)
            .Tasks(),
        Field("hop_us",
              &SwiftSpec::hopUs,
              "What each further switch on the way adds to the target. Our interpretation: 3 "
              "us. 'auto': 1.25 times what a further switch adds to the round trip.")
            .Auto()
            .Range(0, 1e9)
            .Tasks(),
        Field("flow_scaling_us",
              &SwiftSpec::flowScalingUs,
              "fs_range: what a window of a tenth of a packet adds to the target; one of 100 "
              "packets adds nothing. Our interpretation: 50 us.")
            .Range(0, 1e9)
            .Tasks(),
        Field("increase_packets",
              &SwiftSpec::increasePackets,
              "ai, what the window grows by per round trip. Our interpretation: 1.")
            .Range(1e-06, 1e6)
            .Tasks(),
        Field("decrease",
              &SwiftSpec::decrease,
              "beta, weight of the excess delay in a decrease. Our interpretation: 0.8.")
            .Range(1e-06, 1)
            .Tasks(),
        Field("largest_decrease",
              &SwiftSpec::largestDecrease,
              "max_mdf, largest decrease of the window per round trip, as a part of it. Our "
              "interpretation: 0.5.")
            .Range(1e-06, 0.999999)
            .Tasks(),
    };
    const FieldRows fields{
        Field("window_packets",
              &FlowSpec::windowPackets,
              "Packets of a connection that may be unacknowledged. Our interpretation: 256, "
              "more than the 165 that fill 100 Gb/s at a round-trip time of 20 us between "
              "hosts. 'auto': eight times what an empty network needs, since acknowledgements "
              "wait behind data of the other direction: twice rate times round trip, the bytes "
              "of 64 packets of an MTU of 1500 bytes at least, and besides what waits for an "
              "acknowledgement (flow.ack_every_packets) and at the two links (16 packets of an "
              "MTU of 1500 bytes at each).")
            .Auto()
            .Range(1, 1e9)
            .Tasks()
            .MoreIsBetter(),
        Field("ack_every_packets",
              &FlowSpec::ackEveryPackets,
              "Packets per acknowledgement, at most the window; the last packet of a message is "
              "always acknowledged. Where it is not set, it is 2 with dctcp, as TCP's delayed "
              "acknowledgements (RFC 1122). 'auto': as many bytes as 16 packets of an MTU of "
              "1500 bytes (our interpretation).")
            .Auto()
            .Range(1, 1e9)
            .Tasks(),
        Field("protocol",
              &FlowSpec::protocol,
              "NCCL's protocol of messages, for ring, double_tree, halving_doubling and "
              "hierarchical: times of a call and of a step, the part of a frame that is data, and "
              "chunks of ring and double_tree (github.com/NVIDIA/nccl, commit 5067397c). "
              "'simple': all is data; chunks of 2 MiB in a ring, in two slices, and of 512 KiB in "
              "a tree. 'll128': 120 of 128 bytes; 576,000 bytes, which halve in a tree with "
              "little data. 'll': half; 32 KiB. 'auto': the fastest by NCCL's model, for each job "
              "or process group. 'none': steps take no time, all is data; a tree's chunks have "
              "pipeline.chunk_bytes.")
            .Tasks()
            .UsedIf("/systems", HasSteps),
        Field("channels",
              &FlowSpec::channels,
              "Channels of a collective of ring and double_tree, at most the cards of a server. "
              "Each channel has an equal part of the data, and leaves each server by a card of "
              "its own, as NCCL's do. A job has no more channels than it has workers in each "
              "server. 'auto': as aggregation.trees.")
            .Auto()
            .Range(1, 1024)
            .Rounds()
            .IsOtherRun(),
        Field("repair",
              &FlowSpec::repair,
              "With recovery.enabled: what a connection sends again when a packet is missing. "
              "The receiver reports each gap at once (NAK). 'go_back_n': the missing packet "
              "and all after it, as RoCE's cards do; the receiver drops what comes early. "
              "'selective_repeat': only what is missing; the receiver keeps what comes early.")
            .Tasks()
            .UsedIf("/recovery/enabled", HasRecovery),
        Field("reordering_us",
              &FlowSpec::reorderingUs,
              "With recovery.enabled and selective_repeat: the receiver reports a gap when a "
              "packet behind it has been there for this time, in us (as TCP's RACK, RFC 8985). "
              "0: at once, as on paths that keep the order. 'auto': a round trip where packets "
              "overtake each other (flow.paths = spray), else 0.")
            .Auto()
            .Range(0, 1e9)
            .Tasks()
            .UsedIf("/recovery/enabled", HasRecovery)
            .UsedIf("/flow/repair", IsRepairSelective),
        // of switches: EsaFabric::SetFlowPaths()
        Field("paths",
              &FlowSpec::paths,
              "How the packets of connections are spread over equally short paths. 'job': all of "
              "a job take one path, as its sums do. 'ecmp': each connection takes one, by a hash "
              "at each switch. 'spray': each packet takes one, by a hash; packets overtake each "
              "other, and flow.repair has to be selective_repeat. 'rail': the n-th host of a rack "
              "takes link n, as accelerators of a server with several cards do; switches above "
              "racks take link n + r for rack r. 'auto': rail with servers (topology.kind, or "
              "hosts of a graph with several links), else job.")
            .Rounds(),
        Field("congestion_control",
              &FlowSpec::congestionControl,
              "How a connection finds out how fast it may send: a fixed window; DCTCP (Alizadeh "
              "et al., SIGCOMM 2010); DCQCN (Zhu et al., SIGCOMM 2015); Swift (Kumar et al., "
              "SIGCOMM 2020). flow.window_packets bounds all of them.")
            .Tasks(),
        Field("initial_packets",
              &FlowSpec::initialPackets,
              "dctcp, swift: first window of a connection. RFC 6928: 10.")
            .Range(1, 1e9)
            .Tasks()
            .UsedIf("/flow/congestion_control",
                    ControlsBy<CongestionAlgorithm::Dctcp, CongestionAlgorithm::Swift>)
            .MoreIsBetter(),
        Group("dctcp",
              &FlowSpec::dctcp,
              "DCTCP. All ports of switches mark data of connections.",
              dctcp)
            .UsedIf("/flow/congestion_control", ControlsBy<CongestionAlgorithm::Dctcp>),
        Group("dcqcn",
              &FlowSpec::dcqcn,
              "DCQCN. All ports of switches mark data of connections. The preset fills in each "
              "field of the group that is not set.",
              dcqcn)
            .UsedIf("/flow/congestion_control", ControlsBy<CongestionAlgorithm::Dcqcn>),
        Group("swift",
              &FlowSpec::swift,
              "Swift, with the window for the fabric only: hosts have no queue of arriving "
              "packets.",
              swift)
            .UsedIf("/flow/congestion_control", ControlsBy<CongestionAlgorithm::Swift>),
    };
    return Group("flow",
                 &S::flow,
                 "Reliable connections between hosts, of the systems that do not aggregate in "
                 "the network (byteps, ring, halving_doubling, double_tree, hierarchical): "
                 "packets that fill link.mtu_bytes within a window, acknowledged cumulatively "
                 "by packets of 64 bytes.",
                 fields);
}

FieldRows
SystemRows()
{
    return {
        Group(
            "atp",
            "ATP: whose values it takes.",
            {// fills in fields that are not set
             Field(
                 "preset",
                 &S::atpPreset,
                 "Where the values of fields come from that are not set. 'paper': no field, as in "
                 "the ESA paper; they have their defaults. 'public': ATP's public code "
                 "(github.com/in-ATP/ATP): 20,000 aggregators, one for each place in the window, "
                 "and another one after a collision (switch); windows of 1200 packets, 100 for "
                 "each of 12 threads, without congestion control (window); marks at 80 KB (ecn); a "
                 "resend at the first gap (reminder); a timer of 200 us (rto); no guard against "
                 "aggregators that losses leave behind (recovery).")
                 .Tasks()}),
        Group(
            "switchml",
            "SwitchML: its frames and slots (of the jobs that hire admits, too).",
            {// fills in fields that are not set
             Field(
                 "preset",
                 &S::switchMlPreset,
                 "Where the values of fields come from that are not set. 'paper': no field, as in "
                 "the ESA paper; they have their defaults. 'public': SwitchML's public code "
                 "(github.com/p4lang/p4app-switchML): 256 values in a frame (switchml), 256 "
                 "packets under way (window), and a timer of 10 ms (rto).")
                 .Tasks(),
             Parameter("values")}),
        Group("iswitch",
              "Frames and segments of iSwitch.",
              {Parameter("values"), Parameter("threshold").ZeroIsOther()}),
        Group(
            "byteps",
            &S::bytePs,
            "Parameter servers without aggregation in the network (byteps).",
            {Field("servers",
                   &BytePsSpec::servers,
                   "Servers of a job besides those beside workers. The first one is on the host of "
                   "the job's PS. The others are on hosts without workers, in racks of the job's "
                   "workers if there are such hosts, where the fewest servers are. With "
                   "byteps.colocated, a job has at most as many as workers. 'auto': as many as "
                   "there are hosts without workers for each job in the racks of its workers, at "
                   "most as many as workers; 0 where PSes are beside workers. BytePS's "
                   "docs/best-practice.md: all servers together should have at least the "
                   "bandwidth of the workers.")
                 .Auto()
                 .Range(0, 32767)
                 .Reason("endpoints of flows have 15 bits")
                 .Tasks()
                 .UsedIf("/systems", HasServersIn)
                 .IsOtherRun(),
             Field("colocated",
                   &BytePsSpec::isColocated,
                   "Whether there is a server beside each worker, too; then it shares the link "
                   "of the worker, and a server that is not beside a worker gets a larger share "
                   "of the keys (BytePS's mixed mode). BytePS's docs/best-practice.md: with "
                   "these servers alone it is as fast as a ring.")
                 .Tasks()
                 .UsedIf("/systems", HasServersIn),
             Parameter("partition_bytes").IsOtherRun()}),
        Group("pipeline",
              "Workers that pass on parts of a tensor partition one after the other (hierarchical; "
              "double_tree and ring without a protocol).",
              {Parameter("chunk_bytes").UsedIf("/flow/protocol", IsCutByBytes)}),
        Group("hire",
              "Admission of jobs to switches (hire): jobs get programs in their order while each "
              "switch "
              "that sums for them has room, and run as switchml; the others run as ring. HIRE's "
              "solver, "
              "which places jobs, is not here.",
              {Parameter("job_memory_bytes"),
               Parameter("programs").ZeroIsOther(),
               Parameter("stages"),
               Parameter("type_stages"),
               Parameter("job_stages").ZeroIsOther(),
               Parameter("job_recirculation").ZeroIsOther()}),
    };
}

FieldRow
PriorityRow()
{
    const FieldRows fields{
        Field("p_max_per_s",
              &S::PriorityFields::pMaxPerS,
              "Priority in 1/s that is encoded as 255; one value for all jobs. Paper, Worker "
              "Pushing Gradients, leaves the compression open; our interpretation: 5000. "
              "'auto': the largest priority of ESA's formula among the fragments of all jobs, "
              "at most 255 times the smallest one; 5000 with execution traces.")
            .Auto()
            .Range(1e-06, 1e12)
            .Tasks(),
    };
    return Group("priority",
                 &S::priority,
                 "The 8-bit priority. Paper, Preemption Policy: (1/T)(L/l)(Comm/Comp).",
                 fields);
}

FieldRow
RtoRow()
{
    const FieldRows fields{
        Field("min_us",
              &S::Rto::minUs,
              "Smallest timeout in us. With recovery, ESA's workers measure a smaller one; "
              "before that it is theirs, too. Paper, Implementation: 1 ms. ATP's public code: "
              "200 us without a result (50 ms before the first one); SwitchML's: 10 ms. 'auto': "
              "20 round trips.")
            .Auto()
            .Range(0.001, 1e9)
            .Tasks(),
        Field("check_us",
              &S::Rto::checkUs,
              "Time between two checks of a timer, in us. With recovery, the timers of workers "
              "need no checks. Our interpretation: 50. 'auto': a twentieth of rto.min_us, or of "
              "the longest round trip if that is longer.")
            .Auto()
            .Range(0.001, 1e9)
            .Tasks(),
    };
    return Group("rto",
                 &S::rto,
                 "Timeout of workers and PSes, computed as TCP's: srtt + 4 rttvar. Paper, "
                 "Dealing with Packet Loss and Implementation.",
                 fields);
}

FieldRow
ReminderRow()
{
    const FieldRows fields{
        Field("bytes",
              &S::Reminder::bytes,
              "Length of the frame of a reminder in bytes. Paper, Packet Format: 'a special "
              "type of gradient fragment packet', so 306; a packet without values needs 58.")
            .Range(58, 9230)
            .Reason("a frame with the largest MTU has at most 9230 bytes")
            .Tasks()
            .Sets({{Owner::Switch, "ReminderBytes"}}),
        Field("overtakes",
              &S::Reminder::reorderingThreshold,
              "Larger sequence numbers that must arrive before a missing one is reminded of. "
              "Paper, Setting of Reminder Mechanism: 3. ATP's public code: 1.")
            .Range(1, 255)
            .Reason("they are counted in 8 bits")
            .Tasks(),
        Field("ps_holdoff_us",
              &S::Reminder::psHoldoffUs,
              "For this time after a PS has sent a reminder, in us, it does not forward a "
              "worker's reminder for the same number. With recovery, ATP's PS sends the result "
              "of a finished task again to all workers at most once in this time; the PSes of "
              "other systems measure how long answers take, and wait for them for this time at "
              "least. Our interpretation: 10. 'auto': half a round trip, so that from the PS to "
              "a switch and back.")
            .Auto()
            .Range(0, 1e9)
            .Tasks(),
    };
    return Group("reminder",
                 &S::reminder,
                 "Reminder packets of workers and PSes. Paper, PS Assisting with Aggregation "
                 "and Dealing with Packet Loss.",
                 fields);
}

FieldRows
RareSystemRows()
{
    return {
        Group("a2tp",
              "A window for links and one for aggregators (a2tp).",
              {Parameter("base_round_trip_us")}),
        Group("panama",
              "Division of the memory among active jobs (panama).",
              {Parameter("active_us")}),
        Group("sharp",
              "SHARP: trees of switches that jobs hold for themselves, and requests of hosts.",
              {Parameter("trees_per_switch").ZeroIsOther(),
               Parameter("values"),
               Parameter("latency_us").LessIsBetter(),
               Parameter("requests").MoreIsBetter(),
               Parameter("channels").MoreIsBetter()}),
        Group("straw2", "The random straw-man.", {Parameter("preempt_probability").IsOtherRun()}),
    };
}

FieldRow
BackgroundRow()
{
    const FieldRows fields{
        Field("load",
              &S::Background::load,
              "Mean rate of a server's flows, divided by the rate of its link; 0: no flows. Our "
              "interpretation: the paper has none.")
            .Range(0, 0.95)
            .IsOtherRun(),
        Field("flow_bytes",
              &S::Background::flowBytes,
              "Mean size of a flow in bytes; sizes are distributed exponentially.")
            .Range(1, 1e12)
            .Rounds(),
        Field("free_hosts",
              &S::Background::isOfFreeHosts,
              "Whether the flows are only between hosts that have neither workers nor the PS of a "
              "job, so that they meet the training between switches.")
            .Rounds()
            .IsOtherRun(),
    };
    return Group("background",
                 &S::background,
                 "TCP flows (ns-3's TCP) between random hosts for workers, through the same "
                 "queues, links and switches as the training. A server's flows begin at random "
                 "times (Poisson), even while others run.",
                 fields)
        .UsedIf("/background/load", HasBackground);
}

FieldRow
RecoveryRow()
{
    const FieldRows fields{
        // the task engine: only without it, see ReasonAgainstTasks()
        Field("enabled",
              &S::Recovery::enabled,
              "Whether losses are repaired. The paper's simulation loses nothing: false in "
              "scenarios/paper.")
            .Tasks(),
        // with recovery only
        Field("stale_us",
              &S::Recovery::staleUs,
              "With atp, a result that finds another task in its aggregator frees the "
              "aggregator if nothing was added to it for this time, in us; 0: never. From "
              "memory: ATP's paper has such a timeout. ATP's public code has none (0). Our "
              "interpretation: ten times the smallest timeout. 'auto': ten times rto.min_us.")
            .Auto()
            .Range(0, 1e9)
            .Tasks()
            .Sets({{Owner::Switch, "StaleAge", SetBy::Build}})
            .UsedIf("/recovery/enabled", HasRecovery),
    };
    return Group("recovery",
                 &S::recovery,
                 "Repair of losses. Paper, Dealing with Packet Loss, for esa and the straw-men; "
                 "atp and switchml have their own. Without recovery nothing is retransmitted, "
                 "and a loss stops its job.",
                 fields);
}

} // namespace ns3::esa
