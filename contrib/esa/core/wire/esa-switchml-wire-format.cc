// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

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

constexpr std::size_t kBeforeUdp = kEthernetBytes + kIpv4Bytes;

/// @param frameBytes length of a frame
/// @return its type and size without the type: the packet sizes of InfiniBand, of which 0 is 128
///         bytes of values. A frame without values has 0, too.
uint8_t
SizeOf(std::size_t frameBytes)
{
    uint8_t size = 0;
    for (std::size_t room = kSwitchMlFrameBytes; room < frameBytes; ++size)
    {
        room += kSwitchMlPayloadBytes << size;
    }
    return size;
}

} // namespace

SwitchMlHeaderBytes
EncodeSwitchMlHeader(const InaPacket& f)
{
    SwitchMlHeaderBytes bytes{};
    WriteBigEndian(kSwitchMlUdpPort, &bytes[kSourcePort]);
    WriteBigEndian(kSwitchMlUdpPort, &bytes[kDestinationPort]);
    const std::size_t frameBytes = f.frameBytes > 0 ? f.frameBytes : kSwitchMlFrameBytes;
    WriteBigEndian(static_cast<uint16_t>(frameBytes - kBeforeUdp), &bytes[kUdpLength]);
    bytes[kTypeAndSize] =
        (f.kind == PacketKind::Result ? kTypeResult : kTypeGradient) | SizeOf(frameBytes);
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
    const std::size_t frameBytes = kBeforeUdp + ReadBigEndian<uint16_t>(&bytes[kUdpLength]);
    const bool hasValues =
        frameBytes >= kSwitchMlFrameBytes && frameBytes % 4 == 0 &&
        frameBytes <= kSwitchMlFrameBytes - kSwitchMlPayloadBytes + kSwitchMlMaxPayloadBytes;
    if (!hasValues && frameBytes != kAckFrameBytes)
    {
        return std::nullopt;
    }
    InaPacket f;
    f.frameBytes = static_cast<uint16_t>(frameBytes);
    f.kind = (bytes[kTypeAndSize] & kTypeResult) != 0 ? PacketKind::Result : PacketKind::Gradient;
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
