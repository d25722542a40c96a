// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOST_NODE_H
#define ESA_HOST_NODE_H

#include "esa-hook.h"
#include "esa-host-link.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-ina-packet.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-port.h"
#include "ns3/esa-units.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/// @ingroup esa
/// @brief A host: its port, its agenda, and the workers and servers that run on it.
///
/// Each of them names the fragments that it takes.
class HostNode : public PacketReceiver
{
  public:
    /// @brief Connects the host.
    /// @param agenda what is due at the host
    /// @param port where its packets leave; outlives the host
    /// @param rate of the link there
    void Connect(std::shared_ptr<Agenda> agenda, esa::Port& port, const LineRate& rate);

    /// @return what is due at the host
    const std::shared_ptr<Agenda>& GetAgenda() const
    {
        return m_agenda;
    }

    /// @return where its packets leave
    esa::Port& Port() const
    {
        return *m_port;
    }

    /// @return how the connections of the host share the link
    HostLink& Link()
    {
        return m_link;
    }

    /// @return rate of the link
    const LineRate& Rate() const
    {
        return m_rate;
    }

    /// @brief Adds a worker, or a server that sums without help from the network.
    /// @param endpoint a worker's number or a server's endpoint
    /// @param sink where its packets go
    void AddEndpoint(uint16_t job, uint16_t endpoint, PacketReceiver& sink);

    /// @brief Adds a parameter server.
    /// @param sink where the job's fragments go
    void AddParameterServer(uint16_t job, PacketReceiver& sink);

    /// @brief Removes all listeners of a job, which has left.
    void RemoveJob(uint16_t job);

    /// @param endpoint a worker's number or a server's endpoint
    /// @return true if it listens on this host
    bool IsListening(uint16_t job, uint16_t endpoint) const;

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

    /// @return informed of fragments that have no receiver on the host; they are dropped
    Hook<const InaPacket&>& Unclaimed()
    {
        return m_unclaimed;
    }

  private:
    /// Somebody who listens.
    struct Listener
    {
        uint64_t address{UINT64_MAX};  ///< job and role in one number
        PacketReceiver* sink{nullptr}; ///< the worker or server
    };

    /// @return the listener of an address; null: there is none
    const Listener* Find(uint64_t address) const;

    Listener m_last;                    ///< of the last fragment, mostly of the next one, too
    esa::Port* m_port{nullptr};         ///< where packets leave
    LineRate m_rate;                    ///< of the link
    std::shared_ptr<Agenda> m_agenda;   ///< what is due
    HostLink m_link;                    ///< shared by the connections
    std::vector<Listener> m_listeners;  ///< few, usually one
    Hook<const InaPacket&> m_unclaimed; ///< a fragment has no listener here
};

} // namespace ns3::esa

#endif // ESA_HOST_NODE_H
