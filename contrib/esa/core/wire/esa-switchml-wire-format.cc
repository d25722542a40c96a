/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-switchml-wire-format.h"

#include "ns3/esa-byte-order.h"

namespace ns3::esa
{
namespace
{

// Byte offsets of the fields
constexpr std::size_t kSourcePort = 0;
constexpr std::size_t kDestinationPort = 2;
constexpr std::size_t kUdpLength = 4;
constexpr std::size_t kTypeAndSize = 8;
constexpr std::size_t kJobNumber = 9;
constexpr std::size_t kTsi = 10;
constexpr std::size_t kPoolIndex = 14;

constexpr uint8_t kTypeGradient = 0 << 4;
constexpr uint8_t kTypeResult = 1 << 4;
constexpr uint16_t kPoolVersionBit = 0x8000; ///< of the pool index

constexpr uint16_t kUdpPayload = kSwitchMlHeaderBytes + kSwitchMlPayloadBytes;

/// The same of a frame without values, which the pipeline in P4 has no parser for.
constexpr uint16_t kUdpPayloadWithoutValues = kAckFrameBytes - kEthernetBytes - kIpv4Bytes;

} // namespace

SwitchMlHeaderBytes
EncodeSwitchMlHeader(const InaPacket& f)
{
    SwitchMlHeaderBytes bytes{};
    WriteBigEndian(kSwitchMlUdpPort, &bytes[kSourcePort]);
    WriteBigEndian(kSwitchMlUdpPort, &bytes[kDestinationPort]);
    WriteBigEndian(f.frameBytes == kAckFrameBytes ? kUdpPayloadWithoutValues : kUdpPayload,
                   &bytes[kUdpLength]);
    bytes[kTypeAndSize] = f.kind == PacketKind::Result ? kTypeResult : kTypeGradient;
    bytes[kJobNumber] = static_cast<uint8_t>(f.job);
    WriteBigEndian(f.seq, &bytes[kTsi]);
    const auto slot = static_cast<uint16_t>(f.aggregator / 2 & ~uint32_t{kPoolVersionBit});
    const uint16_t version = f.version ? kPoolVersionBit : 0;
    WriteBigEndian(static_cast<uint16_t>(slot | version), &bytes[kPoolIndex]);
    return bytes;
}

std::optional<InaPacket>
DecodeSwitchMlHeader(const SwitchMlHeaderBytes& bytes)
{
    const auto poolIndex = ReadBigEndian<uint16_t>(&bytes[kPoolIndex]);
    InaPacket f;
    f.kind = bytes[kTypeAndSize] == kTypeResult ? PacketKind::Result : PacketKind::Gradient;
    f.job = bytes[kJobNumber];
    f.seq = ReadBigEndian<uint32_t>(&bytes[kTsi]);
    f.version = (poolIndex & kPoolVersionBit) != 0;
    f.aggregator = 2U * (poolIndex & ~kPoolVersionBit) + (f.version ? 1 : 0);
    // Bytes without a field must be as they are written, or encoding would give other constants.
    if (EncodeSwitchMlHeader(f) != bytes)
    {
        return std::nullopt;
    }
    return f;
}

} // namespace ns3::esa
