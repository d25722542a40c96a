// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TNA_METADATA_P4
#define ESA_TNA_METADATA_P4

// What a packet carries from stage to stage, and from pass to pass.

#include "esa-fragment.p4"
#include "esa-tna-half-values.p4"
#include "esa-wire-format.p4"

const bit<9> kRecirculationPort = 68;
const bit<3> kResubmitStep = 1;

// What a pass does. The first stages know what the packet asks for; what becomes of it is known
// behind the identity of the aggregator.
enum bit<8> Step
{
    Forward = 0,   // passes by the aggregators
    Malformed = 1, // is dropped
    Ask = 2,       // a gradient: may it have the aggregator?
    Look = 3,      // a reminder, resend or result: is its task there?
    // resubmitted
    Swap = 4,    // the packet may have the aggregator, and the resident leaves
    Lower = 5,   // it may not, and the resident is downgraded
    Fetch = 6,   // the resident leaves
    Release = 7, // the aggregator is freed
    // what becomes of Ask, and of Swap if somebody was quicker
    Alone = 8,     // the only worker of its job; its task may be held with another fan-in
    Allocate = 9,  // the aggregator is free
    Add = 10,     // the packet's own task has it
    Collide = 11, // another task has it
    // what becomes of Look, and of Fetch if somebody was quicker
    Held = 12,   // the packet's own task has it
    Missed = 13, // it has not
    // recirculated
    AddHalf = 14,
    SwapHalf = 15,
    FreeHalf = 16, // adds, and frees the aggregator: the sum is complete
    EmptyHalf = 17, // no values: the answer to a reminder that finds nothing
    PassBy = 18     // another switch sums it
}

// Of a packet: the level of its sum. Of a switch: what it sums of the job. A job has one level, or the
// sums of its racks are members of one of the second level.
enum bit<3> Level
{
    Unknown = 0, // an unknown job
    Other = 1,   // at another switch
    Only = 2,    // the sum is the result
    First = 3,   // a rack's
    Second = 4
}

enum bit<2> Workers
{
    Impossible = 0, // several bits, or one beyond the fan-in
    Possible = 1,
    Alone = 2, // a fan-in of one
    Nobody = 3 // no bit
}

enum bit<2> Resident
{
    Nobody = 0,
    OwnJob = 1,
    OtherJob = 2
}

// What a packet takes along of an aggregator.
enum bit<2> Taken
{
    Nothing = 0,
    EmptySum = 1,  // there is none, and the packet says so
    WholeSum = 2,  // that it completed
    PartialSum = 3 // somebody's, with its identity
}

// In front of a resubmitted packet: 64 bits, as the hardware wants it
header Resubmitted
{
    Step step;
    bit<8> expectedPriority; // the resident's
    bit<8> loweredPriority;
    bit<40> unused;
}

// In front of a recirculated one
header SecondPass
{
    Step step;
    bit<6> unused;
    PacketEgress egress;
}

struct TnaHeaders
{
    SecondPass second;
    Ethernet ethernet;
    Ipv4 ipv4;
    Ina ina;
    HalfValues passed; // the first half, in the pass of the second
    HalfValues values;
}

struct TnaMetadata
{
    Resubmitted resubmitted;
    Step step;
    // the packet
    Workers workers;
    bit<32> owner; // a bit that is always set, and the job
    bit<32> bitmap;
    bit<32> fullBitmap;
    bit<16> fanIns; // as in the header: of both levels, four bits apart; the last bit is the level
    Level level;       // of the switch
    Level packetLevel;
    bit<8> missing; // how many are missing when only the packet is there
    bit<8> mark;     // ECN
    bit<8> expectedPriority;
    bit<8> newPriority;
    bit<32> room;  // how many aggregators there are from its own on; 0: its own is none of them
    bit<32> place; // of its values
    // the aggregator
    Resident resident;
    bit<32> residentOwner;
    bit<32> seqDifference; // to the packet's
    bit<16> fanInDifference;
    bit<16> residentFanIns;
    bit<32> residentBitmapAbove; // of its level above: the bit of the rack
    bit<32> residentBitmap; // when added to: what of the packet was in it
    bit<8> residentPriority;
    bit<8> residentMark;
    bit<8> residentMissing;
    // the decision
    bit<8> above; // by how much the packet's priority is higher
    Taken taken;
    Step secondStep;
    bit<4> outcome;
    PacketEgress egress;
}

// Where later passes are counted, behind the outcomes
const bit<4> kNoOutcome = 15;

#endif // ESA_TNA_METADATA_P4
