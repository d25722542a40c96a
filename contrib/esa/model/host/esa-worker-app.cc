/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-app.h"

#include "esa-aggregation-exchange.h"

#include "ns3/abort.h"

namespace ns3::esa
{
namespace
{

/// Number of results kept if the window has no cap; well below the spread of a TaskDictionary.
constexpr uint32_t kCacheWithoutCap = 65536;

} // namespace

EsaWorkerApp::EsaWorkerApp() = default;
EsaWorkerApp::~EsaWorkerApp() = default;

WorkerTransportParameters
EsaWorkerApp::TransportParameters(const ExchangeContext& context) const
{
    NS_ABORT_MSG_IF(m_window.minPackets > m_window.initialPackets ||
                        (m_window.maxPackets > 0 && m_window.initialPackets > m_window.maxPackets),
                    "EsaWorkerApp: MinWindow <= InitialWindow <= MaxWindow does not hold");
    const TrainingJob& job = *context.job;
    WorkerTransportParameters parameters;
    parameters.job = job.job;
    parameters.worker = context.worker;
    parameters.fanIn = job.workers;
    parameters.window = m_window;
    parameters.pool = job.pool;
    parameters.share = job.share;
    parameters.slots = job.slots;
    parameters.racks = job.racks;
    parameters.repair.rtoMin = Clock().FromTime(m_rtoMin);
    parameters.repair.overtakes = m_overtakes;
    parameters.repair.recovery = m_recovery;
    return parameters;
}

std::unique_ptr<GradientExchange>
EsaWorkerApp::MakeExchange(const ExchangeContext& context)
{
    NS_LOG_FUNCTION(this << context.job->job << context.worker);
    const SystemRecord& system = *context.job->system;
    AggregationSetup setup;
    setup.transport = TransportParameters(context);
    setup.frameSizes = FrameSizes(system.onHost.frame, m_reminderBytes);
    setup.checkInterval = m_checkInterval;
    if (m_recovery && system.NeedsReliableChannel())
    {
        const uint32_t largest = WindowOf(system, setup.transport).maxPackets;
        setup.transport.cachedResults = m_cachedResults > 0 ? m_cachedResults
                                        : largest > 0       ? largest
                                                            : kCacheWithoutCap;
        setup.channel = context.host->GetObject<EsaReliableChannel>();
        setup.parameterServer = m_parameterServer;
        NS_ABORT_MSG_IF(!setup.channel || m_parameterServer == Ipv4Address(),
                        "EsaWorkerApp: recovery needs a reliable channel to the PS");
    }
    return std::make_unique<AggregationExchange>(context,
                                                 setup,
                                                 MakeTransportParts(system, setup.transport));
}

} // namespace ns3::esa
