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
 * @brief A switch between racks, which aggregates nothing: only those of the workers' racks and of
 * the PS's rack do (paper, "Preemptive Aggregator Allocation").
 *
 * It is aggregated to a Node whose devices are its ports. A fragment is either forwarded or, of an
 * unknown job or member, dropped; each is a trace source.
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
     * @brief Tells where the members of a job are.
     * @param job job number
     * @param workers the port towards each worker's rack, by number
     * @param parameterServer the port towards the PS's rack
     */
    void AddJob(uint16_t job,
                const std::vector<Ptr<EsaNetDevice>>& workers,
                Ptr<EsaNetDevice> parameterServer);

    /// @return where it sends ordinary frames
    FrameTable& Frames()
    {
        return m_frames;
    }

    void ReceiveFragment(Fragment& fragment, Picoseconds now) override;
    void ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from) override;

  protected:
    void DoDispose() override;

  private:
    /**
     * @param fragment a packet
     * @return the port that it leaves by; null: there is none for it
     */
    Ptr<EsaNetDevice> PortFor(const Fragment& fragment) const;

    /// Where a job's packets go.
    struct Route
    {
        std::vector<Ptr<EsaNetDevice>> workers; ///< towards their racks
        Ptr<EsaNetDevice> parameterServer;      ///< towards its rack
    };

    std::vector<Route> m_routes;                    ///< by job number
    FrameTable m_frames;                            ///< ordinary traffic
    TracedCallback<const Fragment&> m_forwardTrace; ///< fragments sent on
    TracedCallback<const Fragment&> m_dropTrace;    ///< fragments dropped

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_SPINE_H
