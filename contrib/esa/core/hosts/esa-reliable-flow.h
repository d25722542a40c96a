/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RELIABLE_FLOW_H
#define ESA_RELIABLE_FLOW_H

#include "esa-congestion-control.h"

#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>

namespace ns3::esa
{

/// The parameters of a reliable flow.
struct FlowParameters
{
    uint32_t windowPackets{256};                ///< unacknowledged packets, at most
    uint32_t ackEveryPackets{16};               ///< the receiver acknowledges once per this number
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout
    bool recovery{false};                       ///< retransmit what is lost
    CongestionParameters congestion;            ///< how fast the flow may send
};

/**
 * @ingroup esa
 * @brief The sending end of a connection between two hosts.
 *
 * Where hosts sum, they exchange large blocks, and a lost packet must be repaired. The connection
 * works as a reliable connection of RoCE does: packets in order within a window, cumulative
 * acknowledgements, and go-back-N after a timeout. The window is fixed, or a CongestionControl
 * decides how large it is and how fast packets leave. Then the sender asks for acknowledgements, so
 * that none is late where the window is small.
 *
 * Packets tell how often their sender had gone back, and acknowledgements repeat it, as TCP's time
 * stamps do. So the round-trip time is known although packets were sent again; else a timeout below
 * the round-trip time, which repeats every packet without need, would never learn.
 *
 * A flow carries ranges of fragments, one fragment per packet. It does not store what is in a
 * packet: when a packet is sent again, the owner fills it again.
 */
class FlowSender
{
  public:
    /// A packet to be sent.
    struct OutgoingPacket
    {
        StreamPosition position; ///< the fragment
        uint32_t number;         ///< number of the packet in the connection, modulo 2^32
        bool wantsAck;           ///< last of its range, or else asks for an acknowledgement
        uint8_t round;           ///< how often the flow had gone back, modulo 256
    };

    /// What an acknowledgement tells.
    struct Ack
    {
        uint32_t number;      ///< number of the packet that the receiver expects next
        uint8_t round;        ///< round of the packet that it answers
        uint32_t marked{0};   ///< marked packets that have arrived since the start, modulo 2^32
        uint32_t switches{0}; ///< that it has passed
        bool isNotification{false}; ///< notifies of congestion
    };

    /**
     * @param parameters window and timeouts
     * @param firstPacket number of the first packet; tests start near 2^32
     */
    explicit FlowSender(const FlowParameters& parameters, uint64_t firstPacket = 0);

    /**
     * @brief Adds fragments to be sent, after those offered before.
     * @param range the fragments
     */
    void Offer(const PositionRange& range);

    /**
     * @brief The next packet that may leave now, if any.
     * @param now the time
     * @param out the packet
     * @param wait how long it will wait at the link before it leaves
     * @return true if there is one; it counts as sent
     */
    bool Poll(Picoseconds now, OutgoingPacket& out, Picoseconds wait = Picoseconds(0));

    /**
     * @return when the next packet may leave, if only the rate holds it back; kNever: there is
     * none, or it waits for an acknowledgement
     */
    Picoseconds PacedUntil() const;

    /**
     * @brief An acknowledgement has arrived.
     * @param ack what it tells
     * @param now the time
     */
    void OnAck(const Ack& ack, Picoseconds now);

    /**
     * @brief Checks for a timeout; with recovery, to be called regularly.
     * @param now the time
     */
    void OnTimer(Picoseconds now);

    /// @return true if everything offered is acknowledged
    bool Idle() const
    {
        return m_acknowledged == m_offered;
    }

    /// @return number of ranges of which every packet is acknowledged
    uint64_t Acknowledged() const
    {
        return m_acknowledgedRanges;
    }

    /// @return number of retransmitted packets
    uint64_t SentAgain() const
    {
        return m_sentAgain;
    }

  private:
    /// A range under way.
    struct Stretch
    {
        PositionRange range;  ///< the fragments
        uint64_t firstPacket; ///< packet of the first fragment

        /// @return the packet after its last one
        uint64_t EndPacket() const
        {
            return firstPacket + range.Size();
        }
    };

    /// @brief Tells the congestion control of a packet. @param now when it leaves
    void Sent(Picoseconds now, Picoseconds wait);

