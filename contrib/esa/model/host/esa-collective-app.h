/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLECTIVE_APP_H
#define ESA_COLLECTIVE_APP_H

#include "esa-flow-endpoint.h"
#include "esa-training-app.h"

#include "ns3/esa-collective.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker whose gradients hosts sum: with parameter servers, or in a ring.
 */
class EsaCollectiveApp : public EsaTrainingApp, private CollectiveOwner
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaCollectiveApp();
    ~EsaCollectiveApp() override;

    /**
     * @brief Hands over its end of the flows; before it starts.
     * @param endpoint the end, not open yet
     */
    void SetFlows(Ptr<EsaFlowEndpoint> endpoint);

    /// @return packets sent again
    uint64_t GetRepairsSent() const override;

  protected:
    void DoDispose() override;
    void SendPartition(uint32_t partition) override;
    void OnPacket(Fragment& packet, Picoseconds now) override;

  private:
    void StartApplication() override;
    void Send(uint16_t receiver, const PositionRange& range) override;
    void Deliver(const Fragment& result, uint64_t position) override;

    /// @brief Makes the collective that the system uses.
    void MakeCollective();

    Ptr<EsaFlowEndpoint> m_flows;             ///< the flows
    std::unique_ptr<Collective> m_collective; ///< what is done with data
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_APP_H
