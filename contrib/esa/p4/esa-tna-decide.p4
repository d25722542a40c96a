// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_DECIDE_P4
#define ESA_TNA_DECIDE_P4

// Stage 5: what becomes of the packet.

#include "esa-tna-metadata.p4"

// How the packet and the resident compare.
control Compare(in TnaHeaders hdr, inout TnaMetadata m)
{
    action CompareWithResident()
    {
        m.above = hdr.ina.priority |-| m.residentPriority;
        m.residentFanIns = m.fanInDifference ^ m.fanIns;
        m.resubmitted.expectedPriority = m.residentPriority;
        m.resubmitted.loweredPriority = m.residentPriority >> 1;
    }

    apply
    {
        CompareWithResident();
    }
}

// One action an outcome; but a packet that cannot be decided in one pass comes again.
control Decide(inout TnaHeaders hdr,
               inout TnaMetadata m,
               inout ingress_intrinsic_metadata_for_deparser_t toDeparser)
{
    Compare() compare;

    action End(Outcome outcome, PacketEgress egress)
    {
        m.outcome = outcome;
        m.egress = egress;
    }

    action Allocated()
    {
        End(Outcome.Allocated, PacketEgress.Nowhere);
        m.secondStep = Step.SwapHalf;
    }

    action Aggregated()
    {
        End(Outcome.Aggregated, PacketEgress.Nowhere);
        m.secondStep = Step.AddHalf;
    }

    action SentToWorkers()
    {
        End(Outcome.Completed, PacketEgress.ToWorkers);
        hdr.ina.kind = PacketKind.Result;
    }

    action Completed()
    {
        SentToWorkers();
        m.secondStep = Step.FreeHalf;
        m.taken = Taken.WholeSum;
    }

    // SwitchPipeline::Promote(): the sum of a rack is a member of the second level's.
    action SentUp()
    {
        End(Outcome.Completed, PacketEgress.ToParameterServer);
        hdr.ina.secondLevel = 1;
    }

    action CompletedFirst()
    {
        SentUp();
        m.secondStep = Step.FreeHalf;
        m.taken = Taken.WholeSum;
    }

    action Duplicate()
    {
        End(Outcome.Duplicate, PacketEgress.Nowhere);
    }

    action TakePartialSum()
    {
        hdr.ina.kind = PacketKind.Partial;
        m.secondStep = Step.SwapHalf;
        m.taken = Taken.PartialSum;
    }

    action Preempted()
    {
        End(Outcome.Preempted, PacketEgress.ToParameterServer);
        TakePartialSum();
    }

    action PassedThrough()
    {
        End(Outcome.PassedThrough, PacketEgress.ToParameterServer);
        hdr.ina.collision = 1;
    }

    action Fetched()
    {
        End(Outcome.Fetched, PacketEgress.ToParameterServer);
        TakePartialSum();
    }

    action FetchMissed()
    {
        End(Outcome.FetchMissed, PacketEgress.Nowhere);
    }

    action AnsweredEmpty()
    {
        End(Outcome.FetchMissed, PacketEgress.ToParameterServer);
        hdr.ina.kind = PacketKind.Partial;
        m.secondStep = Step.EmptyHalf;
        m.taken = Taken.EmptySum;
    }

    action PassedOn()
    {
        End(Outcome.FetchMissed, PacketEgress.ToParameterServer);
    }

    // What brings nothing may fetch what the second level holds.
    action PassedUp()
    {
        PassedOn();
        hdr.ina.secondLevel = 1;
        hdr.ina.bitmap1 = 0;
    }

    action Released()
    {
        End(Outcome.Released, PacketEgress.ToWorkers);
    }

    action Returned()
    {
        End(Outcome.Returned, PacketEgress.ToWorkers);
    }

    action Forwarded()
    {
        End(Outcome.Forwarded, PacketEgress.ToParameterServer);
    }

    action ForwardedToWorker()
    {
        End(Outcome.Forwarded, PacketEgress.ToWorker);
    }

    action NotOnItsWay()
    {
        End(Outcome.Forwarded, PacketEgress.Nowhere);
    }

    action Malformed()
    {
        End(Outcome.Malformed, PacketEgress.Nowhere);
    }

    action ResubmitFor(Step step)
    {
        m.resubmitted.step = step;
        m.outcome = kNoOutcome;
        toDeparser.resubmit_type = kResubmitStep;
    }

    action SecondHalf()
    {
        m.outcome = kNoOutcome;
    }

// a resend without a fragment, at the first of two levels
#define BARE_RESEND(step, missing)                                                                 \
    (step, _, missing, _, PacketKind.Resend, _, Level.First, Workers.Nobody, _) : PassedUp();

    table decision
    {
        key = {
            m.step : ternary;
            m.residentBitmap : ternary; // 0: of the fragment nothing is in the sum yet
            m.residentMissing : ternary;
            m.above : ternary;
            hdr.ina.kind : ternary;
            hdr.ina.urgent : ternary;
            m.level : ternary;
            m.workers : ternary;
            hdr.ina.secondLevel : ternary;
        }
        actions = {
            Allocated;
            Aggregated;
            SentToWorkers;
            Completed;
            SentUp;
            CompletedFirst;
            Duplicate;
            Preempted;
            PassedThrough;
            Fetched;
            FetchMissed;
            AnsweredEmpty;
            PassedOn;
            PassedUp;
            Released;
            Returned;
            Forwarded;
            ForwardedToWorker;
            NotOnItsWay;
            Malformed;
            ResubmitFor;
            SecondHalf;
        }
        const default_action = Malformed();
        const entries = {
            (Step.Alone, _, _, _, _, _, Level.First, _, _) : SentUp();
            (Step.Alone, _, _, _, _, _, _, _, _) : SentToWorkers();
            (Step.Allocate, _, _, _, _, _, _, _, _) : Allocated();
            (Step.Add, 0, 0, _, _, _, Level.First, _, _) : CompletedFirst();
            (Step.Add, 0, 0, _, _, _, _, _, _) : Completed();
            (Step.Add, 0, _, _, _, _, _, _, _) : Aggregated();
            (Step.Add, _, _, _, _, _, _, _, _) : Duplicate();
            (Step.Collide, _, 0, _, _, _, _, _, _) : ResubmitFor(Step.Swap);
            (Step.Collide, _, _, 0, _, _, _, _, _) : ResubmitFor(Step.Lower);
            (Step.Collide, _, _, _, _, _, _, _, _) : ResubmitFor(Step.Swap);
            (Step.Swap, _, 0, _, _, _, _, _, _) : Allocated();
            (Step.Swap, _, _, _, _, _, _, _, _) : Preempted();
            (Step.Lower, _, _, _, _, _, _, _, _) : PassedThrough();
            (Step.Held, _, 0, _, PacketKind.Result, _, _, _, _) : Returned();
            BARE_RESEND(Step.Held, 0)
            (Step.Held, _, 0, _, PacketKind.Resend, _, _, _, _) : PassedOn();
            (Step.Held, _, 0, _, _, 1, _, _, _) : AnsweredEmpty();
            (Step.Held, _, 0, _, _, _, _, _, _) : FetchMissed();
            (Step.Held, _, _, _, PacketKind.Result, _, _, _, _) : ResubmitFor(Step.Release);
            (Step.Held, _, _, _, _, _, _, _, _) : ResubmitFor(Step.Fetch);
            (Step.Missed, _, _, _, PacketKind.Result, _, _, _, _) : Returned();
            BARE_RESEND(Step.Missed, _)
            (Step.Missed, _, _, _, PacketKind.Resend, _, _, _, _) : PassedOn();
            (Step.Missed, _, _, _, _, 1, _, _, _) : AnsweredEmpty();
            (Step.Missed, _, _, _, _, _, _, _, _) : FetchMissed();
            BARE_RESEND(Step.Fetch, 0)
            (Step.Fetch, _, 0, _, PacketKind.Resend, _, _, _, _) : PassedOn();
            (Step.Fetch, _, 0, _, _, 1, _, _, _) : AnsweredEmpty();
            (Step.Fetch, _, 0, _, _, _, _, _, _) : FetchMissed();
            (Step.Fetch, _, _, _, _, _, _, _, _) : Fetched();
            (Step.Release, _, _, _, _, _, _, _, _) : Released();
            (Step.Forward, _, _, _, PacketKind.Query, _, _, _, _) : ForwardedToWorker();
            (Step.Forward, _, _, _, PacketKind.Forward, _, _, _, _) : ForwardedToWorker();
            (Step.Forward, _, _, _, _, _, _, _, _) : Forwarded();
            (Step.PassBy, _, _, _, PacketKind.Result, _, _, _, _) : ForwardedToWorker();
            (Step.PassBy, _, _, _, PacketKind.Reminder, _, _, _, 0) : ForwardedToWorker();
            (Step.PassBy, _, _, _, PacketKind.Reminder, _, _, _, _) : NotOnItsWay();
            (Step.PassBy, _, _, _, _, _, _, _, _) : Forwarded();
            (Step.AddHalf, _, _, _, _, _, _, _, _) : SecondHalf();
            (Step.SwapHalf, _, _, _, _, _, _, _, _) : SecondHalf();
            (Step.FreeHalf, _, _, _, _, _, _, _, _) : SecondHalf();
            (Step.EmptyHalf, _, _, _, _, _, _, _, _) : SecondHalf();
        }
        size = 64;
    }

    Counter<bit<32>, bit<4>>(16, CounterType_t.PACKETS) counts;

    apply
    {
        compare.apply(hdr, m);
        decision.apply();
        counts.count(m.outcome);
    }
}

#endif // ESA_TNA_DECIDE_P4
