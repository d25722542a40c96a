// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SWITCHML_WIRE_FORMAT_H
#define ESA_SWITCHML_WIRE_FORMAT_H

#include "esa-ina-packet.h"
#include "esa-wire-format.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

/**
 * @file
 * @ingroup esa
 * SwitchML's headers on the wire (facts from p4lang/p4app-switchML, headers.p4): Ethernet 14 +
 * IPv4 20 + UDP 8 + SwitchML 8 + exponents 2 + 32 int32 = 180 bytes, or with other numbers of
 * values as many more. Behind the IPv4 header:
 *
 *     offset  bits  field
 *          0    64  UDP          ports, length, checksum 0
 *          8     4  msg_type     0 gradient (worker to switch), 1 result
 *                1  unused       0
 *                3  size         least k so that the values fit 128 x 2^k bytes
 *          9     8  job_number
 *         10    32  tsi          sequence number of the fragment
 *         14    16  pool_index   version in the highest bit, slot below
 *         16    16  exponents    of the next block of values; 0 here
 */

namespace ns3::esa
{

constexpr std::size_t kSwitchMlHeaderBytes = 18;   ///< UDP, SwitchML and exponents
constexpr std::size_t kSwitchMlPayloadBytes = 128; ///< 32 int32

/// The most bytes of values.
constexpr std::size_t kSwitchMlMaxPayloadBytes = 4 * kMaxValues;

/// A SwitchML frame with as many values as usual.
constexpr std::size_t kSwitchMlFrameBytes =
    kEthernetBytes + kIpv4Bytes + kSwitchMlHeaderBytes + kSwitchMlPayloadBytes;
static_assert(kSwitchMlFrameBytes == 180);

constexpr uint16_t kSwitchMlJobs = 256;       ///< numbers of jobs in the header; they come again
constexpr uint8_t kSwitchMlIpProtocol = 17;   ///< UDP
constexpr uint16_t kSwitchMlUdpPort = 0xbee0; ///< first of p4app-switchML's ports

/// The header as bytes.
using SwitchMlHeaderBytes = std::array<uint8_t, kSwitchMlHeaderBytes>;

/// @param fragment a gradient or result. The fields are shorter than a fragment's: of a job of 256
///        (kSwitchMlJobs) or more the lowest 8 bits are written, of a slot of 32768 or more the
///        lowest 15. Without frameBytes the frame has its usual length.
/// @return its header; the table index 2 x slot + version becomes the pool index
SwitchMlHeaderBytes EncodeSwitchMlHeader(const InaPacket& fragment);

/// @param bytes a header
/// @return the packet without payload, bitmap and fan-in (the switch has them from the sender's
///         address and its tables); nothing unless every byte is as EncodeSwitchMlHeader() writes
///         it: type, both ports, length and size, and zeros for checksum and exponents
std::optional<InaPacket> DecodeSwitchMlHeader(const SwitchMlHeaderBytes& bytes);

} // namespace ns3::esa

#endif // ESA_SWITCHML_WIRE_FORMAT_H
