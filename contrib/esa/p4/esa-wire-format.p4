// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WIRE_FORMAT_P4
#define ESA_WIRE_FORMAT_P4

// The frames, bit by bit as in core/wire/esa-wire-format.h and
// core/wire/esa-switchml-wire-format.h. The values behind the headers are in
// esa-gradient-values.p4, which is generated.

#include "esa-fragment.p4"
#include "esa-gradient-values.p4"

const bit<16> kIpv4EtherType = 0x0800;
const bit<8> kInaIpProtocol = 253;
const bit<8> kSwitchMlIpProtocol = 17;
const bit<16> kSwitchMlUdpPort = 0xbee0;

const bit<16> kInaIpBytes = 20 + 24 + 248; // from the IPv4 header on
const bit<16> kSwitchMlUdpBytes = 8 + 8 + 2 + 128; // from the UDP header on
const bit<16> kSwitchMlIpBytes = 20 + kSwitchMlUdpBytes;

// 10.(job).(1 + worker), 10.(job).255, 10.255.0.0
const bit<32> kHostNetwork = 0x0a000000;
const bit<32> kSwitchAddress = 0x0aff0000;

header Ethernet
{
    bit<48> destination;
    bit<48> source;
    bit<16> etherType;
}

header Ipv4
{
    bit<4> version;
    bit<4> headerWords;
    bit<6> dscp;
    bit<2> ecn;
    bit<16> totalBytes;
    bit<16> identification;
    bit<3> flags;
    bit<13> fragmentOffset;
    bit<8> ttl;
    bit<8> protocol;
    bit<16> checksum;
    bit<32> source;
    bit<32> destination;
}

// What the IPv4 checksum is of
#define IPV4_CHECKED(ipv4)                                                                         \
    {ipv4.version,                                                                                 \
     ipv4.headerWords,                                                                             \
     ipv4.dscp,                                                                                    \
     ipv4.ecn,                                                                                     \
     ipv4.totalBytes,                                                                              \
     ipv4.identification,                                                                          \
     ipv4.flags,                                                                                   \
     ipv4.fragmentOffset,                                                                          \
     ipv4.ttl,                                                                                     \
     ipv4.protocol,                                                                                \
     ipv4.source,                                                                                  \
     ipv4.destination}

// ESA, ATP and the straw-men
header Ina
{
    bit<32> bitmap0;
    bit<32> bitmap1; // 0
    bit<16> job;
    bit<32> seq;
    bit<32> aggregator;
    bit<6> fanIn0;
    bit<6> fanIn1; // 0
    bit<4> kind;
    bit<1> overflow;
    bit<1> collision;
    bit<1> ecn;
    bit<1> secondLevel; // 0
    bit<1> version;
    bit<1> digest;
    bit<1> urgent;
    bit<1> reservedBit;
    bit<8> priority;
    bit<16> group; // 0: the only one of its job
}

header Udp
{
    bit<16> sourcePort;
    bit<16> destinationPort;
    bit<16> bytes;
    bit<16> checksum;
}

header SwitchMl
{
    bit<4> messageType; // 0 gradient, 1 result
    bit<1> unused;
    bit<3> size;
    bit<8> job;
    bit<32> tsi;
    bit<1> version;
    bit<15> slot;
    bit<16> exponents;
}

struct Headers
{
    Ethernet ethernet;
    Ipv4 ipv4;
    Ina ina;
    Udp udp;
    SwitchMl switchMl;
    LowValues low;   // what both frames have
    HighValues high; // what only the longer one has
}

#endif // ESA_WIRE_FORMAT_P4
