/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WORKER_TRANSPORT_H
#define ESA_WORKER_TRANSPORT_H

#include "esa-congestion-window.h"
#include "esa-result-cache.h"
#include "esa-slot-clock.h"

#include "ns3/esa-aggregator-index.h"
#include "ns3/esa-fragment.h"
#include "ns3/esa-job-racks.h"
#include "ns3/esa-policy.h"
#include "ns3/esa-rto-estimator.h"
#include "ns3/esa-sequence-ring.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <deque>
#include <optional>
#include <vector>

namespace ns3::esa
{

/// What a worker's transport is told when it is made.
struct WorkerTransportParameters
{
    uint16_t job{0};           ///< job number
    uint16_t worker{0};        ///< number of the worker in the job, below 32
    uint8_t fanIn{1};          ///< workers of the job, 1 to 32
    JobRacks racks;            ///< where they stand
    uint64_t firstPosition{0}; ///< position of the first fragment; tests start near 2^32
    WindowParameters window;   ///< congestion window (SendRule::Window)
    SharedPoolIndex pool;      ///< addressing (MemoryLayout::SharedPool)
    ShareIndex share;          ///< addressing and largest window (MemoryLayout::StaticShare)
    SlotIndex slots;           ///< addressing and window (MemoryLayout::StaticSlots)
    Picoseconds rtoMin{FromMicroseconds(1000)}; ///< least timeout
    bool recovery{false};      ///< repair losses; without it nothing is ever sent twice
    uint32_t cachedResults{0}; ///< recent results to keep for a PS that asks for them
    uint32_t overtakes{3};     ///< larger results that make a result overdue
};

/**
 * @ingroup esa
 * @brief A worker's end of the protocol (paper, "End-host Logic"): which fragment may leave, what
 * the results that arrive mean, when to ask for one that is overdue.
 *
 * Fragments have positions 0, 1, 2, ... through all partitions and iterations of the job; the
 * sequence number on the wire is the position modulo 2^32. The owner offers fragments, hands in
 * results and, from time to time, the time, and after each sends what Poll() gives.
 */
class WorkerTransport
{
  public:
    /// What came of a result.
    struct Receipt
    {
        bool isNew;        ///< false: it had arrived before, or was never asked for
        uint64_t position; ///< place of its fragment in the job's stream
    };

    /// A packet to be sent.
    struct Departure
    {
        Fragment packet;   ///< all but sum and priority of a gradient
        uint64_t position; ///< its place in the job's stream
    };

    /**
     * @brief The window that the system's rule and the job's memory allow.
     * @param traits the system's traits
     * @param parameters window and share
     * @return the window
     */
    static WindowParameters WindowOf(const PolicyTraits& traits,
                                     const WorkerTransportParameters& parameters);

    /**
     * @param traits the system's traits
     * @param parameters the rest
     */
    WorkerTransport(const PolicyTraits& traits, const WorkerTransportParameters& parameters);

    /**
     * @brief More fragments are ready to be sent.
     * @param fragments how many
     */
    void Offer(uint64_t fragments);

    /**
     * @brief The next packet that may leave now, if any: overdue words first, then fragments.
     * @param now the time
     * @param out the packet
     * @return true if there is one; it counts as sent
     */
    bool Poll(Picoseconds now, Departure& out);

    /**
     * @brief A result has arrived.
     * @param result the result
     * @param now the time
     * @return whether it is new
     */
    Receipt OnResult(const Fragment& result, Picoseconds now);

    /**
     * @brief The PS asks what this worker has of a task.
     * @param query its question
     * @return the answer; a Retransmission's sum is left to the owner, who makes the gradients
     */
    Departure OnQuery(const Fragment& query);

    /**
     * @brief Looks for timeouts; to be called at least every 50 us while something is missing.
     *
     * The first missing result can time out; with recovery also every one that larger ones have
     * overtaken, and with SwitchML every one.
     *
     * @param now the time
     */
    void OnTimer(Picoseconds now);

    /// @return true if every fragment sent has its result
    bool Idle() const
    {
        return m_firstMissing == m_next;
    }

    /// @return position of the next fragment that was not sent yet
    uint64_t NextPosition() const
    {
        return m_next;
    }

