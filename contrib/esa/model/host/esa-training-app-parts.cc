/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// What a worker does with results of operations other than all-reduce. Such a result may have more
// or fewer fragments than the worker's own data, so the worker goes on when a whole block is done.

#include "esa-training-app.h"

#include "ns3/esa-ina-packet-text.h"

namespace ns3::esa
{

void
EsaTrainingApp::ContinueAt(Picoseconds at, Picoseconds now)
{
    m_pace.Set(m_clock.ToTime(at - now), [this] { OnContinue(); });
}

void
EsaTrainingApp::OnContinue()
{
    if (!Postpone([this] { OnContinue(); }))
    {
        m_exchange->Continue(m_clock.Now());
    }
}

bool
EsaTrainingApp::HasExactSum(const InaPacket& result, StreamPosition position) const
{
    const GradientOracle& oracle = m_job->oracle;
    if (m_job->blocks.IsAllReduce())
    {
        return oracle.IsExact(result);
    }
    const CollectiveOperation operation = m_job->blocks.At(position).operation;
    if (operation.kind == CollectiveKind::Broadcast)
    {
        return oracle.IsExactOf(result, operation.root);
    }
    return (result.sum.IsEmpty() && !GetsSum(operation, m_worker)) || oracle.IsExact(result);
}

void
EsaTrainingApp::OnPart(const InaPacket& part, std::optional<uint16_t> of)
{
    NS_LOG_DEBUG("the " << part << " has arrived at worker " << m_worker);
    ++m_results;
    const GradientOracle& oracle = m_job->oracle;
    if (!(of ? oracle.IsExactOf(part, *of) : oracle.IsExact(part)))
    {
        NS_LOG_WARN("what the " << part << " holds is wrong");
        ++m_wrongResults;
    }
    m_resultTrace(part);
}

void
EsaTrainingApp::OnBlockDone(const PositionRange& block, Picoseconds now)
{
    NS_LOG_DEBUG("worker " << m_worker << " has done its part of the fragments " << block.begin
                           << " to " << block.end);
    for (StreamPosition position = block.begin; position < block.end; ++position)
    {
        if (m_state->OnResult(position - FirstPosition()))
        {
            OnPartitionComplete(now);
        }
    }
    if (m_state->AllResults())
    {
        m_record.lastResult = now;
    }
    ComputeIfReady();
}

} // namespace ns3::esa
