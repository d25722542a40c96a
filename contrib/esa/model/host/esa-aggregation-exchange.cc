/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-aggregation-exchange.h"

#include "ns3/data-rate.h"

#include <utility>

namespace ns3::esa
{
namespace
{

/// @return how long a device needs to send a frame
Picoseconds
TimeOf(uint16_t bytes, const EsaNetDevice& device)
{
    DataRateValue rate;
    device.GetAttribute("DataRate", rate);
    return FromMicroseconds(bytes * 8 / (static_cast<double>(rate.Get().GetBitRate()) / 1e6));
}

} // namespace

AggregationExchange::AggregationExchange(const ExchangeContext& context,
                                         const AggregationSetup& setup,
                                         TransportParts parts)
    : m_maySendNothing(!context.job->blocks.IsAllReduce()),
      m_device(context.host->GetDevice()),
      m_context(context),
      m_checkInterval(setup.checkInterval),
      m_frameSizes(setup.frameSizes),
      m_frameTime(TimeOf(m_frameSizes.Bytes(PacketKind::Gradient), *m_device)),
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
    while (!m_waits && m_transport.Poll(now, out))
    {
        Send(out.packet, now);
        if (m_maySendNothing && out.packet.kind == PacketKind::Gradient && out.packet.sum.IsEmpty())
        {
            Pace(now);
        }
    }
    if (m_checkInterval.IsZero() && !m_waits) // Continue() comes back here
    {
        m_context.owner.WakeAt(m_transport.Deadline(), now);
    }
}

void
AggregationExchange::Pace(Picoseconds now)
{
    // Continue() may be called a little late, because time has a resolution.
    m_nextAt = (now - m_nextAt < m_frameTime ? m_nextAt : now) + m_frameTime;
    m_waits = true;
    m_context.owner.ContinueAt(m_nextAt, now);
}

void
AggregationExchange::Continue(Picoseconds now)
{
    m_waits = false;
    if (!m_isStopped)
    {
        Pump(now);
    }
}

void
AggregationExchange::Send(InaPacket& packet, Picoseconds now)
{
    packet.frameBytes = m_frameSizes.Bytes(packet);
    m_context.owner.OnSend(packet);
    m_device->SendFragment(packet, now);
}

void
AggregationExchange::OnPacket(InaPacket& packet, Picoseconds now)
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
AggregationExchange::Answer(const InaPacket& query, Picoseconds now)
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
AggregationExchange::FillSum(StreamPosition position, InaPacket& packet) const
{
    const TrainingJob& job = *m_context.job;
    if (job.blocks.IsAllReduce() || BringsData(job.blocks.At(position).operation, m_context.worker))
    {
        job.oracle.Fill(packet, m_context.worker);
    }
}

} // namespace ns3::esa
