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
#include "ns3/esa-fragment-sink.h"
#include "ns3/esa-training-job.h"
#include "ns3/log.h"
#include "ns3/traced-callback.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A parameter server that sums without help from the network: a Collective (core) with
 * flows.
 *
 * What it does with data says the HostSum of the job's system.
 */
class EsaPushPullServerApp : public Application, public FragmentSink, private CollectiveOwner
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaPushPullServerApp();
    ~EsaPushPullServerApp() override;

    /**
     * @brief Tells whose server it is; before it starts.
     * @param job the job
     * @param endpoint kDedicatedServer, or ServerOf() the worker on the same host
     */
    void SetJob(std::shared_ptr<const TrainingJob> job, uint16_t endpoint);

    /**
     * @brief Hands over its end of the flows; before it starts.
     * @param endpoint the end, not open yet
     */
    void SetFlows(Ptr<EsaFlowEndpoint> endpoint);

    /// @return packets sent again
    uint64_t GetSentAgain() const;

    void ReceiveFragment(Fragment& fragment, Picoseconds now) override;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void Send(uint16_t receiver, const PositionRange& range) override;
    void Deliver(const Fragment& result, StreamPosition position) override;

    std::shared_ptr<const TrainingJob> m_job; ///< the job
    uint16_t m_endpoint{0};                   ///< its address in the job
    Ptr<EsaFlowEndpoint> m_flows;             ///< the flows
    std::unique_ptr<Collective> m_server;     ///< what is done with data
    StreamPosition m_lastPosition{0};         ///< of the last data, to which the next is near

    TracedCallback<const Fragment&> m_sendTrace; ///< packets sent

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_PUSH_PULL_SERVER_APP_H
