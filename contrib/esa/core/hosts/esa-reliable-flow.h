/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_RELIABLE_FLOW_H
#define ESA_RELIABLE_FLOW_H

#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <cstddef>
#include <cstdint>
#include <deque>

namespace ns3::esa
{

/// The parameters of a reliable flow.
struct FlowParameters
{
    uint32_t windowPackets{256};                ///< largest number of unacknowledged packets
    uint32_t ackEveryPackets{16};               ///< the receiver acknowledges once per this number
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout
    bool recovery{false};                       ///< retransmit what is lost
};

/**
 * @ingroup esa
 * @brief The sending end of a connection between two hosts.
 *
 * Where hosts sum, they exchange large blocks, and a lost packet must be repaired. The connection
 * works as a reliable connection of RoCE does: packets in order within a fixed window, cumulative
 * acknowledgements, and go-back-N after a timeout.
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
        bool isLast;             ///< last packet of its range; asks for an acknowledgement at once
        uint8_t round;           ///< how often the flow had gone back, modulo 256
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
     * @return true if there is one; it counts as sent
     */
    bool Poll(Picoseconds now, OutgoingPacket& out);

    /**
     * @brief An acknowledgement has arrived.
     * @param nextNumber number of the packet that the receiver expects next
     * @param round round of the packet that it answers
     * @param now the time
     */
    void OnAck(uint32_t nextNumber, uint8_t round, Picoseconds now);

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
        bool isNew;    ///< false: out of order or a copy; dropped
        bool wantsAck; ///< an acknowledgement is due
    };

    /**
     * @param ackEveryPackets packets per acknowledgement
     * @param firstPacket number of the first packet
     */
    explicit FlowReceiver(uint32_t ackEveryPackets, uint32_t firstPacket = 0)
        : m_ackEveryPackets(ackEveryPackets),
          m_expected(firstPacket)
    {
    }

    /**
     * @brief A packet has arrived.
     * @param number its number in the connection
     * @param isLast whether it asks for an acknowledgement at once
     * @return whether it is the next one
     */
    DataStatus OnData(uint32_t number, bool isLast);

    /// @return number of the packet that is expected next
    uint32_t Expected() const
    {
        return m_expected;
    }

  private:
    uint32_t m_ackEveryPackets;   ///< packets per acknowledgement
    uint32_t m_expected;          ///< number of the next packet
    uint32_t m_unacknowledged{0}; ///< packets since the last acknowledgement
};

} // namespace ns3::esa

#endif // ESA_RELIABLE_FLOW_H
