/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// The way of a fragment through the switch. The attributes, and what is made from them, are in
// esa-switch-attributes.cc.

#include "esa-switch.h"

#include "ns3/abort.h"
#include "ns3/assert.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-ina-packet-text.h"
#include "ns3/node.h"

namespace ns3::esa
{
namespace
{

/// Each Egress in words, for logs.
constexpr std::array<const char*, 6> kWays{"stays here",
                                           "goes to the PS",
                                           "goes to all workers",
                                           "goes to its worker",
                                           "goes to the receiver of its flow",
                                           "goes to the group above, which is here"};

} // namespace

LogComponent EsaSwitch::g_log("EsaSwitch", __FILE__);

void
EsaSwitch::DoInitialize()
{
    Prepare();
    Object::DoInitialize();
}

void
EsaSwitch::DoDispose()
{
    m_ports.clear();
    m_jobs.clear();
    m_frames.Clear();
    Object::DoDispose();
}

void
EsaSwitch::AddPort(Ptr<EsaNetDevice> port)
{
    port->SetFragmentSink(this);
    port->SetForwarder(this);
    m_ports.push_back(port);
    m_frames.AddPort(port);
}

void
EsaSwitch::AddJob(uint16_t job, const JobPorts& ports)
{
    NS_LOG_FUNCTION(this << job);
    NS_ABORT_MSG_IF(ports.workers.empty(), "EsaSwitch: job " << job << " has no workers");
    NS_LOG_INFO("job " << job << " has " << ports.workers.size() << " workers");
    if (job >= m_jobs.size())
    {
        m_jobs.resize(job + 1);
    }
    m_jobs[job] = ports;
    Prepare();
    m_pipeline->SetGroups(job, ports.forwarding.Groups());
}

EsaNetDevice*
EsaSwitch::PortOfReceiver(const InaPacket& fragment) const
{
    const JobPorts& ports = m_jobs[fragment.job];
    const FlowPacket packet = FlowPacket::From(fragment);
    const auto placeOf = [&ports](uint16_t endpoint) {
        return endpoint == kDedicatedServer ? ports.hosts.size() : WorkerAt(endpoint);
    };
    const std::size_t place = placeOf(packet.receiver);
    const std::size_t sender = placeOf(packet.sender);
    if (place < ports.equalPorts.size() && ports.equalPorts[place] && sender < ports.cards.size())
    {
        const auto& equal = *ports.equalPorts[place];
        return PeekPointer(equal[ChooseFlowPath(
            ports.flowPaths,
            packet,
            equal.front()->GetNode()->GetId(),
            equal.size(),
            ports.cards[sender],
            [&equal](std::size_t port) { return equal[port]->GetQueuedBytes(); })]);
    }
    if (packet.receiver == kDedicatedServer)
    {
        return PeekPointer(ports.parameterServer);
    }
    return place < ports.hosts.size() ? PeekPointer(ports.hosts[place]) : nullptr;
}

bool
EsaSwitch::DecideOutside(const InaPacket& fragment, Decision& out) const
{
    if (!HasJob(fragment.job))
    {
        out = {Outcome::UnknownJob, Egress::Nowhere};
        return true;
    }
    const JobPorts& ports = m_jobs[fragment.job];
    if (ports.hasLeft)
    {
        out = {Outcome::JobLeft, Egress::Nowhere};
        return true;
    }
    if (IsFlowKind(fragment.kind))
    {
        out = PortOfReceiver(fragment) ? Decision{Outcome::Flow, Egress::ToEndpoint}
                                       : Decision{Outcome::Malformed, Egress::Nowhere};
        return true;
    }
    if (!ports.forwarding.Groups())
    {
        out = {Outcome::UnknownJob, Egress::Nowhere};
        return true;
    }
    if (ports.forwarding.Bypasses(fragment, m_pipeline->Rules()))
    {
        out = {Outcome::PassedBy, ports.forwarding.BypassEgress(fragment)};
        return true;
    }
    return false;
}

void
EsaSwitch::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    NS_LOG_FUNCTION(this << fragment.job << fragment.seq);
    NS_LOG_LOGIC("a " << fragment << " arrives");
    Decision decision{};
    const bool isOutside = DecideOutside(fragment, decision);
    if (isOutside)
    {
        if (fragment.kind == PacketKind::Ack)
        {
            FlowPacket::CountSwitch(fragment);
        }
        m_pipeline->CountOutside(decision.outcome);
    }
    else
    {
        decision = m_pipeline->Process(fragment, now);
    }
    NS_LOG_DEBUG(OutcomeName(decision.outcome) << ": the " << fragment << " "
                                               << kWays[static_cast<std::size_t>(decision.egress)]);
    (this->*kTraces[static_cast<std::size_t>(decision.outcome)])(fragment);
    if (!isOutside)
    {
        fragment.frameBytes = m_frameSizes.Bytes(fragment);
    }
    SendOn(fragment, decision.egress, now);
}

