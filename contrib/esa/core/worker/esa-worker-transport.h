// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_WORKER_TRANSPORT_H
#define ESA_WORKER_TRANSPORT_H

#include "esa-result-cache.h"
#include "esa-sent-fragments.h"
#include "esa-transport-parts.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker's end of the protocol (paper, "End-host Logic"): which packet leaves next, and
 * what the results that arrive mean.
 *
 * A worker sends fragments and gets results, and a result needs the fragments of all workers. So a
 * result is no acknowledgement: it comes when the slowest worker has sent, and perhaps from a PS
 * that had to fetch a part of the sum from the switch. The worker has to decide what may leave
 * before results come, which results are late, and what to send about them.
 *
 * One transport for each system looks simpler, but most of it is the same: positions, copies of
 * results, answers to the PS. A transport that calls its host to send a packet, to deliver a result
 * or to set a timer seems natural, too. But then the host is called in the middle of the
 * transport's work. If it sends at once, it calls the transport again, and the path of a fragment
 * is hard to follow.
 *
 * So the transport has no clock, no network and no callbacks. The host hands in what happened:
 * Offer(), OnResult(), OnQuery() or OnTimer(). It gets a value back. Then it takes the packets that
 * may leave from Poll(), one after another, and sets its only timer to Deadline(). What systems
 * share is here. Fragments have positions 0, 1, 2, ... through all partitions and iterations of the
 * job, the sequence number on the wire is the position modulo 2^32, and each result counts once.
 * Three parts decide what systems do differently: Clocking (when a fragment may leave), Repair
 * (what is done about a late result) and Addressing (which aggregator a fragment requests).
 *
 * Further reading: sans-I/O protocols; ns-3's TcpCongestionOps; SwitchML and ATP (NSDI 2021).
 */
class WorkerTransport
{
  public:
    /// What became of a result.
    struct ResultStatus
    {
        bool isNew;              ///< false: it had arrived before, or was never requested
        StreamPosition position; ///< position of its fragment in the job's stream
    };

    /// A packet to be sent.
    struct OutgoingPacket
    {
        InaPacket packet;        ///< the packet, without the length of its frame
        StreamPosition position; ///< position of its fragment in the job's stream
        bool bringsGradient;     ///< whether the host adds the worker's gradient as it leaves; to a
                                 ///< PacketKind::Gradient also its priority
    };

    /// @param parts what differs between systems
    /// @param parameters what does not
    WorkerTransport(TransportParts parts, const WorkerTransportParameters& parameters);

    /// @brief More fragments are ready to be sent.
    /// @param fragments how many
    void Offer(uint64_t fragments);

    /// @return false: Poll() would find no packet
    bool MayHavePacket() const
    {
        return MayHaveRecovery() || m_sent.End() < m_parts.clocking->Limit() || m_release.IsUsed();
    }

    /// @brief The next packet that may leave now, if any: repair packets first, then fragments.
    /// @param out the packet
    /// @return true if there is one; it counts as sent
    bool Poll(Picoseconds now, OutgoingPacket& out);

    // The parts of Poll(): for a fragment, a host need not copy an OutgoingPacket

    /// @return false: PollRecovery() would find no packet
    bool MayHaveRecovery() const
    {
        return m_asksRepair || !m_requestedEarly.empty();
    }

    /// @brief The next packet that does not bring a fragment for the first time, if any. Such
    /// packets leave before fragments.
    /// @param out the packet
    /// @return true if there is one; it counts as sent
    bool PollRecovery(Picoseconds now, OutgoingPacket& out);

    /// @brief The next fragment that may leave now, if any.
    /// @return its position; it counts as sent, also if it IsSilent(); kNoPosition: there is none
    StreamPosition PollFragment(Picoseconds now)
    {
        const StreamPosition next = m_release.IsUsed() ? NextReleased(now) : NextFragment(now);
        if (m_parts.repair->WatchesSent() && next != kNoPosition)
        {
            m_parts.repair->OnSent(next, now);
        }
        if (m_roles && next != kNoPosition && IsSilent(next))
        {
            m_sent.NoteSilent(next);
        }
        return next;
    }

