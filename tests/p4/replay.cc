// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "p4/replay.h"

#include "p4/frame.h"

#include <algorithm>
#include <bitset>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

/// In place of a worker's number: one that no job has.
constexpr uint16_t kNobody = kAllWorkers - 1;

/// @return frames as text, for a message
std::string
Show(const std::vector<PortFrame>& frames)
{
    std::ostringstream text;
    for (const auto& [port, frame] : frames)
    {
        text << "\n    port " << port << ", " << frame.size() << " bytes:" << std::hex
             << std::setfill('0');
        for (std::size_t i = 0; i < frame.size(); ++i)
        {
            text << (i == 14 || i == 34 || i == 58 ? " " : "") << std::setw(2) << +frame[i];
        }
        text << std::dec;
    }
    return text.str();
}

/// @return what differs between the outcomes and registers; empty if nothing does
std::string
CompareEnd(const P4Replay& replay, const TracedSequence& sequence)
{
    std::ostringstream text;
    for (std::size_t i = 0; i < kTracedOutcomes; ++i)
    {
        const Outcome outcome = TracedOutcome(i);
        if (i >= sequence.counts.size() || replay.Count(outcome) != sequence.counts[i])
        {
            text << "\n  packets " << OutcomeName(outcome) << ": " << replay.Count(outcome);
        }
    }
    for (uint32_t index = 0; index < sequence.aggregators.size(); ++index)
    {
        const TracedAggregator registers = replay.Registers(index);
        const TracedAggregator& recorded = sequence.aggregators[index];
        for (std::size_t i = 0; i < registers.fields.size(); ++i)
        {
            if (registers.fields[i] != recorded.fields[i])
            {
                text << "\n  aggregator " << index << " field " << i << ": in P4 "
                     << recorded.fields[i] << ", in C++ " << registers.fields[i];
            }
        }
        if (registers.values != recorded.values)
        {
            text << "\n  aggregator " << index << ": other values";
        }
    }
    return text.str();
}

} // namespace

P4Replay::P4Replay(const P4Trace& trace, const TracedSequence& sequence)
    : m_trace(trace),
      m_rig(sequence.system, trace.aggregators),
      m_format(m_rig.system.Record().onHost.frame)
{
    if (sequence.staleAgeUs)
    {
        m_rig.pipeline.SetStaleAge(
            Picoseconds(1000000 * static_cast<int64_t>(*sequence.staleAgeUs)));
    }
    for (const TracedTree& tree : trace.trees)
    {
        const auto groups =
            tree.groups
                ? tree.groups
                : std::make_shared<const GroupTable>(RacksOf(tree, trace.aggregators), tree.rack);
        m_rig.pipeline.SetGroups(tree.job, groups);
        m_trees.emplace(tree.job, TreeJob{tree, groups});
    }
}

const TracedJob*
P4Replay::FindJob(uint16_t job) const
{
    const auto found = std::find_if(m_trace.jobs.begin(), m_trace.jobs.end(), [&](const auto& j) {
        return j.job == job;
    });
    return found == m_trace.jobs.end() ? nullptr : &*found;
}

const P4Replay::TreeJob*
P4Replay::FindTree(uint16_t job) const
{
    const auto found = m_trees.find(job);
    return found == m_trees.end() ? nullptr : &found->second;
}

std::vector<SentPacket>
P4Replay::Forward(const Frame& frame) const
{
    if (frame.size() >= 14)
    {
        for (const TracedHost& host : m_trace.hosts)
        {
            if (std::equal(host.address.begin(), host.address.end(), frame.begin()))
            {
                return {{InaPacket{}, {host.port, frame}}};
            }
        }
    }
    return {};
}

std::optional<InaPacket>
P4Replay::Decode(const Frame& frame) const
{
    auto fragment = DecodeFrame(frame, m_format);
    if (!fragment)
    {
        return std::nullopt;
    }
    if (m_format == FrameFormat::SwitchMl)
    {
        // the switch's table has the fields that the header lacks
        if (const TracedJob* job = FindJob(fragment->job))
        {
            fragment->fanIn = static_cast<uint8_t>(job->ports.size());
            fragment->bitmap = fragment->worker < 32 ? uint32_t{1} << fragment->worker : 0;
        }
        return fragment;
    }
    const TreeJob* tree = FindTree(fragment->job);
    if (!tree)
    {
        return fragment->group == 0 ? fragment : std::nullopt;
    }
    // The simulator's packets name the switch of their group by a worker. Here the table does, if
    // that switch is below this one. Otherwise a result is for the worker that it names, whose
    // rack's switch does not sum, and a reminder has no way to its group.
    const auto below = tree->traced.below.find(fragment->group);
    const bool isBelow = below != tree->traced.below.end();
    if (isBelow && fragment->kind == PacketKind::Result)
    {
        fragment->worker = below->second;
    }
    if (fragment->kind == PacketKind::Reminder)
    {
        fragment->worker = isBelow ? below->second : kNobody;
    }
    return fragment;
}

