// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_INA_PACKET_H
#define ESA_INA_PACKET_H

#include "esa-payload.h"

#include "ns3/esa-assert.h"

#include <cstddef>
#include <cstdint>
#include <ostream>
#include <type_traits>

namespace ns3::esa
{

/// @ingroup esa
/// @brief What a packet is for. The values stand in the wire format's kind field.
enum class PacketKind : uint8_t
{
    Gradient = 0,       ///< a worker's fragment, on its way to the switch or past it to the PS
    Partial = 1,        ///< a sum that left an aggregator for the PS
    Result = 2,         ///< the sum of all workers' fragments, on its way to them
    Reminder = 3,       ///< PS to switch: hand over what you hold of this task
    WorkerReminder = 4, ///< worker to PS: a result is late
    Resend = 5,         ///< ATP, worker to PS by way of the switch: the same, fetching on its way

    // Recovery from loss: questions of the PS to single workers, and what comes of them
    Query = 6,          ///< PS to worker: what do you have of this task?
    Answer = 7,         ///< worker to PS: its result
    Received = 8,       ///< worker to PS: its result has come, but is not kept any more
    Retransmission = 9, ///< worker to PS: no result; here is this worker's fragment
    NotSent = 10,       ///< worker to PS: no result, and this worker has not sent its fragment yet
    Forward = 11,       ///< PS to worker: a result that it lacks

    // Reliable flows between hosts, where hosts sum. What the fields mean there: esa-flow-packet.h
    Data = 12, ///< a fragment
    Ack = 13,  ///< acknowledgement of data
};

/// Number of kinds that concern aggregation in the network; the kinds of flows follow.
constexpr std::size_t kPacketKinds = 12;

/// @param kind a kind of packet
/// @return true if it goes from the PS's side to workers, or to the switches of their racks
constexpr bool
GoesDown(PacketKind kind)
{
    return kind == PacketKind::Result || kind == PacketKind::Reminder ||
           kind == PacketKind::Query || kind == PacketKind::Forward;
}

/// @param kind a kind of packet
/// @return true if it brings a sum or a gradient; the others are requests and reports
constexpr bool
BringsSum(PacketKind kind)
{
    switch (kind)
    {
    case PacketKind::Gradient:
    case PacketKind::Partial:
    case PacketKind::Result:
    case PacketKind::Resend:
    case PacketKind::Answer:
    case PacketKind::Retransmission:
    case PacketKind::Forward:
    case PacketKind::Data:
        return true;
    case PacketKind::Reminder:
    case PacketKind::WorkerReminder:
    case PacketKind::Query:
    case PacketKind::Received:
    case PacketKind::NotSent:
    case PacketKind::Ack:
        return false;
    }
    return false;
}

/// Number of all kinds.
constexpr std::size_t kKindsWithFlows = 14;

/// @param kind a packet kind
/// @return true if it belongs to a flow between hosts, which switches only forward
constexpr bool
IsFlowKind(PacketKind kind)
{
    return kind == PacketKind::Data || kind == PacketKind::Ack;
}

/// @param kind a packet kind
/// @return true if it takes a result to workers
constexpr bool
IsResultKind(PacketKind kind)
{
    return kind == PacketKind::Result || kind == PacketKind::Forward;
}

/// Bits of a bitmap: fragments of a sum in a switch, at most.
constexpr uint32_t kMaxFanIn = 32;

/// Workers of a job that switches sum, at most: three levels of groups whose members all use every
/// bit.
constexpr uint32_t kMaxTreeWorkers = kMaxFanIn * kMaxFanIn * kMaxFanIn;

/// In place of a worker's number: a result for all workers of the job.
constexpr uint16_t kAllWorkers = UINT16_MAX;

/**
 * @ingroup esa
 * @brief Flags of a packet that share a byte, so that a packet with its times fills a cache line.
 *
 * They are a struct of their own because a copy of it is one byte. Among the fields of a packet
 * each bit would be copied by itself.
 */
struct FragmentFlags
{
    bool collision : 1; ///< a fragment: passes by aggregators, as it has met another task's or
                        ///< needs none; a sum or result: another task requested its aggregator
                        ///< (SwitchPart::reportsContention)
    bool overflow : 1;  ///< a value saturated (ATP's flag)
    bool version : 1;   ///< SwitchML: which of the slot's two versions
    bool urgent : 1;    ///< wants an answer (WorkerReminder, Reminder, Query), is the answer to a
                     ///< reminder (Partial), or needs all members (Gradient, where a part is a sum)
    bool ecn : 1;           ///< met a queue above the ECN threshold
    uint8_t connection : 2; ///< a flow: which of those between its ends (FlowConnection)
    uint8_t spare : 1;      ///< none; so that equal flags are equal bytes

    FragmentFlags()
        : collision(false),
          overflow(false),
          version(false),
          urgent(false),
          ecn(false),
          connection(0),
          spare(0)
    {
    }
};

/// @ingroup esa
/// @brief All of a packet but what it carries. It is a struct of its own because it is copied as a
/// whole; next to a counted reference each field would be copied by itself.
struct InaHeader : FragmentFlags
{
    // Single bytes come first: with the flags they fill one word.
    uint8_t fanIn{0};    ///< members that complete the sum of the group, at most 32
    uint8_t priority{0}; ///< 8-bit priority, larger is more urgent
    PacketKind kind{PacketKind::Gradient}; ///< what it is for
    uint32_t bitmap{0};     ///< members of the group in the sum; of one group: bit w is worker w
    uint32_t seq{0};        ///< sequence number of the fragment, modulo 2^32
    uint32_t aggregator{0}; ///< index of the aggregator, computed by the worker
    uint16_t job{0};        ///< job number
    uint16_t worker{0};     ///< sender's or, in a result, receiver's number in the job
    uint16_t group{0};      ///< the group that is summed (AggregationTree)
    uint16_t frameBytes{0}; ///< length of its frame on the link, in bytes
};

static_assert(std::is_trivially_copyable_v<InaHeader> && sizeof(InaHeader) == 24);

/**
 * @ingroup esa
 * @brief One packet of the aggregation protocol, as a plain struct.
 *
 * This is what travels in the simulator; the wire format (esa-wire-format.h) is made of it only
 * for captures and for reading. A task is one (job, seq): the fragments of all the job's workers
 * with the same place in the gradients (paper, section "Background").
 */
struct InaPacket : InaHeader
{
    GradientSum sum; ///< what it carries
};

/// @ingroup esa
/// @brief The bitmap of a complete sum.
/// @param fanIn number of fragments in it
/// @return the lowest fanIn bits set
constexpr uint32_t
FullBitmap(uint32_t fanIn)
{
    ESA_ASSERT(fanIn <= kMaxFanIn, "a bitmap has 32 bits");
    return static_cast<uint32_t>((uint64_t{1} << fanIn) - 1);
}

/// @param kind a kind of packet
/// @return its name
const char* KindName(PacketKind kind);

/**
 * @brief Writes a packet in words, for logs and for messages of failed tests.
 *
 * The line has the task first (job and sequence number), then its sender or receiver, and in
 * brackets what a switch reads:
 *
 *     gradient of job 0, seq 17, worker 2 [aggregator 5, workers 0x4 of 3, priority 200]
 */
std::ostream& operator<<(std::ostream& out, const InaPacket& fragment);

} // namespace ns3::esa

#endif // ESA_INA_PACKET_H
