/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-worker-app.h"

#include "esa-aggregation-exchange.h"
#include "esa-ps-app.h"

#include "ns3/abort.h"
#include "ns3/esa-task-dictionary.h"

#include <algorithm>

namespace ns3::esa
{
namespace
{

/// Fragments from the first missing result on, at most, if the window has no cap.
constexpr uint32_t kAheadWithoutCap = EsaPsApp::kMaxAhead;
static_assert(kAheadWithoutCap < TaskDictionary::kSpread / 2, "a PS can hold all of them");

/// The questions of all workers of a job take one in this many parts of the PS's link.
constexpr int64_t kLinkPerQuestions = 2;

} // namespace

EsaWorkerApp::EsaWorkerApp() = default;
EsaWorkerApp::~EsaWorkerApp() = default;

WorkerTransportParameters
EsaWorkerApp::TransportParameters(const TrainingJob& job, uint16_t worker) const
{
    NS_ABORT_MSG_IF(m_window.minPackets > m_window.initialPackets ||
                        (m_window.maxPackets > 0 && m_window.initialPackets > m_window.maxPackets),
                    "EsaWorkerApp: MinWindow <= InitialWindow <= MaxWindow does not hold");
    WorkerTransportParameters parameters;
    parameters.job = job.job;
    parameters.worker = worker;
    parameters.window = m_window;
    parameters.pool = job.pool;
    parameters.share = job.share;
    parameters.slots = job.slots;
    parameters.racks = job.racks;
    parameters.systemParameters = job.systemParameters.data();
    parameters.repair.rtoMin = Clock().FromTime(m_rtoMin);
    parameters.repair.reorderingThreshold = m_overtakes;
    parameters.repair.recovery = m_recovery;
    const auto root = job.OnlyReceiver();
    parameters.getsNoSums = root && *root != worker;
    return parameters;
}

Picoseconds
EsaWorkerApp::TurnOfWorker(const ExchangeContext& context) const
{
    const TrainingJob& job = *context.job;
    const uint32_t bytes = std::max(m_reminderBytes, DataFrameBytes(job.system->onHost.frame));
    return kLinkPerQuestions * job.workers * context.host->GetDevice()->TransmissionTime(bytes);
}

uint32_t
EsaWorkerApp::GetMaxAhead() const
{
    const uint64_t windows = uint64_t{m_aheadWindows} * m_window.maxPackets;
    return windows > 0 && windows < kAheadWithoutCap ? static_cast<uint32_t>(windows)
                                                     : kAheadWithoutCap;
}

std::unique_ptr<GradientExchange>
EsaWorkerApp::MakeExchange(const ExchangeContext& context)
{
    NS_LOG_FUNCTION(this << context.job->job << context.worker);
    const SystemRecord& system = *context.job->system;
    AggregationSetup setup;
    setup.transport = TransportParameters(*context.job, context.worker);
    setup.frameSizes = FrameSizes(system.onHost.frame, m_reminderBytes);
    setup.checkInterval = m_checkInterval;
    if (m_recovery)
    {
        setup.checkInterval = Time(0);
        const uint32_t bytes = DataFrameBytes(system.onHost.frame);
        setup.transport.repair.turn = TurnOfWorker(context);
        setup.transport.repair.frameTime = context.host->GetDevice()->TransmissionTime(bytes);
        setup.transport.window.halvesWhenOvertaken = m_halvesWhenOvertaken;
        setup.transport.window.maxAhead = GetMaxAhead();
        if (system.onHost.workersKeepResults && !setup.transport.getsNoSums)
        {
            // Another worker that lacks a result is not further behind than this.
            setup.transport.cachedResults = GetMaxAhead();
        }
    }
    return std::make_unique<AggregationExchange>(context,
                                                 setup,
                                                 MakeTransportParts(system, setup.transport));
}

} // namespace ns3::esa
