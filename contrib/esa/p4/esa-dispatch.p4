// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DISPATCH_P4
#define ESA_DISPATCH_P4

// SwitchPipeline::Dispatch(): by kind of packet, the stage that decides.

#include "esa-bitmap.p4"
#include "esa-fetch.p4"
#include "esa-metadata.p4"
#include "esa-on-gradient.p4"
#include "esa-return-result.p4"

control Dispatch(inout Metadata m)
{
    OnGradient() onGradient;
    Fetch() fetch;
    ReturnResult() returnResult;

    action Forwarded()
    {
        m.outcome = Outcome.Forwarded;
        m.egress = PacketEgress.ToParameterServer;
    }

    action ForwardedToWorker()
    {
        m.outcome = Outcome.Forwarded;
        m.egress = PacketEgress.ToWorker;
    }

    apply
    {
        // A gradient that met a collision at an earlier group is not summed in a later one.
        if (m.packet.kind == PacketKind.Gradient && m.packet.collision == 0)
        {
            onGradient.apply(m);
        }
        else if (m.packet.kind == PacketKind.Reminder || m.packet.kind == PacketKind.Resend)
        {
            fetch.apply(m);
        }
        else if (m.packet.kind == PacketKind.Result)
        {
            returnResult.apply(m);
        }
        else if (m.packet.kind == PacketKind.Query || m.packet.kind == PacketKind.Forward)
        {
            ForwardedToWorker();
        }
        else
        {
            Forwarded();
        }
    }
}

#endif // ESA_DISPATCH_P4
