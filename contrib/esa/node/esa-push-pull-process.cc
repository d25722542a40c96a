// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-push-pull-process.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-host-sum.h"

#include <utility>

namespace ns3::esa
{

PushPullProcess::PushPullProcess() = default;
PushPullProcess::~PushPullProcess() = default;

void
PushPullProcess::Start(HostNode& host,
                       std::shared_ptr<const TrainingJob> job,
                       uint16_t endpoint,
                       const FlowSettings& settings)
{
    m_job = std::move(job);
    host.AddEndpoint(m_job->job, endpoint, *this);
    const HostSum* sum = m_job->system->Record().onHost.sum;
    ESA_ASSERT(sum && sum->makeServer, "the system has servers that sum");
    CollectiveOwner& owner = *this;
    m_server = sum->makeServer({m_job->job,
                                endpoint,
                                m_job->workers,
                                m_job->blocks,
                                m_job->oracle,
                                &m_job->summedRacks,
                                m_job->blocksInHosts.get(),
                                m_job->channels.get()},
                               owner);
    m_flows = std::make_shared<FlowEnd>(settings,
                                        FlowEnd::Address{m_job->job, endpoint, m_job->frameBytes},
                                        *m_server,
                                        m_sent);
    m_flows->Open(host);
}

void
PushPullProcess::Release()
{
    if (m_flows)
    {
        m_flows->Close();
        m_flows = nullptr;
    }
}

void
PushPullProcess::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    m_now = now;
    m_flows->OnPacket(fragment, now);
}

void
PushPullProcess::Send(uint16_t receiver, const PositionRange& range)
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
PushPullProcess::DeliverSums(const InaHeader& /* first */,
                             const PositionRange& /* range */,
                             const PartialSum* /* sums */,
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
