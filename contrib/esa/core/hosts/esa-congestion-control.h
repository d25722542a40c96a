// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_CONGESTION_CONTROL_H
#define ESA_CONGESTION_CONTROL_H

#include "ns3/esa-units.h"
#include "ns3/esa-wire-format.h"

#include <cstdint>

namespace ns3::esa
{

/// How a flow finds out how fast it may send.
enum class CongestionAlgorithm : uint8_t
{
    Window, ///< a fixed window
    Dctcp,  ///< Alizadeh et al., SIGCOMM 2010
    Dcqcn,  ///< Zhu et al., SIGCOMM 2015
    Swift,  ///< Kumar et al., SIGCOMM 2020
};

/// @param algorithm a value
/// @return its name in scenario files; null if it is no enumerator
constexpr const char*
NameOf(CongestionAlgorithm algorithm)
{
    switch (algorithm)
    {
    case CongestionAlgorithm::Window:
        return "window";
    case CongestionAlgorithm::Dctcp:
        return "dctcp";
    case CongestionAlgorithm::Dcqcn:
        return "dcqcn";
    case CongestionAlgorithm::Swift:
        return "swift";
    }
    return nullptr;
}

/// Parameters of DCTCP at the sender.
struct DctcpParameters
{
    double gain{1.0 / 16}; ///< g, weight of the last window in alpha
};

/// Parameters of DCQCN at the sender and, for notifications, at the receiver.
struct DcqcnParameters
{
    double gain{1.0 / 256}; ///< g, weight of a notification in alpha
    Picoseconds notificationInterval{FromMicroseconds(50)}; ///< N, between two of a flow
    Picoseconds notificationDelay{0};                ///< from a notification until the rate follows
    Picoseconds alphaTimer{FromMicroseconds(55)};    ///< K: without one, alpha shrinks
    Picoseconds increaseTimer{FromMicroseconds(55)}; ///< T, between two increases
    uint64_t byteCounter{10000000};                  ///< B, bytes between two; 0: none
    double increaseBitsPerS{40e6};                   ///< R_AI, of an additive increase
    double hyperIncreaseBitsPerS{400e6};             ///< R_HAI, of a hyper increase
    double minBitsPerS{40e6};                        ///< lowest rate
    uint32_t fastRecoveries{5};                      ///< F, increases of each kind
};

/// Parameters of Swift at the sender.
struct SwiftParameters
{
    Picoseconds baseTarget{FromMicroseconds(25)};  ///< target delay through one switch
    Picoseconds hopTarget{FromMicroseconds(3)};    ///< added for each further switch
    Picoseconds flowScaling{FromMicroseconds(50)}; ///< fs_range: added for small windows, at most
    double increasePackets{1};                     ///< ai, added to the window per round trip
    double decrease{0.8};                          ///< beta, how much excess delay counts
    double largestDecrease{0.5};                   ///< max_mdf, of the window per round trip
};

/// What a flow's congestion control needs.
struct CongestionParameters
{
    CongestionAlgorithm algorithm{CongestionAlgorithm::Window}; ///< which one
    uint32_t initialPackets{10};                                ///< first window of DCTCP and Swift
    double lineBitsPerS{100e9};                                 ///< rate of the sender's link
    DctcpParameters dctcp;                                      ///< of DCTCP
    DcqcnParameters dcqcn;                                      ///< of DCQCN
    SwiftParameters swift;                                      ///< of Swift
};

/// What a flow sends again when a packet is missing.
enum class FlowRepair : uint8_t
{
    GoBackN,         ///< the missing packet and all after it; the receiver drops what comes early
    SelectiveRepeat, ///< what is missing; the receiver keeps what comes early
};

/// @param repair a value
/// @return its name in scenario files; null if it is no enumerator
constexpr const char*
NameOf(FlowRepair repair)
{
    switch (repair)
    {
    case FlowRepair::GoBackN:
        return "go_back_n";
    case FlowRepair::SelectiveRepeat:
        return "selective_repeat";
    }
    return nullptr;
}

/// The parameters of a reliable flow.
struct FlowParameters
{
    uint32_t wireBytes{MtuFrameBytes()};        ///< bytes that the link sends for a packet
    uint32_t windowPackets{256};                ///< unacknowledged packets, at most
    uint32_t ackEveryPackets{16};               ///< the receiver acknowledges once per this number
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< shortest timeout
    bool recovery{false};                       ///< retransmit what is lost
    FlowRepair repair{FlowRepair::GoBackN};     ///< what is sent again
    Picoseconds reorderingWindow{0};            ///< a packet is missing once a later one has been
                                                ///< there for this long; with selective repeat
    CongestionParameters congestion;            ///< how fast the flow may send
};

/// What an acknowledgement reports.
struct CongestionFeedback
{
    Picoseconds now{0};            ///< when it arrived
    Picoseconds roundTrip{kNever}; ///< from the packet's departure to now; kNever: not measured
    uint64_t acknowledged{0};      ///< packets before this one have arrived
    uint64_t next{0};              ///< the next packet to be sent
    uint32_t packets{0};           ///< newly acknowledged ones
    uint32_t marked{0};            ///< packets that arrived with an ECN mark, since the last one
    uint32_t switches{0};          ///< that the acknowledgement has passed
};

/// What a NAK reports.
struct CongestionLoss
{
    Picoseconds now{0};       ///< when it arrived
    uint64_t acknowledged{0}; ///< packets before this one have arrived
    uint64_t next{0};         ///< packets before this one were sent
};

/**
 * @ingroup esa
 * @brief Decides how many packets of a flow may be under way, and how fast they leave.
 *
 * Flows that share a link have to find their shares themselves. Each algorithm
 * has a sign of congestion (marks, notifications, delay) and a rule how to answer it. It is a state
 * machine without a clock: every function gets the time. FlowSender keeps the packets, and reads
 * here the window and the time between two packets.
 *
 * A fixed window needs no such object.
 */
class CongestionControl
{
  public:
    virtual ~CongestionControl() = default;

    /// @brief A packet leaves.
    /// @param bytes that the link sends for it
    virtual void OnSent([[maybe_unused]] uint32_t bytes, [[maybe_unused]] Picoseconds now)
    {
    }

    /// @param feedback contents of an acknowledgement of new packets
    virtual void OnAck(const CongestionFeedback& feedback) = 0;

    /// @brief The receiver reports congestion (DCQCN). @param now the time
    virtual void OnNotification([[maybe_unused]] Picoseconds now)
    {
    }

    /// @param loss what a NAK reports: packets are lost, later ones arrive
    virtual void OnLoss(const CongestionLoss& loss) = 0;

    /// @brief A timeout: packets are lost, and nothing arrives. @param now the time
    virtual void OnTimeout(Picoseconds now) = 0;

    /// @return packets that may be under way; below 1: one for each Gap()
    virtual double WindowPackets() const = 0;

    /// @param bytes that the link sends for a packet that leaves now
    /// @return least time until the next one; 0: none
    virtual Picoseconds Gap([[maybe_unused]] uint32_t bytes) const
    {
        return Picoseconds(0);
    }
};

} // namespace ns3::esa

#endif // ESA_CONGESTION_CONTROL_H
