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
    uint32_t windowPackets{256};                ///< packets without acknowledgement, at most
    uint32_t ackEveryPackets{16};               ///< the receiver acknowledges every so many
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout
    bool recovery{false};                       ///< send again what is lost
};

/**
 * @ingroup esa
 * @brief The sending end of a connection between two hosts, as RoCE's reliable connections are:
 * packets in order within a fixed window, cumulative acknowledgements, go-back-N after a timeout.
 *
 * It carries ranges of fragments, one packet a fragment. What is in a packet is the owner's part,
 * who can say it again for a packet that is sent again.
 */
class FlowSender
{
  public:
    /// A packet to be sent.
    struct OutgoingPacket
    {
        StreamPosition position; ///< the fragment
        uint32_t number;         ///< of the packet in the connection, modulo 2^32
        bool isLast;             ///< of its range: it wants an acknowledgement at once
    };

    /**
     * @param parameters window and timeouts
     * @param firstPacket number of the first packet; tests start near 2^32
     */
    explicit FlowSender(const FlowParameters& parameters, uint64_t firstPacket = 0);

    /**
     * @brief More is to be sent, after what was offered before.
     * @param range fragments
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
     * @brief The receiver acknowledges.
     * @param nextNumber number of the packet that it wants next
     * @param now the time
     */
    void OnAck(uint32_t nextNumber, Picoseconds now);

    /**
     * @brief Looks for a timeout; with recovery, now and again.
     * @param now the time
     */
    void OnTimer(Picoseconds now);

    /// @return true if everything offered is acknowledged
    bool Idle() const
    {
        return m_acknowledged == m_offered;
    }

    /// @return packets sent again
    uint64_t SentAgain() const
    {
        return m_sentAgain;
    }

  private:
    /// A range under way.
    struct Stretch
    {
        PositionRange range;  ///< the fragments
        uint64_t firstPacket; ///< packet of the first of them

        /// @return one beyond its last packet
        uint64_t EndPacket() const
        {
            return firstPacket + range.Size();
        }
    };

    FlowParameters m_parameters;     ///< window and timeouts
    RtoEstimator m_rto;              ///< times from packet to acknowledgement
    std::deque<Stretch> m_stretches; ///< from the first unacknowledged packet on
    std::size_t m_current{0};        ///< place of the stretch of m_next
    uint64_t m_acknowledged;         ///< packets before this one have arrived
    uint64_t m_next;                 ///< next packet to send
    uint64_t m_highest;              ///< packets before this one were sent at least once
    uint64_t m_offered;              ///< one beyond the last packet offered
    uint64_t m_timedPacket{0};       ///< the packet that is timed ...
    Picoseconds m_timedAt{kNever};   ///< ... and when it was sent; kNever: none is
    Picoseconds m_progressAt{0};     ///< last acknowledgement, timeout or sending into the void
    int m_backoff{1};                ///< doubles with every timeout without progress between
    uint64_t m_sentAgain{0};         ///< packets sent again
};

/**
 * @ingroup esa
 * @brief The receiving end of such a connection.
 */
class FlowReceiver
{
  public:
    /// What came of a packet.
    struct DataStatus
    {
        bool isNew;    ///< false: out of order or here before, and dropped
        bool wantsAck; ///< an acknowledgement is due
    };

    /**
     * @param ackEveryPackets packets to an acknowledgement
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
     * @param isLast whether it wants an acknowledgement at once
     * @return whether it is the next one
     */
    DataStatus OnData(uint32_t number, bool isLast);

    /// @return number of the packet that comes next
    uint32_t Expected() const
    {
        return m_expected;
    }

  private:
    uint32_t m_ackEveryPackets;   ///< packets to an acknowledgement
    uint32_t m_expected;          ///< number of the next packet
    uint32_t m_unacknowledged{0}; ///< packets since the last acknowledgement
};

} // namespace ns3::esa

#endif // ESA_RELIABLE_FLOW_H
