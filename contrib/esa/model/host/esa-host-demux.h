/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_HOST_DEMUX_H
#define ESA_HOST_DEMUX_H

#include "ns3/esa-memory-pool.h"
#include "ns3/esa-net-device.h"
#include "ns3/log.h"
#include "ns3/object.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Hands the fragments that arrive at a host to the worker or server that they are for.
 *
 * The object is added to a Node (AggregateObject). Several workers and servers may run on one host;
 * each says which fragments it listens for.
 */
class EsaHostDemux : public Object, public PoolAllocated, public PacketReceiver
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Sets the host's device.
     * @param device the device towards the switch
     */
    void SetDevice(Ptr<EsaNetDevice> device);

    /// @return the device
    Ptr<EsaNetDevice> GetDevice() const
    {
        return m_device;
    }

    /// @return the agenda of the host
    std::shared_ptr<Agenda> GetAgenda() const;

    /**
     * @brief Adds a worker that listens on this host.
     * @param job job number
     * @param worker its number in the job
     * @param sink where its results go
     */
    void AddWorker(uint16_t job, uint16_t worker, PacketReceiver* sink);

    /**
     * @brief Adds a parameter server that listens on this host.
     * @param job job number
     * @param sink where the job's fragments go
     */
    void AddParameterServer(uint16_t job, PacketReceiver* sink);

    /**
     * @brief Adds a server that sums without help from the network.
     * @param job job number
     * @param endpoint its endpoint
     * @param sink where the data for it goes
     */
    void AddServer(uint16_t job, uint16_t endpoint, PacketReceiver* sink);

    /**
     * @brief Removes all listeners of a job, which has left.
     * @param job job number
     */
    void RemoveJob(uint16_t job);

    /**
     * @param job job number
     * @param endpoint a worker's number or a server's endpoint
     * @return true if it listens on this host
     */
    bool IsListening(uint16_t job, uint16_t endpoint) const;

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

  protected:
    void DoDispose() override;

  private:
    /// An application that listens.
    struct Listener
    {
        uint64_t address{UINT64_MAX};  ///< job and role in one number
        PacketReceiver* sink{nullptr}; ///< the application
    };

    Listener m_last;                   ///< of the last fragment, mostly of the next one, too
    Ptr<EsaNetDevice> m_device;        ///< the device
    std::vector<Listener> m_listeners; ///< few, usually one

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_HOST_DEMUX_H
