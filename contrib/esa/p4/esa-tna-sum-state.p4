// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_SUM_STATE_P4
#define ESA_TNA_SUM_STATE_P4

// What an aggregator knows of its sum.

#include "esa-tna-aggregator-table.p4"
#include "esa-tna-metadata.p4"

// What stage 3 knows of the identity: Holds(), and whether the fan-in is the same.
#define IDENTITY                                                                                   \
    {                                                                                              \
        m.step : ternary;                                                                          \
        m.resident : ternary;                                                                      \
        m.seqDifference : ternary;                                                                 \
        m.fanInDifference : ternary;                                                               \
    }
#define IF_FREE(step, Action) (step, Resident.Nobody, _, _) : Action;
#define IF_SAME_TASK(step, Action) (step, Resident.OwnJob, 0, 0) : Action;
#define IF_HELD(step, Action) (step, Resident.OwnJob, 0, _) : Action;
#define ELSE(step, Action) (step, _, _, _) : Action;

// One of stage 3's registers
#define SUM_STATE_TABLE(name, field, resident)                                                     \
    action Put##name()                                                                             \
    {                                                                                              \
        resident = field##Put.execute(index);                                                      \
    }                                                                                              \
    action Merge##name()                                                                           \
    {                                                                                              \
        resident = field##Merge.execute(index);                                                    \
    }                                                                                              \
    action LookAt##name()                                                                          \
    {                                                                                              \
        resident = field##Look.execute(index);                                                     \
    }                                                                                              \
    table sum##name                                                                                \
    {                                                                                              \
        key = IDENTITY                                                                             \
        actions = { Put##name; Merge##name; LookAt##name; NoAction; }                              \
        const default_action = NoAction();                                                         \
        const entries = {                                                                          \
            IF_FREE(Step.Ask, Put##name())                                                         \
            IF_SAME_TASK(Step.Ask, Merge##name())                                                  \
            IF_HELD(Step.Ask, NoAction())                                                  \
            ELSE(Step.Ask, LookAt##name())                                                         \
            IF_FREE(Step.Swap, Put##name())                                                        \
            IF_SAME_TASK(Step.Swap, Merge##name())                                                 \
            ELSE(Step.Swap, Put##name())                                                           \
            ELSE(Step.Fetch, LookAt##name())                                                       \
        }                                                                                          \
        size = 16;                                                                                 \
    }

// Stage 3: who is in the sum, how urgent it is, and whether a fragment met a queue; and what is to
// be done with it.
control SumStateStage(in bit<32> index, inout TnaMetadata m)
{
    SWAPPED_REGISTER(bit<32>, bitmaps, m.bitmap)
    // what of the fragment is in the sum already
    RegisterAction<bit<32>, bit<32>, bit<32>>(bitmaps) bitmapsMerge = {
        void apply(inout bit<32> value, out bit<32> overlap)
        {
            overlap = value & m.bitmap;
            value = value | m.bitmap;
        }
    };
    SWAPPED_REGISTER(bit<8>, marks, m.mark)
    RegisterAction<bit<8>, bit<32>, bit<8>>(marks) marksMerge = {
        void apply(inout bit<8> value, out bit<8> merged)
        {
            value = value | m.mark;
            merged = value;
        }
    };
    SWAPPED_REGISTER(bit<8>, priorities, m.newPriority)
    // Somebody else may have come in between.
    RegisterAction<bit<8>, bit<32>, bit<8>>(priorities) prioritiesLower = {
        void apply(inout bit<8> value, out bit<8> resident)
        {
            resident = value;
            if (value == m.expectedPriority)
            {
                value = m.newPriority;
            }
        }
    };

    SUM_STATE_TABLE(Bitmap, bitmaps, m.residentBitmap)
    SUM_STATE_TABLE(Mark, marks, m.residentMark)

    action PutPriority()
    {
        m.residentPriority = prioritiesPut.execute(index);
    }

    action LowerPriority()
    {
        m.residentPriority = prioritiesLower.execute(index);
    }

    action LookAtPriority()
    {
        m.residentPriority = prioritiesLook.execute(index);
    }

    table sumPriority
    {
        key = IDENTITY
        actions = { PutPriority; LowerPriority; LookAtPriority; NoAction; }
        const default_action = NoAction();
        const entries = {
            IF_FREE(Step.Ask, PutPriority())
            IF_SAME_TASK(Step.Ask, PutPriority())
            IF_HELD(Step.Ask, NoAction())
            ELSE(Step.Ask, LookAtPriority())
            ELSE(Step.Swap, PutPriority())
            ELSE(Step.Lower, LowerPriority())
            ELSE(Step.Fetch, LookAtPriority())
        }
        size = 16;
    }

    action TakeStep(Step step)
    {
        m.step = step;
    }

    table identified
    {
        key = IDENTITY
        actions = { TakeStep; NoAction; }
        const default_action = NoAction();
        const entries = {
            IF_FREE(Step.Ask, TakeStep(Step.Allocate))
            IF_SAME_TASK(Step.Ask, TakeStep(Step.Add))
            IF_HELD(Step.Ask, TakeStep(Step.Malformed))
            ELSE(Step.Ask, TakeStep(Step.Collide))
            // a job of one worker has no aggregators
            IF_HELD(Step.Alone, TakeStep(Step.Malformed))
            IF_FREE(Step.Swap, TakeStep(Step.Allocate))
            IF_SAME_TASK(Step.Swap, TakeStep(Step.Add))
            IF_HELD(Step.Look, TakeStep(Step.Held))
            ELSE(Step.Look, TakeStep(Step.Missed))
            IF_HELD(Step.Fetch, NoAction())
            ELSE(Step.Fetch, TakeStep(Step.Missed))
        }
        size = 32;
    }

    apply
    {
        sumBitmap.apply();
        sumMark.apply();
        sumPriority.apply();
        identified.apply();
    }
}

// Stage 4: how many are missing. 0: the sum is complete.
control MissingStage(in bit<32> index, inout TnaMetadata m)
{
    SWAPPED_REGISTER(bit<8>, missings, m.missing)
    RegisterAction<bit<8>, bit<32>, bit<8>>(missings) missingsCount = {
        void apply(inout bit<8> value, out bit<8> left)
        {
            value = value - 1;
            left = value;
        }
    };

    action Put()
    {
        m.residentMissing = missingsPut.execute(index);
    }

    action Count()
    {
        m.residentMissing = missingsCount.execute(index);
    }

    action Look()
    {
        m.residentMissing = missingsLook.execute(index);
    }

    table missing
    {
        key = { m.step : ternary; m.residentBitmap : ternary; }
        actions = { Put; Count; Look; NoAction; }
        const default_action = NoAction();
        const entries = {
            (Step.Allocate, _) : Put();
            (Step.Swap, _) : Put();
            (Step.Add, 0) : Count();
            (Step.Collide, _) : Look();
            (Step.Held, _) : Look();
            (Step.Fetch, _) : Look();
        }
        size = 8;
    }

    apply
    {
        missing.apply();
    }
}

#endif // ESA_TNA_SUM_STATE_P4