void
EsaSwitch::SendOn(InaPacket& fragment, Egress egress, Picoseconds now)
{
    NS_ASSERT_MSG(egress == Egress::Nowhere || HasJob(fragment.job),
                  "what leaves an aggregator is of a job that the switch knows");
    switch (egress)
    {
    case Egress::Nowhere:
        return;
    case Egress::ToWorkers:
        Multicast(fragment, now);
        return;
    case Egress::ToWorker:
        SendToWorker(fragment, fragment.worker, now);
        return;
    case Egress::ToParameterServer:
        if (const auto& port = m_jobs[fragment.job].ServerOf(fragment.seq))
        {
            port->SendFragment(fragment, now);
            return;
        }
        NS_LOG_WARN("job " << fragment.job << " has no PS: the packet is dropped");
        return;
    case Egress::ToEndpoint:
        PortOfReceiver(fragment)->SendFragment(fragment, now);
        return;
    case Egress::Recirculate:
        ReceiveFragment(fragment, now); // on hardware the packet is recirculated
        return;
    }
}

void
EsaSwitch::RemoveJob(uint16_t job)
{
    NS_LOG_FUNCTION(this << job);
    if (job >= m_jobs.size() || !m_jobs[job].forwarding.Groups())
    {
        return; // no aggregator can be its own, so a search is not needed
    }
    Prepare();
    [[maybe_unused]] const uint32_t freed = m_pipeline->RemoveJob(job, m_clock.Now());
    NS_LOG_INFO("job " << job << " leaves, " << freed << " aggregators are freed");
}

void
EsaSwitch::Forget()
{
    NS_LOG_FUNCTION(this);
    Prepare();
    m_pipeline->Forget(m_clock.Now());
}

void
EsaSwitch::CloseJob(uint16_t job)
{
    NS_ASSERT_MSG(HasJob(job), "a job that leaves was added before");
    RemoveJob(job);
    m_jobs[job].hasLeft = true;
}

void
EsaSwitch::Multicast(const InaPacket& fragment, Picoseconds now)
{
    const GroupTable& groups = *m_jobs[fragment.job].forwarding.Groups();
    const GroupTable::Entry* entry = groups.Find(fragment.group, fragment.seq);
    NS_ASSERT_MSG(entry, "a switch sends results to its own groups only");
    for (const uint16_t worker : entry->workers)
    {
        InaPacket copy = fragment;
        SendToWorker(copy, worker, now);
    }
    for (const GroupTable::Step& step : entry->down)
    {
        InaPacket copy = fragment;
        groups.Take(step, copy);
        if (step.isHere)
        {
            ReceiveFragment(copy, now); // on hardware the copy is recirculated
            continue;
        }
        SendToWorker(copy, step.wireName, now);
    }
}

void
EsaSwitch::StripSum(InaPacket& fragment, uint16_t worker, const JobPorts& members) const
{
    const auto& ports = members.WorkersOf(fragment.seq);
    const bool leadsToReceiver =
        worker == *members.onlyReceiver || ports[worker] == ports[*members.onlyReceiver];
    if (!leadsToReceiver &&
        (fragment.kind == PacketKind::Result || fragment.kind == PacketKind::Forward))
    {
        fragment.sum = GradientSum{};
        fragment.frameBytes = m_frameSizes.Bytes(fragment);
    }
}

void
EsaSwitch::SendToWorker(InaPacket& fragment, uint16_t worker, Picoseconds now)
{
    const JobPorts& members = m_jobs[fragment.job];
    const auto& ports = members.hasTrees ? members.WorkersOf(fragment.seq) : members.workers;
    if (worker < ports.size() && ports[worker])
    {
        fragment.worker = worker;
        NS_LOG_LOGIC("a copy leaves towards worker " << worker);
        if (members.onlyReceiver)
        {
            StripSum(fragment, worker, members);
        }
        ports[worker]->SendFragment(fragment, now);
        return;
    }
    NS_LOG_WARN("there is no way to worker " << worker << " from here: the packet is dropped");
}

void
EsaSwitch::ForwardFrame(Ptr<Packet> frame, EsaNetDevice& from)
{
    m_frames.Forward(frame, from);
}

} // namespace ns3::esa
