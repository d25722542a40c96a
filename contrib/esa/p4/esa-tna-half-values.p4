/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Generated from esa-tna-half-values.p4.in by generate-values.py.

#ifndef ESA_TNA_HALF_VALUES_P4
#define ESA_TNA_HALF_VALUES_P4

// The values of a fragment that one pass adds: half of those of esa-gradient-values.p4.

header HalfValues
{
    bit<32> word0;
    bit<32> word1;
    bit<32> word2;
    bit<32> word3;
    bit<32> word4;
    bit<32> word5;
    bit<32> word6;
    bit<32> word7;
    bit<32> word8;
    bit<32> word9;
    bit<32> word10;
    bit<32> word11;
    bit<32> word12;
    bit<32> word13;
    bit<32> word14;
    bit<32> word15;
    bit<32> word16;
    bit<32> word17;
    bit<32> word18;
    bit<32> word19;
    bit<32> word20;
    bit<32> word21;
    bit<32> word22;
    bit<32> word23;
    bit<32> word24;
    bit<32> word25;
    bit<32> word26;
    bit<32> word27;
    bit<32> word28;
    bit<32> word29;
    bit<32> word30;
}

#endif // ESA_TNA_HALF_VALUES_P4
