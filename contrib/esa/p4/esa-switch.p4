// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_P4
#define ESA_SWITCH_P4

// EsaSwitch: where a packet goes, and under which addresses it leaves
// (core/network/esa-switch-node.cc and model/link/esa-frame-builder.cc). The control plane fills the
// tables.

#include "esa-addresses.p4"
#include "esa-metadata.p4"
#include "esa-table-sizes.p4"
#include "esa-wire-format.p4"

// Where a packet that enters the switch again is queued meanwhile.
const bit<9> kLoopPort = 0;

// By the decision, the port or the multicast group.
control SendFragment(inout standard_metadata_t standard, in Metadata m)
{
    action Drop()
    {
        mark_to_drop(standard);
    }

    action ToPort(bit<9> port)
    {
        standard.egress_spec = port;
    }

    action ToGroup(bit<16> group)
    {
        standard.mcast_grp = group;
    }

    action ToMembers()
    {
        standard.mcast_grp = m.group.members;
    }

    action Again()
    {
        standard.egress_spec = kLoopPort;
    }

    table parameterServers
    {
        key = { m.packet.job : exact; }
        actions = { ToPort; Drop; }
        default_action = Drop();
        size = kMaxJobs;
    }

    table groups
    {
        key = { m.packet.job : exact; }
        actions = { ToGroup; Drop; }
        default_action = Drop();
        size = kMaxJobs;
    }

    table workers
    {
        key = { m.packet.job : exact; m.packet.worker : exact; }
        actions = { ToPort; Drop; }
        default_action = Drop();
        size = kMaxWorkers;
    }

    apply
    {
        if (m.entersAgain)
        {
            Again();
        }
        else if (m.egress == PacketEgress.ToParameterServer)
        {
            parameterServers.apply();
        }
        else if (m.egress == PacketEgress.ToWorkers && m.group.isHere)
        {
            ToMembers();
        }
        else if (m.egress == PacketEgress.ToWorkers)
        {
            groups.apply();
        }
        else if (m.egress == PacketEgress.ToWorker)
        {
            workers.apply();
        }
        else
        {
            Drop();
        }
    }
}

// Frames that carry no fragments.
control ForwardFrame(in Headers hdr, inout standard_metadata_t standard)
{
    action Drop()
    {
        mark_to_drop(standard);
    }

    action ToPort(bit<9> port)
    {
        standard.egress_spec = port;
    }

    action ToGroup(bit<16> group)
    {
        standard.mcast_grp = group;
    }

    table hosts
    {
        key = { hdr.ethernet.destination : exact; }
        actions = { ToPort; ToGroup; Drop; }
        default_action = Drop();
        size = kMaxHosts;
    }

    apply
    {
        // a frame may end before its addresses do
        if (hdr.ethernet.isValid())
        {
            hosts.apply();
        }
        else
        {
            Drop();
        }
    }
}

// Addresses(): whatever the switch sends in its own or the PS's name.
control SetAddresses(inout Headers hdr, inout standard_metadata_t standard, in Metadata m)
{
    action ToParameterServer()
    {
        hdr.ipv4.source = kSwitchAddress;
        hdr.ipv4.destination = ParameterServerAddress(m.packet.job);
    }

    action FromParameterServer()
    {
        hdr.ipv4.source = ParameterServerAddress(m.packet.job);
    }

    action FromSwitch()
    {
        hdr.ipv4.source = kSwitchAddress;
    }

    action ToMember()
    {
        hdr.ipv4.destination = WorkerAddress(m.packet.job, standard.egress_rid);
    }

    // GroupTable::ForEachMember(): the copy for a member that is a group. The group's switch is
    // named as its first worker is.
    action ToGroup(bit<16> group, bit<32> shift, bit<16> worker)
    {
        hdr.ina.group = group;
        hdr.ina.aggregator = hdr.ina.aggregator + shift;
        hdr.ipv4.destination = WorkerAddress(m.packet.job, worker);
    }

    action ToGroupHere(bit<16> group, bit<32> shift)
    {
        hdr.ina.group = group;
        hdr.ina.aggregator = hdr.ina.aggregator + shift;
        recirculate_preserving_field_list(kKeptAgain);
    }

    action WrapIndex()
    {
        hdr.ina.aggregator = hdr.ina.aggregator - ESA_AGGREGATORS;
    }

    action ToWorker()
    {
        hdr.ipv4.destination = WorkerAddress(m.packet.job, m.packet.worker);
    }

    action Link(bit<48> source, bit<48> destination)
    {
        hdr.ethernet.source = source;
        hdr.ethernet.destination = destination;
    }

    // The copies of a result are numbered: workers by their number, groups above those.
    table members
    {
        key = { m.packet.job : exact; standard.egress_rid : exact; }
        actions = { ToGroup; ToGroupHere; ToMember; }
        default_action = ToMember();
        size = kMaxWorkers;
    }

    table ports
    {
        key = { standard.egress_port : exact; }
        actions = { Link; @defaultonly NoAction; }
        default_action = NoAction();
        size = kMaxPorts;
    }

    apply
    {
        if (m.packet.kind == PacketKind.Partial)
        {
            ToParameterServer();
        }
        else if (m.packet.kind == PacketKind.Result)
        {
            if (m.rules.frame == FrameFormat.Ina)
            {
                FromParameterServer();
            }
            else
            {
                FromSwitch();
            }
            if (m.egress == PacketEgress.ToWorkers)
            {
                members.apply();
                if (m.rules.frame == FrameFormat.Ina &&
                    hdr.ina.aggregator >= ESA_AGGREGATORS)
                {
                    WrapIndex();
                }
            }
            else
            {
                ToWorker();
            }
        }
        ports.apply();
    }
}

// Port::Send() (core/network/esa-port.h) marks a packet that meets a long queue. There the queue is
// counted in bytes; here in packets, as it was when the packet was queued. A frame whose sender is
// not capable of ECN gets no mark.
control MarkQueue(inout Headers hdr, in standard_metadata_t standard, in Metadata m)
{
    bit<19> below = 1; // by how much the queue was shorter than the threshold
    bool isMarkable = false;

    // Where results go to workers, the simulator marks them in few systems only.
    action MarkFrom(bit<19> packets, bit<1> marksResults)
    {
        below = packets |-| standard.enq_qdepth;
        isMarkable = marksResults == 1 || m.packet.kind != PacketKind.Result;
    }

    action MarkFrame()
    {
        hdr.ipv4.ecn = 3;
    }

    action MarkFragment()
    {
        hdr.ina.ecn = 1;
    }

    table marking
    {
        key = { standard.egress_port : exact; }
        actions = { MarkFrom; @defaultonly NoAction; }
        default_action = NoAction();
        size = kMaxPorts;
    }

    apply
    {
        marking.apply();
        if (below == 0 && isMarkable && hdr.ipv4.ecn != 0)
        {
            MarkFrame();
            if (hdr.ina.isValid())
            {
                MarkFragment();
            }
        }
    }
}

#endif // ESA_SWITCH_P4
