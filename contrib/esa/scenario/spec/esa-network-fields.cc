// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-field-row.h"
#include "esa-scenario-parse.h"

namespace ns3::esa
{
namespace
{

using S = Scenario;

bool
HasUplinks(const ParsedScenario& parsed)
{
    return parsed.scenario->topology.kind != TopologyKind::LeafSpine ||
           parsed.scenario->topology.racks > 1;
}

bool
IsFatTree(const ParsedScenario& parsed)
{
    return parsed.scenario->topology.kind == TopologyKind::FatTree;
}

bool
IsOfServers(const ParsedScenario& parsed)
{
    return parsed.scenario->topology.kind == TopologyKind::Servers;
}

/// A host of a graph may be an accelerator, too.
bool
MayHaveServers(const ParsedScenario& parsed)
{
    return IsOfServers(parsed) || parsed.scenario->topology.kind == TopologyKind::Graph;
}

bool
HasPauses(const ParsedScenario& parsed)
{
    return parsed.scenario->link.pfc.enabled;
}

bool
HasNoTrees(const ParsedScenario& parsed)
{
    return parsed.scenario->aggregation.jobs.empty();
}

using Owner = AttributeOwner;

} // namespace

FieldRow
TopologyRow()
{
    const FieldRows node{
        Field("name", &NodeSpec::name, "Name of the node; no other has it.")
            .Length(1, 60)
            .Keyword("pattern", "^[A-Za-z][A-Za-z0-9_.]*$")
            .Allowed("1 to 60 letters, digits, underscores and full stops, a letter first")
            .Required(),
        Field("role",
              &NodeSpec::role,
              "'host': a server, with a link to a switch, or an accelerator with a link to the "
              "switch inside its server and others, its cards; 'switch': a switch.")
            .Required(),
        Field("memory_bytes",
              &NodeSpec::memoryBytes,
              "Memory of a switch for in-network aggregation in bytes; 0: none, allowed where "
              "it sums for no job. If absent: switch.memory_bytes. A host has none.")
            .Range(0, 1e12),
    };
    const FieldRows link{
        Field("between", &LinkSpec::between, "The names of its two nodes.")
            .EachText("Name of a node.", 60)
            .Length(2, 2)
            .Required(),
        Field("rate_gbps",
              &LinkSpec::rateGbps,
              "Rate in Gb/s, in each direction. If absent: link.rate_gbps. Of several links of "
              "a host, all have it or none; the fastest one, if there is one, is inside its "
              "server.")
            .Range(0.001, 10000),
        Field("delay_us",
              &LinkSpec::delayUs,
              "One-way propagation delay in us. If absent: link.delay_us for a host's link or "
              "card, topology.server_delay_us inside a server, else topology.uplink_delay_us.")
            .Range(0, 1e6),
        Field("queue_bytes",
              &LinkSpec::queueBytes,
              "Capacity of the queue of a switch at this link in bytes; 0: unlimited. If "
              "absent: link.queue_bytes.")
            .Range(0, 1e12),
    };
    const FieldRows graph{
        List("nodes", &GraphSpec::nodes, "Hosts and switches.", "A host or a switch.", node)
            .AtMost(50000)
            .Rounds(),
        List("links",
             &GraphSpec::links,
             "Links, full duplex, with first-in first-out queues. All nodes are connected, and "
             "the way between two racks never has to lead through the switch of a third one.",
             "A link.",
             link)
            .AtMost(100000)
            .Rounds(),
    };
    const FieldRows fields{
        Field("hosts",
              &S::Topology::hosts,
              "Servers for workers; their host numbers are 0 to hosts - 1. With the kinds "
              "fat_tree, graph and servers it is filled in: all servers, also the PSes' servers; "
              "with the kind servers, all accelerators. Paper, Simulation Setup (Topology): 64.")
            .Range(1, 100000)
            .Tasks()
            .IsOtherRun(),
        Field("ps_hosts",
              &S::Topology::psHosts,
              "Further servers for parameter servers (PSes); their host numbers come after the "
              "workers' servers. 0: one per job (paper, Simulation Setup, Parameter server); with "
              "execution traces one per process group that sums. Fewer: several share one. In "
              "fat_tree and graph these are taken from the existing hosts. With 0, each PS is on "
              "the host of its job's first worker in the rack with most of the job's workers, if "
              "hosts are too few for the workers and a PS of each job, or are accelerators. Job "
              "traces never place workers on them.")
            .Range(0, 100000)
            .Rounds()
            .IsOtherRun(),
        Field("racks",
              &S::Topology::racks,
              "Number of racks, each with a switch that aggregates; topology.hosts is a multiple "
              "of it. The servers of workers fill the racks in order; the servers of PSes are in "
              "rack 0, 1, ... in turn. Several racks aggregate at two levels (paper, Preemptive "
              "Aggregator Allocation): first in the workers' racks, then in the PS's rack.")
            .Range(1, 1024)
            .Tasks()
            .IsOtherRun(),
        Field("spines",
              &S::Topology::spines,
              "Number of spine switches, which connect the racks if there are several. They do "
              "not aggregate, unless aggregation.levels is \"all\". All packets of a job "
              "between two racks take the same spine, or with aggregation.trees one spine for "
              "each tree; successive jobs take the spines in turn.")
            .Range(1, 1024)
            .Tasks()
            .UsedIf("/topology/racks", HasUplinks)
            .IsOtherRun(),
        Field("oversubscription",
              &S::Topology::oversubscription,
              "Total rate of a rack's links to its workers' servers, divided by the total rate "
              "of its up-links. 1: the up-links carry everything that the servers can send; 4: "
              "a quarter of it.")
            .Range(0.001, 1000)
            .Tasks()
            .UsedIf("/topology/racks", HasUplinks)
            .LessIsBetter(),
        Field("uplink_delay_us",
              &S::Topology::uplinkDelayUs,
              "One-way propagation delay between two switches, in us. Our interpretation: 1.")
            .Range(0, 1e6)
            .Tasks()
            .Sets({{Owner::UplinkChannel, "Delay"}})
            .UsedIf("/topology/racks", HasUplinks)
            .LessIsBetter(),
        Field("kind",
              &S::Topology::kind,
              "Shape of the network: 'leaf_spine': racks, and spines between them; 'fat_tree': "
              "a k-ary fat tree (Al-Fares et al., SIGCOMM 2008); 'graph': hosts, switches and "
              "links of topology.file or topology.graph; 'servers': servers of several "
              "accelerators and cards, leaves, and spines. In fat trees and graphs, hosts are "
              "numbered in the order of the topology. Packets take shortest paths; where there "
              "are several, jobs take them in turn.")
            .Rounds(),
        Field("k",
              &S::Topology::k,
              "Ports of each switch of a fat tree, an even number: k pods of k/2 racks with k/2 "
              "hosts each, k^3/4 hosts in all. Has no effect with other kinds.")
            .Range(2, 32)
            .Rounds()
            .UsedIf("/topology/kind", IsFatTree)
            .IsOtherRun(),
        Field("uplinks_gbps",
              &S::Topology::uplinksGbps,
              "Rates of links between switches by level, from the racks up, in Gb/s: of a "
              "leaf-spine network one, of a fat tree two (edge to aggregation, aggregation to "
              "core), of servers one (leaf to spine). Empty: they follow from "
              "topology.oversubscription; in a fat tree both are link.rate_gbps divided by it.")
            .Each("A rate in Gb/s.", 0.001, 10000)
            .AtMost(2)
            .Tasks()
            .UsedIf("/topology/racks", HasUplinks),
        Field("servers",
              &S::Topology::servers,
              "With the kind servers: number of servers, a multiple of topology.racks, which "
              "they fill in order.")
            .Range(1, 4096)
            .Rounds()
            .UsedIf("/topology/kind", IsOfServers)
            .IsOtherRun(),
        Field("accelerators",
              &S::Topology::accelerators,
              "With the kind servers: accelerators of each server. Each is a host, linked to "
              "the switch inside its server. Host numbers go server by server.")
            .Range(1, 72)
            .Rounds()
            .UsedIf("/topology/kind", IsOfServers)
            .IsOtherRun(),
        Field("cards",
              &S::Topology::cards,
              "With the kind servers: network cards of each server, at most "
              "topology.accelerators. A card is a link of the switch inside the server to a "
              "leaf, with link.rate_gbps and link.delay_us.")
            .Range(1, 72)
            .Rounds()
            .UsedIf("/topology/kind", IsOfServers)
            .IsOtherRun(),
        Field("rails",
              &S::Topology::rails,
              "With the kind servers: whether card c of each server of a rack is linked to a "
              "leaf of its own, the c-th of the rack (a rail). Otherwise all cards of a rack "
              "are linked to one leaf.")
            .Rounds()
            .UsedIf("/topology/kind", IsOfServers)
            .IsOtherRun(),
        Field("server_gbps",
              &S::Topology::serverGbps,
              "With servers: rate of an accelerator's link inside its server in Gb/s, in each "
              "direction (2400: NVLink of an A100).")
            .Range(0.001, 10000)
            .Rounds()
            .UsedIf("/topology/kind", MayHaveServers),
        Field("server_delay_us",
              &S::Topology::serverDelayUs,
              "With servers: one-way delay of an accelerator's link inside its server in us. "
              "SimAI's generator of topologies: 0.025.")
            .Range(0, 1e6)
            .Rounds()
            .UsedIf("/topology/kind", MayHaveServers),
        Field("file",
              &S::Topology::file,
              "With the kind graph: a JSON file that has the fields of topology.graph, with a "
              "path relative to the scenario file. Empty: none. The program reads it into "
              "topology.graph.")
            .AtMost(1000)
            .Rounds(),
        Group("graph",
              &S::Topology::graph,
              "With the kind graph: its hosts, switches and links. A switch that has hosts is the "
              "switch of a rack, and aggregates; the others forward, unless aggregation.levels is "
              "\"all\".",
              graph),
    };
    return Group("topology",
                 &S::topology,
                 "Servers at one switch (paper, Simulation Setup, Topology), or in several "
                 "racks. Then each rack has a switch, and other switches connect the racks.",
                 fields);
}

FieldRow
LinkRow()
{
    const FieldRows pfc{
        // all ports pause: EsaHelper::SetPauses()
        Field("enabled", &PauseSpec::enabled, "Whether ports of switches pause the links to them.")
            .Rounds(),
        Field("xoff_bytes",
              &PauseSpec::xoffBytes,
              "A port with more bytes waiting has the other end of its link pause. Our "
              "interpretation: 100 KB. 'auto': twice the headroom, which is what arrives until "
              "a pause takes effect: twice the link's delay times its rate, and two frames; "
              "with link.queue_bytes at most what leaves room for the headroom.")
            .Auto()
            .Range(1, 1e12)
            .Tasks(),
        Field("xoff_us",
              &PauseSpec::xoffUs,
              "The same threshold as the time in us in which a port sends it, so that each port "
              "has as many bytes as its rate demands; link.pfc.xoff_bytes is then this time at "
              "link.rate_gbps. 0: link.pfc.xoff_bytes holds at every port.")
            .Range(0, 100000)
            .Tasks(),
        Field("xon_bytes",
              &PauseSpec::xonBytes,
              "With at most this many bytes waiting, the other end may go on. Our "
              "interpretation: 50 KB. 'auto': half of link.pfc.xoff_bytes.")
            .Auto()
            .Range(0, 1e12)
            .Tasks(),
        Field("xon_us",
              &PauseSpec::xonUs,
              "The same threshold as the time in us in which a port sends it, so that each port "
              "has as many bytes as its rate demands; link.pfc.xon_bytes is then this time at "
              "link.rate_gbps. 0: link.pfc.xon_bytes holds at every port. Half of "
              "link.pfc.xoff_us where neither is set.")
            .Range(0, 100000)
            .Tasks(),
    };
    const FieldRows fields{
        Field("rate_gbps",
              &S::Link::rateGbps,
              "Rate in Gb/s (1e9 bit/s), in each direction. Paper, Simulation Setup (Topology): "
              "100.")
            .Range(0.001, 10000)
            .Tasks()
            .Sets({{Owner::Device, "DataRate"}})
            .MoreIsBetter(),
        Field("overhead_bytes",
              &S::Link::overheadBytes,
              "Bytes that links send with each frame besides the frame: Ethernet has a preamble "
              "with delimiter (8), a checksum (4) and a gap (12). All that links count has "
              "them: bytes sent, queues, their capacities and thresholds. 0: a frame takes its "
              "own bytes only, as in the simulations of papers. Source: IEEE 802.3.")
            .Range(0, 1000)
            .Tasks()
            .Sets({{Owner::Device, "OverheadBytes"}, {Owner::UplinkDevice, "OverheadBytes"}})
            .LessIsBetter(),
        Field("delay_us",
              &S::Link::delayUs,
              "One-way propagation delay in us. Paper, Simulation Setup (Topology): 'the base "
              "RTT is 10 us'. Our interpretation: the RTT between a worker and the switch, so "
              "5; 2.5 if it is the RTT between two hosts.")
            .Range(0, 1e6)
            .Tasks()
            .Sets({{Owner::Channel, "Delay"}})
            .LessIsBetter(),
        Parameter("mtu_bytes").Sets({{Owner::Device, "Mtu"}, {Owner::UplinkDevice, "Mtu"}}),
        Field("queue_bytes",
              &S::Link::queueBytes,
              "Capacity of the queue of a switch at each of its links in bytes; 0: unlimited. "
              "Hosts keep what their link cannot take yet in their own memory and drop nothing. "
              "Our interpretation: unlimited.")
            .Range(0, 1e12)
            .Rounds()
            .Sets({{Owner::Device, "QueueBytes"}, {Owner::UplinkDevice, "QueueBytes"}})
            .ZeroIsOther(),
        // ports of different rates: EsaHelper::SetQueueTimes()
        Field("queue_us",
              &S::Link::queueUs,
              "The capacity of queues as the time in us in which a port sends it, so that each "
              "port has as many bytes as its rate demands; link.queue_bytes is then this time "
              "at link.rate_gbps. 0: link.queue_bytes holds at every port.")
            .Range(0, 100000)
            .Rounds(),
        Group("pfc",
              &S::Link::pfc,
              "Priority flow control (IEEE 802.1Qbb): switches pause links instead of losing "
              "packets. All traffic of the training is of one priority. link.queue_bytes is then "
              "the room for what has come over a link and waits in the switch.",
              pfc)
            .UsedIf("/link/pfc/enabled", HasPauses),
    };
    return Group("link",
                 &S::link,
                 "Every link between a server and its switch: full duplex, with first-in "
                 "first-out queues.",
                 fields);
}

FieldRow
SwitchRow()
{
    const FieldRows fields{
        Field("memory_bytes",
              &SwitchSpec::memoryBytes,
              "Memory for in-network aggregation in bytes. Paper, Simulation Setup (Topology): "
              "5 MB.")
            .Range(1, 1e12)
            .Tasks()
            .Sets({{Owner::Switch, "MemoryBytes"}})
            .MoreIsBetter(),
        // each switch gets its own
        Field("level_memory_bytes",
              &SwitchSpec::levelMemoryBytes,
              "Memory of each switch by level, from the racks up, in bytes: of a leaf-spine "
              "network two (rack, spine), of a fat tree three (edge, aggregation, core). Empty: "
              "switch.memory_bytes for all. A switch that sums for no job may have 0. Spines, "
              "and switches above the edge, use theirs only if aggregation.levels is \"all\". A "
              "graph says it by node (memory_bytes of topology.graph.nodes). Systems that "
              "divide the memory in advance need the same at each switch that sums. Has no "
              "effect on systems whose hosts sum. Our interpretation: the paper has one size.")
            .Each("Memory of a switch in bytes.", 0, 1e12)
            .AtMost(3)
            .Rounds()
            .Sets({{Owner::Switch, "MemoryBytes", SetBy::Build}}),
        Parameter("aggregator_bytes"),
        Field("aggregator_index",
              &SwitchSpec::aggregatorIndex,
              "How job and sequence number choose an aggregator. 'mix64': a 64-bit hash, scaled "
              "to the number of aggregators. 'crc32': a CRC-32, as in ATP's public code. "
              "'linear': the job's offset plus the sequence number; a job never collides with "
              "itself. 'window_slot': a random one for each place in the window, all different, "
              "and another one after a collision, as in ATP's public code. 'auto': mix64 where "
              "switches have different memory; window_slot for atp, if switches sum one group "
              "each, the window has a limit, and window.counts is sequence; else linear. Paper: a "
              "hash, 'the same as ATP's'.")
            .Tasks(),
        Field("processing_ns",
              &SwitchSpec::processingNs,
              "Time that a packet spends in the switch's pipeline, in ns. Our interpretation: "
              "none beyond the base RTT.")
            .Range(0, 1e9)
            .Tasks()
            .Sets({{Owner::Device, "ProcessingDelay", SetBy::Build}})
            .LessIsBetter(),
    };
    return Group("switch", &S::switchNode, "The programmable switch.", fields);
}

FieldRow
AggregationRow()
{
    const FieldRows tree{
        Field("ways",
              &TreeSpec::ways,
              "The way of each rack with workers of the job, but without the PS: names of "
              "switches from that rack to the PS's. No switch between them has hosts. Ways that "
              "have met do not part.")
            .EachIs({{"description", "One way."},
                     {"minItems", 2},
                     {"maxItems", 100},
                     {"uniqueItems", true},
                     {"items",
                      {{"description", "Name of a switch."},
                       {"type", "string"},
                       {"minLength", 1},
                       {"maxLength", 60}}}})
            .AtMost(65536)
            .Required(),
        Field("sums",
              &TreeSpec::sums,
              "Switches that sum: on the ways, or of racks of the job's members. Others pass "
              "fragments and sums on. A fragment goes to the first switch on its way that sums. "
              "What several switches send to the PS, the PS adds (switchml, hire, iswitch and "
              "sharp have no PS that adds).")
            .EachText("Name of a switch.", 60)
            .AtMost(65536)
            .Unique()
            .Required(),
    };
    const FieldRows job{
        List("trees",
             &JobTreesSpec::trees,
             "Its trees, which its tasks take in turn by sequence number. All jobs have as many.",
             "One tree.",
             tree)
            .Length(1, 1024)
            .Required(),
    };
    const FieldRows fields{
        Field("levels",
              &AggregationSpec::levels,
              "Which switches sum on the way from a job's workers to its PS. 'one': the switches "
              "of the workers' racks; the PS adds what the racks send. 'two': also the switch of "
              "the PS's rack (paper, Preemptive Aggregator Allocation; ATP). 'all': every switch "
              "on the way; switches between racks then have switch.memory_bytes, too. A switch "
              "that only one sum comes to passes it on. A job in one rack is summed there in any "
              "case. Systems whose hosts sum do not read it. switchml, hire, iswitch and sharp "
              "have no PS that adds: with several racks they cannot have 'one'.")
            .Tasks()
            .UsedIf("/topology/racks", HasUplinks)
            .UsedIf("/aggregation/jobs", HasNoTrees),
        Field("trees",
              &AggregationSpec::trees,
              "Trees of each job, which its tasks take in turn. 0: four with panama, or as many "
              "as there can be; one with other systems. Each further tree takes the next of the "
              "equal shortest ways: the next spine, or aggregation and core switch. With levels "
              "'all' the switches on these ways sum; else trees only spread what racks send. "
              "Hosts that sum have no trees. At most topology.spines, in a fat tree topology.k / "
              "2, with servers topology.cards, in a graph the equal ways of two racks. 'auto': "
              "topology.cards with servers; the most where flow.paths is rail; else 0.")
            .Auto()
            .Range(0, 1024)
            .Tasks()
            .IsOtherRun(),
        Field("switches",
              &AggregationSpec::switches,
              "Names of the switches that have the hardware to sum (rack0, spine0, edge0_1, "
              "...; a graph has names of its own). levels chooses among them. A switch that is "
              "not named passes fragments on: to the next switch that sums, or to the PS. "
              "Systems whose hosts sum do not read it. switchml, hire, iswitch and sharp have no "
              "PS that "
              "adds, and cannot have it. Empty: all switches.")
            .EachText("Name of a switch.", 60)
            .AtMost(65536)
            .Unique()
            .Rounds(),
        Field("file",
              &AggregationSpec::file,
              "A JSON file with the trees of each job, {\"jobs\": [...]} as in "
              "aggregation.jobs, with a path relative to the scenario file. The program reads "
              "it into aggregation.jobs. Empty: none.")
            .AtMost(1000)
            .Rounds(),
        List("jobs",
             &AggregationSpec::jobs,
             "Which switches sum each job, and which ways its sums take, as a control plane has "
             "computed them: an entry for each job, in the order of the jobs, in place of "
             "levels and trees. Systems whose hosts sum do not read it. Empty: by levels and "
             "trees.",
             "One job.",
             job)
            .AtMost(65536)
            .Rounds(),
    };
    return Group("aggregation",
                 &S::aggregation,
                 "Which switches sum the gradients of a job.",
                 fields);
}

FieldRow
HostRow()
{
    const FieldRows fields{
        Field("processing_ns",
              &HostSpec::processingNs,
              "Time that a worker or PS needs to answer a packet, in ns. Our interpretation: "
              "none beyond the base RTT.")
            .Range(0, 1e9)
            .Tasks()
            .Sets({{Owner::Device, "ProcessingDelay", SetBy::Build}})
            .LessIsBetter(),
        Field("ps_processing_ns",
              &HostSpec::psProcessingNs,
              "The same of a server that has PSes and no workers, in ns. If it is not set: "
              "processing_ns.")
            .Range(0, 1e9)
            .Tasks()
            .Sets({{Owner::Device, "ProcessingDelay", SetBy::Build}})
            .LessIsBetter(),
    };
    return Group("host", &S::host, "Every server.", fields);
}

FieldRow
EcnRow()
{
    const FieldRows fields{
        // few devices mark: the switch's ports to the PSes, or links to workers (panama)
        Field("threshold_bytes",
              &S::Ecn::thresholdBytes,
              "Queue length in bytes from which on packets are marked on their way into a sum, at "
              "ports to PSes and between switches. Results are marked between switches, too, if "
              "link.queue_bytes limits the queue. With panama both are marked, at both ends of "
              "the workers' links. At most half of link.queue_bytes. 0: never. Paper: ATP's "
              "congestion control. Our interpretation: 1 MB. ATP's public code: 1000 cells of the "
              "queue (80000 bytes, if a cell has 80), at every port. 'auto': twice rate times "
              "round trip, the largest window of a job: a job alone is never marked.")
            .Auto()
            .Range(0, 1e12)
            .Tasks()
            .Sets({{Owner::Device, "EcnThresholdBytes", SetBy::Build},
                   {Owner::UplinkDevice, "EcnThresholdBytes"}})
            .ZeroIsOther(),
        // EsaHelper::SetQueueTimes()
        Field("threshold_us",
              &S::Ecn::thresholdUs,
              "The same threshold as the time in us in which a port sends it, so that each port "
              "has as many bytes as its rate demands; ecn.threshold_bytes is then this time at "
              "link.rate_gbps. 0: ecn.threshold_bytes holds at every port.")
            .Range(0, 100000)
            .Tasks(),
    };
    return Group("ecn", &S::ecn, "Explicit congestion notification.", fields);
}

} // namespace ns3::esa
