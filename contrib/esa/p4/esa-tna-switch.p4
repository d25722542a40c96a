// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_SWITCH_P4
#define ESA_TNA_SWITCH_P4

// Where packets go (esa-switch.p4). The tables are the control plane's.

#include "esa-table-sizes.p4"
#include "esa-tna-metadata.p4"

const bit<16> kToRack = 0x8000;

// By the decision, the port, the multicast group, or once more through the pipeline.
control SendFragment(inout TnaHeaders hdr,
                     in TnaMetadata m,
                     inout ingress_intrinsic_metadata_for_deparser_t toDeparser,
                     inout ingress_intrinsic_metadata_for_tm_t toTm)
{
    action Drop()
    {
        toDeparser.drop_ctl = 1;
    }

    action ToPort(bit<9> port)
    {
        toTm.ucast_egress_port = port;
    }

    action ToGroup(bit<16> group)
    {
        toTm.mcast_grp_a = group;
    }

    // a reminder that only passes by has no room for an answer
    action LeaveShort()
    {
        hdr.values.setInvalid();
    }

    action EndSecondPass()
    {
        hdr.second.setInvalid();
    }

    action ToSecondPass()
    {
        hdr.second.setValid();
        hdr.second.step = m.secondStep;
        hdr.second.unused = 0;
        hdr.second.egress = m.egress;
        toTm.ucast_egress_port = kRecirculationPort;
        toTm.bypass_egress = 1;
    }

    table parameterServers
    {
        key = { hdr.ina.job : exact; }
        actions = { ToPort; Drop; }
        const default_action = Drop();
        size = kTofinoJobs;
    }

    table groups
    {
        key = { hdr.ina.job : exact; }
        actions = { ToGroup; Drop; }
        const default_action = Drop();
        size = kTofinoJobs;
    }

    table workers
    {
        key = { hdr.ina.job : exact; hdr.ipv4.destination[7:0] : exact @name("host"); }
        actions = { ToPort; Drop; }
        const default_action = Drop();
        size = kTofinoWorkers;
    }

    // Towards the switch of a rack, by the rack's bit
    table racks
    {
        key = { hdr.ina.job : exact; hdr.ina.bitmap1 : exact; }
        actions = { ToPort; Drop; }
        const default_action = Drop();
        size = kTofinoJobs;
    }

    apply
    {
        if (m.secondStep != Step.Forward)
        {
            ToSecondPass();
        }
        else
        {
            EndSecondPass();
            if (hdr.ipv4.totalBytes != kInaIpBytes)
            {
                LeaveShort();
            }
        }
        if (m.secondStep != Step.Forward || toDeparser.resubmit_type == kResubmitStep)
        {
            // comes again
        }
        else if (m.egress == PacketEgress.ToParameterServer)
        {
            parameterServers.apply();
        }
        else if (m.egress == PacketEgress.ToWorkers)
        {
            groups.apply();
        }
        else if (m.egress == PacketEgress.ToWorker && hdr.ina.kind == PacketKind.Reminder)
        {
            racks.apply();
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
control ForwardFrame(in TnaHeaders hdr,
                     inout ingress_intrinsic_metadata_for_deparser_t toDeparser,
                     inout ingress_intrinsic_metadata_for_tm_t toTm)
{
    action Drop()
    {
        toDeparser.drop_ctl = 1;
    }

    action ToPort(bit<9> port)
    {
        toTm.ucast_egress_port = port;
    }

    action ToGroup(bit<16> group)
    {
        toTm.mcast_grp_a = group;
    }

    table hosts
    {
        key = { hdr.ethernet.destination : exact; }
        actions = { ToPort; ToGroup; Drop; }
        const default_action = Drop();
        size = kTofinoHosts;
    }

    apply
    {
        hosts.apply();
    }
}

// Addresses(), in the egress: whatever the switch sends in its own or the PS's name.
control SetAddresses(inout Ethernet ethernet,
                     inout Ipv4 ipv4,
                     inout Ina ina,
                     in egress_intrinsic_metadata_t intrinsic)
{
    bit<19> below = 1; // by how much the queue was shorter than the threshold of marks

    action ToParameterServer()
    {
        ipv4.source = kSwitchAddress;
        ipv4.destination = kHostNetwork[31:24] ++ ina.job ++ 8w255;
    }

    action FromParameterServer()
    {
        ipv4.source = kHostNetwork[31:24] ++ ina.job ++ 8w255;
    }

    // The copies of a result are numbered by the last byte of the member's address. A rack is named
    // as its first worker is, with kToRack.
    action ToMember()
    {
        ipv4.destination = kHostNetwork[31:24] ++ ina.job ++ intrinsic.egress_rid[7:0];
    }

    action ToFirstLevel()
    {
        ina.secondLevel = 0;
    }

    action MarkEcn()
    {
        ipv4.ecn = 3;
    }

    action ClearEcn()
    {
        ipv4.ecn = 2;
    }

    // MarkQueue in esa-switch.p4; with cells of 80 bytes, and without marks of results
    action MarkFrom(bit<19> cells)
    {
        below = cells |-| intrinsic.enq_qdepth;
    }

    action MarkFragment()
    {
        ina.ecn = 1;
    }

    action Link(bit<48> source, bit<48> destination)
    {
        ethernet.source = source;
        ethernet.destination = destination;
    }

    table ports
    {
        key = { intrinsic.egress_port : exact; }
        actions = { Link; @defaultonly NoAction; }
        const default_action = NoAction();
        size = kMaxPorts;
    }

    table marking
    {
        key = { intrinsic.egress_port : exact; }
        actions = { MarkFrom; @defaultonly NoAction; }
        const default_action = NoAction();
        size = kMaxPorts;
    }

    apply
    {
        if (ina.kind == PacketKind.Partial)
        {
            ToParameterServer();
        }
        else if (ina.kind == PacketKind.Result)
        {
            FromParameterServer();
            // 0: it is for the worker that it names
            if (intrinsic.egress_rid != 0)
            {
                ToMember();
            }
            if (intrinsic.egress_rid & kToRack != 0)
            {
                ToFirstLevel();
            }
        }
        marking.apply();
        if (below == 0 && ipv4.ecn != 0 && ina.kind != PacketKind.Result)
        {
            MarkFragment();
        }
        // as EncodeEcn in esa-encode.p4
        if (ina.ecn == 1 && ipv4.ecn != 0)
        {
            MarkEcn();
        }
        else if (ina.ecn == 0 && ipv4.ecn == 3)
        {
            ClearEcn();
        }
        ports.apply();
    }
}

#endif // ESA_TNA_SWITCH_P4
