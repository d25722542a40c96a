/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-aggregation-exchange.h"

#include <utility>

namespace ns3::esa
{

AggregationExchange::AggregationExchange(const ExchangeContext& context,
                                         const AggregationSetup& setup,
                                         TransportParts parts)
    : m_device(context.host->GetDevice()),
      m_context(context),
      m_checkInterval(setup.checkInterval),
      m_frameSizes(setup.frameSizes),
      m_transport(std::move(parts), setup.transport, *this)
{
}

void
AggregationExchange::OnIteration(StreamPosition first)
{
    m_first = first;
}

void
AggregationExchange::OnPartitionReady(const PositionRange& partition, Picoseconds now)
{
    m_transport.Offer(partition.Size());
    Pump(now);
}

void
AggregationExchange::Pump(Picoseconds now)
{
    WorkerTransport::OutgoingPacket out;
    while (m_transport.Poll(now, out))
    {
        Send(out.packet, now);
    }
    if (m_checkInterval.IsZero())
    {
        m_context.owner.WakeAt(m_transport.Deadline(), now);
    }
}

void
AggregationExchange::Send(Fragment& packet, Picoseconds now)
{
    packet.frameBytes = m_frameSizes.Bytes(packet.kind);
    m_context.owner.OnSend(packet);
    m_device->SendFragment(packet, now);
}

void
AggregationExchange::OnPacket(Fragment& packet, Picoseconds now)
{
    if (packet.kind == PacketKind::Query)
    {
        Answer(packet, now);
        return;
    }
    if (m_isStopped)
    {
        return;
    }
    const auto status = m_transport.OnResult(packet, now);
    if (status.isNew)
    {
        m_context.owner.OnResult(packet, status.position, now);
        Pump(now);
    }
}

void
AggregationExchange::Answer(const Fragment& query, Picoseconds now)
{
    WorkerTransport::OutgoingPacket answer = m_transport.OnQuery(query);
    Send(answer.packet, now);
}

Time
AggregationExchange::CheckInterval() const
{
    return m_checkInterval;
}

void
AggregationExchange::OnTimer(Picoseconds now)
{
    m_transport.OnTimer(now);
    Pump(now);
}

void
AggregationExchange::Stop()
{
    m_isStopped = true;
}

void
AggregationExchange::Dispose()
{
    m_context.host = nullptr;
    m_device = nullptr;
}

uint32_t
AggregationExchange::MaxOutstanding() const
{
    return m_transport.MaxOutstanding();
}

uint64_t
AggregationExchange::RepairsSent() const
{
    return m_transport.RepairsSent();
}

uint8_t
AggregationExchange::PriorityOf(StreamPosition position) const
{
    return m_context.job->plan.PriorityOf(position - m_first);
}

void
AggregationExchange::FillSum(Fragment& packet) const
{
    m_context.job->oracle.Fill(packet, m_context.worker);
}

} // namespace ns3::esa
