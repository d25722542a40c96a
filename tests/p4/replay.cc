/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p4/replay.h"

#include "p4/frame.h"

#include "ns3/esa-aggregation-level.h"

#include <algorithm>
#include <bitset>
#include <iomanip>
#include <sstream>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

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
    for (std::size_t i = 0; i < kPipelineOutcomes; ++i)
    {
        const auto outcome = static_cast<Outcome>(i);
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
}

const TracedJob*
P4Replay::FindJob(uint16_t job) const
{
    const auto found = std::find_if(m_trace.jobs.begin(), m_trace.jobs.end(), [&](const auto& j) {
        return j.job == job;
    });
    return found == m_trace.jobs.end() ? nullptr : &*found;
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
                return {{Fragment{}, {host.port, frame}}};
            }
        }
    }
    return {};
}

std::optional<Fragment>
P4Replay::Decode(const Frame& frame) const
{
    auto fragment = DecodeFrame(frame, m_format);
    if (!fragment || m_format != FrameFormat::SwitchMl)
    {
        return fragment;
    }
    // the switch's table has the fields that the header lacks
    if (const TracedJob* job = FindJob(fragment->job))
    {
        fragment->fanIn0 = static_cast<uint8_t>(job->workers);
        fragment->bitmap0 = fragment->worker < 32 ? uint32_t{1} << fragment->worker : 0;
    }
    return fragment;
}

std::vector<SentPacket>
P4Replay::Send(const Frame& frame)
{
    if (!CarriesFragment(frame, m_format))
    {
        return Forward(frame);
    }
    auto fragment = Decode(frame);
    if (!fragment)
    {
        ++m_undecodable;
        return {};
    }
    const Decision decision = m_rig.pipeline.Process(*fragment, m_now);
    const TracedJob* job = FindJob(fragment->job);
    std::vector<SentPacket> out;
    const auto send = [&](uint16_t worker, uint32_t port) {
        Fragment copy = *fragment;
        copy.worker = worker;
        out.push_back({copy, {port, EncodeFrame(frame, copy, decision, m_format, port)}});
    };
    if (!job)
    {
        return {};
    }
    switch (decision.egress)
    {
    case Egress::Nowhere:
        break;
    case Egress::ToParameterServer:
        send(fragment->worker, job->psPort);
        break;
    case Egress::ToWorker:
        if (fragment->worker < job->workers)
        {
            send(fragment->worker, 1U + fragment->worker);
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
    case Egress::Again: // of groups, which the recorded jobs do not have
        throw std::logic_error("the pipeline processed a packet of a group");
    }
    return out;
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
    fields[TracedAggregator::Bitmap0] = aggregator.bitmap0;
    fields[TracedAggregator::Bitmap1] = aggregator.bitmap1;
    fields[TracedAggregator::Counter] =
        static_cast<uint32_t>(std::bitset<32>(LevelBitmap(aggregator)).count());
    fields[TracedAggregator::Seq] = aggregator.seq;
    fields[TracedAggregator::Job] = aggregator.job;
    fields[TracedAggregator::FanIn0] = aggregator.fanIn0;
    fields[TracedAggregator::FanIn1] = aggregator.fanIn1;
    fields[TracedAggregator::Priority] = aggregator.priority;
    fields[TracedAggregator::State] = static_cast<uint32_t>(aggregator.State());
    fields[TracedAggregator::Ecn] = aggregator.ecn;
    fields[TracedAggregator::SecondLevel] = aggregator.secondLevel;
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
    for (const auto& step : sequence.steps)
    {
        if (const auto* pause = std::get_if<TracedPause>(&step))
        {
            replay.Wait(pause->us);
            continue;
        }
        if (const auto* removal = std::get_if<TracedRemoval>(&step))
        {
            replay.Remove(removal->job);
            continue;
        }
        ++number;
        const auto& packet = std::get<TracedPacket>(step);
        std::vector<PortFrame> out;
        for (const SentPacket& sent : replay.Send(packet.in))
        {
            out.push_back(sent.frame);
        }
        if (out != packet.out)
        {
            return "packet " + std::to_string(number) + " of the sequence" +
                   Show({{0, packet.in}}) + "\n  goes out of P4 as" + Show(packet.out) +
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
