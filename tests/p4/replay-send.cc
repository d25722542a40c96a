// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// How a packet goes through the switch, as EsaSwitch sends it (core/network/esa-switch-node.cc).

#include "p4/frame.h"
#include "p4/replay.h"

#include <algorithm>
#include <stdexcept>

namespace ns3::esa
{

std::vector<SentPacket>
P4Replay::Send(const Frame& frame)
{
    if (!CarriesFragment(frame, m_format))
    {
        return Forward(frame);
    }
    const auto fragment = Decode(frame);
    if (!fragment)
    {
        ++m_undecodable;
        return {};
    }
    std::vector<SentPacket> out;
    Receive(frame, *fragment, out);
    // as the recording has them
    std::stable_sort(out.begin(), out.end(), [](const SentPacket& a, const SentPacket& b) {
        return a.frame < b.frame;
    });
    return out;
}

void
P4Replay::Receive(const Frame& came, InaPacket fragment, std::vector<SentPacket>& out)
{
    static const JobForwarding oneGroup(JobRacks(2), SwitchId{});
    const TreeJob* tree = FindTree(fragment.job);
    const JobForwarding& forwarding = tree ? tree->forwarding : oneGroup;
    Decision decision{};
    if (forwarding.Bypasses(fragment, m_rig.pipeline.Rules()))
    {
        m_rig.pipeline.CountOutside(Outcome::PassedBy);
        decision = {Outcome::PassedBy, forwarding.BypassEgress(fragment)};
    }
    else
    {
        decision = m_rig.pipeline.Process(fragment, m_now);
    }
    if (FindTree(fragment.job))
    {
        SendInTree(came, fragment, decision, out);
    }
    else
    {
        SendToMembers(came, fragment, decision, out);
    }
}

void
P4Replay::SendInTree(const Frame& came,
                     const InaPacket& fragment,
                     const Decision& decision,
                     std::vector<SentPacket>& out)
{
    const TreeJob& tree = *FindTree(fragment.job);
    const auto send = [&](InaPacket copy, uint16_t worker, uint32_t port) {
        copy.worker = worker;
        out.push_back({copy, {port, EncodeFrame(came, copy, decision, m_format, port)}});
    };
    const auto sendToWorker = [&](const InaPacket& copy, uint16_t worker) {
        if (worker < tree.traced.ports.size())
        {
            send(copy, worker, tree.traced.ports[worker]);
        }
    };
    const auto enterAgain = [&](const InaPacket& copy) {
        Receive(EncodeFrame(came, copy, decision, m_format, 0), copy, out);
    };
    switch (decision.egress)
    {
    case Egress::Nowhere:
        break;
    case Egress::ToParameterServer:
        send(fragment, fragment.worker, tree.traced.psPort);
        break;
    case Egress::ToWorker:
        sendToWorker(fragment, fragment.worker);
        break;
    case Egress::ToWorkers: {
        const GroupTable& groups = *tree.forwarding.Groups();
        const GroupTable::Entry* entry = groups.Find(fragment.group, fragment.seq);
        for (const uint16_t worker : entry->workers)
        {
            sendToWorker(fragment, worker);
        }
        for (const GroupTable::Step& step : entry->down)
        {
            InaPacket copy = fragment;
            groups.Take(step, copy);
            if (step.isHere)
            {
                enterAgain(copy);
            }
            else
            {
                sendToWorker(copy, step.wireName);
            }
        }
        break;
    }
    case Egress::Recirculate:
        enterAgain(fragment);
        break;
    case Egress::ToEndpoint: // of flows, which the pipeline does not see
        throw std::logic_error("the pipeline processed a packet of a flow");
    }
}

void
P4Replay::SendToMembers(const Frame& came,
                        const InaPacket& fragment,
                        const Decision& decision,
                        std::vector<SentPacket>& out) const
{
    const TracedJob* job = FindJob(fragment.job);
    const auto send = [&](uint16_t worker, uint32_t port) {
        InaPacket copy = fragment;
        copy.worker = worker;
        out.push_back({copy, {port, EncodeFrame(came, copy, decision, m_format, port)}});
    };
    if (!job)
    {
        return;
    }
    switch (decision.egress)
    {
    case Egress::Nowhere:
        break;
    case Egress::ToParameterServer:
        send(fragment.worker, job->psPort);
        break;
    case Egress::ToWorker:
        if (fragment.worker < job->workers)
        {
            send(fragment.worker, 1U + fragment.worker);
        }
        break;
    case Egress::ToWorkers:
        for (uint16_t worker = 0; worker < job->workers; ++worker)
        {
            send(worker, 1U + worker);
        }
        break;
    case Egress::ToEndpoint: // of flows, which the pipeline does not see
        throw std::logic_error("the pipeline processed a packet of a flow");
    case Egress::Recirculate: // of groups, which the job does not have
        throw std::logic_error("the pipeline processed a packet of a group");
    }
}

} // namespace ns3::esa
