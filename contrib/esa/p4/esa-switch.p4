// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCH_P4
#define ESA_SWITCH_P4

// EsaSwitch: where a packet goes, and under which addresses it leaves
// (core/network/esa-switch-node.cc and model/link/esa-frame-builder.cc). The control plane fills the
// tables.

#include "esa-addresses.p4"
#include "esa-metadata.p4"
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
    }

    table groups
    {
        key = { m.packet.job : exact; }
        actions = { ToGroup; Drop; }
        default_action = Drop();
    }

    table workers
    {
        key = { m.packet.job : exact; m.packet.worker : exact; }
        actions = { ToPort; Drop; }
        default_action = Drop();
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
    }

    table ports
    {
        key = { standard.egress_port : exact; }
        actions = { Link; @defaultonly NoAction; }
        default_action = NoAction();
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

#endif // ESA_SWITCH_P4
