// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_DISPATCH_P4
#define ESA_DISPATCH_P4

// SwitchPipeline::Dispatch(): by kind of packet, the stage that decides. What a packet does to its
// aggregator is in the table of core/switch/esa-aggregator-table.h. Each function is a control here:
//
// | state       | what comes                            | function     | next state              |
// |-------------|---------------------------------------|--------------|-------------------------|
// | Free        | a fragment                            | Allocate     | Aggregating             |
// | Free        | a fragment that is a whole sum        | SendSum      | Free                    |
// | Free        | a reminder or resend                  | Fetch        | Free                    |
// | Free        | a result                              | ReturnResult | Free                    |
// | Aggregating | a fragment of its task                | Add          | Aggregating             |
// | Aggregating | the last fragment of its task         | Complete     | Free, Waiting, Retained |
// | Aggregating | a copy of a fragment of its task      | Repeat       | Aggregating             |
// | Aggregating | a fragment of another task, preferred | Collide      | Aggregating this task   |
// | Aggregating | a fragment of another task            | Collide      | Aggregating             |
// | Aggregating | a reminder or resend of its task      | Fetch        | Free                    |
// | Aggregating | a result of its task, or it is stale  | ReturnResult | Free                    |
// | Waiting     | a copy of a fragment of its task      | Repeat       | Waiting                 |
// | Waiting     | a fragment of another task            | Collide      | Waiting                 |
// | Waiting     | a reminder or resend; the sum went up | Fetch        | Waiting                 |
// | Waiting     | a reminder or resend of its task      | Fetch        | Free                    |
// | Waiting     | a result of its task, or it is stale  | ReturnResult | Free                    |
// | Retained    | a copy of a fragment of its task      | Repeat       | Retained, sent again    |
// | Retained    | a fragment of a later task            | ReuseSlot    | Aggregating this task   |
// | Retained    | a fragment of an earlier task         | ReuseSlot    | Retained                |
// | Retained    | a reminder or resend of its task      | Fetch        | Free                    |

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
