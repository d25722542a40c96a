// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_PACKET_H
#define ESA_FLOW_PACKET_H

#include "esa-ina-packet.h"

#include "ns3/esa-assert.h"

#include <cstddef>
#include <cstdint>

namespace ns3::esa
{

// Endpoints of flows: a worker's is its number in the job.
constexpr uint16_t kFirstServer = 0x8000;             ///< the server on the host of worker 0
constexpr uint16_t kDedicatedServer = UINT16_MAX - 1; ///< the first server elsewhere

/// Workers of a job whose hosts sum, at most: each has an endpoint, and its server has one.
constexpr uint32_t kMaxFlowWorkers = kDedicatedServer - kFirstServer;

/// @return endpoint of the server on its host
constexpr uint16_t
ServerOf(uint32_t worker)
{
    ESA_ASSERT(worker < kMaxFlowWorkers, "endpoints of servers end before the PS's");
    return static_cast<uint16_t>(kFirstServer + worker);
}

/// @param number a server on a host of its own, from 0 on @return its endpoint; they go down
constexpr uint16_t
ExtraServer(uint32_t number)
{
    ESA_ASSERT(number <= kMaxFlowWorkers, "endpoints of extra servers end before those of workers");
    return static_cast<uint16_t>(kDedicatedServer - number);
}

/// @return whether an endpoint is an extra server's. Endpoints of servers beside workers go up, so
/// that in a job of more than 16,382 workers with such servers the last ones are taken for extra
/// ones.
constexpr bool
IsExtraServer(uint16_t endpoint)
{
    return endpoint > kFirstServer + kMaxFlowWorkers / 2;
}

/// @param endpoint endpoint of an extra server @return its number
constexpr uint32_t
ExtraServerAt(uint16_t endpoint)
{
    return kDedicatedServer - endpoint;
}

/// @param endpoint endpoint of a worker, or of a server on a worker's host
/// @return the worker
constexpr uint16_t
WorkerAt(uint16_t endpoint)
{
    return endpoint >= kFirstServer ? endpoint - kFirstServer : endpoint;
}

/**
 * @ingroup esa
 * @brief One of the connections from a host to another one.
 *
 * What a connection carries arrives in order, and connections take turns at the link. So messages
 * that must not wait for each other need connections of their own, as the two trees of NCCL have.
 */
struct FlowConnection
{
    uint16_t endpoint{0}; ///< the other end
    uint8_t number{0};    ///< below kConnections

    constexpr FlowConnection() = default;

    /// @param to the other end @param which number of the connection
    constexpr FlowConnection(uint16_t to, uint8_t which = 0)
        : endpoint(to),
          number(which)
    {
    }

    /// @return whether it is the same connection of a host
    constexpr bool operator==(const FlowConnection& other) const
    {
        return endpoint == other.endpoint && number == other.number;
    }

    /// @return a number that no other connection of the host has; it grows with the endpoint
    constexpr uint32_t Key() const;

    /// @return below kPlaces: where an object notes what it found last for the connection. The
    /// connections to eight workers have places of their own.
    constexpr std::size_t Place() const
    {
        return (endpoint + 8U * number) % kPlaces;
    }

