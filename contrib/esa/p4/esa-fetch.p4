// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FETCH_P4
#define ESA_FETCH_P4

// SwitchPipeline::Fetch(): a reminder or resend that takes the task's partial sum to the PS.

#include "esa-bitmap.p4"
#include "esa-group-table.p4"
#include "esa-metadata.p4"
#include "esa-swap.p4"

control Fetch(inout Metadata m)
{
    Swap() swap;
    Promote() promote;

    action Malformed()
    {
        m.outcome = Outcome.Malformed;
    }

    action FetchMissed()
    {
        m.outcome = Outcome.FetchMissed;
    }

    action PassOn()
    {
        m.egress = PacketEgress.ToParameterServer;
    }

    // It has nothing of its own, and may fetch what the group above holds.
    action BringNothing()
    {
        m.packet.bitmap = 0;
    }

    // With recovery, a resend brings its worker's fragment along.
    action AddWhatItBrings()
    {
        m.aggregator.bitmap = m.aggregator.bitmap | m.packet.bitmap;
        m.sumOperation = SumOperation.AddAndTake;
    }

    action MarkEcn()
    {
        m.aggregator.ecn = m.aggregator.ecn | m.packet.ecn;
    }

    action TakeAlone()
    {
        m.sumOperation = SumOperation.Take;
    }

    action EmptyPacket()
    {
        m.packet.bitmap = 0;
    }

    // A PS that repairs losses has to know that the switch holds nothing.
    action AnswerEmpty()
    {
        m.packet.kind = PacketKind.Partial;
        m.sumOperation = SumOperation.Empty;
        m.egress = PacketEgress.ToParameterServer;
    }

    action Fetched()
    {
        m.aggregator.state = AggregatorState.Free;
        m.outcome = Outcome.Fetched;
        m.egress = PacketEgress.ToParameterServer;
    }

    apply
    {
        bool brings = m.packet.kind == PacketKind.Resend && m.packet.bitmap != 0;
        bool hasGoneUp =
            m.aggregator.state == AggregatorState.Waiting && m.group.above != 0;
        // Who brings nothing asks for what the PS still waits for: taken there by itself, a sum
        // that has gone up would be counted twice.
        bool isHeld = Holds(m.aggregator, m.packet) && (brings || !hasGoneUp);
        if (brings && (!HasPossibleMembers(m.packet) ||
                       isHeld && m.packet.fanIn != m.aggregator.fanIn) ||
            m.packet.kind == PacketKind.Resend && !HasPossibleGroup(m.group, m.packet))
        {
            Malformed();
        }
        else if (!isHeld)
        {
            FetchMissed();
            if (m.packet.kind == PacketKind.Resend && !brings && m.group.above != 0)
            {
                promote.apply(m);
                BringNothing();
            }
            else if (m.packet.kind == PacketKind.Resend)
            {
                PassOn();
            }
            else if (m.packet.urgent == 1)
            {
                EmptyPacket();
                AnswerEmpty();
            }
        }
        else
        {
            if (brings)
            {
                MarkEcn();
            }
            if (brings && m.aggregator.bitmap & m.packet.bitmap == 0)
            {
                AddWhatItBrings();
            }
            else
            {
                TakeAlone();
            }
            EmptyPacket();
            swap.apply(m);
            Fetched();
        }
    }
}

#endif // ESA_FETCH_P4
