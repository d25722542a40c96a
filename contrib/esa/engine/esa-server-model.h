// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_SERVER_MODEL_H
#define ESA_SERVER_MODEL_H

#include "esa-engine-setup.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-sequence-ring.h"
#include "ns3/esa-serial-line.h"

#include <cstdint>
#include <optional>
#include <utility>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Packets on a line, first in, first out.
 *
 * A std::deque takes new memory for every few packets, and gives it back. Here the packets go
 * around in the same memory, which stays in the processor's cache.
 *
 * @tparam T a packet with its time
 */
template <typename T>
class PacketQueue
{
  public:
    /// @return true if there is no packet
    bool IsEmpty() const
    {
        return m_first == m_end;
    }

    /// @return the first packet
    const T& Front() const
    {
        ESA_ASSERT(!IsEmpty(), "only a queue with packets has a first one");
        return m_ring[m_first];
    }

    /// @return the first packet, which leaves the queue
    T Take()
    {
        ESA_ASSERT(!IsEmpty(), "only a queue with packets has a first one");
        return std::move(m_ring[m_first++]);
    }

    /// @brief Adds a packet at the end. @param packet the packet
    void Push(T&& packet)
    {
        m_ring.Reserve(m_first, m_end + 1);
        m_ring[m_end++] = std::move(packet);
    }

    /// @brief Calls a function for each packet, in order, until it returns false.
    /// @param function called with const T&
    template <typename F>
    void ForEachUntil(F&& function) const
    {
        for (uint64_t place = m_first; place < m_end && function(m_ring[place]); ++place)
        {
        }
    }

  private:
    SequenceRing<T> m_ring; ///< the packets, by count of those before them
    uint64_t m_first{0};    ///< packets taken so far
    uint64_t m_end{0};      ///< packets pushed so far
};

/// @ingroup esa
/// @brief A job's PS and its link, packet by packet: few packets go there.
class ServerModel
{
  public:
    /// @param links the links; outlive this
    /// @param setup the job; outlives this
    ServerModel(const EngineLinks& links, const EngineJob& setup);

    /// @brief The switch sends a packet to the PS.
    /// @param step when
    void Send(InaPacket packet, int64_t step)
    {
        const int64_t queuedPs = m_downLine.IdleAt().count() - step * kStepPs;
        if (ReachesThreshold(Picoseconds(queuedPs), Picoseconds(m_links.serverMarkPs)))
        {
            ++m_marks;
            packet.ecn = true;
        }
        const int64_t departurePs =
            m_downLine.Send(FromStep(step), Picoseconds(m_links.TimeOf(packet.kind))).count();
        m_incoming.Push({{departurePs + m_links.downDelayPs, 0}, std::move(packet)});
    }

    /// @brief Computes what the PS gets and sends. @param until up to this step, exclusive
    void Advance(int64_t until);

    /// @return the step of what happens next, or arrives at the switch; INT64_MAX: nothing does
    int64_t NextStep() const;

    /// @return packets on their way to the switch, in order
    const PacketQueue<TimedPacket>& ToSwitch() const
    {
        return m_toSwitch;
    }

    /// @return the first packet on its way to the switch, which has arrived
    InaPacket TakeArrived()
    {
        return m_toSwitch.Take().packet;
    }

    /// @return what the PS has counted
    const ParameterServer::Counts& Counts() const
    {
        return m_server.GetCounts();
    }

    /// @return whether no packet is under way, and the PS waits for nothing
    bool IsQuiet() const
    {
        return m_incoming.IsEmpty() && m_toSwitch.IsEmpty() && !m_server.NeedsTimer();
    }

    /// @return packets to the PS that were marked
    uint64_t Marks() const
    {
        return m_marks;
    }

    /// @return packets that have arrived at the PS
    uint64_t Received() const
    {
        return m_received;
    }

  private:
    /// @brief Sends what the PS has to send, and starts its timer if it needs one.
    void Pump(int64_t step);

    const EngineLinks& m_links;          ///< the links
    const EngineJob& m_setup;            ///< the job
    ParameterServer m_server;            ///< the PS
    PacketQueue<TimedPacket> m_incoming; ///< packets on their way here
    PacketQueue<TimedPacket> m_toSwitch; ///< packets on their way to the switch
    SerialLine m_line;                   ///< the port of the PS
    uint64_t m_marks{0};                 ///< packets to the PS that were marked
    SerialLine m_downLine;               ///< the switch's port towards the PS
    std::optional<int64_t> m_timer;      ///< next check for timeouts
    uint64_t m_received{0};              ///< packets that have arrived
};

} // namespace ns3::esa

#endif // ESA_SERVER_MODEL_H
