// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_IDENTITY_P4
#define ESA_TNA_IDENTITY_P4

// Whose an aggregator is.

#include "esa-tna-aggregator-table.p4"
#include "esa-tna-metadata.p4"

// The task that has an aggregator: all of it, since between two passes of a packet another task may
// have taken the aggregator, and whatever of the sequence number is not compared may be all that
// differs. The stage behind keeps the sequence number once more, because one access gives one word.
struct OwnerTask
{
    bit<32> job; // and a bit that is always set; 0: nobody
    bit<32> seq;
}

// Stage 1: the job.
control OwnerStage(in bit<32> index, in bit<32> seq, inout TnaMetadata m)
{
    Register<OwnerTask, bit<32>>(ESA_AGGREGATORS) owners;
    RegisterAction<OwnerTask, bit<32>, bit<32>>(owners) ownersLook = {
        void apply(inout OwnerTask value, out bit<32> resident)
        {
            resident = value.job;
        }
    };
    RegisterAction<OwnerTask, bit<32>, bit<32>>(owners) ownersPut = {
        void apply(inout OwnerTask value, out bit<32> resident)
        {
            resident = value.job;
            value.job = m.owner;
            value.seq = seq;
        }
    };
    RegisterAction<OwnerTask, bit<32>, bit<32>>(owners) ownersClaim = {
        void apply(inout OwnerTask value, out bit<32> resident)
        {
            resident = value.job;
            if (value.job == 0)
            {
                value.job = m.owner;
                value.seq = seq;
            }
        }
    };
    // Somebody else may have come in between.
    RegisterAction<OwnerTask, bit<32>, bit<32>>(owners) ownersClear = {
        void apply(inout OwnerTask value, out bit<32> resident)
        {
            resident = value.job;
            if (value.job == m.owner && value.seq == seq)
            {
                value.job = 0;
            }
        }
    };

    action Claim()
    {
        m.residentOwner = ownersClaim.execute(index);
    }

    action Look()
    {
        m.residentOwner = ownersLook.execute(index);
    }

    action Swap()
    {
        m.residentOwner = ownersPut.execute(index);
    }

    action Clear()
    {
        m.residentOwner = ownersClear.execute(index);
    }

    action LookAlone()
    {
        m.step = Step.Alone;
        m.residentOwner = ownersLook.execute(index);
    }

    action PassBy()
    {
        m.step = Step.PassBy;
    }

    action Malformed()
    {
        m.step = Step.Malformed;
    }

    table owner
    {
        key = {
            m.step : ternary;
            m.workers : ternary;
            m.room : ternary;
            m.level : ternary;
            m.packetLevel : ternary;
        }
        actions = { Claim; Look; Swap; Clear; LookAlone; PassBy; Malformed; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = {
            // what is complete may have left for the level above
            (Step.FreeHalf, _, _, _, _) : Clear();
            (_, _, _, Level.Unknown, _) : Malformed();
            (Step.Ask, _, _, Level.Other, _) : PassBy();
            (Step.Look, _, _, Level.Other, _) : PassBy();
            (_, _, 0, _, _) : Malformed();
            (_, _, _, Level.Only, Level.First) : Malformed();
            (_, _, _, Level.First, Level.Only) : Malformed();
            (Step.Ask, Workers.Possible, _, _, _) : Claim();
            (Step.Ask, Workers.Alone, _, _, _) : LookAlone();
            (Step.Ask, _, _, _, _) : Malformed();
            (Step.Look, _, _, _, _) : Look();
            (Step.Swap, _, _, _, _) : Swap();
            (Step.Fetch, _, _, _, _) : Clear();
            (Step.Release, _, _, _, _) : Clear();
        }
        size = 16;
    }

    apply
    {
        owner.apply();
    }
}

// Stage 2: the rest of the identity.
control IdentityStage(in bit<32> index,
                      in bit<32> seq,
                      in bit<32> above,
                      inout TnaMetadata m)
{
    COMPARED_REGISTER(bit<32>, seqs, seq)
    COMPARED_REGISTER(bit<16>, fanIns, m.fanIns)
    SWAPPED_REGISTER(bit<32>, bitmapsAbove, above)

    action PutSeq()
    {
        m.seqDifference = seqsPut.execute(index);
    }

    action LookAtSeq()
    {
        m.seqDifference = seqsLook.execute(index);
    }

    action PutFanIn()
    {
        m.fanInDifference = fanInsPut.execute(index);
    }

    action LookAtFanIn()
    {
        m.fanInDifference = fanInsLook.execute(index);
    }

    action PutBitmapAbove()
    {
        m.residentBitmapAbove = bitmapsAbovePut.execute(index);
    }

    action LookAtBitmapAbove()
    {
        m.residentBitmapAbove = bitmapsAboveLook.execute(index);
    }

#define IDENTITY_ENTRIES(PutField, LookAtField)                                                    \
    (Step.Ask, 0) : PutField();                                                                    \
    (Step.Ask, _) : LookAtField();                                                                 \
    (Step.Alone, _) : LookAtField();                                                               \
    (Step.Swap, _) : PutField();                                                                   \
    (Step.Look, _) : LookAtField();                                                                \
    (Step.Fetch, _) : LookAtField();

    table sequenceNumber
    {
        key = { m.step : ternary; m.residentOwner : ternary; }
        actions = { PutSeq; LookAtSeq; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { IDENTITY_ENTRIES(PutSeq, LookAtSeq) }
        size = 8;
    }

    table fanIn
    {
        key = { m.step : ternary; m.residentOwner : ternary; }
        actions = { PutFanIn; LookAtFanIn; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { IDENTITY_ENTRIES(PutFanIn, LookAtFanIn) }
        size = 8;
    }

    table bitmapAbove
    {
        key = { m.step : ternary; m.residentOwner : ternary; }
        actions = { PutBitmapAbove; LookAtBitmapAbove; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = { IDENTITY_ENTRIES(PutBitmapAbove, LookAtBitmapAbove) }
        size = 8;
    }

    action Nobody()
    {
        m.resident = Resident.Nobody;
    }

    action OwnJob()
    {
        m.resident = Resident.OwnJob;
    }

    action OtherJob()
    {
        m.resident = Resident.OtherJob;
    }

    apply
    {
        sequenceNumber.apply();
        fanIn.apply();
        bitmapAbove.apply();
        if (m.residentOwner == 0)
        {
            Nobody();
        }
        else if (m.residentOwner == m.owner)
        {
            OwnJob();
        }
        else
        {
            OtherJob();
        }
    }
}

#endif // ESA_TNA_IDENTITY_P4
