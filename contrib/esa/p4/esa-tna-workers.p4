/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Generated from esa-tna-workers.p4.in by generate-values.py.

#ifndef ESA_TNA_WORKERS_P4
#define ESA_TNA_WORKERS_P4

// core/switch/esa-aggregation-level.h on Tofino, which neither shifts by a field nor counts bits:
// lookups.

#include "esa-tna-metadata.p4"

// HasPossibleWorkers(): a fragment has one bit, and it is within the fan-in of the level.
control PossibleWorkers(in TnaHeaders hdr, inout TnaMetadata m)
{
    action FirstLevel(Workers workers)
    {
        m.workers = workers;
        m.bitmap = hdr.ina.bitmap0;
        m.otherBitmap = hdr.ina.bitmap1;
    }

    action SecondLevel(Workers workers)
    {
        m.workers = workers;
        m.bitmap = hdr.ina.bitmap1;
        m.otherBitmap = hdr.ina.bitmap0;
    }

    table possibleWorkers
    {
        key = {
            hdr.ina.secondLevel : ternary;
            hdr.ina.fanIn0 : range;
            hdr.ina.fanIn1 : range;
            hdr.ina.bitmap0 : ternary;
            hdr.ina.bitmap1 : ternary;
        }
        actions = { FirstLevel; SecondLevel; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = {
            (0, 1 .. 1, _, 1, _) : FirstLevel(Workers.Alone);
            (1, _, 1 .. 1, _, 1) : SecondLevel(Workers.Alone);
            (0, 0 + 1 .. 32, _, 1 << 0, _) : FirstLevel(Workers.Possible);
            (1, _, 0 + 1 .. 32, _, 1 << 0) : SecondLevel(Workers.Possible);
            (0, 1 + 1 .. 32, _, 1 << 1, _) : FirstLevel(Workers.Possible);
            (1, _, 1 + 1 .. 32, _, 1 << 1) : SecondLevel(Workers.Possible);
            (0, 2 + 1 .. 32, _, 1 << 2, _) : FirstLevel(Workers.Possible);
            (1, _, 2 + 1 .. 32, _, 1 << 2) : SecondLevel(Workers.Possible);
            (0, 3 + 1 .. 32, _, 1 << 3, _) : FirstLevel(Workers.Possible);
            (1, _, 3 + 1 .. 32, _, 1 << 3) : SecondLevel(Workers.Possible);
            (0, 4 + 1 .. 32, _, 1 << 4, _) : FirstLevel(Workers.Possible);
            (1, _, 4 + 1 .. 32, _, 1 << 4) : SecondLevel(Workers.Possible);
            (0, 5 + 1 .. 32, _, 1 << 5, _) : FirstLevel(Workers.Possible);
            (1, _, 5 + 1 .. 32, _, 1 << 5) : SecondLevel(Workers.Possible);
            (0, 6 + 1 .. 32, _, 1 << 6, _) : FirstLevel(Workers.Possible);
            (1, _, 6 + 1 .. 32, _, 1 << 6) : SecondLevel(Workers.Possible);
            (0, 7 + 1 .. 32, _, 1 << 7, _) : FirstLevel(Workers.Possible);
            (1, _, 7 + 1 .. 32, _, 1 << 7) : SecondLevel(Workers.Possible);
            (0, 8 + 1 .. 32, _, 1 << 8, _) : FirstLevel(Workers.Possible);
            (1, _, 8 + 1 .. 32, _, 1 << 8) : SecondLevel(Workers.Possible);
            (0, 9 + 1 .. 32, _, 1 << 9, _) : FirstLevel(Workers.Possible);
            (1, _, 9 + 1 .. 32, _, 1 << 9) : SecondLevel(Workers.Possible);
            (0, 10 + 1 .. 32, _, 1 << 10, _) : FirstLevel(Workers.Possible);
            (1, _, 10 + 1 .. 32, _, 1 << 10) : SecondLevel(Workers.Possible);
            (0, 11 + 1 .. 32, _, 1 << 11, _) : FirstLevel(Workers.Possible);
            (1, _, 11 + 1 .. 32, _, 1 << 11) : SecondLevel(Workers.Possible);
            (0, 12 + 1 .. 32, _, 1 << 12, _) : FirstLevel(Workers.Possible);
            (1, _, 12 + 1 .. 32, _, 1 << 12) : SecondLevel(Workers.Possible);
            (0, 13 + 1 .. 32, _, 1 << 13, _) : FirstLevel(Workers.Possible);
            (1, _, 13 + 1 .. 32, _, 1 << 13) : SecondLevel(Workers.Possible);
            (0, 14 + 1 .. 32, _, 1 << 14, _) : FirstLevel(Workers.Possible);
            (1, _, 14 + 1 .. 32, _, 1 << 14) : SecondLevel(Workers.Possible);
            (0, 15 + 1 .. 32, _, 1 << 15, _) : FirstLevel(Workers.Possible);
            (1, _, 15 + 1 .. 32, _, 1 << 15) : SecondLevel(Workers.Possible);
            (0, 16 + 1 .. 32, _, 1 << 16, _) : FirstLevel(Workers.Possible);
            (1, _, 16 + 1 .. 32, _, 1 << 16) : SecondLevel(Workers.Possible);
            (0, 17 + 1 .. 32, _, 1 << 17, _) : FirstLevel(Workers.Possible);
            (1, _, 17 + 1 .. 32, _, 1 << 17) : SecondLevel(Workers.Possible);
            (0, 18 + 1 .. 32, _, 1 << 18, _) : FirstLevel(Workers.Possible);
            (1, _, 18 + 1 .. 32, _, 1 << 18) : SecondLevel(Workers.Possible);
            (0, 19 + 1 .. 32, _, 1 << 19, _) : FirstLevel(Workers.Possible);
            (1, _, 19 + 1 .. 32, _, 1 << 19) : SecondLevel(Workers.Possible);
            (0, 20 + 1 .. 32, _, 1 << 20, _) : FirstLevel(Workers.Possible);
            (1, _, 20 + 1 .. 32, _, 1 << 20) : SecondLevel(Workers.Possible);
            (0, 21 + 1 .. 32, _, 1 << 21, _) : FirstLevel(Workers.Possible);
            (1, _, 21 + 1 .. 32, _, 1 << 21) : SecondLevel(Workers.Possible);
            (0, 22 + 1 .. 32, _, 1 << 22, _) : FirstLevel(Workers.Possible);
            (1, _, 22 + 1 .. 32, _, 1 << 22) : SecondLevel(Workers.Possible);
            (0, 23 + 1 .. 32, _, 1 << 23, _) : FirstLevel(Workers.Possible);
            (1, _, 23 + 1 .. 32, _, 1 << 23) : SecondLevel(Workers.Possible);
            (0, 24 + 1 .. 32, _, 1 << 24, _) : FirstLevel(Workers.Possible);
            (1, _, 24 + 1 .. 32, _, 1 << 24) : SecondLevel(Workers.Possible);
            (0, 25 + 1 .. 32, _, 1 << 25, _) : FirstLevel(Workers.Possible);
            (1, _, 25 + 1 .. 32, _, 1 << 25) : SecondLevel(Workers.Possible);
            (0, 26 + 1 .. 32, _, 1 << 26, _) : FirstLevel(Workers.Possible);
            (1, _, 26 + 1 .. 32, _, 1 << 26) : SecondLevel(Workers.Possible);
            (0, 27 + 1 .. 32, _, 1 << 27, _) : FirstLevel(Workers.Possible);
            (1, _, 27 + 1 .. 32, _, 1 << 27) : SecondLevel(Workers.Possible);
            (0, 28 + 1 .. 32, _, 1 << 28, _) : FirstLevel(Workers.Possible);
            (1, _, 28 + 1 .. 32, _, 1 << 28) : SecondLevel(Workers.Possible);
            (0, 29 + 1 .. 32, _, 1 << 29, _) : FirstLevel(Workers.Possible);
            (1, _, 29 + 1 .. 32, _, 1 << 29) : SecondLevel(Workers.Possible);
            (0, 30 + 1 .. 32, _, 1 << 30, _) : FirstLevel(Workers.Possible);
            (1, _, 30 + 1 .. 32, _, 1 << 30) : SecondLevel(Workers.Possible);
            (0, 31 + 1 .. 32, _, 1 << 31, _) : FirstLevel(Workers.Possible);
            (1, _, 31 + 1 .. 32, _, 1 << 31) : SecondLevel(Workers.Possible);
        }
        size = 128;
    }

    apply
    {
        possibleWorkers.apply();
    }
}

// LevelFanIn(): what a sum is complete with, and how many are missing behind the first.
control FanIn(in TnaHeaders hdr, inout TnaMetadata m)
{
    action Level(bit<8> missing, bit<32> fullBitmap)
    {
        m.missing = missing;
        m.fullBitmap = fullBitmap;
    }

    table fanIns
    {
        key = {
            hdr.ina.secondLevel : ternary;
            hdr.ina.fanIn0 : ternary;
            hdr.ina.fanIn1 : ternary;
        }
        actions = { Level; @defaultonly NoAction; }
        const default_action = NoAction();
        const entries = {
            (0, 0 + 1, _) : Level(0, 32w0xffffffff >> 31 - 0);
            (1, _, 0 + 1) : Level(0, 32w0xffffffff >> 31 - 0);
            (0, 1 + 1, _) : Level(1, 32w0xffffffff >> 31 - 1);
            (1, _, 1 + 1) : Level(1, 32w0xffffffff >> 31 - 1);
            (0, 2 + 1, _) : Level(2, 32w0xffffffff >> 31 - 2);
            (1, _, 2 + 1) : Level(2, 32w0xffffffff >> 31 - 2);
            (0, 3 + 1, _) : Level(3, 32w0xffffffff >> 31 - 3);
            (1, _, 3 + 1) : Level(3, 32w0xffffffff >> 31 - 3);
            (0, 4 + 1, _) : Level(4, 32w0xffffffff >> 31 - 4);
            (1, _, 4 + 1) : Level(4, 32w0xffffffff >> 31 - 4);
            (0, 5 + 1, _) : Level(5, 32w0xffffffff >> 31 - 5);
            (1, _, 5 + 1) : Level(5, 32w0xffffffff >> 31 - 5);
            (0, 6 + 1, _) : Level(6, 32w0xffffffff >> 31 - 6);
            (1, _, 6 + 1) : Level(6, 32w0xffffffff >> 31 - 6);
            (0, 7 + 1, _) : Level(7, 32w0xffffffff >> 31 - 7);
            (1, _, 7 + 1) : Level(7, 32w0xffffffff >> 31 - 7);
            (0, 8 + 1, _) : Level(8, 32w0xffffffff >> 31 - 8);
            (1, _, 8 + 1) : Level(8, 32w0xffffffff >> 31 - 8);
            (0, 9 + 1, _) : Level(9, 32w0xffffffff >> 31 - 9);
            (1, _, 9 + 1) : Level(9, 32w0xffffffff >> 31 - 9);
            (0, 10 + 1, _) : Level(10, 32w0xffffffff >> 31 - 10);
            (1, _, 10 + 1) : Level(10, 32w0xffffffff >> 31 - 10);
            (0, 11 + 1, _) : Level(11, 32w0xffffffff >> 31 - 11);
            (1, _, 11 + 1) : Level(11, 32w0xffffffff >> 31 - 11);
            (0, 12 + 1, _) : Level(12, 32w0xffffffff >> 31 - 12);
            (1, _, 12 + 1) : Level(12, 32w0xffffffff >> 31 - 12);
            (0, 13 + 1, _) : Level(13, 32w0xffffffff >> 31 - 13);
            (1, _, 13 + 1) : Level(13, 32w0xffffffff >> 31 - 13);
            (0, 14 + 1, _) : Level(14, 32w0xffffffff >> 31 - 14);
            (1, _, 14 + 1) : Level(14, 32w0xffffffff >> 31 - 14);
            (0, 15 + 1, _) : Level(15, 32w0xffffffff >> 31 - 15);
            (1, _, 15 + 1) : Level(15, 32w0xffffffff >> 31 - 15);
            (0, 16 + 1, _) : Level(16, 32w0xffffffff >> 31 - 16);
            (1, _, 16 + 1) : Level(16, 32w0xffffffff >> 31 - 16);
            (0, 17 + 1, _) : Level(17, 32w0xffffffff >> 31 - 17);
            (1, _, 17 + 1) : Level(17, 32w0xffffffff >> 31 - 17);
            (0, 18 + 1, _) : Level(18, 32w0xffffffff >> 31 - 18);
            (1, _, 18 + 1) : Level(18, 32w0xffffffff >> 31 - 18);
            (0, 19 + 1, _) : Level(19, 32w0xffffffff >> 31 - 19);
            (1, _, 19 + 1) : Level(19, 32w0xffffffff >> 31 - 19);
            (0, 20 + 1, _) : Level(20, 32w0xffffffff >> 31 - 20);
            (1, _, 20 + 1) : Level(20, 32w0xffffffff >> 31 - 20);
            (0, 21 + 1, _) : Level(21, 32w0xffffffff >> 31 - 21);
            (1, _, 21 + 1) : Level(21, 32w0xffffffff >> 31 - 21);
            (0, 22 + 1, _) : Level(22, 32w0xffffffff >> 31 - 22);
            (1, _, 22 + 1) : Level(22, 32w0xffffffff >> 31 - 22);
            (0, 23 + 1, _) : Level(23, 32w0xffffffff >> 31 - 23);
            (1, _, 23 + 1) : Level(23, 32w0xffffffff >> 31 - 23);
            (0, 24 + 1, _) : Level(24, 32w0xffffffff >> 31 - 24);
            (1, _, 24 + 1) : Level(24, 32w0xffffffff >> 31 - 24);
            (0, 25 + 1, _) : Level(25, 32w0xffffffff >> 31 - 25);
            (1, _, 25 + 1) : Level(25, 32w0xffffffff >> 31 - 25);
            (0, 26 + 1, _) : Level(26, 32w0xffffffff >> 31 - 26);
            (1, _, 26 + 1) : Level(26, 32w0xffffffff >> 31 - 26);
            (0, 27 + 1, _) : Level(27, 32w0xffffffff >> 31 - 27);
            (1, _, 27 + 1) : Level(27, 32w0xffffffff >> 31 - 27);
            (0, 28 + 1, _) : Level(28, 32w0xffffffff >> 31 - 28);
            (1, _, 28 + 1) : Level(28, 32w0xffffffff >> 31 - 28);
            (0, 29 + 1, _) : Level(29, 32w0xffffffff >> 31 - 29);
            (1, _, 29 + 1) : Level(29, 32w0xffffffff >> 31 - 29);
            (0, 30 + 1, _) : Level(30, 32w0xffffffff >> 31 - 30);
            (1, _, 30 + 1) : Level(30, 32w0xffffffff >> 31 - 30);
            (0, 31 + 1, _) : Level(31, 32w0xffffffff >> 31 - 31);
            (1, _, 31 + 1) : Level(31, 32w0xffffffff >> 31 - 31);
        }
        size = 64;
    }

    apply
    {
        fanIns.apply();
    }
}

#endif // ESA_TNA_WORKERS_P4
