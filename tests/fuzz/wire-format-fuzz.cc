// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// A header may contain any bytes. If a decoder accepts them, the encoder must write the same bytes
// again. A packet may have any values that fit the fields of a format. They must be the same after
// encoding and decoding.

#include "fuzz-require.h"

#include "ns3/esa-byte-order.h"
#include "ns3/esa-switchml-wire-format.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

namespace
{

using namespace ns3::esa;

/// @return true if the fields that a header may carry are the same
bool
IsSame(const InaPacket& a, const InaPacket& b)
{
    return a.kind == b.kind && a.job == b.job && a.seq == b.seq && a.aggregator == b.aggregator &&
           a.version == b.version && a.bitmap == b.bitmap && a.group == b.group &&
           a.fanIn == b.fanIn && a.priority == b.priority && a.ecn == b.ecn &&
           a.collision == b.collision && a.overflow == b.overflow && a.urgent == b.urgent;
}

/// Reads bytes as a header of ESA.
void
ReadIna(const uint8_t* data)
{
    InaHeaderBytes bytes;
    std::copy_n(data, bytes.size(), bytes.begin());
    auto fragment = DecodeInaHeader(bytes);
    if (!fragment)
    {
        return;
    }
    Require(fragment->fanIn <= 32, "a fan-in fits a bitmap");
    Require(static_cast<std::size_t>(fragment->kind) < kKindsWithFlows, "the kind is known");
    if (!CarriesDigest(bytes))
    {
        fragment->sum.values = PayloadRef(FragmentValues{}); // as the header says
    }
    fragment->job ^= IsCanary("ina") ? 1 : 0;
    Require(EncodeInaHeader(*fragment) == bytes, "ESA's header is written as it was read");
}

/// Reads bytes as a header of SwitchML.
void
ReadSwitchMl(const uint8_t* data)
{
    SwitchMlHeaderBytes bytes;
    std::copy_n(data, bytes.size(), bytes.begin());
    if (auto fragment = DecodeSwitchMlHeader(bytes))
    {
        fragment->seq ^= IsCanary("switchml") ? 1 : 0;
        Require(EncodeSwitchMlHeader(*fragment) == bytes,
                "SwitchML's header is written as it was read");
    }
}

/// Takes bytes as fields of a packet, and writes its headers.
void
WriteBoth(const uint8_t* data)
{
    InaPacket ina;
    ina.bitmap = ReadBigEndian<uint32_t>(data);
    ina.group = ReadBigEndian<uint16_t>(data + 4);
    ina.seq = ReadBigEndian<uint32_t>(data + 8);
    ina.aggregator = ReadBigEndian<uint32_t>(data + 12);
    ina.job = ReadBigEndian<uint16_t>(data + 16);
    ina.fanIn = data[18] % 33;
    ina.priority = data[20];
    ina.kind = static_cast<PacketKind>(data[21] % kKindsWithFlows);
    ina.ecn = (data[22] & 1) != 0;
    ina.collision = (data[22] & 2) != 0;
    ina.overflow = (data[22] & 4) != 0;
    ina.version = (data[22] & 16) != 0;
    ina.urgent = (data[22] & 32) != 0;
    const bool hasValues = (data[22] & 64) != 0;
    if (hasValues)
    {
        ina.sum.values = PayloadRef(FragmentValues{});
    }
    auto bytes = EncodeInaHeader(ina);
    bytes[3] ^= IsCanary("fields") ? 1 : 0;
    const auto inaAgain = DecodeInaHeader(bytes);
    Require(inaAgain && IsSame(*inaAgain, ina), "ESA's header is read as it was written");
    Require(CarriesDigest(bytes) != hasValues, "ESA's header says what the payload is");

    InaPacket switchMl;
    switchMl.kind = (data[22] & 128) != 0 ? PacketKind::Result : PacketKind::Gradient;
    switchMl.job = data[16];
    switchMl.seq = ina.seq;
    switchMl.aggregator = ina.aggregator & 0xffff; // 32768 slots of two versions
    switchMl.version = (switchMl.aggregator & 1) != 0;
    const auto switchMlAgain = DecodeSwitchMlHeader(EncodeSwitchMlHeader(switchMl));
    Require(switchMlAgain && IsSame(*switchMlAgain, switchMl),
            "SwitchML's header is read as it was written");
}

} // namespace

/// @return 0, as libFuzzer requires
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size >= kSwitchMlHeaderBytes)
    {
        ReadSwitchMl(data);
    }
    if (size >= kInaHeaderBytes)
    {
        ReadIna(data);
        WriteBoth(data);
    }
    return 0;
}