    static constexpr std::size_t kPlaces = 32; ///< see Place()
};

/// Connections from a host to another one, at most.
constexpr uint32_t kConnections = 4;

/// The connection of messages that clear others to be sent (StepKind::Clear). Its frames are short.
constexpr uint8_t kClearConnection = kConnections - 1;

constexpr uint32_t
FlowConnection::Key() const
{
    return endpoint * kConnections + number;
}

/// @param kind a kind of packet
/// @return true if a packet of it names its receiver in InaPacket::worker: a worker, or the
/// endpoint
///         of a flow; the others are for the job's PS
constexpr bool
NamesReceiver(PacketKind kind)
{
    constexpr uint32_t kKinds = 1U << static_cast<uint32_t>(PacketKind::Result) |
                                1U << static_cast<uint32_t>(PacketKind::Query) |
                                1U << static_cast<uint32_t>(PacketKind::Forward) |
                                1U << static_cast<uint32_t>(PacketKind::Data) |
                                1U << static_cast<uint32_t>(PacketKind::Ack);
    return (kKinds >> static_cast<uint32_t>(kind) & 1U) != 0;
}

/**
 * @ingroup esa
 * @brief The contents of a packet of a reliable flow between two hosts (esa-flow-sender.h).
 *
 * Hosts that sum need packets with two endpoints and a number, which packets of aggregation do not
 * have. Links, queues and switches carry Fragments only. So these values travel in fields of a
 * Fragment that mean nothing to a switch that only forwards: the receiver in worker, the sender in
 * group, the number in aggregator, the round in priority, the wish for an acknowledgement or the
 * notification of congestion in urgent, the count of marks in an acknowledgement's seq, the
 * switches that it has passed in fanIn, and the missing packets in its bitmap. The number of the
 * connection has a field of its own. Only this header uses that. In data, bitmap is the number of
 * workers in the sum, since a job may have more of them than a bitmap has bits.
 */
struct FlowPacket
{
    uint16_t job{0};       ///< job number
    uint16_t sender{0};    ///< endpoint it comes from
    uint16_t receiver{0};  ///< endpoint it goes to
    uint32_t number{0};    ///< Data: of the packet in its flow; Ack: of the packet that comes next,
                           ///< or of the first one that is missing
    bool isAck{false};     ///< an acknowledgement, rather than data
    bool isUrgent{false};  ///< Data: acknowledge at once; Ack: it notifies of congestion
    uint8_t round{0};      ///< Data: how often its flow had begun a repair, modulo 256; Ack: of
                           ///< the data that it answers
    uint32_t marked{0};    ///< Data: 1 if it met a long queue; Ack: marked packets, modulo 2^32
    uint8_t switches{0};   ///< Ack: switches that it has passed
    uint32_t missing{0};   ///< Ack: packets from number on that are missing (NAK); 0: it is none
    uint8_t connection{0}; ///< number of the connection between both endpoints

    /// @param fragment a packet of a flow (IsFlowKind())
    /// @return its contents
    static FlowPacket From(const InaPacket& fragment)
    {
        return {fragment.job,
                fragment.group,
                fragment.worker,
                fragment.aggregator,
                fragment.kind == PacketKind::Ack,
                fragment.urgent,
                fragment.priority,
                fragment.kind == PacketKind::Ack ? fragment.seq : uint32_t{fragment.ecn},
                fragment.fanIn,
                fragment.kind == PacketKind::Ack ? fragment.bitmap : 0,
                fragment.connection};
    }

    /// @param header of a packet of a flow @return the connection to its sender
    static FlowConnection ToSender(const InaHeader& header)
    {
        return {header.group, header.connection};
    }

    /// @param header of a packet of a flow @return the connection to its receiver
    static FlowConnection ToReceiver(const InaHeader& header)
    {
        return {header.worker, header.connection};
    }

    /// @param fragment a packet of a flow @return the endpoint that it goes to
    static uint16_t ReceiverOf(const InaPacket& fragment)
    {
        return fragment.worker;
    }

    /// @param fragment an acknowledgement that passes a switch, which counts as IP's TTL does
    static void CountSwitch(InaPacket& fragment)
    {
        fragment.fanIn += fragment.fanIn < kMaxFanIn ? 1 : 0;
    }

    /// @brief Writes this into a packet. @param fragment the packet, which carries nothing yet
    void Write(InaPacket& fragment) const
    {
        fragment.kind = isAck ? PacketKind::Ack : PacketKind::Data;
        fragment.job = job;
        fragment.worker = receiver;
        fragment.group = sender;
        fragment.aggregator = number;
        fragment.urgent = isUrgent;
        fragment.seq = isAck ? marked : 0;
        fragment.bitmap = isAck ? missing : 0;
        fragment.priority = round;
        fragment.connection = connection & (kConnections - 1);
    }

    /// @return a packet with this, which carries nothing yet
    InaPacket ToFragment() const
    {
        InaPacket fragment;
        Write(fragment);
        return fragment;
    }
};

} // namespace ns3::esa

#endif // ESA_FLOW_PACKET_H
