// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_FLOW_SENDER_H
#define ESA_FLOW_SENDER_H

#include "esa-congestion-control.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-sequence-ring.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <set>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief When a flow has been silent for too long.
 *
 * A gap between packets reports a loss at once. Nothing follows the last packets of a message, nor
 * the last packets of a full window. So after two round trips of silence the sender sends its last
 * packet again, as TCP's tail loss probe does (RFC 8985), and what is missing shows at the
 * receiver. Each further probe waits twice as long. After a timeout as TCP's (RFC 6298), the flow
 * goes back. The timeout doubles until there is progress, too.
 *
 * Packets have the round of their flow in which they were sent, and acknowledgements repeat it, as
 * TCP's time stamps do. So the round-trip time is known although packets were sent again.
 */
class FlowTimer
{
  public:
    /// What has to be done.
    enum class Due : uint8_t
    {
        Nothing, ///< wait
        Probe,   ///< send the last packet again
        Timeout, ///< send everything again
    };

    /// @param rtoMin the least timeout, and the one before anything is measured
    explicit FlowTimer(Picoseconds rtoMin)
        : m_rtoMin(rtoMin),
          m_rto(Picoseconds(0), rtoMin),
          m_timeout(rtoMin)
    {
    }

    /// @brief A packet leaves.
    /// @param isFirst whether no other is under way
    void OnSent(bool isFirst, Picoseconds now)
    {
        // If nothing was under way, nothing could time out.
        m_progressAt = isFirst ? now : m_progressAt;
        m_quietSince = now;
    }

    /// @brief A packet leaves for the first time; its round-trip time may be measured.
    /// @param round round of the flow
    void Measure(uint64_t number, uint8_t round, Picoseconds now)
    {
        if (m_timedAt == kNever)
        {
            m_timedPacket = number;
            m_timedAt = now;
            m_timedRound = round;
        }
    }

    /// @brief Further packets are acknowledged.
    /// @param next the first packet that is not
    /// @param round round of the packet that is answered
    void OnProgress(uint64_t next, uint8_t round, Picoseconds now);

    /// @param mayProbe whether a probe can bring anything
    /// @return when to check again, if some packet is under way until then
    Picoseconds Deadline(bool mayProbe) const
    {
        return mayProbe && m_rto.HasSample()
                   ? std::min(TimeoutAt(), m_quietSince + m_probes * m_silence)
                   : TimeoutAt();
    }

    /// @brief Some packet is under way. Checks whether it has been for too long.
    /// @param mayProbe whether a probe can bring anything
    /// @return what has to be done; it counts as done
    Due OnTimer(bool mayProbe, Picoseconds now);

  private:
    /// @return when everything is sent again
    Picoseconds TimeoutAt() const
    {
        return m_progressAt + m_timeouts * m_timeout;
    }

    /// @brief A round-trip time was measured: finds what follows from it. Deadlines are needed
    /// more often.
    void AddSample(Picoseconds sample);

    Picoseconds m_rtoMin;          ///< least timeout
    RtoEstimator m_rto;            ///< estimates the time from packet to acknowledgement
    Picoseconds m_timeout;         ///< the timeout before it doubles
    Picoseconds m_silence{0};      ///< time until the first probe, if there is a sample
    uint64_t m_timedPacket{0};     ///< packet whose round-trip time is measured ...
    Picoseconds m_timedAt{kNever}; ///< ... and when it was first sent; kNever: none is
    uint8_t m_timedRound{0};       ///< round in which it was first sent
    Picoseconds m_progressAt{0};   ///< last acknowledgement, timeout or start from idle
    Picoseconds m_quietSince{0};   ///< last packet, or progress
    int m_timeouts{1};             ///< factor of the timeout; doubles until there is progress
    int m_probes{1};               ///< factor of a probe's time; doubles with each probe
};