    /// @return true if another worker alone sends the fragment, so that this one only waits for it
    bool IsSilent(StreamPosition position) const
    {
        return m_roles && !m_roles->Of(position).Sends(m_worker);
    }

    /// @return false: TakeEarly() would find nothing
    bool HasEarly() const
    {
        return !m_early.empty();
    }

    /// @brief Takes a result that came before this worker waited for it.
    /// @param position of a fragment that counts as sent
    /// @param result what came, for OnResult()
    /// @return false: nothing came yet
    bool TakeEarly(StreamPosition position, InaPacket& result);

    /// @brief Writes the header of a fragment's packet; the host adds gradient, priority and
    /// length.
    /// @param position of a fragment that PollFragment() has returned
    /// @param packet an empty one
    void WriteFragment(StreamPosition position, InaHeader& packet) const
    {
        WriteAddress(position, packet);
        packet.kind = PacketKind::Gradient;
        packet.urgent = m_sumOfAllEvery > 0 && position % m_sumOfAllEvery == 0;
        if (!m_parts.clocking->AlwaysRequestsAggregator())
        {
            packet.collision = packet.collision || !m_parts.clocking->RequestsAggregator(position);
        }
    }

    /// @brief A result has arrived.
    /// @return whether it is new
    ResultStatus OnResult(const InaPacket& result, Picoseconds now)
    {
        const StreamPosition position = PositionOf(result.seq, m_sent.FirstMissing());
        // A result that is not awaited is a copy, or was never requested; its position may even
        // have wrapped below zero.
        if (!m_sent.Awaits(position))
        {
            if (m_keepsEarly)
            {
                KeepEarly(result, position);
            }
            return {false, position};
        }
        m_sent.AddResult(position);
        m_parts.clocking->OnResult(result, position, m_sent, now);
        m_parts.repair->OnResult(position, m_sent, now);
        if (m_parts.addressing->WatchesResults())
        {
            m_parts.addressing->OnResult(position, result);
        }
        m_asksRepair = m_asksRepair || m_parts.repair->MayHavePacket();
        if (!m_roles || !result.sum.IsEmpty())
        {
            m_cache.Store(position, result.sum);
        }
        return {true, position};
    }

    /// @brief Answers a query of the PS: the gradient or the result of a task, if it is here.
    /// @param query the query
    /// @return the answer
    OutgoingPacket OnQuery(const InaPacket& query);

    /// @brief Checks for timeouts, if it is time to; it may be called too early.
    void OnTimer(Picoseconds now)
    {
        if (m_checkInterval.count() > 0)
        {
            if (now < m_nextCheck)
            {
                return;
            }
            m_nextCheck = now + m_checkInterval;
        }
        m_parts.repair->OnTimer(m_sent, now);
        m_asksRepair = true;
    }

    /// @return when OnTimer() and Poll() have to be called next; it may change with everything that
    /// is sent or arrives; kNoDeadline: never
    Picoseconds Deadline() const
    {
        const Picoseconds repair =
            m_checkInterval.count() > 0 ? m_nextCheck : m_parts.repair->Deadline(m_sent);
        return std::min(repair, m_release.Next());
    }

    /// @return true if every fragment sent has its result
    bool Idle() const
    {
        return m_sent.Idle();
    }

    /// @return true if every fragment that was offered is sent
    bool HasSentAll() const
    {
        return m_sent.HasSentAll();
    }

    /// @return position of the next fragment that was not sent yet
    StreamPosition NextPosition() const
    {
        return m_sent.End();
    }

    /// @return fragments that may wait for their results at a time: window or slots
    uint32_t MaxOutstanding() const
    {
        return m_parts.clocking->MaxOutstanding();
    }

    /// @return repair packets sent: reminders, ATP's resends, SwitchML's retransmissions
    uint64_t RepairsSent() const
    {
        return m_repairsSent;
    }

  private:
    /// What packets for the tasks of one tree have in common.
    struct TreeHeader
    {
        InaHeader header;  ///< job, worker, group, and the worker's bits
        uint32_t place{0}; ///< place of the group at the worker's switch
    };

    /// Positions from the first missing result on that an early result may have.
    static constexpr uint64_t kMaxEarly = uint64_t{1} << 31;

    /// @return the header of packets for the tasks of a tree
    static TreeHeader OwnHeader(const WorkerTransportParameters& parameters, uint32_t tree);

