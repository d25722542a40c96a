// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_TAKE_IDENTITY_P4
#define ESA_TNA_TAKE_IDENTITY_P4

// Stage 6.

#include "esa-tna-metadata.p4"

// What leaves with the packet: the sum's bitmap and mark, or all of the resident's identity.
control TakeIdentity(inout TnaHeaders hdr, in TnaMetadata m)
{
    action MarkEcn()
    {
        hdr.ina.ecn = 1;
    }

    action ClearEcn()
    {
        hdr.ina.ecn = 0;
    }

    action TakeNothing()
    {
        hdr.ina.bitmap0 = 0;
        hdr.ina.digest = 1;
    }

    action TakeNothingSecond()
    {
        hdr.ina.bitmap1 = 0;
        hdr.ina.digest = 1;
    }

    action TakeWhole()
    {
        hdr.ina.bitmap0 = m.fullBitmap;
        hdr.ina.digest = 0;
    }

    action TakeWholeSecond()
    {
        hdr.ina.bitmap0 = 0;
        hdr.ina.bitmap1 = m.fullBitmap;
        hdr.ina.digest = 0;
    }

    action TakeOthers()
    {
        hdr.ina.job = m.residentOwner[15:0];
        hdr.ina.seq = hdr.ina.seq ^ m.seqDifference;
        hdr.ina.fanIn0 = m.residentFanIns[15:10];
        hdr.ina.fanIn1 = m.residentFanIns[9:4];
        hdr.ina.priority = m.residentPriority;
        hdr.ina.digest = 0;
    }

    action TakePart()
    {
        TakeOthers();
        hdr.ina.bitmap0 = m.residentBitmap;
        hdr.ina.bitmap1 = m.residentBitmapAbove;
        hdr.ina.secondLevel = 0;
    }

    action TakePartSecond()
    {
        TakeOthers();
        hdr.ina.bitmap0 = 0;
        hdr.ina.bitmap1 = m.residentBitmap;
        hdr.ina.secondLevel = 1;
    }

    table taken
    {
        key = {
            m.taken : ternary;
            m.level : ternary;
            m.residentFanIns[0:0] : ternary @name("residentLevel");
        }
        actions = {
            @defaultonly NoAction;
            TakeNothing;
            TakeNothingSecond;
            TakeWhole;
            TakeWholeSecond;
            TakePart;
            TakePartSecond;
        }
        const default_action = NoAction();
        const entries = {
            (Taken.EmptySum, Level.Second, _) : TakeNothingSecond();
            (Taken.EmptySum, _, _) : TakeNothing();
            (Taken.WholeSum, Level.Second, _) : TakeWholeSecond();
            (Taken.WholeSum, _, _) : TakeWhole();
            (Taken.PartialSum, _, 0) : TakePart();
            (Taken.PartialSum, _, 1) : TakePartSecond();
        }
        size = 8;
    }

    apply
    {
        taken.apply();
        // what is taken of an aggregator has its mark
        if ((bit<2>)m.taken & 2 == 0 && m.mark == 1 ||
            (bit<2>)m.taken & 2 != 0 && m.residentMark == 1)
        {
            MarkEcn();
        }
        else
        {
            ClearEcn();
        }
    }
}

#endif // ESA_TNA_TAKE_IDENTITY_P4
