/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "esa-collective-app.h"

#include "ns3/abort.h"

#include <utility>

namespace ns3::esa
{

NS_OBJECT_ENSURE_REGISTERED(EsaCollectiveApp);

LogComponent EsaCollectiveApp::g_log("EsaCollectiveApp", __FILE__);

EsaCollectiveApp::EsaCollectiveApp() = default;
EsaCollectiveApp::~EsaCollectiveApp() = default;

TypeId
EsaCollectiveApp::GetTypeId()
{
    static TypeId tid = TypeId("ns3::esa::EsaCollectiveApp")
                            .SetParent<EsaTrainingApp>()
                            .SetGroupName("Esa")
                            .AddConstructor<EsaCollectiveApp>();
    return tid;
}

void
EsaCollectiveApp::SetFlows(Ptr<EsaFlowEndpoint> endpoint)
{
    m_flows = std::move(endpoint);
}

void
EsaCollectiveApp::StartApplication()
{
    const auto host = Attach();
    const TrainingJob& job = *Job();
    NS_LOG_FUNCTION(this << job.job << Worker());
    NS_ABORT_MSG_IF(!m_flows, "EsaCollectiveApp: started without flows");
    const HostSum* sum = job.system->onHost.sum;
    NS_ABORT_MSG_IF(!sum, "EsaCollectiveApp: in " << job.system->name << " the switch sums");
    CollectiveOwner& owner = *this;
    m_collective = sum->makeWorker({job.job,
                                    Worker(),
                                    job.workers,
                                    job.blocks,
                                    job.oracle,
                                    &job.summedRacks,
                                    job.blocksInHosts.get()},
                                   owner);
    m_onlyAllReduce = job.blocks.IsAllReduce();
    OpenFlows(host);
    BeginTraining();
}

void
EsaCollectiveApp::OpenFlows(Ptr<EsaHostDemux> host)
{
    EsaFlowEndpoint::Setup setup;
    setup.job = Job()->job;
    setup.endpoint = Worker();
    setup.fill = [this](InaPacket& packet, StreamPosition position) {
        m_collective->Fill(packet, position);
    };
    setup.sent = [this](const InaPacket& packet) { TraceSend(packet); };
    setup.receive = [this](const InaPacket& packet) {
        m_collective->OnData(packet, PositionOf(packet.seq, FirstPosition()));
    };
    setup.arrived = [this](uint16_t receiver) { m_collective->OnAcknowledged(receiver); };
    m_flows->Open(std::move(setup), std::move(host));
}

void
EsaCollectiveApp::DoDispose()
{
    if (m_flows)
    {
        m_flows->Dispose();
    }
    m_flows = nullptr;
    EsaTrainingApp::DoDispose();
}

void
EsaCollectiveApp::Offer(const PositionRange& fragments, Picoseconds now)
{
    if (m_gate)
    {
        m_gate(fragments, now);
        return;
    }
    m_collective->OnReady(fragments);
}

void
EsaCollectiveApp::Exchange(const PositionRange& fragments)
{
    if (!Postpone([this, fragments] { Exchange(fragments); }))
    {
        m_collective->OnReady(fragments);
    }
}

void
EsaCollectiveApp::Send(uint16_t receiver, const PositionRange& range)
{
    m_flows->Send(receiver, range);
}

void
EsaCollectiveApp::OnPacket(InaPacket& packet, Picoseconds now)
{
    // Other workers may need what this one passes on, also after the end of its training.
    m_flows->OnPacket(packet, now);
}

void
EsaCollectiveApp::Deliver(const InaPacket& result, StreamPosition position)
{
    if (IsAllReduce(position))
    {
        TakeResult(result, position, Clock().Now());
        return;
    }
    CountResult(result, Job()->oracle.IsExact(result)); // OnDone() says when the block is here
}

void
EsaCollectiveApp::DeliverForeign(const InaPacket& data, StreamPosition /* position */, uint16_t of)
{
    CountResult(data, Job()->oracle.IsExactOf(data, of));
}

void
EsaCollectiveApp::OnDone(const PositionRange& block)
{
    if (!IsAllReduce(block.begin))
    {
        NS_LOG_DEBUG("worker " << Worker() << " has done its part of the fragments " << block.begin
                               << " to " << block.end);
        OnResultsHere(block, Clock().Now());
    }
}

bool
EsaCollectiveApp::IsAllReduce(StreamPosition position) const
{
    return m_onlyAllReduce ||
           Job()->blocks.At(position).operation.kind == CollectiveKind::AllReduce;
}

uint32_t
EsaCollectiveApp::GetMaxOutstanding() const
{
    return 0;
}

uint64_t
EsaCollectiveApp::GetRepairsSent() const
{
    return m_flows ? m_flows->SentAgain() : 0;
}

} // namespace ns3::esa
