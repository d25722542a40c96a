// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-wire-format.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-byte-order.h"

namespace ns3::esa
{
namespace
{

// Byte offsets of the fields
constexpr std::size_t kBitmap = 0;
constexpr std::size_t kSender = 4; ///< of a flow, behind the number of its connection
constexpr std::size_t kJob = 8;
constexpr std::size_t kSeq = 10;
constexpr std::size_t kAggregator = 14;
constexpr std::size_t kFanInAndFlags = 18;
constexpr std::size_t kPriority = 21;
constexpr std::size_t kGroup = 22;

// Places of the 24 bits of fan-in degrees and flags, counted from the least significant
constexpr uint32_t kFanInShift = 18;
constexpr uint32_t kKindShift = 8;
constexpr uint32_t kOverflowBit = 1 << 7;
constexpr uint32_t kCollisionBit = 1 << 6;
constexpr uint32_t kEcnBit = 1 << 5;
constexpr uint32_t kVersionBit = 1 << 3;
constexpr uint32_t kDigestBit = 1 << 2;
constexpr uint32_t kUrgentBit = 1 << 1;
constexpr uint32_t kZeroBits = 0x3f << 12 | 1 << 4 | 1; ///< fanIn1, secondLevel, reserved
constexpr uint32_t kFanInMask = 0x3f;
constexpr uint32_t kKindMask = 0xf;

constexpr uint32_t kConnectionShift = 16; ///< of a connection's number, before the sender
constexpr uint32_t kMaxConnection = 3;

static_assert(kKindsWithFlows <= kKindMask + 1, "every kind of packet fits into its field");

/// @return the 24 bits of fan-in degrees and flags
uint32_t
FanInAndFlags(const InaHeaderBytes& bytes)
{
    return uint32_t{bytes[kFanInAndFlags]} << 16 | uint32_t{bytes[kFanInAndFlags + 1]} << 8 |
           bytes[kFanInAndFlags + 2];
}

} // namespace

InaHeaderBytes
EncodeInaHeader(const InaPacket& f)
{
    ESA_ASSERT(f.fanIn <= kMaxFanIn, "a fan-in is 32 at most");
    const bool isFlow = IsFlowKind(f.kind);
    InaHeaderBytes bytes{};
    WriteBigEndian(f.bitmap, &bytes[kBitmap]);
    WriteBigEndian(isFlow ? uint32_t{f.connection} << kConnectionShift | f.group : 0,
                   &bytes[kSender]);
    WriteBigEndian(f.job, &bytes[kJob]);
    WriteBigEndian(f.seq, &bytes[kSeq]);
    WriteBigEndian(f.aggregator, &bytes[kAggregator]);
    const uint32_t bits = uint32_t{f.fanIn} << kFanInShift |
                          static_cast<uint32_t>(f.kind) << kKindShift |
                          (f.overflow ? kOverflowBit : 0) | (f.collision ? kCollisionBit : 0) |
                          (f.ecn ? kEcnBit : 0) | (f.version ? kVersionBit : 0) |
                          (f.sum.values ? 0 : kDigestBit) | (f.urgent ? kUrgentBit : 0);
    bytes[kFanInAndFlags] = static_cast<uint8_t>(bits >> 16);
    bytes[kFanInAndFlags + 1] = static_cast<uint8_t>(bits >> 8);
    bytes[kFanInAndFlags + 2] = static_cast<uint8_t>(bits);
    bytes[kPriority] = f.priority;
    WriteBigEndian(isFlow ? uint16_t{0} : f.group, &bytes[kGroup]);
    return bytes;
}

std::optional<InaPacket>
DecodeInaHeader(const InaHeaderBytes& bytes)
{
    const uint32_t bits = FanInAndFlags(bytes);
    const uint32_t fanIn = bits >> kFanInShift & kFanInMask;
    const uint32_t kind = bits >> kKindShift & kKindMask;
    const bool isFlow = IsFlowKind(static_cast<PacketKind>(kind));
    const auto sender = ReadBigEndian<uint32_t>(&bytes[kSender]);
    const auto group = ReadBigEndian<uint16_t>(&bytes[kGroup]);
    if (kind >= kKindsWithFlows || fanIn > kMaxFanIn || (bits & kZeroBits) != 0 ||
        (isFlow ? group != 0 || sender >> kConnectionShift > kMaxConnection : sender != 0))
    {
        return std::nullopt;
    }
    InaPacket f;
    f.bitmap = ReadBigEndian<uint32_t>(&bytes[kBitmap]);
    f.job = ReadBigEndian<uint16_t>(&bytes[kJob]);
    f.seq = ReadBigEndian<uint32_t>(&bytes[kSeq]);
    f.aggregator = ReadBigEndian<uint32_t>(&bytes[kAggregator]);
    f.fanIn = static_cast<uint8_t>(fanIn);
    f.kind = static_cast<PacketKind>(kind);
    f.overflow = (bits & kOverflowBit) != 0;
    f.collision = (bits & kCollisionBit) != 0;
    f.ecn = (bits & kEcnBit) != 0;
    f.version = (bits & kVersionBit) != 0;
    f.urgent = (bits & kUrgentBit) != 0;
    f.priority = bytes[kPriority];
    f.group = isFlow ? static_cast<uint16_t>(sender) : group;
    f.connection = isFlow ? sender >> kConnectionShift & kMaxConnection : 0;
    return f;
}

bool
CarriesDigest(const InaHeaderBytes& bytes)
{
    return (FanInAndFlags(bytes) & kDigestBit) != 0;
}

} // namespace ns3::esa
