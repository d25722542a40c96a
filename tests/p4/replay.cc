/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

#include "p4/replay.h"

#include "ns3/esa-aggregation-level.h"
#include "ns3/esa-byte-order.h"
#include "ns3/esa-frame-builder.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/mac48-address.h"
#include "ns3/packet.h"

#include <algorithm>
#include <bitset>
#include <gtest/gtest.h>
#include <iterator>
#include <stdexcept>

namespace ns3::esa
{
namespace
{

constexpr std::size_t kEcnByte = 15;         ///< of the IPv4 header, in the frame
constexpr std::size_t kSourceByte = 29;      ///< lowest of the source address
constexpr std::size_t kDestinationByte = 33; ///< lowest of the destination address
constexpr uint8_t kCongestionExperienced = 3;

/// @return a link's address: 02:00:00:0(side):00:(port)
Mac48Address
AddressAt(uint8_t side, uint32_t port)
{
    const std::array<uint8_t, 6> bytes{2, 0, 0, side, 0, static_cast<uint8_t>(port)};
    Mac48Address address;
    address.CopyFrom(bytes.data());
    return address;
}

/// @return the bytes of the frame of a fragment
Frame
BytesOf(const Fragment& fragment, FrameFormat format, Mac48Address from, Mac48Address to)
{
    const auto packet = BuildPacket(fragment, format, from, to);
    Frame bytes(packet->GetSize());
    packet->CopyData(bytes.data(), packet->GetSize());
    return bytes;
}

/**
 * @tparam Bytes an array of bytes
 * @param frame a frame
 * @return what is behind its IPv4 header
 */
template <typename Bytes>
Bytes
HeaderOf(const Frame& frame)
{
    Bytes bytes;
    std::copy_n(frame.begin() + kEthernetBytes + kIpv4Bytes, bytes.size(), bytes.begin());
    return bytes;
}

/// @return the values in a frame, zeros behind them
PayloadRef
ValuesOf(const Frame& frame, std::size_t headers)
{
    FragmentValues values{};
    for (std::size_t i = 0; headers + 4 * i + 4 <= frame.size(); ++i)
    {
        values.at(i) = static_cast<int32_t>(ReadBigEndian<uint32_t>(&frame[headers + 4 * i]));
    }
    return PayloadRef(values);
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

std::optional<Fragment>
P4Replay::Decode(const Frame& frame) const
{
    const bool isIna = m_format == FrameFormat::Ina;
    auto fragment = isIna ? DecodeInaHeader(HeaderOf<InaHeaderBytes>(frame))
                          : DecodeSwitchMlHeader(HeaderOf<SwitchMlHeaderBytes>(frame));
    if (!fragment || IsFlowKind(fragment->kind))
    {
        // A flow between hosts does not enter the pipeline, and the P4 program does not know flows.
        return std::nullopt;
    }
    fragment->ecn |= (frame[kEcnByte] & 3) == kCongestionExperienced;
    fragment->frameBytes = static_cast<uint16_t>(frame.size());
    const bool comesFromPs =
        fragment->kind == PacketKind::Query || fragment->kind == PacketKind::Result;
    fragment->worker = frame[comesFromPs ? kDestinationByte : kSourceByte] - 1;
    if (fragment->kind == PacketKind::Result)
    {
        fragment->worker = kAllWorkers;
    }
    if (!isIna || !CarriesDigest(HeaderOf<InaHeaderBytes>(frame)))
    {
        const std::size_t header = isIna ? kInaHeaderBytes : kSwitchMlHeaderBytes;
        fragment->sum.values = ValuesOf(frame, kEthernetBytes + kIpv4Bytes + header);
    }
    EXPECT_EQ(BytesOf(*fragment, m_format, AddressAt(0, 15), AddressAt(0, 0)), frame)
        << "the recorded frame is not one of this wire format";
    return fragment;
}

std::vector<PortFrame>
P4Replay::Send(const Frame& frame)
{
    auto fragment = Decode(frame);
    if (!fragment)
    {
        ++m_undecodable;
        return {};
    }
    if (m_format == FrameFormat::SwitchMl)
    {
        // the switch's table has the fields that the header lacks
        for (const TracedJob& job : m_trace.jobs)
        {
            if (job.job == fragment->job)
            {
                fragment->fanIn0 = static_cast<uint8_t>(job.workers);
                fragment->bitmap0 = uint32_t{1} << (fragment->worker & 31);
            }
        }
    }
    const Decision decision = m_rig.pipeline.Process(*fragment, m_now);
    const auto job = std::find_if(m_trace.jobs.begin(), m_trace.jobs.end(), [&](const auto& j) {
        return j.job == fragment->job;
    });
    if (decision.egress == Egress::Nowhere || job == m_trace.jobs.end())
    {
        return {};
    }
    // packets that may be short stay short
    const FrameSizes sizes(m_format, static_cast<uint16_t>(frame.size()));
    fragment->frameBytes = sizes.Bytes(fragment->kind);
    std::vector<PortFrame> out;
    switch (decision.egress)
    {
    case Egress::Nowhere:
        break;
    case Egress::ToParameterServer:
        out.push_back(Build(*fragment, job->psPort));
        break;
    case Egress::ToWorker:
        out.push_back(Build(*fragment, 1U + fragment->worker));
        break;
    case Egress::ToWorkers:
        for (uint16_t worker = 0; worker < job->workers; ++worker)
        {
            Fragment copy = *fragment;
            copy.worker = worker;
            out.push_back(Build(copy, 1U + worker));
        }
        break;
    case Egress::ToEndpoint: // of flows, which the pipeline does not see
        throw std::logic_error("the pipeline processed a packet of a flow");
    }
    return out;
}

PortFrame
P4Replay::Build(const Fragment& fragment, uint32_t port) const
{
    return {port, BytesOf(fragment, m_format, AddressAt(1, port), AddressAt(2, port))};
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

} // namespace ns3::esa
