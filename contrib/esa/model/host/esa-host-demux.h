// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_HOST_DEMUX_H
#define ESA_HOST_DEMUX_H

#include "ns3/esa-host-node.h"
#include "ns3/esa-memory-pool.h"
#include "ns3/esa-net-device.h"
#include "ns3/log.h"
#include "ns3/object.h"

#include <cstdint>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief Hands the fragments that arrive at a host to the worker or server that they are for: a
 * HostNode with a device.
 *
 * The object is added to a Node (AggregateObject). Several workers and servers may run on one host;
 * each names the fragments that it takes.
 */
class EsaHostDemux : public Object, public PoolAllocated
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /// Sets the host's device.
    void SetDevice(Ptr<EsaNetDevice> device);

    /// @return the device
    Ptr<EsaNetDevice> GetDevice() const
    {
        return m_device;
    }

    /// @return the host, connected with its device; the object is added to a Node
    HostNode& GetHost();

    /// @brief Removes all listeners of a job, which has left.
    void RemoveJob(uint16_t job)
    {
        m_host.RemoveJob(job);
    }

  protected:
    void DoDispose() override;

  private:
    HostNode m_host;            ///< the host
    Ptr<EsaNetDevice> m_device; ///< the device

    static LogComponent g_log; ///< of NS_LOG
};

/// @return what hands fragments to its workers and servers; an error ends the program if the node
///         has none
Ptr<EsaHostDemux> HostOf(const Ptr<Node>& node);

} // namespace ns3::esa

#endif // ESA_HOST_DEMUX_H
