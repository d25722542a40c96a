/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_SPINE_H
#define ESA_SPINE_H

#include "esa-frame-table.h"

#include "ns3/esa-net-device.h"
#include "ns3/log.h"
#include "ns3/object.h"
#include "ns3/traced-callback.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A switch between racks. It aggregates nothing: only the switches of the workers' racks and
 * of the PS's rack do (paper, "Preemptive Aggregator Allocation"). Where all levels aggregate
 * (AggregationLevels), an EsaSwitch stands in its place.
 *
 * The object is added to a Node (AggregateObject), whose devices are its ports. A fragment is
 * forwarded, or dropped if its job or receiver is unknown. Both cases are trace sources.
 */
class EsaSpine : public Object, public FragmentSink, public FrameForwarder
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    /**
     * @brief Makes a device of the node a port of the switch.
     * @param port the device
     */
    void AddPort(Ptr<EsaNetDevice> port);

    /**
     * @brief Makes a device of the node a port towards a switch above.
     * @param port the device
     */
    void AddUplink(Ptr<EsaNetDevice> port);

    /**
     * @brief Adds the routes to the members of a job.
     * @param job job number
     * @param workers the port towards each worker's rack, by number
     * @param parameterServer the port towards the PS's rack
     * @param trees trees that the tasks of the job take in turn
     * @param tree the one of these routes. That of tree 0 comes first; flows between hosts take it.
     */
    void AddJob(uint16_t job,
                const std::vector<Ptr<EsaNetDevice>>& workers,
                Ptr<EsaNetDevice> parameterServer,
                uint32_t trees = 1,
                uint32_t tree = 0);

    /// @return the forwarding table for ordinary frames
    FrameTable& Frames()
    {
        return m_frames;
    }

    void ReceiveFragment(Fragment& fragment, Picoseconds now) override;
    void ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from) override;

  protected:
    void DoDispose() override;

  private:
    /// @return the port that a packet leaves by; null: there is none
    Ptr<EsaNetDevice> PortFor(const Fragment& fragment) const;

    /// Ports towards the members of a job.
    struct Route
    {
        std::vector<Ptr<EsaNetDevice>> workers; ///< towards the rack of each worker
        Ptr<EsaNetDevice> parameterServer;      ///< towards the rack of the PS
    };

    /// @return the routes of a packet
    const Route& RouteOf(const Fragment& fragment, bool isFlow) const;

    std::vector<std::vector<Route>> m_routes;       ///< by job number and tree
    FrameTable m_frames;                            ///< forwarding table for ordinary frames
    TracedCallback<const Fragment&> m_forwardTrace; ///< fragments forwarded
    TracedCallback<const Fragment&> m_dropTrace;    ///< fragments dropped

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_SPINE_H