    /// @return whether a packet that leaves now asks for an acknowledgement
    bool AsksForAck(Picoseconds now, bool isLast);

    /// @brief Tells the congestion control of newly acknowledged packets.
    void Acknowledge(uint64_t next, const Ack& ack, Picoseconds now);

    /// @brief Takes over the window that the congestion control has decided on.
    void UpdateWindow();

    FlowParameters m_parameters;      ///< window and timeouts
    RtoEstimator m_rto;               ///< estimates the time from packet to acknowledgement
    std::deque<Stretch> m_stretches;  ///< from the first unacknowledged packet on
    std::size_t m_current{0};         ///< index of the stretch that m_next is in
    uint64_t m_acknowledged;          ///< packets before this one have arrived
    uint64_t m_next;                  ///< next packet to send
    uint64_t m_highest;               ///< packets before this one were sent at least once
    uint64_t m_offered;               ///< the packet after the last one offered
    uint64_t m_timedPacket{0};        ///< packet whose round-trip time is measured ...
    Picoseconds m_timedAt{kNever};    ///< ... and when it was first sent; kNever: none is
    uint8_t m_timedRound{0};          ///< round in which it was first sent
    uint8_t m_round{0};               ///< how often the flow has gone back, modulo 256
    Picoseconds m_progressAt{0};      ///< last acknowledgement, timeout or start from idle
    int m_backoff{1};                 ///< factor of the timeout; doubles until there is progress
    uint64_t m_sentAgain{0};          ///< retransmitted packets
    uint64_t m_acknowledgedRanges{0}; ///< ranges that have arrived
    uint64_t m_window;                ///< unacknowledged packets, at most, as it is now

    // With congestion control
    std::unique_ptr<CongestionControl> m_control; ///< decides; null: a fixed window
    std::deque<Picoseconds> m_leftAt;             ///< when each packet from m_acknowledged on left
    Picoseconds m_mayLeaveAt{0}; ///< the rate holds the next packet back until then
    Picoseconds m_askedAt{0};    ///< last packet that asked for an acknowledgement
    uint32_t m_sinceAsked{0};    ///< packets since then
    uint32_t m_marked{0};        ///< marked packets that the receiver has told of
};

/**
 * @ingroup esa
 * @brief The receiving end of a connection of a FlowSender: takes packets in order, drops all
 * others, and says when to acknowledge.
 */
class FlowReceiver
{
  public:
    /// What became of a packet.
    struct DataStatus
    {
        bool isNew;          ///< false: out of order or a copy; dropped
        bool wantsAck;       ///< an acknowledgement is due
        bool isNotification; ///< which notifies of congestion
    };

    /**
     * @param ackEveryPackets packets per acknowledgement
     * @param firstPacket number of the first packet
     * @param notificationInterval least time between two notifications of congestion; kNever: it
     * sends none
     */
    explicit FlowReceiver(uint32_t ackEveryPackets,
                          uint32_t firstPacket = 0,
                          Picoseconds notificationInterval = kNever)
        : m_ackEveryPackets(ackEveryPackets),
          m_expected(firstPacket),
          m_notificationInterval(notificationInterval)
    {
    }

    /**
     * @brief A packet has arrived.
     * @param number its number in the connection
     * @param wantsAck whether it asks for an acknowledgement at once
     * @param isMarked whether it met a long queue
     * @param now the time
     * @return whether it is the next one
     */
    DataStatus OnData(uint32_t number,
                      bool wantsAck,
                      bool isMarked = false,
                      Picoseconds now = Picoseconds(0));

    /// @return number of the packet that is expected next
    uint32_t Expected() const
    {
        return m_expected;
    }

    /// @return number of marked packets that have arrived, modulo 2^32
    uint32_t Marked() const
    {
        return m_marked;
    }

  private:
    uint32_t m_ackEveryPackets;         ///< packets per acknowledgement
    uint32_t m_expected;                ///< number of the next packet
    uint32_t m_unacknowledged{0};       ///< packets since the last acknowledgement
    uint32_t m_marked{0};               ///< marked packets
    Picoseconds m_notificationInterval; ///< between two notifications; kNever: none are sent
    Picoseconds m_notifiedAt{kNever};   ///< the last notification
};

} // namespace ns3::esa

#endif // ESA_RELIABLE_FLOW_H
