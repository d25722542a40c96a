/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLECTIVE_APP_H
#define ESA_COLLECTIVE_APP_H

#include "esa-flow-endpoint.h"
#include "esa-training-app.h"

#include "ns3/esa-host-sum.h"
#include "ns3/log.h"

#include <functional>
#include <memory>
#include <utility>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief A worker of a system in which hosts sum the gradients, with parameter servers or in a
 * ring: a Collective (core) whose data travels over flows.
 *
 * The HostSum of the job's system makes the collective. The flows have a timer of their own.
 */
class EsaCollectiveApp : public EsaTrainingApp, private CollectiveOwner
{
  public:
    /// @return the TypeId
    static TypeId GetTypeId();

    EsaCollectiveApp();
    ~EsaCollectiveApp() override;

    /**
     * @brief Sets its end of the flows; to be called before it starts.
     * @param endpoint the end, not open yet
     */
    void SetFlows(Ptr<EsaFlowEndpoint> endpoint);

    /// Told that gradients are ready, and when.
    using Gate = std::function<void(const PositionRange& fragments, Picoseconds now)>;

    /**
     * @brief Has somebody decide when gradients that are ready are exchanged, by Exchange().
     * @param gate told of them; to be set before the worker starts
     */
    void SetGate(Gate gate)
    {
        m_gate = std::move(gate);
    }

    /// @brief Exchanges gradients that are ready. @param fragments their positions
    void Exchange(const PositionRange& fragments);

    uint32_t GetMaxOutstanding() const override;

    /// @return retransmitted packets; 0 after Dispose(), with which the flows have gone
    uint64_t GetRepairsSent() const override;

  protected:
    void DoDispose() override;

  private:
    void StartApplication() override;
    void Offer(const PositionRange& fragments, Picoseconds now) override;
    void OnPacket(InaPacket& packet, Picoseconds now) override;
    void Send(uint16_t receiver, const PositionRange& range) override;
    void Deliver(const InaPacket& result, StreamPosition position) override;
    void DeliverForeign(const InaPacket& data, StreamPosition position, uint16_t of) override;
    void OnDone(const PositionRange& block) override;

    /// @brief Begins to send and receive on the host. @param host the host
    void OpenFlows(Ptr<EsaHostDemux> host);

    /// @return true if a fragment is of an all-reduce, where each has its own result
    bool IsAllReduce(StreamPosition position) const;

    Ptr<EsaFlowEndpoint> m_flows;             ///< the flows
    std::unique_ptr<Collective> m_collective; ///< decides what is sent
    Gate m_gate;                              ///< decides when gradients leave; empty: at once
    bool m_onlyAllReduce{true};               ///< whether all blocks are of all-reduces

    static LogComponent g_log; ///< of NS_LOG
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_APP_H
