/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_PUSH_PULL_SERVER_APP_H
#define ESA_PUSH_PULL_SERVER_APP_H

#include "esa-flow-endpoint.h"

#include "ns3/application.h"
#include "ns3/esa-collective.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-training-job.h"
#include "ns3/log.h"
#include "ns3/traced-callback.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A parameter server that sums without help from the network, or a switch that sums for the
 * workers of its rack: a Collective (core) whose data travels over flows.
 *
 * The HostSum of the job's system makes the collective.
 */
class EsaPushPullServerApp : public Application, public PacketReceiver, private CollectiveOwner
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaPushPullServerApp();
    ~EsaPushPullServerApp() override;

    /**
     * @brief Sets the job of the server; to be called before it starts.
     * @param job the job
     * @param endpoint kDedicatedServer, ServerOf() the worker on the same host, or that of a
     *        switch (SummedRacks)
     */
    void SetJob(std::shared_ptr<const TrainingJob> job, uint16_t endpoint);

    /**
     * @brief Sets its end of the flows; to be called before it starts.
     * @param endpoint the end, not open yet
     */
    void SetFlows(Ptr<EsaFlowEndpoint> endpoint);

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void Send(uint16_t receiver, const PositionRange& range) override;
    void Deliver(const InaPacket& result, StreamPosition position) override;
    void DeliverForeign(const InaPacket& data, StreamPosition position, uint16_t of) override;
    void OnDone(const PositionRange& block) override;

    std::shared_ptr<const TrainingJob> m_job; ///< the job
    uint16_t m_endpoint{0};                   ///< its address in the job
    Ptr<EsaFlowEndpoint> m_flows;             ///< the flows
    std::unique_ptr<Collective> m_server;     ///< sums the data
    StreamPosition m_lastPosition{0};         ///< position of the last data; the next one is near

    TracedCallback<const InaPacket&> m_sendTrace; ///< packets sent

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_PUSH_PULL_SERVER_APP_H
