// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_COLLECTIVE_APP_H
#define ESA_COLLECTIVE_APP_H

#include "esa-flow-endpoint.h"
#include "esa-training-app.h"

#include "ns3/esa-collective-process.h"

namespace ns3::esa
{

/// @ingroup esa
/// @brief A worker of a system in which hosts sum the gradients, with parameter servers or in a
/// ring: a CollectiveProcess.
class EsaCollectiveApp : public EsaTrainingApp
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaCollectiveApp();
    ~EsaCollectiveApp() override;

    /// Sets its end of the flows; to be called before it starts.
    void SetFlows(Ptr<EsaFlowEndpoint> endpoint);

    /// Sets the gate: gradients that are ready are exchanged when it calls Exchange().
    /// @param gate informed of them; to be set before the worker starts
    void SetGate(CollectiveProcess::Gate gate);

    /// @brief Exchanges gradients that are ready. @param fragments their positions
    void Exchange(const PositionRange& fragments);

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;

    Ptr<EsaFlowEndpoint> m_flows; ///< what is set at the flows
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_APP_H