    /// @return the header of what a worker alone sends: it is a complete sum of the last group
    static TreeHeader HeaderForAll(const WorkerTransportParameters& parameters, uint32_t tree);

    /// @return whether this worker alone sends the fragment
    bool SendsAlone(StreamPosition position) const
    {
        if (!m_roles)
        {
            return false;
        }
        const TaskRole role = m_roles->Of(position);
        return role.IsGather() && role.root == m_worker;
    }

    /// @return what packets of a task have in common
    const TreeHeader& HeaderOf(StreamPosition position) const
    {
        const uint32_t tree = TreeOfTask(static_cast<uint32_t>(position), m_trees);
        return SendsAlone(position) ? m_headersForAll[tree] : m_headers[tree];
    }

    /// @brief Keeps a result that comes before the worker waits for it.
    void KeepEarly(const InaPacket& result, StreamPosition position);

    /// @brief Writes which task a packet is of. @param packet an empty one
    void WriteAddress(StreamPosition position, InaHeader& packet) const
    {
        const auto seq = static_cast<uint32_t>(position);
        const TreeHeader& common = HeaderOf(position);
        const AggregatorAddress address = m_parts.addressing->Of(position);
        packet = common.header;
        packet.seq = seq;
        packet.aggregator = m_indexes.IndexAt(address.index, common.place);
        if (address.version)
        {
            packet.version = true;
        }
    }

    /// @return a packet of a task, which speaks of the worker's fragment but does not bring it
    InaPacket Address(StreamPosition position) const
    {
        InaPacket packet;
        WriteAddress(position, packet);
        return packet;
    }

    /// @brief Finds the fragment that leaves now, and notes that it does. @return its position;
    /// kNoPosition: none does
    StreamPosition NextFragment(Picoseconds now)
    {
        const StreamPosition next = m_parts.clocking->Next(m_sent);
        if (next != kNoPosition)
        {
            m_sent.AddSent(next, now);
        }
        return next;
    }

    /// @brief NextFragment(), where fragments wait on their way to the link.
    StreamPosition NextReleased(Picoseconds now);

    /// @brief Makes the next packet about a late result; @return false if there is none.
    bool PollRepair(Picoseconds now, OutgoingPacket& out);

    /// @brief Makes the packet with a fragment that the PS waits for; @return false if there is
    /// none.
    bool PollRequested(OutgoingPacket& out);

    /// @brief Makes the packet that requests a late result.
    void FillRepair(const RepairPacket& repair, OutgoingPacket& out) const;

    // What every result needs stands together.
    std::set<StreamPosition> m_requestedEarly; ///< fragments not sent yet that the PS waits for
    TransportParts m_parts;                    ///< what differs from system to system
    SentFragments m_sent;                      ///< what was sent, and what of it has results
    Picoseconds m_checkInterval;               ///< between checks for timeouts; 0: at deadlines
    Picoseconds m_nextCheck;                   ///< if so, the next check
    bool m_asksRepair{false};                  ///< whether Repair may have packets
    std::shared_ptr<const TaskRoles> m_roles;  ///< see AggregationPlan::Roles()
    ResultCache m_cache;                       ///< recent results, if they are kept

    ReleaseQueue m_release;            ///< fragments on their way to the link
    GroupIndexes m_indexes;            ///< where groups keep their sums
    uint64_t m_repairsSent{0};         ///< repair packets sent
    uint64_t m_maxAhead;               ///< fragments from the first missing result on, at most
    uint32_t m_trees;                  ///< trees of the job
    std::vector<TreeHeader> m_headers; ///< headers of packets, by tree
    uint16_t m_worker;                 ///< number in the job
    uint64_t m_sumOfAllEvery;          ///< see WorkerTransportParameters::sumOfAllEvery
    bool m_keepsEarly;                 ///< whether a result may come before the worker waits for it

    // Where one worker sends what all others get
    std::vector<TreeHeader> m_headersForAll;     ///< by tree: see HeaderForAll()
    std::map<StreamPosition, InaPacket> m_early; ///< what came before this worker waited for it
};

} // namespace ns3::esa

#endif // ESA_WORKER_TRANSPORT_H
