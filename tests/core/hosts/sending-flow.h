// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_HOSTS_SENDING_FLOW_H
#define ESA_TEST_CORE_HOSTS_SENDING_FLOW_H

#include "ns3/esa-flow-sender.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// The sender of a flow, and what leaves it.
class SendingFlow : public FlowSender
{
  public:
    using FlowSender::FlowSender;
    using Packets = std::vector<OutgoingPacket>;

    /// @return the packets that leave now
    Packets Sent(Picoseconds now)
    {
        Packets sent;
        while (MayLeave(now))
        {
            sent.push_back(Take(now));
        }
        return sent;
    }

    /// An acknowledgement arrives; @return the packets that leave then
    Packets SentAfter(const Ack& ack, Picoseconds now)
    {
        OnAck(ack, now);
        return Sent(now);
    }

    /// The timer runs out; @return the packets that leave then
    Packets SentAtTimer(Picoseconds now)
    {
        OnTimer(now);
        return Sent(now);
    }
};

/// @return positions of packets
inline std::vector<uint64_t>
PositionsOf(const SendingFlow::Packets& packets)
{
    std::vector<uint64_t> positions;
    for (const auto& packet : packets)
    {
        positions.push_back(packet.position);
    }
    return positions;
}

} // namespace ns3::esa

#endif // ESA_TEST_CORE_HOSTS_SENDING_FLOW_H
