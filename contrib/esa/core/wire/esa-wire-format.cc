/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-wire-format.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-byte-order.h"

namespace ns3::esa
{
namespace
{

// Byte offsets of the fields
constexpr std::size_t kBitmap0 = 0;
constexpr std::size_t kBitmap1 = 4;
constexpr std::size_t kJob = 8;
constexpr std::size_t kSeq = 10;
constexpr std::size_t kAggregator = 14;
constexpr std::size_t kFanInAndFlags = 18;
constexpr std::size_t kPriority = 21;
constexpr std::size_t kGroup = 22;

// Places of the 24 bits of fan-in degrees and flags, counted from the least significant
constexpr uint32_t kFanIn0Shift = 18;
constexpr uint32_t kFanIn1Shift = 12;
constexpr uint32_t kKindShift = 8;
constexpr uint32_t kOverflowBit = 1 << 7;
constexpr uint32_t kCollisionBit = 1 << 6;
constexpr uint32_t kEcnBit = 1 << 5;
constexpr uint32_t kSecondLevelBit = 1 << 4;
constexpr uint32_t kVersionBit = 1 << 3;
constexpr uint32_t kDigestBit = 1 << 2;
constexpr uint32_t kUrgentBit = 1 << 1;
constexpr uint32_t kReservedBits = 1;
constexpr uint32_t kFanInMask = 0x3f;
constexpr uint32_t kKindMask = 0xf;

constexpr uint32_t kMaxFanIn = 32; ///< bits of a bitmap
static_assert(kKindsWithFlows <= kKindMask + 1, "every kind of packet fits into its field");

/**
 * @param bytes a header
 * @return the 24 bits of fan-in degrees and flags
 */
uint32_t
FanInAndFlags(const InaHeaderBytes& bytes)
{
    return uint32_t{bytes[kFanInAndFlags]} << 16 | uint32_t{bytes[kFanInAndFlags + 1]} << 8 |
           bytes[kFanInAndFlags + 2];
}

} // namespace

InaHeaderBytes
EncodeInaHeader(const Fragment& f)
{
    ESA_ASSERT(f.fanIn0 <= kMaxFanIn && f.fanIn1 <= kMaxFanIn, "fan-in degrees are 32 at most");
    InaHeaderBytes bytes{};
    WriteBigEndian(f.bitmap0, &bytes[kBitmap0]);
    WriteBigEndian(f.bitmap1, &bytes[kBitmap1]);
    WriteBigEndian(f.job, &bytes[kJob]);
    WriteBigEndian(f.seq, &bytes[kSeq]);
    WriteBigEndian(f.aggregator, &bytes[kAggregator]);
    const uint32_t bits = uint32_t{f.fanIn0} << kFanIn0Shift | uint32_t{f.fanIn1} << kFanIn1Shift |
                          static_cast<uint32_t>(f.kind) << kKindShift |
                          (f.overflow ? kOverflowBit : 0) | (f.collision ? kCollisionBit : 0) |
                          (f.ecn ? kEcnBit : 0) | (f.secondLevel ? kSecondLevelBit : 0) |
                          (f.version ? kVersionBit : 0) | (f.sum.values ? 0 : kDigestBit) |
                          (f.urgent ? kUrgentBit : 0);
    bytes[kFanInAndFlags] = static_cast<uint8_t>(bits >> 16);
    bytes[kFanInAndFlags + 1] = static_cast<uint8_t>(bits >> 8);
    bytes[kFanInAndFlags + 2] = static_cast<uint8_t>(bits);
    bytes[kPriority] = f.priority;
    WriteBigEndian(f.group, &bytes[kGroup]);
    return bytes;
}

std::optional<Fragment>
DecodeInaHeader(const InaHeaderBytes& bytes)
{
    const uint32_t bits = FanInAndFlags(bytes);
    const uint32_t fanIn0 = bits >> kFanIn0Shift & kFanInMask;
    const uint32_t fanIn1 = bits >> kFanIn1Shift & kFanInMask;
    const uint32_t kind = bits >> kKindShift & kKindMask;
    const auto group = ReadBigEndian<uint16_t>(&bytes[kGroup]);
    if (kind >= kKindsWithFlows || fanIn0 > kMaxFanIn || fanIn1 > kMaxFanIn ||
        (bits & kReservedBits) != 0 || (group != 0 && IsFlowKind(static_cast<PacketKind>(kind))))
    {
        return std::nullopt;
    }
    Fragment f;
    f.bitmap0 = ReadBigEndian<uint32_t>(&bytes[kBitmap0]);
    f.bitmap1 = ReadBigEndian<uint32_t>(&bytes[kBitmap1]);
    f.job = ReadBigEndian<uint16_t>(&bytes[kJob]);
    f.seq = ReadBigEndian<uint32_t>(&bytes[kSeq]);
    f.aggregator = ReadBigEndian<uint32_t>(&bytes[kAggregator]);
    f.fanIn0 = static_cast<uint8_t>(fanIn0);
    f.fanIn1 = static_cast<uint8_t>(fanIn1);
    f.kind = static_cast<PacketKind>(kind);
    f.overflow = (bits & kOverflowBit) != 0;
    f.collision = (bits & kCollisionBit) != 0;
    f.ecn = (bits & kEcnBit) != 0;
    f.secondLevel = (bits & kSecondLevelBit) != 0;
    f.version = (bits & kVersionBit) != 0;
    f.urgent = (bits & kUrgentBit) != 0;
    f.priority = bytes[kPriority];
    f.group = group;
    return f;
}

bool
CarriesDigest(const InaHeaderBytes& bytes)
{
    return (FanInAndFlags(bytes) & kDigestBit) != 0;
}

} // namespace ns3::esa
