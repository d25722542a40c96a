// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_JOB_FORWARDING_P4
#define ESA_JOB_FORWARDING_P4

// GroupTable::Bypasses() and BypassEgress() (core/switch/esa-group-table.h): a packet for a
// group that another switch sums bypasses the pipeline. Where slots keep their results, a result
// does, as it would free the slot here.

#include "esa-metadata.p4"

control PassBy(inout Metadata m, inout bool passesBy)
{
    // A reminder whose group's switch is not below this one is dropped.
    action NotOnItsWay()
    {
        passesBy = true;
    }

    action Up()
    {
        passesBy = true;
        m.egress = PacketEgress.ToParameterServer;
    }

    // As the simulator's packets do, it names a worker below that switch.
    action Down()
    {
        passesBy = true;
        m.egress = PacketEgress.ToWorker;
        m.packet.worker = m.group.worker;
    }

    // The switch of a rack need not sum. Its workers are members of a group above, and each gets
    // a copy of the result that names it.
    action ToReceiver()
    {
        passesBy = true;
        m.egress = PacketEgress.ToWorker;
    }

    action ToMembers()
    {
        passesBy = true;
        m.egress = PacketEgress.ToWorkers;
    }

    apply
    {
        if (m.packet.kind == PacketKind.Result && m.rules.release == ReleaseRule.OnReuse)
        {
            ToMembers();
        }
        else if (m.group.isOfJob && !m.group.isHere)
        {
            if (m.packet.kind == PacketKind.Gradient || m.packet.kind == PacketKind.Resend)
            {
                Up();
            }
            else if (m.packet.kind == PacketKind.Reminder || m.packet.kind == PacketKind.Result)
            {
                if (m.group.isBelow)
                {
                    Down();
                }
                else if (m.packet.kind == PacketKind.Result)
                {
                    ToReceiver();
                }
                else
                {
                    NotOnItsWay();
                }
            }
        }
    }
}

#endif // ESA_JOB_FORWARDING_P4
