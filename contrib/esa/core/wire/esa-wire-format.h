// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WIRE_FORMAT_H
#define ESA_WIRE_FORMAT_H

#include "esa-ina-packet.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup esa
 * The header of ESA, ATP and the straw-men on the wire: 24 bytes behind the IPv4 header, without
 * UDP, so that a frame of 62 values has ATP's 306 bytes: Ethernet 14 + IPv4 20 + 24 + 248 (paper,
 * "Packet Format", adds the 8-bit priority to ATP's fields). All numbers are big-endian.
 *
 *     offset  bits  field
 *          0    32  bitmap0      workers or groups in the sum, by their place in its group; flows:
 *                                number of workers, or of missing packets
 *          4    32  bitmap1      0; flows: number of the connection (14 bits of 0, 2 bits), and the
 *                                sender's endpoint (16 bits)
 *          8    16  job          job number
 *         10    32  seq          sequence number
 *         14    32  aggregator   index of the aggregator; flows: number of the packet
 *         18     6  fanIn0       members that complete the sum, 0 to 32; flows: 0
 *                6  fanIn1       0
 *                4  kind         PacketKind
 *                1  overflow     a value saturated
 *                1  collision    a fragment: passes by aggregators, as it has met another task's or
 *                                  requests none; a sum or result: another task requested its
 *                                  aggregator
 *                1  ecn          met a queue above the threshold
 *                1  secondLevel  0
 *                1  version      SwitchML's slot version (other formats: 0)
 *                1  digest       the payload is a digest: 8 bytes, then zeros
 *                1  urgent       a reminder that has to be answered, or the switch's answer to it;
 *                                  iSwitch: needs all members; flows: acknowledge at once
 *                1  reserved     0
 *         21     8  priority     larger is more urgent
 *         22    16  group        the group of the sum; 0: the job has only one
 *
 * These are ATP's fields, and a job that one switch sums in one group has ATP's bytes. ATP's second
 * bitmap, second fan-in degree and edge-switch flag can describe two levels of switches. Here the
 * number of a group does, for any number of levels (esa-aggregation-tree.h), so they are 0. A
 * packet in which they are not 0 comes from a job that ATP sums at two levels: its groups
 * cannot be found here, so it is dropped.
 */

namespace ns3::esa
{

/// Which frame carries the system's fragments.
enum class FrameFormat : uint8_t
{
    Ina,      ///< usually 306 bytes with 62 values (esa-wire-format.h)
    SwitchMl, ///< usually 180 bytes with 32 values (esa-switchml-wire-format.h)
    Mtu,      ///< as long as the MTU allows, header as Ina (esa-wire-format.h)
};

/// What Ethernet sends with each frame besides: preamble and delimiter 8, checksum (FCS) 4, gap 12.
/// No length of a frame contains it.
constexpr uint32_t kEthernetOverheadBytes = 24;

constexpr std::size_t kEthernetBytes = 14;    ///< Ethernet header
constexpr std::size_t kIpv4Bytes = 20;        ///< IPv4 header without options
constexpr std::size_t kInaHeaderBytes = 24;   ///< the header of this file
constexpr std::size_t kInaPayloadBytes = 248; ///< 62 int32

/// A frame of ESA, ATP and the straw-men.
constexpr std::size_t kInaFrameBytes =
    kEthernetBytes + kIpv4Bytes + kInaHeaderBytes + kInaPayloadBytes;
static_assert(kInaFrameBytes == 306);

// An MTU is the length of the longest IP packet, so without the Ethernet header.
constexpr uint32_t kLeastMtuBytes = 576;    ///< that every host accepts (RFC 791)
constexpr uint32_t kUsualMtuBytes = 1500;   ///< Ethernet's
constexpr uint32_t kLargestMtuBytes = 9216; ///< of jumbo frames in common switches

/// @return bytes of values that fit into an MTU behind the header of this file: whole int32
constexpr uint32_t
MtuPayloadBytes(uint32_t mtuBytes = kUsualMtuBytes)
{
    return (mtuBytes - kIpv4Bytes - kInaHeaderBytes) / 4 * 4;
}

/// @return length of a frame that fills an MTU: the header of this file, and as many values as fit
constexpr uint32_t
MtuFrameBytes(uint32_t mtuBytes = kUsualMtuBytes)
{
    return kEthernetBytes + kIpv4Bytes + kInaHeaderBytes + MtuPayloadBytes(mtuBytes);
}

/// Values of the longest frame.
constexpr uint32_t kMaxValues = MtuPayloadBytes(kLargestMtuBytes) / 4;

/// An acknowledgement: as long as Ethernet's shortest frame. One of RoCEv2 has 62 bytes.
constexpr std::size_t kAckFrameBytes = 64;

/// What clears a message to be sent: the headers, and 64 bytes, as many as NCCL writes to the
/// sender (ncclIbSendFifo).
constexpr std::size_t kClearFrameBytes = kEthernetBytes + kIpv4Bytes + kInaHeaderBytes + 64;

/// IPv4 protocol number of the header: "for experimentation" (RFC 3692).
constexpr uint8_t kInaIpProtocol = 253;

/// The header as bytes.
using InaHeaderBytes = std::array<uint8_t, kInaHeaderBytes>;

/// @param fragment a packet
/// @return its header
InaHeaderBytes EncodeInaHeader(const InaPacket& fragment);

/// @brief Reads a header back.
/// @return the packet without payload; nothing if the kind is unknown, a fan-in is above 32, a
///         packet of a flow has a group or a bit is set that has to be 0. The worker is not part of
///         the header: it is the IPv4 address's.
std::optional<InaPacket> DecodeInaHeader(const InaHeaderBytes& bytes);

/// @param bytes a header
/// @return true if the payload behind it is a digest rather than 62 values
bool CarriesDigest(const InaHeaderBytes& bytes);

} // namespace ns3::esa

#endif // ESA_WIRE_FORMAT_H
