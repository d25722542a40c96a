/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_TRANSIT_H
#define ESA_TRANSIT_H

#include "ns3/esa-packet-train.h"

#include <cstdint>

/**
 * @file
 * @ingroup esa
 * A node that forwards could send on one packet after the other, in the order in which they arrive
 * at the node. To put the packets of all lines in order costs more than to send them. But packets
 * that leave by different ports need no order. So packets that follow in trains are *in transit* to
 * their port, until another packet leaves by it, or the node has nothing else to do. Then the port
 * sends on those that have arrived before, in their order: most often they come from one line.
 */

namespace ns3::esa
{

/// Where an arrival stands in the order of those at a node.
struct ArrivalMoment
{
    int64_t ps{0};    ///< exact time
    uint32_t port{0}; ///< where

    /// @return whether it comes first
    bool operator<(const ArrivalMoment& other) const
    {
        return ps != other.ps ? ps < other.ps : port < other.port;
    }
};

/// Followers of one train; followers of other trains may stand between them.
class TransitPackets
{
  public:
    /// @param first the first one @param end behind the last one of all trains
    TransitPackets(const Follower* first, const Follower* end)
        : m_first(first),
          m_end(end),
          m_number(first->Train())
    {
    }

    /// @return the first one; null: there are none any more
    const Follower* First() const
    {
        return m_first != m_end ? m_first : nullptr;
    }

    /// @brief Goes on to the next one.
    void Pass()
    {
        do
        {
            ++m_first;
        } while (m_first != m_end && m_first->Train() != m_number);
    }

  private:
    const Follower* m_first; ///< the first one, or the end
    const Follower* m_end;   ///< behind the last one of all trains
    uint32_t m_number;       ///< of their train
};

/// Packets of a train in transit. Between them there may be packets of other trains of the line.
class TransitTrain
{
  public:
    /**
     * @param train their train
     * @param packets the packets
     * @param port where they arrive
     */
    TransitTrain(PacketTrain& train, const TransitPackets& packets, uint32_t port)
        : m_train(&train),
          m_packets(packets),
          m_onward(TrainOf(train.first)),
          m_first{packets.First()->Arrival().count(), port}
    {
    }

    /// @return when the first one arrives; INT64_MAX: there are none any more
    const ArrivalMoment& First() const
    {
        return m_first;
    }

    /// @return whether there are none any more
    bool IsDone() const
    {
        return !m_packets.First();
    }

    /// @return number of the train in the line by which they leave
    uint32_t Onward() const
    {
        return m_onward;
    }

    /// @return what its packets say
    const InaHeader& Says() const
    {
        return m_train->first;
    }

    /// @return the packets
    const TransitPackets& Packets() const
    {
        return m_packets;
    }

    /// @return the first one
    TrainPacket Next() const
    {
        return m_train->Next(*m_packets.First());
    }

    /// @brief The first one was sent on.
    void Pass()
    {
        m_packets.Pass();
        Pass(m_packets, 1);
    }

    /// @brief Packets were sent on. @param left the others @param count how many
    void Pass(const TransitPackets& left, uint32_t count)
    {
        m_packets = left;
        m_train->next += count;
        m_first.ps = IsDone() ? INT64_MAX : m_packets.First()->Arrival().count();
    }

    bool isOnward{false}; ///< whether the first one follows the packet of the train that left last

  private:
    PacketTrain* m_train;     ///< their train
    TransitPackets m_packets; ///< the packets
    uint32_t m_onward;        ///< number of the train in the line by which they leave
    ArrivalMoment m_first;    ///< when the first one arrives
};

} // namespace ns3::esa

#endif // ESA_TRANSIT_H
