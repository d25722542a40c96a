/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_METADATA_P4
#define ESA_METADATA_P4

// What the stages of the v1model program hand on: the packet, its aggregator and the decision.

#include "esa-fragment.p4"
#include "esa-system.p4"

struct Metadata
{
    SwitchPart rules;
    Fragment packet;
    Aggregator aggregator;
    SumOperation sumOperation;
    Outcome outcome;
    PacketEgress egress;
    bit<48> now; // microseconds
}

#endif // ESA_METADATA_P4
