// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-collective-process.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-host-sum.h"

#include <utility>

namespace ns3::esa
{

CollectiveProcess::CollectiveProcess(std::shared_ptr<const TrainingJob> job,
                                     uint16_t worker,
                                     std::shared_ptr<const HostSettings> settings)
    : TrainingProcess(std::move(job), worker),
      m_settings(std::move(settings))
{
}

CollectiveProcess::~CollectiveProcess() = default;

void
CollectiveProcess::Start(HostNode& host, Picoseconds now)
{
    Attach(host);
    const TrainingJob& job = *Job();
    const HostSum* sum = job.system->Record().onHost.sum;
    ESA_ASSERT(sum, "hosts sum");
    CollectiveOwner& owner = *this;
    m_collective = sum->makeWorker({job.job,
                                    Worker(),
                                    job.workers,
                                    job.blocks,
                                    job.oracle,
                                    job.channels.get(),
                                    job.servers.get()},
                                   owner);
    m_flows = std::make_shared<FlowEnd>(*m_settings,
                                        FlowEnd::Address{job.job, Worker(), job.frameBytes},
                                        *m_collective,
                                        GetHooks().send);
    m_flows->Open(host);
    m_now = now;
    BeginTraining(now);
}

void
CollectiveProcess::Release()
{
    if (m_flows)
    {
        m_repairsOfClosed = m_flows->SentAgain();
        m_flows->Close();
        m_flows = nullptr;
        m_collective = nullptr;
    }
    TrainingProcess::Release();
}

void
CollectiveProcess::Offer(const PositionRange& fragments, Picoseconds now)
{
    const Picoseconds wait = Job()->times.call;
    if (wait.count() == 0)
    {
        Begin(fragments, now);
        return;
    }
    HostAgenda().Plan(now + wait, [this, fragments] { Begin(fragments, HostAgenda().Now()); });
}

void
CollectiveProcess::Begin(const PositionRange& fragments, Picoseconds now)
{
    if (Postpones([this, fragments](Picoseconds at) { Begin(fragments, at); }) || !m_collective)
    {
        return;
    }
    m_now = now;
    m_collective->OnReady(fragments);
}

void
CollectiveProcess::Send(FlowConnection receiver, const PositionRange& range)
{
    const bool isStep = receiver.number != kClearConnection;
    m_flows->Send(receiver,
                  range,
                  m_now,
                  isStep ? Job()->StepTime(Worker(), receiver.endpoint) : Picoseconds(0));
}

void
CollectiveProcess::ReceiveFragment(InaPacket& packet, Picoseconds now)
{
    if (Postpones(packet))
    {
        return;
    }
    // Other workers may need what this one passes on, also after the end of its training.
    m_now = now;
    m_flows->OnPacket(packet, now);
}

void
CollectiveProcess::Deliver(const InaPacket& result, StreamPosition position, CollectiveKind kind)
{
    CountResult(result, Job()->oracle.IsExact(result), m_now);
    if (kind == CollectiveKind::AllReduce) // of others, OnDone() is called when the block is here
    {
        OnResultHere(position, m_now);
    }
}

void
CollectiveProcess::DeliverForeign(const InaPacket& data, StreamPosition /* position */, uint16_t of)
{
    CountResult(data, Job()->oracle.IsExactOf(data, of), m_now);
}

void
CollectiveProcess::OnDone(const PositionRange& block)
{
    if (Job()->blocks.At(block.begin).operation.kind != CollectiveKind::AllReduce)
    {
        OnResultsHere(block, m_now);
    }
}

uint64_t
CollectiveProcess::RepairsSent() const
{
    return m_flows ? m_flows->SentAgain() : m_repairsOfClosed;
}

PushPullProcess::PushPullProcess(std::shared_ptr<const TrainingJob> job,
                                 uint16_t endpoint,
                                 std::shared_ptr<const HostSettings> settings)
    : HostProcess(std::move(job)),
      m_settings(std::move(settings)),
      m_endpoint(endpoint)
{
}

PushPullProcess::~PushPullProcess() = default;

[[gnu::cold]] std::string
PushPullProcess::Describe() const
{
    return "server " + std::to_string(m_endpoint) + " of job " + std::to_string(Job()->job);
}

void
PushPullProcess::Start(HostNode& host, Picoseconds /* now */)
{
    const TrainingJob& job = *Job();
    host.AddEndpoint(job.job, m_endpoint, *this);
    const HostSum* sum = job.system->Record().onHost.sum;
    ESA_ASSERT(sum && sum->makeServer, "the system has servers that sum");
    CollectiveOwner& owner = *this;
    m_server = sum->makeServer({job.job, m_endpoint, job.workers, job.blocks, job.oracle}, owner);
    m_flows = std::make_shared<FlowEnd>(*m_settings,
                                        FlowEnd::Address{job.job, m_endpoint, job.frameBytes},
                                        *m_server,
                                        m_hooks.send);
    m_flows->Open(host);
}

void
PushPullProcess::Release()
{
    HostProcess::Release();
    if (m_flows)
    {
        m_flows->Close();
        m_flows = nullptr;
        m_server = nullptr;
    }
}

void
PushPullProcess::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    m_now = now;
    m_flows->OnPacket(fragment, now);
}

void
PushPullProcess::Send(FlowConnection receiver, const PositionRange& range)
{
    m_flows->Send(receiver, range, m_now);
}

void
PushPullProcess::Deliver(const InaPacket& /* result */,
                         StreamPosition /* position */,
                         CollectiveKind /* kind */)
{
    ESA_ASSERT(false, "a server gets no results");
}

void
PushPullProcess::DeliverForeign(const InaPacket& /* data */,
                                StreamPosition /* position */,
                                uint16_t /* of */)
{
    ESA_ASSERT(false, "a server takes part in all-reduce only");
}

void
PushPullProcess::OnDone(const PositionRange& /* block */)
{
    ESA_ASSERT(false, "a server has no part of its own in a block");
}

} // namespace ns3::esa