// How a packet goes through the switch, as EsaSwitch sends it (core/network/esa-switch-node.cc)

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
    return out;
}

void
P4Replay::Receive(const Frame& came, InaPacket fragment, std::vector<SentPacket>& out)
{
    static const GroupTable oneGroup(AggregationPlan(2), SwitchId{});
    const TreeJob* tree = FindTree(fragment.job);
    if (!tree && !FindJob(fragment.job))
    {
        m_rig.pipeline.CountOutside(Outcome::UnknownJob);
        return;
    }
    const GroupTable& groups = tree ? *tree->groups : oneGroup;
    Decision decision{};
    if (groups.Bypasses(fragment, m_rig.pipeline.Rules()))
    {
        m_rig.pipeline.CountOutside(Outcome::PassedBy);
        decision = {Outcome::PassedBy, groups.BypassEgress(fragment)};
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
        if (worker < tree.traced.ports.size() && tree.traced.ports[worker] != 0)
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
        const GroupTable& groups = *tree.groups;
        groups.ForEachMember(
            fragment,
            [&](uint16_t worker) { sendToWorker(fragment, worker); },
            [&](const InaPacket& copy, const GroupTable::Row& below) {
                groups.IsHere(below) ? enterAgain(copy) : sendToWorker(copy, below.wireName);
            });
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
    const auto sendToWorker = [&](uint16_t worker) {
        if (worker < job->ports.size() && job->ports[worker] != 0)
        {
            send(worker, job->ports[worker]);
        }
    };
    switch (decision.egress)
    {
    case Egress::Nowhere:
        break;
    case Egress::ToParameterServer:
        send(fragment.worker, job->psPort);
        break;
    case Egress::ToWorker:
        sendToWorker(fragment.worker);
        break;
    case Egress::ToWorkers:
        for (uint16_t worker = 0; worker < job->ports.size(); ++worker)
        {
            sendToWorker(worker);
        }
        break;
    case Egress::ToEndpoint: // of flows, which the pipeline does not see
        throw std::logic_error("the pipeline processed a packet of a flow");
    case Egress::Recirculate: // of groups, which the job does not have
        throw std::logic_error("the pipeline processed a packet of a group");
    }
}

const TracedPacket*
P4Replay::Take(const TracedStep& step)
{
    if (const auto* pause = std::get_if<TracedPause>(&step))
    {
        m_now += Picoseconds(1000000 * static_cast<int64_t>(pause->us));
    }
    else if (const auto* removal = std::get_if<TracedRemoval>(&step))
    {
        m_rig.pipeline.RemoveJob(removal->job, m_now);
    }
    return std::get_if<TracedPacket>(&step);
}

uint64_t
P4Replay::Count(Outcome outcome) const
{
    return m_rig.pipeline.Count(outcome) + (outcome == Outcome::Malformed ? m_undecodable : 0);
}

TracedAggregator
P4Replay::Registers(uint32_t index) const
{
    const Aggregator& aggregator = m_rig.pipeline.Table().At(index);
    TracedAggregator registers{};
    auto& fields = registers.fields;
    fields[TracedAggregator::Bitmap] = aggregator.bitmap;
    fields[TracedAggregator::Counter] =
        static_cast<uint32_t>(std::bitset<32>(aggregator.bitmap).count());
    fields[TracedAggregator::Seq] = aggregator.seq;
    fields[TracedAggregator::Job] = aggregator.job;
    fields[TracedAggregator::FanIn] = aggregator.fanIn;
    fields[TracedAggregator::Priority] = aggregator.priority;
    fields[TracedAggregator::State] = static_cast<uint32_t>(aggregator.State());
    fields[TracedAggregator::Ecn] = aggregator.ecn;
    fields[TracedAggregator::Group] = aggregator.group;
    if (aggregator.sum.values)
    {
        registers.values = aggregator.sum.values.Values();
    }
    return registers;
}

std::string
FindDifference(const P4Trace& trace, const TracedSequence& sequence)
{
    P4Replay replay(trace, sequence);
    int number = 0;
    for (const TracedStep& step : sequence.steps)
    {
        const TracedPacket* const packet = replay.Take(step);
        if (!packet)
        {
            continue;
        }
        ++number;
        std::vector<PortFrame> out;
        for (const SentPacket& sent : replay.Send(packet->in))
        {
            out.push_back(sent.frame);
        }
        std::sort(out.begin(), out.end()); // as the recording has them
        if (out != packet->out)
        {
            return "packet " + std::to_string(number) + " of the sequence" +
                   Show({{0, packet->in}}) + "\n  goes out of P4 as" + Show(packet->out) +
                   "\n  and of C++ as" + Show(out);
        }
    }
    if (sequence.aggregators.size() != trace.aggregators)
    {
        return "the recording lacks aggregators";
    }
    return CompareEnd(replay, sequence);
}

} // namespace ns3::esa
