// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_GROUP_TABLE_P4
#define ESA_GROUP_TABLE_P4

// GroupTable (core/switch/esa-group-table.h) and SwitchPipeline's use of it
// (esa-switch-pipeline.cc). A job that is summed in several groups has an entry for each group that
// this switch sums, and for each that a switch below it sums. The control plane fills them in.

#include "esa-metadata.p4"
#include "esa-table-sizes.p4"

// SwitchNode::HasJob(): a packet of a job without an entry is dropped before it touches anything.
control FindJob(inout Metadata m)
{
    action OneGroup(bit<6> fanIn)
    {
        m.isOfKnownJob = true;
        m.fanInOfJob = fanIn;
    }

    action SeveralGroups()
    {
        m.isOfKnownJob = true;
        m.group.isOfJob = true;
    }

    action TakeFanIn()
    {
        m.packet.fanIn = m.fanInOfJob;
    }

    table jobs
    {
        key = { m.packet.job : exact; }
        actions = { OneGroup; SeveralGroups; @defaultonly NoAction; }
        default_action = NoAction();
        size = kMaxJobs;
    }

    apply
    {
        jobs.apply();
        if (m.rules.frame == FrameFormat.SwitchMl)
        {
            TakeFanIn();
        }
    }
}

// GroupTable::Find()
control FindGroup(inout Metadata m)
{
    // Its sum is the result.
    action Root(bit<6> fanIn, bit<16> members)
    {
        m.group.isHere = true;
        m.group.fanIn = fanIn;
        m.group.members = members;
    }

    // The PS adds its sum to those of other switches.
    action ForServer(bit<6> fanIn, bit<16> members)
    {
        Root(fanIn, members);
        m.group.isForServer = true;
    }

    // Its sum is a member of the group above, at this switch or another one.
    action Member(bit<6> fanIn,
                  bit<16> members,
                  bit<16> above,
                  bit<32> bitAbove,
                  bit<6> fanInAbove,
                  bit<32> shift,
                  bit<1> isAboveHere)
    {
        Root(fanIn, members);
        m.group.above = above;
        m.group.bitAbove = bitAbove;
        m.group.fanInAbove = fanInAbove;
        m.group.shift = shift;
        m.group.isAboveHere = isAboveHere;
    }

    // Another switch sums it, on the way to this worker.
    action Below(bit<16> worker)
    {
        m.group.isBelow = true;
        m.group.worker = worker;
    }

    table groupTable
    {
        key = { m.packet.job : exact; m.packet.group : exact; }
        actions = { Root; ForServer; Member; Below; @defaultonly NoAction; }
        default_action = NoAction();
        size = kMaxGroups;
    }

    apply
    {
        groupTable.apply();
    }
}

// SwitchPipeline::HasPossibleGroup(), where this switch sums the packet's group.
bool HasPossibleGroup(in GroupEntry group, in Fragment packet)
{
    return !group.isOfJob || packet.fanIn == group.fanIn;
}

// SwitchPipeline::Promote(), for a group that has one above it.
control Promote(inout Metadata m)
{
    action BecomeMember()
    {
        m.packet.group = m.group.above;
        m.packet.bitmap = m.group.bitAbove;
        m.packet.fanIn = m.group.fanInAbove;
        m.packet.aggregator = m.packet.aggregator + m.group.shift;
    }

    // The groups of a switch follow each other in the table, modulo its size.
    action Wrap()
    {
        m.packet.aggregator = m.packet.aggregator - ESA_AGGREGATORS;
    }

    action EnterAgain()
    {
        m.entersAgain = true;
    }

    // The switches of all groups above stand on the way to the PS.
    action GoUp()
    {
        m.egress = PacketEgress.ToParameterServer;
    }

    apply
    {
        BecomeMember();
        if (m.packet.aggregator >= ESA_AGGREGATORS)
        {
            Wrap();
        }
        if (m.group.isAboveHere == 1)
        {
            EnterAgain();
        }
        else
        {
            GoUp();
        }
    }
}

#endif // ESA_GROUP_TABLE_P4
