// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_PACKET_RECEIVER_H
#define ESA_PACKET_RECEIVER_H

#include "ns3/esa-ina-packet.h"
#include "ns3/esa-packet-train.h"
#include "ns3/esa-units.h"

#include <cstdint>

namespace ns3::esa
{

class Port;

/// @ingroup esa
/// @brief An object that receives fragments: a switch, a host, or an application on it.
class PacketReceiver
{
  public:
    virtual ~PacketReceiver() = default;

    /// @brief A fragment has arrived.
    /// @param fragment the fragment, for the receiver to change and pass on
    virtual void ReceiveFragment(InaPacket& fragment, Picoseconds now) = 0;

    // Trains: whoever can, takes their packets at less cost than one by one

    /**
     * @brief Packets of a train arrive, maybe in turns with packets of other trains.
     * @param part the first one, and how many there may be. Those that request an acknowledgement
     *        need not be counted.
     * @return how many ReceiveTrain() may take at once: all of them but the last one bring about
     *         nothing; 0: ReceiveFragment() has to get the first one
     */
    virtual uint32_t CountAtOnce([[maybe_unused]] const TrainPart& part) const
    {
        return 0;
    }

    /// @brief Packets of a train have arrived, at most as many as CountAtOnce() has returned. Of
    /// them, only the last one may request an acknowledgement. @param part the packets @param now
    /// the time of the last one
    virtual void ReceiveTrain([[maybe_unused]] const TrainPart& part,
                              [[maybe_unused]] Picoseconds now)
    {
    }

    /// @return whether packets that follow in trains may leave by OutputPortOf(), without
    /// ReceiveFragment()
    virtual bool HasFixedOutputs() const
    {
        return false;
    }

    /// @return the port by which a packet leaves, and all that follow in its train; null: there are
    /// several, or none @param packet the packet
    virtual Port* OutputPortOf([[maybe_unused]] const InaHeader& packet) const
    {
        return nullptr;
    }

    /// @brief Packets have left by OutputPortOf(). @param count how many
    virtual void CountForwarded([[maybe_unused]] uint64_t count)
    {
    }
};

} // namespace ns3::esa

#endif // ESA_PACKET_RECEIVER_H
