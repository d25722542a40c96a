// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_METADATA_P4
#define ESA_METADATA_P4

// What the stages of the v1model program hand on: the packet, its aggregator and the decision.

#include "esa-fragment.p4"
#include "esa-system.p4"

// What a packet keeps that enters the switch again. All else is in its headers.
const bit<8> kKeptAgain = 0;

// GroupTable::Row: what the control plane says of the packet's group.
struct GroupEntry
{
    bool isOfJob;  // the packet's job has groups
    bool isHere;   // this switch sums the group; all but the last two fields are for this
    bit<6> fanIn;  // members that complete its sum
    bit<16> above; // the group that its sum is a member of; 0: there is none in a switch
    bit<32> bitAbove;
    bit<6> fanInAbove;
    bit<32> shift; // from its aggregator to that of the group above
    bit<1> isAboveHere;
    bool isForServer;
    bit<16> members; // multicast group
    bool isBelow;    // another switch sums it, on the way to a worker
    bit<16> worker;
}

struct Metadata
{
    SwitchPart rules;
    Fragment packet;
    bool isOfKnownJob;  // the switch has an entry for the packet's job
    bit<6> fanInOfJob;  // if it has one group
    GroupEntry group;   // of the packet as it came
    bit<32> index;    // of the aggregator, as the packet came
    Aggregator aggregator;
    SumOperation sumOperation;
    Outcome outcome;
    PacketEgress egress;
    bool entersAgain; // Egress::Recirculate: to the group above, which is here
    @field_list(kKeptAgain)
    bit<48> now; // microseconds
}

#endif // ESA_METADATA_P4
