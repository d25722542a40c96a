// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_RECEIVER_H
#define ESA_FLOW_RECEIVER_H

#include "esa-congestion-control.h"

#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>
#include <deque>
#include <set>
#include <vector>

namespace ns3::esa
{

/// Packets of a flow that follow each other and have not arrived, though a later one has.
struct FlowGap
{
    uint32_t begin{0};   ///< number of the first
    uint32_t packets{0}; ///< how many
};

/**
 * @ingroup esa
 * @brief The receiving end of a connection of a FlowSender: brings packets into order, and decides
 * when to acknowledge.
 *
 * Links keep the order of packets. So a packet that comes early shows that those before it are
 * lost, and the sender gets a notice at once (negative acknowledgement, NAK). With go-back-N the
 * early packet is dropped, and so is all that follows until the expected one comes. With selective
 * repeat it is kept.
 *
 * Each gap is reported once, and once more when a packet comes that was sent after the last
 * repair (its round is newer): then the repair is lost, too. While packets come early, whatever
 * acknowledgement falls due reports the first gap, in case that its NAK is lost.
 *
 * Where packets of a flow take several paths, they overtake each other without any loss. So with a
 * reordering window a packet counts as missing only when a later one has been there for that time,
 * as in TCP's RACK (RFC 8985). The receiver checks when packets arrive, and needs no timer: after
 * the last ones, the sender's probe arrives.
 */
class FlowReceiver
{
  public:
    /// A packet that arrives.
    struct Packet
    {
        uint32_t number{0};   ///< its number in the connection
        bool wantsAck{false}; ///< whether it requests an acknowledgement at once
        uint8_t round{0};     ///< how often its sender had begun a repair, modulo 256
        bool isMarked{false}; ///< whether it met a long queue
    };

    /// What became of a packet.
    struct DataStatus
    {
        const std::vector<FlowGap>& gaps; ///< for each a NAK is due; until the next packet arrives
        bool isNew{false};          ///< it is the next one; those kept that follow it are, too
        bool isEarly{false};        ///< it has to be kept until the next ones have come
        bool wantsAck{false};       ///< an acknowledgement is due
        bool isNotification{false}; ///< which notifies of congestion
    };

    /// @param parameters packets per acknowledgement, and what is sent again
    /// @param notificationInterval least time between two notifications of congestion; kNever: it
    /// sends none
    explicit FlowReceiver(const FlowParameters& parameters,
                          uint64_t firstPacket = 0,
                          Picoseconds notificationInterval = kNever);

    /// @brief A packet has arrived. Takes it if it is the next one, nothing is missing, and no
    /// acknowledgement is due, as most often.
    /// @return whether it is taken; otherwise, OnData() has to be called
    bool TakesNext(const Packet& packet)
    {
        if (packet.number != Expected() || !m_isInOrder || packet.isMarked || packet.wantsAck ||
            m_unacknowledged + 1 >= m_ackEveryPackets)
        {
            return false;
        }
        ++m_expected;
        ++m_unacknowledged;
        return true;
    }

    /// @brief A packet has arrived.
    /// @return what to do with it
    DataStatus OnData(const Packet& packet, Picoseconds now = Picoseconds(0))
    {
        m_gaps.clear();
        const uint64_t number = PositionOf(packet.number, m_expected);
        const bool isNew = number == m_expected;
        const bool isAhead = number > m_expected;
        m_expected += isNew ? 1 : 0;
        if (isNew && !m_isInOrder)
        {
            TakeKept();
        }
        const bool isEarly = isAhead && m_keepsEarly && Keep(number);
        const bool isNotification = packet.isMarked && CountMark(now);
        // Dropped packets count too: their sender has missed an acknowledgement.
        ++m_unacknowledged;
        const bool paysAck = PaysAck(isEarly && packet.wantsAck);
        bool wantsAck =
            packet.wantsAck || isNotification || paysAck || m_unacknowledged >= m_ackEveryPackets;
        m_unacknowledged = wantsAck ? 0 : m_unacknowledged;
        if (m_repairs && (isAhead || !m_isInOrder))
        {
            FindGaps({now, number, packet.round}, isAhead, wantsAck);
            // Without anything kept, a gap begins with the expected packet: its NAK acknowledges.
            wantsAck = wantsAck && (!isAhead || m_keepsEarly || isNotification);
        }
        return {m_gaps, isNew, isEarly, wantsAck, isNotification};
    }

    /// @return number of the packet that is expected next
    uint32_t Expected() const
    {
        return static_cast<uint32_t>(m_expected);
    }

    /// @return number of marked packets that have arrived, modulo 2^32
    uint32_t Marked() const
    {
        return m_marked;
    }

  private:
    /// A packet that came early.
    struct Arrival
    {
        Picoseconds at;  ///< when
        uint64_t number; ///< its number
        uint8_t round;   ///< its round
    };

    /// @brief Keeps an early packet. @return false: it is a copy of one that is kept
    bool Keep(uint64_t number);

    /// @brief Without repair, no probe follows a packet that requested an acknowledgement and was
    /// early. So the acknowledgement of what it ends is due when nothing before it is missing.
    /// @param isEarly whether such a packet arrives now @return whether it is due
    bool PaysAck(bool isEarly)
    {
        m_owesAck = m_owesAck || (isEarly && !m_repairs);
        const bool pays = m_owesAck && m_early.empty();
        m_owesAck = m_owesAck && !pays;
        return pays;
    }

    /// @brief The expected packet is here: takes those kept that follow it.
    void TakeKept();

    /// @brief Counts a marked packet. @return whether a notification of congestion is due
    bool CountMark(Picoseconds now);

    /// @brief Finds gaps that are to be reported. @param isAhead whether others are
    /// expected before the packet @param wantsAck whether an acknowledgement is due
    void FindGaps(const Arrival& packet, bool isAhead, bool wantsAck);

    /// @brief Notes whether all packets are in order again.
    void NoteOrder();

    /// @brief Adds gaps that packets show which came a reordering window ago.
    void AddLateGaps(Picoseconds now);

    /// @brief Adds the gaps before an early packet.
    void AddGaps(uint64_t number, uint8_t round);

    // What every packet needs
    uint64_t m_expected;          ///< number of the next packet
    uint32_t m_ackEveryPackets;   ///< packets per acknowledgement
    uint32_t m_unacknowledged{0}; ///< packets since the last acknowledgement
    bool m_keepsEarly;            ///< selective repeat
    bool m_repairs;               ///< whether the sender repairs losses
    bool m_isInOrder{true};       ///< whether nothing is missing, kept or reported
    std::vector<FlowGap> m_gaps;  ///< that the last packet shows

    // What follows from losses, reordering and marks
    bool m_hasGap{false};               ///< whether gaps were reported ...
    uint8_t m_reportedRound{0};         ///< ... as packets of this round came ...
    uint64_t m_reportedUntil{0};        ///< ... before this packet
    std::set<uint64_t> m_early;         ///< packets that are kept
    bool m_owesAck{false};              ///< see PaysAck()
    Picoseconds m_reorderingWindow;     ///< see FlowParameters
    std::deque<Arrival> m_arrivals;     ///< within the last reordering window
    uint32_t m_marked{0};               ///< marked packets
    Picoseconds m_notificationInterval; ///< between two notifications; kNever: none are sent
    Picoseconds m_notifiedAt{kNever};   ///< the last notification
};

} // namespace ns3::esa

#endif // ESA_FLOW_RECEIVER_H
