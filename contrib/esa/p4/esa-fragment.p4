// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAGMENT_P4
#define ESA_FRAGMENT_P4

// core/wire/esa-ina-packet.h, core/switch/esa-outcome.h and core/switch/esa-aggregator-table.h as P4
// types: the same names, the same values.

// Number of aggregators (static slots: two entries a slot). 5e6 B / 264 B, as in the paper.
#ifndef ESA_AGGREGATORS
#define ESA_AGGREGATORS 18939
#endif

enum bit<4> PacketKind
{
    Gradient = 0,
    Partial = 1,
    Result = 2,
    Reminder = 3,
    WorkerReminder = 4,
    Resend = 5,
    Query = 6,
    Answer = 7,
    Received = 8,
    Retransmission = 9,
    NotSent = 10,
    Forward = 11
}

const bit<4> kPacketKinds = 12;

enum bit<4> Outcome
{
    Allocated = 0,
    Aggregated = 1,
    Completed = 2,
    Duplicate = 3,
    Preempted = 4,
    PassedThrough = 5,
    Fetched = 6,
    FetchMissed = 7,
    Released = 8,
    Returned = 9,
    Reclaimed = 10,
    Forwarded = 11,
    Repeated = 12,
    Stale = 13,
    Malformed = 14
}

const bit<32> kOutcomes = 15;

enum bit<2> PacketEgress
{
    Nowhere = 0,
    ToParameterServer = 1,
    ToWorkers = 2,
    ToWorker = 3
}

enum bit<2> AggregatorState
{
    Free = 0,
    Aggregating = 1,
    Waiting = 2,
    Retained = 3
}

// A packet, whichever its frame.
struct Fragment
{
    bit<32> bitmap;
    bit<32> seq;
    bit<32> aggregator;
    bit<16> job;
    bit<16> worker;
    bit<16> group; // whose members the bitmap has; 0: the only one of its job
    bit<6> fanIn;
    bit<8> priority;
    PacketKind kind;
    bit<1> ecn;
    bit<1> collision;
    bit<1> overflow;
    bit<1> version;
    bit<1> digest;
    bit<1> urgent;
}

// An aggregator but for its values.
struct Aggregator
{
    bit<32> bitmap;
    bit<32> counter; // bits of the bitmap
    bit<32> seq;
    bit<16> job;
    bit<16> group;
    bit<6> fanIn;
    bit<8> priority;
    AggregatorState state;
    bit<1> ecn;
    bit<48> touchedAt; // microseconds
}

// What happens to the values: those of the aggregator and those of the packet in one access.
enum bit<4> SumOperation
{
    None = 0,
    Store = 1,      // aggregator = packet
    Add = 2,        // aggregator = aggregator + packet
    AddAndRead = 3, // both = aggregator + packet
    AddAndTake = 4, // packet = aggregator + packet, aggregator = 0
    Swap = 5,       // packet swapping
    Take = 6,       // packet = aggregator, aggregator = 0
    Read = 7,       // packet = aggregator
    Clear = 8,      // aggregator = 0
    Empty = 9       // packet = 0
}

// The lowest fanIn bits set.
bit<32> FullBitmap(in bit<6> fanIn)
{
    return fanIn >= 32 ? 32w0xffffffff : (32w1 << fanIn) - 1;
}

// Number of bits set.
bit<32> CountBits(in bit<32> bitmap)
{
    bit<32> n = bitmap - (bitmap >> 1 & 0x55555555);
    n = (n & 0x33333333) + (n >> 2 & 0x33333333);
    n = n + (n >> 4) & 0x0f0f0f0f;
    n = n + (n >> 8);
    return n + (n >> 16) & 0x3f;
}

#endif // ESA_FRAGMENT_P4
