/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_WORKER_TRANSPORT_H
#define ESA_WORKER_TRANSPORT_H

#include "esa-gradient-source.h"
#include "esa-result-cache.h"
#include "esa-sent-fragments.h"
#include "esa-transport-parts.h"

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-prefetch.h"
#include "ns3/esa-stream-position.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <set>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker's end of the protocol (paper, "End-host Logic"): which packet leaves next, and
 * what the results that arrive mean.
 *
 * What all systems share is here: fragments have positions 0, 1, 2, ... through all partitions
 * and iterations of the job, the sequence number on the wire is the position modulo 2^32, each
 * result counts once, and a PS that asks gets an answer. Three parts decide what systems do
 * differently: Clocking (when a fragment may leave), Repair (what is done about a late result) and
 * Addressing (which aggregator it asks for).
 *
 * The transport has no clock and no network. Its owner offers fragments, hands in results and calls
 * OnTimer() when it is due. After each of these it sends the packets that Poll() gives. The packets
 * are finished except for the length of the frame: priority and sum come from the GradientSource.
 */
class WorkerTransport
{
  public:
    /// What became of a result.
    struct ResultStatus
    {
        bool isNew;              ///< false: it had arrived before, or was never asked for
        StreamPosition position; ///< position of its fragment in the job's stream
    };

    /// A packet to be sent.
    struct OutgoingPacket
    {
        InaPacket packet;        ///< the packet
        StreamPosition position; ///< position of its fragment in the job's stream
    };

    /**
     * @param parts what differs between systems
     * @param parameters what does not
     * @param gradients the worker's gradients; outlive this
     */
    WorkerTransport(TransportParts parts,
                    const WorkerTransportParameters& parameters,
                    const GradientSource& gradients);

    /**
     * @brief More fragments are ready to be sent.
     * @param fragments how many
     */
    void Offer(uint64_t fragments);

    /**
     * @brief The next packet that may leave now, if any: repair packets first, then fragments.
     * @param now the time
     * @param out the packet
     * @return true if there is one; it counts as sent
     */
    bool Poll(Picoseconds now, OutgoingPacket& out);

    /**
     * @brief A result has arrived.
     * @param result the result
     * @param now the time
     * @return whether it is new
     */
    ResultStatus OnResult(const InaPacket& result, Picoseconds now);

    /// @brief Prefetches what OnResult() will need. @param result a result that will arrive soon
    void PrefetchFor(const InaPacket& result) const
    {
        Prefetch(m_parts.clocking.get(), 2 * kCacheLineBytes);
        Prefetch(m_parts.repair.get(), 3 * kCacheLineBytes);
        Prefetch(m_parts.addressing.get());
        m_sent.PrefetchFor(result.seq);
    }

    /**
     * @brief The PS asks what this worker has of a task.
     * @param query its question
     * @return the answer
     */
    OutgoingPacket OnQuery(const InaPacket& query);

    /**
     * @brief Checks for timeouts. With recovery from loss it has to be called at Deadline(),
     * without at fixed intervals while a result is missing.
     * @param now the time
     */
    void OnTimer(Picoseconds now)
    {
        m_parts.repair->OnTimer(m_sent, now);
        m_asksRepair = true;
    }

    /// @return when OnTimer() has to be called next, with recovery from loss; it may change with
    /// everything that is sent or arrives
    Picoseconds Deadline() const
    {
        return m_parts.repair->Deadline(m_sent);
    }

    /// @return true if every fragment sent has its result
    bool Idle() const
    {
        return m_sent.Idle();
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

    /// @return the recent results, if they are kept
    const ResultCache& Cache() const
    {
        return m_cache;
    }

    /// @return repair packets sent: reminders, ATP's resends, SwitchML's retransmissions
    uint64_t RepairsSent() const
    {
        return m_repairsSent;
    }

  private:
    /// @return what packets of a task say of the worker's group
    const WorkerAddress& AddressOf(uint32_t seq) const
    {
        return m_addresses[TreeOfTask(seq, static_cast<uint32_t>(m_addresses.size()))];
    }

    /// @brief Fills in what all packets of a task have in common.
    void Address(StreamPosition position, OutgoingPacket& out) const;

    /// @brief Sets the worker's bits in a packet that carries its fragment or speaks of it.
    void SetWorkers(InaPacket& packet) const;

    /// @brief Sets the worker's bits and its gradients in an addressed packet.
    void SetFragment(OutgoingPacket& out) const;

    /// @brief Turns an addressed packet into the worker's fragment.
    void FillGradient(OutgoingPacket& out) const;

    /// @brief Makes the next packet about a late result; @return false if there is none.
    bool PollRepair(Picoseconds now, OutgoingPacket& out);

    /// @brief Makes the packet with a fragment that the PS waits for; @return false if there is
    /// none.
    bool PollRequested(OutgoingPacket& out);

    /// @brief Makes the packet that asks for a late result.
    void FillRepair(const RepairPacket& repair, OutgoingPacket& out) const;

    // What every result needs stands together.
    std::set<StreamPosition> m_requestedEarly; ///< fragments not sent yet that the PS waits for
    TransportParts m_parts;                    ///< what differs from system to system
    SentFragments m_sent;                      ///< what was sent, and what of it has results
    const GradientSource* m_gradients;         ///< the worker's gradients
    bool m_asksRepair{false};                  ///< whether Repair may have packets
    bool m_getsNoSums;                         ///< whether results come without sums
    uint16_t m_job;                            ///< job number
    uint16_t m_worker;                         ///< number in the job
    ResultCache m_cache;                       ///< recent results, if they are kept

    GroupIndexes m_indexes;                 ///< where groups keep their sums
    StreamPosition m_ready;                 ///< position after the last one that is ready
    uint64_t m_repairsSent{0};              ///< repair packets sent
    uint64_t m_maxAhead;                    ///< fragments from the first missing result on, at most
    std::vector<WorkerAddress> m_addresses; ///< what packets say, by tree
};

} // namespace ns3::esa

#endif // ESA_WORKER_TRANSPORT_H
