// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_SERVER_SERVER_RIG_H
#define ESA_TEST_CORE_SERVER_SERVER_RIG_H

#include "core/switch/pipeline-rig.h"

#include "ns3/esa-parameter-server.h"

#include <cstdint>
#include <vector>

namespace ns3::esa
{

/// @return what a PS sends now
inline std::vector<InaPacket>
SentBy(ParameterServer& server)
{
    std::vector<InaPacket> sent;
    InaPacket packet;
    while (server.Poll(packet))
    {
        sent.push_back(packet);
    }
    return sent;
}

/// The parameter server of a job, and what it sends.
class ServerRig
{
  public:
    explicit ServerRig(const std::string& system = "esa",
                       uint8_t fanIn = 4,
                       uint64_t firstPosition = 0,
                       bool recovery = false)
        : ServerRig(system, Parameters(AggregationPlan(fanIn), firstPosition, recovery))
    {
    }

    ServerRig(const std::string& system, const ParameterServerParameters& parameters)
        : server(*FindSystem(system), parameters)
    {
    }

    /// @return the fragments of some workers in one packet
    static InaPacket SumOf(uint32_t seq, uint32_t bitmap)
    {
        InaPacket packet = ControlPacketOf(PacketKind::Partial, kJob, seq);
        packet.aggregator = AggregatorOf(seq);
        packet.bitmap = bitmap;
        for (uint16_t worker = 0; worker < 32; ++worker)
        {
            if ((bitmap >> worker & 1) != 0)
            {
                packet.sum.digest += DigestOf(kJob, seq, worker);
            }
        }
        return packet;
    }

    /// Fragments of some workers arrive in one packet; @return what the PS sends
    std::vector<InaPacket> Receive(uint32_t seq, uint32_t bitmap, Picoseconds now = Picoseconds(0))
    {
        return Receive(SumOf(seq, bitmap), now);
    }

    /// A packet arrives; @return what the PS sends
    std::vector<InaPacket> Receive(const InaPacket& packet, Picoseconds now = Picoseconds(0))
    {
        server.Receive(packet, now);
        return SentBy(server);
    }

    /// A worker requests a result; @return what the PS sends
    std::vector<InaPacket> Ask(uint32_t seq, Picoseconds now = Picoseconds(0))
    {
        InaPacket packet = ControlPacketOf(PacketKind::WorkerReminder, kJob, seq);
        packet.aggregator = AggregatorOf(seq);
        return Receive(packet, now);
    }

    /// A worker asks after a timeout; @return what the PS sends
    std::vector<InaPacket> AskUrgently(uint32_t seq,
                                       uint16_t worker,
                                       Picoseconds now = Picoseconds(0))
    {
        return AskAs(true, seq, worker, now);
    }

    /// A worker asks, urgently or not; @return what the PS sends
    std::vector<InaPacket> AskAs(bool urgent, uint32_t seq, uint16_t worker, Picoseconds now)
    {
        InaPacket packet = ControlPacketOf(PacketKind::WorkerReminder, kJob, seq);
        packet.aggregator = AggregatorOf(seq);
        packet.worker = worker;
        packet.urgent = urgent;
        return Receive(packet, now);
    }

    /// The PS checks timeouts; @return what it sends
    std::vector<InaPacket> Tick(Picoseconds now)
    {
        server.OnTimer(now);
        return SentBy(server);
    }

    /// @return the index of an aggregator; the PS copies it from packets and does not compute it
    static uint32_t AggregatorOf(uint32_t seq)
    {
        return 7 * seq + 3;
    }

    /// @return digest of the result of a job with some workers
    static uint64_t ResultDigest(uint32_t seq, uint16_t workers)
    {
        return DigestOfAll(kJob, seq, workers);
    }

    static ParameterServerParameters Parameters(const AggregationPlan& racks,
                                                uint64_t firstPosition = 0,
                                                bool recovery = false)
    {
        ParameterServerParameters parameters;
        parameters.job = kJob;
        parameters.aggregation = racks;
        parameters.firstPosition = firstPosition;
        parameters.recovery = recovery;
        return parameters;
    }

    static constexpr uint16_t kJob = 6; ///< the job

    ParameterServer server; ///< the PS
};

/// @return sequence numbers of packets that must all be reminders
inline std::vector<uint32_t>
RemindersOf(const std::vector<InaPacket>& packets)
{
    std::vector<uint32_t> seqs;
    for (const auto& packet : packets)
    {
        EXPECT_EQ(packet.kind, PacketKind::Reminder);
        seqs.push_back(packet.seq);
    }
    return seqs;
}

/// Some sequence numbers, to compare with.
using Seqs = std::vector<uint32_t>;

} // namespace ns3::esa

#endif // ESA_TEST_CORE_SERVER_SERVER_RIG_H
