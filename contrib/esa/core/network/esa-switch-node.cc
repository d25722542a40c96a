// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-switch-node.h"

#include "ns3/esa-assert.h"
#include "ns3/esa-flow-packet.h"

#include <algorithm>
#include <utility>

namespace ns3::esa
{

void
JobPorts::Open() const
{
    const auto open = [](const std::vector<Port*>& some) {
        for (Port* const port : some)
        {
            if (port)
            {
                port->Open();
            }
        }
    };
    open(hosts);
    for (const TreePorts& tree : trees)
    {
        open(tree.workers);
        open({tree.parameterServer});
    }
    for (const EqualPorts& equal : equalPorts)
    {
        if (equal)
        {
            open(*equal);
        }
    }
}

void
SwitchNode::SetPipeline(std::unique_ptr<SwitchPipeline> pipeline, const FrameSizes& frameSizes)
{
    m_pipeline = std::move(pipeline);
    m_frameSizes = frameSizes;
}

void
SwitchNode::AddJob(uint16_t job, const JobPorts& ports)
{
    m_jobs.Set(job, ports);
    ports.Open();
    m_pipeline->SetGroups(job, ports.groups);
    if (m_agenda && ports.groups)
    {
        m_agenda->Prefetch(m_pipeline->Table());
    }
}

uint32_t
SwitchNode::RemoveJob(uint16_t job, Picoseconds now)
{
    if (!m_jobs.Has(job) || !m_jobs[job].groups)
    {
        return 0; // no aggregator can be its own, so a search is not needed
    }
    return m_pipeline->RemoveJob(job, now);
}

[[gnu::noinline]] Port*
SwitchNode::ChoosePort(const JobPorts& ports,
                       const std::vector<Port*>& equal,
                       const InaPacket& fragment) const
{
    const FlowPacket packet = FlowPacket::From(fragment);
    const std::size_t sender = ports.PlaceOf(packet.sender);
    if (sender >= ports.cards.size())
    {
        return nullptr;
    }
    const std::size_t card = ports.cards[sender];
    return equal[ChooseFlowPath(ports.flowPaths, packet, ports.salt, equal.size(), card)];
}

inline Port*
SwitchNode::PortOfReceiver(const JobPorts& ports, const InaPacket& packet) const
{
    const std::size_t place = ports.PlaceOf(FlowPacket::ReceiverOf(packet));
    if (ports.flowPaths != FlowPaths::Job && place < ports.equalPorts.size() &&
        ports.equalPorts[place])
    {
        if (Port* const chosen = ChoosePort(ports, *ports.equalPorts[place], packet))
        {
            return chosen;
        }
    }
    return place < ports.hosts.size() ? ports.hosts[place] : nullptr;
}

bool
SwitchNode::DecideOutside(const InaPacket& fragment, Decision& out) const
{
    const JobPorts* const ports = m_jobs.Find(fragment.job);
    if (!ports || !ports->groups)
    {
        out = {OutcomeWithout(fragment.job), Egress::Nowhere};
        return true;
    }
    if (ports->groups->Bypasses(fragment, m_pipeline->Rules()))
    {
        out = {Outcome::PassedBy, ports->groups->BypassEgress(fragment)};
        return true;
    }
    return false;
}

void
SwitchNode::ForwardFlow(InaPacket& packet, Picoseconds now)
{
    if (m_watcher)
    {
        m_watcher->OnArrived(packet);
    }
    const JobPorts* const job = m_jobs.Find(packet.job);
    Port* const port = job ? PortOfReceiver(*job, packet) : nullptr;
    if (packet.kind == PacketKind::Ack)
    {
        FlowPacket::CountSwitch(packet);
    }
    const Outcome outcome = port  ? Outcome::Flow
                            : job ? Outcome::Malformed
                                  : OutcomeWithout(packet.job);
    m_pipeline->CountOutside(outcome);
    if (m_watcher)
    {
        m_watcher->OnDecided({outcome, port ? Egress::ToEndpoint : Egress::Nowhere}, packet);
    }
    if (port)
    {
        port->Send(packet, now);
    }
}

void
SwitchNode::ReceiveFragment(InaPacket& fragment, Picoseconds now)
{
    IsFlowKind(fragment.kind) ? ForwardFlow(fragment, now) : ReceiveForSum(fragment, now);
}

[[gnu::noinline]] void
SwitchNode::ReceiveForSum(InaPacket& fragment, Picoseconds now)
{
    PassOnce(fragment, now);
    while (!m_recirculating.empty())
    {
        ESA_ASSERT(m_recirculating.size() <= kMaxRecirculating, "each is of another group");
        Recirculating next = std::move(m_recirculating.back());
        m_recirculating.pop_back();
        if (next.isHere)
        {
            PassOnce(next.packet, now);
            continue;
        }
        const JobPorts& members = m_jobs[next.packet.job];
        SendToWorker(members, RoleOf(members, next.packet), next.packet, next.worker, false, now);
    }
}

inline void
SwitchNode::PassOnce(InaPacket& fragment, Picoseconds now)
{
    if (m_watcher)
    {
        m_watcher->OnArrived(fragment);
    }
    Decision decision{};
    const bool isOutside = DecideOutside(fragment, decision);
    if (isOutside)
    {
        m_pipeline->CountOutside(decision.outcome);
    }
    else
    {
        decision = m_pipeline->Process(fragment, now);
    }
    if (m_watcher)
    {
        m_watcher->OnDecided(decision, fragment);
    }
    if (decision.egress == Egress::Nowhere)
    {
        return;
    }
    if (!isOutside)
    {
        fragment.frameBytes = m_frameSizes.Bytes(fragment);
    }
    SendOn(fragment, decision.egress, now);
}

void
SwitchNode::SendOn(InaPacket& fragment, Egress egress, Picoseconds now)
{
    ESA_ASSERT(egress == Egress::Nowhere || HasJob(fragment.job),
               "what leaves an aggregator is of a job that was added");
    switch (egress)
    {
    case Egress::Nowhere:
        return;
    case Egress::ToWorkers:
        Multicast(fragment, now);
        return;
    case Egress::ToWorker: {
        const JobPorts& members = m_jobs[fragment.job];
        SendToWorker(members,
                     RoleOf(members, fragment),
                     fragment,
                     fragment.worker,
                     fragment.kind == PacketKind::Forward,
                     now);
        return;
    }
    case Egress::ToParameterServer:
        if (Port* const port = m_jobs[fragment.job].OfTask(fragment.seq).parameterServer)
        {
            port->Send(fragment, now);
            return;
        }
        Drop(fragment);
        return;
    case Egress::ToEndpoint:
        ESA_ASSERT(false, "packets of flows do not enter the pipeline");
        return;
    case Egress::Recirculate:
        m_recirculating.push_back({std::move(fragment), kAllWorkers, true});
        return;
    }
}

void
SwitchNode::Multicast(const InaPacket& fragment, Picoseconds now)
{
    const JobPorts& members = m_jobs[fragment.job];
    const GroupTable& groups = *members.groups;
    const TaskRole role = RoleOf(members, fragment);
    const std::size_t before = m_recirculating.size();
    groups.ForEachMember(
        fragment,
        [&](uint16_t worker) { SendToWorker(members, role, fragment, worker, true, now); },
        [&](InaPacket& copy, const GroupTable::Row& below) {
            const bool isHere = groups.IsHere(below);
            if (!isHere && m_recirculating.size() == before)
            {
                SendToWorker(members, role, copy, below.wireName, false, now);
                return;
            }
            m_recirculating.push_back({std::move(copy), below.wireName, isHere});
        });
    // The first member comes next, and what goes down from it before the second one.
    std::reverse(m_recirculating.begin() + static_cast<std::ptrdiff_t>(before),
                 m_recirculating.end());
}

bool
SwitchNode::LeavesWithoutSum(const TaskRole& role,
                             uint16_t worker,
                             const std::vector<Port*>& ports,
                             bool isForOne)
{
    if (role.IsOfRoot())
    {
        return isForOne && worker == role.root;
    }
    return role.kind == TaskRole::Kind::Reduce && worker != role.root &&
           ports[worker] != ports[role.root];
}

TaskRole
SwitchNode::RoleOf(const JobPorts& members, const InaPacket& packet)
{
    return IsResultKind(packet.kind) ? members.groups->Plan().RoleOf(packet.seq) : TaskRole{};
}

void
SwitchNode::SendToWorker(const JobPorts& members,
                         const TaskRole& role,
                         const InaPacket& fragment,
                         uint16_t worker,
                         bool isForOne,
                         Picoseconds now) const
{
    const std::vector<Port*>& ports = members.OfTask(fragment.seq).workers;
    if (worker >= ports.size() || !ports[worker])
    {
        Drop(fragment);
        return;
    }
    if (LeavesWithoutSum(role, worker, ports, isForOne))
    {
        InaPacket done;
        static_cast<InaHeader&>(done) = fragment;
        done.frameBytes = m_frameSizes.Bytes(done);
        ports[worker]->Send(done, worker, now);
        return;
    }
    ports[worker]->Send(fragment, worker, now);
}

void
SwitchNode::Drop(const InaPacket& fragment) const
{
    if (m_watcher)
    {
        m_watcher->OnUnreachable(fragment);
    }
}

} // namespace ns3::esa
