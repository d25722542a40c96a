/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

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
        hdr.ina.bitmap1 = 0;
        hdr.ina.digest = 1;
    }

    action TakeWholeAtFirstLevel()
    {
        hdr.ina.bitmap0 = m.fullBitmap;
        hdr.ina.bitmap1 = m.residentOther;
        hdr.ina.digest = 0;
    }

    action TakeWholeAtSecondLevel()
    {
        hdr.ina.bitmap0 = m.residentOther;
        hdr.ina.bitmap1 = m.fullBitmap;
        hdr.ina.digest = 0;
    }

    action TakeFields()
    {
        hdr.ina.job = m.residentOwner[15:0];
        hdr.ina.seq = hdr.ina.seq ^ m.seqDifference;
        hdr.ina.fanIn0 = m.residentDegrees[15:10];
        hdr.ina.fanIn1 = m.residentDegrees[9:4];
        hdr.ina.priority = m.residentPriority;
        hdr.ina.digest = 0;
    }

    action TakePartAtFirstLevel()
    {
        hdr.ina.secondLevel = 0;
        hdr.ina.bitmap0 = m.residentBitmap;
        hdr.ina.bitmap1 = m.residentOther;
        TakeFields();
    }

    action TakePartAtSecondLevel()
    {
        hdr.ina.bitmap0 = m.residentOther;
        hdr.ina.secondLevel = 1;
        hdr.ina.bitmap1 = m.residentBitmap;
        TakeFields();
    }

    table taken
    {
        key = { m.taken : ternary; m.degrees : ternary; m.residentDegrees : ternary; }
        actions = {
            @defaultonly NoAction;
            TakeNothing;
            TakeWholeAtFirstLevel;
            TakeWholeAtSecondLevel;
            TakePartAtFirstLevel;
            TakePartAtSecondLevel;
        }
        const default_action = NoAction();
        const entries = {
            (Taken.EmptySum, _, _) : TakeNothing();
            (Taken.WholeSum, 0 &&& 1, _) : TakeWholeAtFirstLevel();
            (Taken.WholeSum, 1 &&& 1, _) : TakeWholeAtSecondLevel();
            (Taken.PartialSum, _, 0 &&& 1) : TakePartAtFirstLevel();
            (Taken.PartialSum, _, 1 &&& 1) : TakePartAtSecondLevel();
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
