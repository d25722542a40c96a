// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FRAME_SIZES_H
#define ESA_FRAME_SIZES_H

#include "esa-ina-packet.h"
#include "esa-switchml-wire-format.h"
#include "esa-wire-format.h"

#include <cstdint>

namespace ns3::esa
{

/// @ingroup esa
/// @param format a system's frame
/// @return gradient bytes that it usually carries
constexpr uint32_t
PayloadBytes(FrameFormat format)
{
    switch (format)
    {
    case FrameFormat::SwitchMl:
        return kSwitchMlPayloadBytes;
    case FrameFormat::Mtu:
        return MtuPayloadBytes();
    case FrameFormat::Ina:
        break;
    }
    return kInaPayloadBytes;
}

/// @ingroup esa
/// @param format a system's frame
/// @return bytes of its headers
constexpr uint16_t
HeaderBytes(FrameFormat format)
{
    return kEthernetBytes + kIpv4Bytes +
           (format == FrameFormat::SwitchMl ? kSwitchMlHeaderBytes : kInaHeaderBytes);
}

/// A fragment or result without values: Ethernet's shortest frame has room for the headers.
constexpr uint16_t kEmptyFrameBytes = kAckFrameBytes;
static_assert(kEthernetBytes + kIpv4Bytes + kInaHeaderBytes <= kEmptyFrameBytes);
static_assert(kEthernetBytes + kIpv4Bytes + kSwitchMlHeaderBytes <= kEmptyFrameBytes);

/// @param kind a kind of packet
/// @return true if a packet of it is shorter when its sum is empty; what leaves an aggregator is
///         always as long as a sum
constexpr bool
MayBeEmpty(PacketKind kind)
{
    return kind == PacketKind::Gradient || kind == PacketKind::Retransmission ||
           kind == PacketKind::Result || kind == PacketKind::Forward;
}

/// @ingroup esa
/// @brief Lengths of the frames of a system, in bytes.
class FrameSizes
{
  public:
    /// @param dataBytes length of what carries a sum
    /// @param reminderBytes length of reminders, and of other packets without a sum; the paper
    ///        leaves it open
    explicit FrameSizes(uint16_t dataBytes = kInaFrameBytes,
                        uint16_t reminderBytes = kInaFrameBytes)
        : m_dataBytes(dataBytes),
          m_reminderBytes(reminderBytes)
    {
    }

    /// @param kind kind of a packet
    /// @return length of its frame
    uint16_t Bytes(PacketKind kind) const
    {
        return BringsSum(kind) ? m_dataBytes : m_reminderBytes;
    }

    /// @brief A worker that has nothing to add to a sum, or does not want it, still takes part in
    /// the task (CollectiveOperation). Its packets are headers only.
    /// @return length of its frame
    uint16_t Bytes(const InaPacket& packet) const
    {
        return packet.sum.IsEmpty() && MayBeEmpty(packet.kind) ? kEmptyFrameBytes
                                                               : Bytes(packet.kind);
    }

  private:
    uint16_t m_dataBytes;     ///< of packets that carry gradients or stand for one
    uint16_t m_reminderBytes; ///< of reminders
};

} // namespace ns3::esa

#endif // ESA_FRAME_SIZES_H
