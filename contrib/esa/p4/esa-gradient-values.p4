/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Generated from esa-gradient-values.p4.in by generate-values.py.

#ifndef ESA_GRADIENT_VALUES_P4
#define ESA_GRADIENT_VALUES_P4

// The values of a fragment on the wire, int32 each.

header LowValues
{
    bit<32> value0;
    bit<32> value1;
    bit<32> value2;
    bit<32> value3;
    bit<32> value4;
    bit<32> value5;
    bit<32> value6;
    bit<32> value7;
    bit<32> value8;
    bit<32> value9;
    bit<32> value10;
    bit<32> value11;
    bit<32> value12;
    bit<32> value13;
    bit<32> value14;
    bit<32> value15;
    bit<32> value16;
    bit<32> value17;
    bit<32> value18;
    bit<32> value19;
    bit<32> value20;
    bit<32> value21;
    bit<32> value22;
    bit<32> value23;
    bit<32> value24;
    bit<32> value25;
    bit<32> value26;
    bit<32> value27;
    bit<32> value28;
    bit<32> value29;
    bit<32> value30;
    bit<32> value31;
}

header HighValues
{
    bit<32> value32;
    bit<32> value33;
    bit<32> value34;
    bit<32> value35;
    bit<32> value36;
    bit<32> value37;
    bit<32> value38;
    bit<32> value39;
    bit<32> value40;
    bit<32> value41;
    bit<32> value42;
    bit<32> value43;
    bit<32> value44;
    bit<32> value45;
    bit<32> value46;
    bit<32> value47;
    bit<32> value48;
    bit<32> value49;
    bit<32> value50;
    bit<32> value51;
    bit<32> value52;
    bit<32> value53;
    bit<32> value54;
    bit<32> value55;
    bit<32> value56;
    bit<32> value57;
    bit<32> value58;
    bit<32> value59;
    bit<32> value60;
    bit<32> value61;
}

#endif // ESA_GRADIENT_VALUES_P4
