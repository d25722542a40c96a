/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-collective-exchange.h"

#include <utility>

namespace ns3::esa
{

CollectiveExchange::CollectiveExchange(const ExchangeContext& context,
                                       Ptr<EsaFlowEndpoint> flows,
                                       const HostSum& sum)
    : m_context(context),
      m_flows(std::move(flows)),
      m_onlyAllReduce(context.job->blocks.IsAllReduce())
{
    const TrainingJob& job = *context.job;
    CollectiveOwner& owner = *this;
    m_collective =
        sum.makeWorker({job.job, context.worker, job.workers, job.blocks, job.oracle}, owner);
    EsaFlowEndpoint::Setup setup;
    setup.job = job.job;
    setup.endpoint = context.worker;
    setup.fill = [this](InaPacket& packet, StreamPosition position) {
        m_collective->Fill(packet, position);
    };
    setup.sent = [this](const InaPacket& packet) { m_context.owner.OnSend(packet); };
    setup.receive = [this](const InaPacket& packet) {
        m_collective->OnData(packet, PositionOf(packet.seq, m_first));
    };
    setup.arrived = [this](uint16_t receiver) { m_collective->OnAcknowledged(receiver); };
    m_flows->Open(std::move(setup), context.host);
}

void
CollectiveExchange::OnIteration(StreamPosition first)
{
    m_first = first;
}

void
CollectiveExchange::OnPartitionReady(const PositionRange& partition, Picoseconds /* now */)
{
    m_collective->OnReady(partition);
}

void
CollectiveExchange::OnPacket(InaPacket& packet, Picoseconds now)
{
    m_flows->OnPacket(packet, now);
}

Time
CollectiveExchange::CheckInterval() const
{
    return Time(0);
}

void
CollectiveExchange::OnTimer(Picoseconds /* now */)
{
}

void
CollectiveExchange::Stop()
{
    // Other workers may still need what this one passes on.
}

void
CollectiveExchange::Dispose()
{
    m_context.host = nullptr;
    m_flows = nullptr;
}

uint32_t
CollectiveExchange::MaxOutstanding() const
{
    return 0;
}

uint64_t
CollectiveExchange::RepairsSent() const
{
    return m_flows ? m_flows->SentAgain() : 0;
}

void
CollectiveExchange::Send(uint16_t receiver, const PositionRange& range)
{
    m_flows->Send(receiver, range);
}

void
CollectiveExchange::Deliver(const InaPacket& result, StreamPosition position)
{
    if (IsAllReduce(position))
    {
        m_context.owner.OnResult(result, position, m_clock.Now());
        return;
    }
    m_context.owner.OnPart(result, std::nullopt);
}

void
CollectiveExchange::DeliverForeign(const InaPacket& data,
                                   StreamPosition /* position */,
                                   uint16_t of)
{
    m_context.owner.OnPart(data, of);
}

void
CollectiveExchange::OnDone(const PositionRange& block)
{
    if (!IsAllReduce(block.begin))
    {
        m_context.owner.OnBlockDone(block, m_clock.Now());
    }
}

bool
CollectiveExchange::IsAllReduce(StreamPosition position) const
{
    return m_onlyAllReduce ||
           m_context.job->blocks.At(position).operation.kind == CollectiveKind::AllReduce;
}

} // namespace ns3::esa
