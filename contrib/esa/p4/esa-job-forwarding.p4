/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_JOB_FORWARDING_P4
#define ESA_JOB_FORWARDING_P4

// JobForwarding::Bypasses() and BypassEgress() (core/switch/esa-job-forwarding.h), for jobs with
// several groups: a packet for a group that another switch sums bypasses the pipeline.

#include "esa-metadata.p4"

control PassBy(inout Metadata m, inout bool passesBy)
{
    // The switch of its group is not below this one: it is dropped.
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

    apply
    {
        if (m.group.isOfJob && !m.group.isHere)
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
                else
                {
                    NotOnItsWay();
                }
            }
        }
    }
}

#endif // ESA_JOB_FORWARDING_P4
