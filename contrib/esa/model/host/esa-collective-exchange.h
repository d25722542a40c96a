/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#ifndef ESA_COLLECTIVE_EXCHANGE_H
#define ESA_COLLECTIVE_EXCHANGE_H

#include "esa-flow-endpoint.h"
#include "esa-gradient-exchange.h"

#include "ns3/esa-host-sum.h"
#include "ns3/esa-sim-clock.h"

#include <memory>

namespace ns3::esa
{

/**
 * @ingroup esa
 * @brief An exchange in which hosts sum: a Collective (core) whose data travels over flows.
 *
 * The HostSum of the system makes the collective. The flows have their own timers.
 */
class CollectiveExchange : public GradientExchange, private CollectiveOwner
{
  public:
    /**
     * @param context the worker
     * @param flows its end of the flows, not open yet
     * @param sum how hosts sum
     */
    CollectiveExchange(const ExchangeContext& context,
                       Ptr<EsaFlowEndpoint> flows,
                       const HostSum& sum);

    void OnIteration(StreamPosition first) override;
    void OnPartitionReady(const PositionRange& partition, Picoseconds now) override;
    void OnPacket(InaPacket& packet, Picoseconds now) override;
    Time CheckInterval() const override;
    void OnTimer(Picoseconds now) override;
    void Stop() override;
    void Dispose() override;
    uint32_t MaxOutstanding() const override;
    uint64_t RepairsSent() const override;

  private:
    void Send(uint16_t receiver, const PositionRange& range) override;
    void Deliver(const InaPacket& result, StreamPosition position) override;
    void DeliverForeign(const InaPacket& data, StreamPosition position, uint16_t of) override;
    void OnDone(const PositionRange& block) override;

    /// @return true if a fragment is of an all-reduce, where each has its own result
    bool IsAllReduce(StreamPosition position) const;

    SimClock m_clock;                         ///< converts times
    ExchangeContext m_context;                ///< the worker
    Ptr<EsaFlowEndpoint> m_flows;             ///< the flows
    std::unique_ptr<Collective> m_collective; ///< decides what is sent
    bool m_onlyAllReduce;                     ///< whether all blocks are of all-reduces
    StreamPosition m_first{0};                ///< first fragment of the iteration
};

} // namespace ns3::esa

#endif // ESA_COLLECTIVE_EXCHANGE_H