    /// @return the congestion window in packets
    const CongestionWindow& Window() const
    {
        return m_window;
    }

    /// @return fragments that may wait for their results at a time: window or slots
    uint32_t MaxOutstanding() const
    {
        return m_traits.send == SendRule::SlotClocked ? m_parameters.slots.slots
                                                      : m_window.Packets();
    }

    /// @return the recent results, if they are kept
    const ResultCache& Cache() const
    {
        return m_cache;
    }

    /// @return overdue words sent: reminders, ATP's resends, SwitchML's retransmissions
    uint64_t OverdueSent() const
    {
        return m_overdueSent;
    }

  private:
    /// What is known of a fragment that was sent.
    struct Sent
    {
        Picoseconds at{0};    ///< when, or when it last timed out
        bool sent{false};     ///< whether it was
        bool received{false}; ///< whether its result is here
        bool timedOut{false}; ///< whether it met a timeout (Karn's rule)
    };

    /// A result to ask for.
    struct Overdue
    {
        uint64_t position; ///< its position
        bool timedOut;     ///< after a timeout, rather than overtaken
    };

    /**
     * @param position position of a fragment
     * @return whether its result is here
     */
    bool HasResult(uint64_t position) const
    {
        return position < m_firstMissing || (position < m_next && m_sent[position].received);
    }

    /// @return whether an offered fragment may leave
    bool MaySend() const;

    /**
     * @brief The next fragment leaves.
     * @param now the time
     * @param out the packet
     */
    void SendNext(Picoseconds now, Departure& out);

    /**
     * @brief Makes a worker's fragment of an addressed packet: tells whose it is.
     * @param out the packet
     */
    void MakeGradient(Departure& out) const;

    /**
     * @brief Asks for a result in the system's way.
     * @param overdue the result
     * @param out the packet
     */
    void SendOverdue(const Overdue& overdue, Departure& out);

    /**
     * @brief The next overdue result to ask for, if any.
     * @return the result; it counts as asked for
     */
    std::optional<Overdue> NextOverdue();

    /// @return how long a fragment waits for its result
    Picoseconds Timeout() const;

    /**
     * @brief A fragment has waited for its result for a timeout.
     * @param position its position
     * @param now the time
     */
    void TimeOut(uint64_t position, Picoseconds now);

    /**
     * @brief Looks for timeouts of SwitchML's slots, which know no order of positions.
     * @param now the time
     */
    void TimeOutSlots(Picoseconds now);

    /**
     * @brief Fills in what all packets of a task have in common.
     * @param position place of the fragment
     * @param out the packet
     */
    void Address(uint64_t position, Departure& out) const;

    /**
     * @brief Keeps the largest positions of results, whose smallest bounds what is overdue.
     * @param position of a new result
     */
    void NoteOvertaking(uint64_t position);

    PolicyTraits m_traits;                  ///< the system's traits
    WorkerTransportParameters m_parameters; ///< the rest
    LevelAddress m_level;                   ///< what packets say of the levels of switches
    CongestionWindow m_window;              ///< the window
    RtoEstimator m_rto;                     ///< times from fragment to result
    SequenceRing<Sent> m_sent;              ///< from the first missing to the last sent
    SlotClock m_slotClock;                  ///< what may leave (SendRule::SlotClocked)
    ResultCache m_cache;                    ///< results as recent as the window
    uint64_t m_firstMissing;                ///< first position without result
    uint64_t m_next;                        ///< first position not sent
    uint64_t m_offered;                     ///< first position not offered
    std::vector<uint64_t> m_largest;        ///< largest positions with results, descending
    uint64_t m_overdueScan;                 ///< overtaken positions before this one are dealt with
    uint64_t m_overdueEnd;                  ///< positions before this one are overtaken
    std::deque<uint64_t> m_slotTimers;      ///< SwitchML: positions in flight, by time
    std::deque<uint64_t> m_timedOut;        ///< positions whose timeout is to be told
    Picoseconds m_timedOutAt{0}; ///< last timeout in recovery: what waited for the repair
                                 ///< of another is no sample (Karn's rule, widened)
    uint64_t m_overdueSent{0};   ///< overdue words sent
};

} // namespace ns3::esa

#endif // ESA_WORKER_TRANSPORT_H
