// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "p4/frame.h"

#include "ns3/esa-byte-order.h"
#include "ns3/esa-frame-builder.h"
#include "ns3/esa-switchml-wire-format.h"
#include "ns3/esa-wire-format.h"

#include <algorithm>
#include <array>

namespace ns3::esa
{
namespace
{

// Places in a frame
constexpr std::size_t kEtherType = 12;
constexpr std::size_t kIp = kEthernetBytes;
constexpr std::size_t kIpEcn = kIp + 1;
constexpr std::size_t kIpLength = kIp + 2;
constexpr std::size_t kIpOffset = kIp + 6;
constexpr std::size_t kIpProtocol = kIp + 9;
constexpr std::size_t kIpChecksum = kIp + 10;
constexpr std::size_t kIpSource = kIp + 12;
constexpr std::size_t kIpDestination = kIp + 16;
constexpr std::size_t kHeader = kIp + kIpv4Bytes;
constexpr std::size_t kUdpPort = kHeader + 2;

constexpr uint16_t kIpv4EtherType = 0x0800;
constexpr uint8_t kIpv4WithoutOptions = 0x45;
constexpr uint16_t kFragmentOffsetBits = 0x1fff;
constexpr uint8_t kCongestionExperienced = 3;
constexpr uint8_t kEcnCapable = 2;
constexpr uint32_t kFurtherNetwork = 100U << 24 | 64U << 16; // a /10: of workers from 254 on
constexpr uint32_t kFurtherMask = 0xffc00000;

/// @return where the values begin
constexpr std::size_t
ValuesAt(FrameFormat format)
{
    return kHeader + (format == FrameFormat::Ina ? kInaHeaderBytes : kSwitchMlHeaderBytes);
}

/// @return where the values end
constexpr std::size_t
FrameEnd(FrameFormat format)
{
    return format == FrameFormat::Ina ? kInaFrameBytes : kSwitchMlFrameBytes;
}

/// @return the 16 bits at a place
uint16_t
Read16(const Frame& frame, std::size_t at)
{
    return ReadBigEndian<uint16_t>(&frame[at]);
}

/// @return true if the frame has all values, and its IPv4 header says so
bool
HasValues(const Frame& frame, FrameFormat format)
{
    return frame.size() >= FrameEnd(format) && Read16(frame, kIpLength) == FrameEnd(format) - kIp;
}

/// @tparam Bytes an array of bytes
/// @return what is behind its IPv4 header
template <typename Bytes>
Bytes
HeaderOf(const Frame& frame)
{
    Bytes bytes;
    std::copy_n(frame.begin() + kHeader, bytes.size(), bytes.begin());
    return bytes;
}

/// @return the values of a frame; zeros for those that it does not have
PayloadRef
ReadValues(const Frame& frame, FrameFormat format)
{
    FragmentValues values{};
    const std::size_t end = std::min(frame.size(), FrameEnd(format));
    for (std::size_t i = 0; ValuesAt(format) + 4 * i + 4 <= end; ++i)
    {
        values.at(i) =
            static_cast<int32_t>(ReadBigEndian<uint32_t>(&frame[ValuesAt(format) + 4 * i]));
    }
    return PayloadRef(values);
}

/// @param frame the frame of an INA packet
/// @return its fragment without addresses; nothing if it is malformed
std::optional<InaPacket>
DecodeIna(const Frame& frame)
{
    const auto header = HeaderOf<InaHeaderBytes>(frame);
    auto fragment = DecodeInaHeader(header);
    // A flow between hosts does not enter the pipeline, and the P4 program does not know flows.
    if (!fragment || IsFlowKind(fragment->kind) ||
        (BringsSum(fragment->kind) && !HasValues(frame, FrameFormat::Ina)))
    {
        return std::nullopt;
    }
    const bool isAdded = fragment->kind == PacketKind::Gradient ||
                         (fragment->kind == PacketKind::Resend && fragment->bitmap != 0);
    if (CarriesDigest(header))
    {
        // the P4 program cannot add the simulator's digests
        return isAdded ? std::nullopt : fragment;
    }
    fragment->sum.values = ReadValues(frame, FrameFormat::Ina);
    return fragment;
}

/// @param frame the frame of a SwitchML packet
/// @return its fragment without addresses; nothing if it is malformed
std::optional<InaPacket>
DecodeSwitchMl(const Frame& frame)
{
    auto fragment = DecodeSwitchMlHeader(HeaderOf<SwitchMlHeaderBytes>(frame));
    // The P4 program has frames of one length; the simulator's may have more or no values.
    if (!fragment || fragment->frameBytes != kSwitchMlFrameBytes ||
        !HasValues(frame, FrameFormat::SwitchMl))
    {
        return std::nullopt;
    }
    fragment->sum.values = ReadValues(frame, FrameFormat::SwitchMl);
    return fragment;
}

/// @brief Writes the sum that leaves into its frame.
/// @param sum the sum; without values it is an empty one
/// @param format the system's frame
void
WriteSum(const GradientSum& sum, FrameFormat format, Frame& frame)
{
    if (!HasValues(frame, format))
    {
        frame.resize(FrameEnd(format));
        WriteBigEndian(static_cast<uint16_t>(FrameEnd(format) - kIp), &frame[kIpLength]);
    }
    const FragmentValues values = sum.values ? sum.values.Values() : FragmentValues{};
    for (std::size_t i = 0; ValuesAt(format) + 4 * i < FrameEnd(format); ++i)
    {
        WriteBigEndian(static_cast<uint32_t>(values[i]), &frame[ValuesAt(format) + 4 * i]);
    }
}

/// @return true if a sum leaves that did not come in this frame
bool
BringsOtherSum(const InaPacket& fragment, Outcome outcome)
{
    switch (outcome)
    {
    case Outcome::Completed:
    case Outcome::Repeated:
    case Outcome::Preempted:
    case Outcome::Fetched:
        return true;
    case Outcome::FetchMissed:
        return fragment.kind == PacketKind::Partial; // an empty one
    default:
        return false;
    }
}

/// @return the worker that has the address at a place
uint16_t
WorkerOf(const Frame& frame, std::size_t at)
{
    const auto address = ReadBigEndian<uint32_t>(&frame[at]);
    const bool isFurther = (address & kFurtherMask) == kFurtherNetwork;
    return isFurther ? static_cast<uint16_t>(address) : static_cast<uint8_t>(address - 1);
}

/// @brief Writes the IPv4 addresses of what the switch sends in its own or the PS's name.
void
WriteAddresses(const InaPacket& fragment, FrameFormat format, Frame& frame)
{
    const uint32_t ps = ParameterServerAddress(fragment.job).Get();
    if (fragment.kind == PacketKind::Partial)
    {
        WriteBigEndian(SwitchAddress().Get(), &frame[kIpSource]);
        WriteBigEndian(ps, &frame[kIpDestination]);
    }
    else if (fragment.kind == PacketKind::Result)
    {
        const uint32_t worker = WorkerAddress(fragment.job, fragment.worker).Get();
        WriteBigEndian(format == FrameFormat::Ina ? ps : SwitchAddress().Get(), &frame[kIpSource]);
        WriteBigEndian(worker, &frame[kIpDestination]);
    }
}

/// @brief Writes the checksum of the IPv4 header.
void
WriteChecksum(Frame& frame)
{
    WriteBigEndian(uint16_t{0}, &frame[kIpChecksum]);
    uint32_t sum = 0;
    for (std::size_t at = kIp; at < kHeader; at += 2)
    {
        sum += Read16(frame, at);
    }
    while (sum > 0xffff)
    {
        sum = (sum & 0xffff) + (sum >> 16);
    }
    WriteBigEndian(static_cast<uint16_t>(~sum), &frame[kIpChecksum]);
}

} // namespace

bool
CarriesFragment(const Frame& frame, FrameFormat format)
{
    const bool isIna = format == FrameFormat::Ina;
    return frame.size() >= ValuesAt(format) && Read16(frame, kEtherType) == kIpv4EtherType &&
           frame[kIp] == kIpv4WithoutOptions &&
           (Read16(frame, kIpOffset) & kFragmentOffsetBits) == 0 &&
           frame[kIpProtocol] == (isIna ? kInaIpProtocol : kSwitchMlIpProtocol) &&
           (isIna || Read16(frame, kUdpPort) == kSwitchMlUdpPort);
}

std::optional<InaPacket>
DecodeFrame(const Frame& frame, FrameFormat format)
{
    auto fragment = format == FrameFormat::Ina ? DecodeIna(frame) : DecodeSwitchMl(frame);
    if (!fragment)
    {
        return std::nullopt;
    }
    fragment->ecn |= (frame[kIpEcn] & 3) == kCongestionExperienced;
    if (fragment->frameBytes == 0) // SwitchML's header has the length
    {
        fragment->frameBytes = static_cast<uint16_t>(frame.size());
    }
    const bool namesReceiver = fragment->kind == PacketKind::Query ||
                               fragment->kind == PacketKind::Forward ||
                               (format == FrameFormat::Ina && fragment->kind == PacketKind::Result);
    fragment->worker = WorkerOf(frame, namesReceiver ? kIpDestination : kIpSource);
    return fragment;
}

Frame
EncodeFrame(const Frame& came,
            const InaPacket& fragment,
            const Decision& decision,
            FrameFormat format,
            uint32_t port)
{
    Frame frame = came;
    if (BringsOtherSum(fragment, decision.outcome))
    {
        WriteSum(fragment.sum, format, frame);
    }
    if (format == FrameFormat::Ina)
    {
        const InaHeaderBytes header = EncodeInaHeader(fragment);
        std::copy(header.begin(), header.end(), &frame[kHeader]);
    }
    else
    {
        const SwitchMlHeaderBytes header = EncodeSwitchMlHeader(fragment);
        std::copy(header.begin(), header.end(), &frame[kHeader]);
    }
    // a frame whose sender is not capable of ECN stays so
    const uint8_t ecn = frame[kIpEcn] & 3;
    if (fragment.ecn ? ecn != 0 : ecn == kCongestionExperienced)
    {
        const uint8_t other = fragment.ecn ? kCongestionExperienced : kEcnCapable;
        frame[kIpEcn] = static_cast<uint8_t>((frame[kIpEcn] & ~3) | other);
    }
    WriteAddresses(fragment, format, frame);
    WriteChecksum(frame);
    const std::array<uint8_t, 12>
        link{2, 0, 0, 2, 0, static_cast<uint8_t>(port), 2, 0, 0, 1, 0, static_cast<uint8_t>(port)};
    std::copy(link.begin(), link.end(), frame.begin());
    return frame;
}

} // namespace ns3::esa
