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

/// Packets of a train in transit. Between them there may be packets of other trains of the line.
class TransitTrain
{
  public:
    /**
     * @param train their train
     * @param next the next one of them
     * @param end behind the last packet of all trains
     * @param port where they arrive
     */
    TransitTrain(PacketTrain& train, const Follower* next, const Follower* end, uint32_t port)
        : m_train(&train),
          m_next(next),
          m_end(end),
          m_number(next->Train()),
          m_onward(TrainOf(train.first)),
          m_first{next->Arrival().count(), port}
    {
    }

    /// @return when the next one arrives; INT64_MAX: there is none
    const ArrivalMoment& First() const
    {
        return m_first;
    }

    /// @return whether there are none any more
    bool IsDone() const
    {
        return m_next == m_end;
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

    /// @return what is in the line of the next one
    const Follower& Packet() const
    {
        return *m_next;
    }

    /// @return the next one
    TrainPacket Next() const
    {
        return m_train->Next(*m_next);
    }

    /// @brief The next one was sent on.
    void Pass()
    {
        ++m_train->next;
        do
        {
            ++m_next;
        } while (m_next != m_end && m_next->Train() != m_number);
        m_first.ps = IsDone() ? INT64_MAX : m_next->Arrival().count();
    }

    bool isOnward{false}; ///< whether the next one follows the packet of the train that left last
    Picoseconds duration{0}; ///< how long it takes to send it

  private:
    PacketTrain* m_train;   ///< their train
    const Follower* m_next; ///< the next one
    const Follower* m_end;  ///< behind the last one of all trains
    uint32_t m_number;      ///< of the train in the line by which they arrive
    uint32_t m_onward;      ///< and in that by which they leave
    ArrivalMoment m_first;  ///< when the next one arrives
};

} // namespace ns3::esa

#endif // ESA_TRANSIT_H