/**
 * @ingroup esa
 * @brief The sending end of a connection between two hosts.
 *
 * Where hosts sum, they exchange large blocks, and a lost packet must be repaired. The connection
 * works as a reliable connection of RoCE does: packets in order within a window, cumulative
 * acknowledgements, and repair as soon as the receiver reports a gap (NAK). With go-back-N all
 * from the gap on is sent again, with selective repeat the gap alone. A FlowTimer covers what no
 * NAK reports. The window is fixed, or a CongestionControl decides how large it is and how fast
 * packets leave. Then the sender requests acknowledgements, so that none is late where the window
 * is small.
 *
 * A flow that goes back to the same packet again and again fills a short queue with what it sends
 * behind that packet, and the queue drops the packet each time. So each round in vain sends half as
 * many packets as the one before, until there is progress.
 *
 * Silence may also mean that a packet waits: where many hosts send to one, the first
 * acknowledgement of each comes behind the windows of all. So after a timeout a single packet
 * leaves, and the window opens again as in slow start (RFC 5681). If an acknowledgement answers
 * what was sent before, the timeout was false, and the flow goes on where it was (RFC 3522).
 *
 * Each repair begins a round, which packets carry and acknowledgements repeat. A NAK
 * names the round of the packet that showed the gap. What was sent again in a later round is on its
 * way: a NAK that comes late or twice repeats nothing.
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
        bool wantsAck;           ///< last of its range, or else requests an acknowledgement
        uint8_t round;           ///< how often the flow had begun a repair, modulo 256
    };

    /// What an acknowledgement reports.
    struct Ack
    {
        uint32_t number;      ///< number of the packet that the receiver expects next; NAK: of
                              ///< the first missing packet
        uint8_t round;        ///< round of the packet that it answers
        uint32_t marked{0};   ///< marked packets that have arrived since the start, modulo 2^32
        uint32_t switches{0}; ///< that it has passed
        bool isNotification{false}; ///< notifies of congestion
        uint32_t missing{0};        ///< NAK: packets from number on that are missing; 0: no NAK
    };

    /// @param parameters window and timeouts
    /// @param firstPacket number of the first packet; tests start near 2^32
    explicit FlowSender(const FlowParameters& parameters, uint64_t firstPacket = 0);

    /// @brief Adds fragments to be sent, after those offered before.
    /// @param range the fragments
    void Offer(const PositionRange& range);

    /// @param now the time @return whether a packet may leave
    bool MayLeave(Picoseconds now) const
    {
        return HasPacket() && now >= m_mayLeaveAt;
    }

    /// @brief The next packet leaves; one may (MayLeave()).
    /// @param wait how long it will wait at the link before it leaves
    /// @return the packet
    OutgoingPacket Take(Picoseconds now, Picoseconds wait = Picoseconds(0))
    {
        ESA_ASSERT(MayLeave(now), "only what may leave is taken");
        m_timer.OnSent(m_next == m_acknowledged, now);
        const OutgoingPacket out =
            m_again.empty() ? TakeNext(now, now + wait) : TakeAgain(now + wait);
        if (m_control)
        {
            Pace(now);
        }
        return out;
    }

    /// @return when the next packet may leave, if only the rate holds it back; kNever: there is
    /// none, or it waits for an acknowledgement
    Picoseconds PacedUntil() const
    {
        return m_control && HasPacket() ? m_mayLeaveAt : kNever;
    }

    /// @brief An acknowledgement has arrived.
    /// @param ack its contents
    void OnAck(const Ack& ack, Picoseconds now);

    /// @return when OnTimer() has to be called, if nothing happens until then; kNoDeadline: never
    Picoseconds Deadline() const
    {
        const bool waits = m_parameters.recovery && m_next != m_acknowledged;
        return waits ? m_timer.Deadline(!HasPacket()) : kNoDeadline;
    }

    /// @brief Checks whether the flow has been silent for too long. May be called at any time.
    void OnTimer(Picoseconds now);

    /// @return true if everything offered is acknowledged
    bool Idle() const
    {
        return m_acknowledged == m_offered;
    }

    /// @return number of ranges of which every packet was sent
    uint64_t Sent() const
    {
        return m_sentRanges;
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

    /// What is kept of a packet under way.
    struct Departure
    {
        Picoseconds at; ///< when it left last
        uint8_t round;  ///< in which round
    };

    /// How the flow was before a timeout.
    struct BeforeTimeout
    {
        uint64_t next;    ///< m_next
        uint64_t keptEnd; ///< m_keptEnd
        uint64_t arrived; ///< m_arrived
        uint8_t halvings; ///< m_halvings
        uint8_t round;    ///< m_round
    };

    /// @return whether a packet may leave, if no rate holds it back
    bool HasPacket() const
    {
        return m_next < m_end || !m_again.empty();
    }

    /// @return unacknowledged packets, at most: the window, halved for rounds in vain
    uint64_t Burst() const
    {
        return std::max<uint64_t>(1, m_window >> m_halvings);
    }

    /// @return the stretch of a packet that was sent before
    const Stretch& StretchOf(uint64_t number) const;

    /// @brief Notes up to where packets may leave: something that decides about it has changed.
    void NoteEnd()
    {
        m_end = std::min(m_offered, m_acknowledged + Burst());
    }

    /// @return the next packet for the first time, or since the flow went back
    /// @param leavesAt when it leaves
    OutgoingPacket TakeNext(Picoseconds now, Picoseconds leavesAt)
    {
        if (m_next >= m_stretchEnd)
        {
            FindStretch();
        }
        const uint64_t number = m_next;
        const bool isSentAgain = number < m_highest;
        ++m_next;
        OutgoingPacket out{number + m_fromPacket,
                           static_cast<uint32_t>(number),
                           m_next == m_stretchEnd,
                           m_round};
        if (m_departures || m_halvings > 0 || isSentAgain)
        {
            out.wantsAck = NoteTaken(now, leavesAt, out.wantsAck);
        }
        if (!isSentAgain)
        {
            m_timer.Measure(number, m_round, now);
            m_highest = m_next;
            m_sentRanges += m_next == m_stretchEnd ? 1 : 0;
        }
        ESA_ASSERT(m_acknowledged < m_next && m_next <= m_highest && m_highest <= m_offered,
                   "packets are acknowledged after they were sent, and sent after they were "
                   "offered");
        return out;
    }

    /// @brief A packet leaves whose record is kept, or that may request an answer. @return whether
    /// it requests an acknowledgement @param isLast whether it is the last one of its range
    bool NoteTaken(Picoseconds now, Picoseconds leavesAt, bool isLast);

    /// @return a packet that is sent again, first of all @param leavesAt when it leaves
    OutgoingPacket TakeAgain(Picoseconds leavesAt);

    /// @brief Finds the stretch of the next packet.
    void FindStretch();

    /// @brief A packet leaves, under congestion control.
    void Pace(Picoseconds now);

    /// @brief Keeps an entry of a packet that leaves. @param leavesAt when it does
    void Keep(uint64_t number, Picoseconds leavesAt);

    /// @return whether a packet that leaves now requests an acknowledgement, as the congestion
    /// control needs one
    bool RequestsAck(Picoseconds now, bool isLast);

    /// @brief All packets before one have arrived. @param next that one
    void Acknowledge(uint64_t next, const Ack& ack, Picoseconds now);

    /// @brief Notifies the congestion control of newly acknowledged packets.
    void NotifyControl(uint64_t next, const Ack& ack, Picoseconds now);

    /// @brief Sends again what a NAK reports, unless it is on its way.
    void Repair(uint64_t first, const Ack& nak, Picoseconds now);

    /// @return whether a packet left in a round, or before
    bool LeftBy(uint64_t number, uint8_t round) const;

    /// @brief Sends everything again that is not acknowledged; half as much at a time if little of
    /// the last burst has arrived.
    void GoBack();

    /// @brief Goes back after a timeout, and keeps how the flow was.
    void GoBackForTimeout();

    /// @brief Goes on as before a timeout if an acknowledgement answers what was sent before it.
    void UndoFalseTimeout(const Ack& ack);

    /// @brief Takes over the window that the congestion control has decided on.
    void UpdateWindow();

    // What every packet needs
    uint64_t m_next;            ///< next packet to send
    uint64_t m_end;             ///< packets before this one may leave, if no rate holds them back
    uint64_t m_stretchEnd{0};   ///< from m_next to this packet all are of one stretch; not beyond
                                ///< m_next: unknown
    uint64_t m_fromPacket{0};   ///< what is added to a packet's number there to get its position
    uint64_t m_acknowledged;    ///< packets before this one have arrived
    uint64_t m_highest;         ///< packets before this one were sent at least once
    FlowTimer m_timer;          ///< when the flow has been silent for too long
    uint8_t m_round{0};         ///< how often the flow has begun a repair, modulo 256
    uint8_t m_halvings{0};      ///< rounds in vain since most of a burst arrived
    std::set<uint64_t> m_again; ///< packets before m_next to be sent again, first of all

    std::unique_ptr<CongestionControl> m_control; ///< decides; null: a fixed window
    Picoseconds m_mayLeaveAt{0}; ///< its rate holds the next packet back until then
    std::unique_ptr<SequenceRing<Departure>> m_departures; ///< by packet, from m_acknowledged to
                                                           ///< m_keptEnd; null: not needed
    uint64_t m_keptEnd; ///< departures of packets before this one are kept

    FlowParameters m_parameters;      ///< window and timeouts
    std::deque<Stretch> m_stretches;  ///< from the first unacknowledged packet on
    std::size_t m_current{0};         ///< index of the stretch that m_next is in, or of one before
    uint64_t m_offered;               ///< the packet after the last one offered
    uint64_t m_sentAgain{0};          ///< retransmitted packets
    uint64_t m_sentRanges{0};         ///< ranges that have left
    uint64_t m_acknowledgedRanges{0}; ///< ranges that have arrived
    uint64_t m_window;                ///< unacknowledged packets, at most, as it is now
    uint64_t m_arrived;               ///< packets acknowledged since Burst() changed or a loss

    std::optional<BeforeTimeout> m_before; ///< the first timeout since the last progress

    // With congestion control
    Picoseconds m_requestedAt{0}; ///< last packet that requested an acknowledgement
    uint32_t m_sinceRequest{0};   ///< packets since then
    uint32_t m_marked{0};         ///< marked packets that the receiver has reported
};

} // namespace ns3::esa

#endif // ESA_FLOW_SENDER_H
