// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Any bytes are turned into a stream of packets to a switch and a parameter server, which also send
// packets to each other. Every system is tested. After each packet the counts must agree, and every
// sum must be that of the workers in its bitmap.
//
// The input: kSettingsBytes of settings, then kPacketBytes per packet. Zeros mean a valid
// fragment of the PS's job; other bytes change its fields. So most packets are similar to valid
// ones, but any field can have any value.

#include "fuzz-require.h"
#include "switch-checks.h"

#include "ns3/esa-byte-order.h"
#include "ns3/esa-parameter-server.h"
#include "ns3/esa-switch-pipeline.h"
#include "ns3/esa-system-registry.h"

#include <cstddef>
#include <cstdint>
#include <memory>

namespace
{

using namespace ns3::esa;

constexpr std::size_t kSettingsBytes = 3; ///< at the beginning
constexpr std::size_t kPacketBytes = 14;  ///< of each packet
constexpr uint16_t kJob = 1;              ///< the PS's

// Bits of what is done with a packet
constexpr uint8_t kStraightToPs = 1 << 0; ///< the packet does not pass the switch
constexpr uint8_t kTimer = 1 << 1;        ///< the PS checks its timers
constexpr uint8_t kRestart = 1 << 2;      ///< the PS starts again
constexpr uint8_t kRemoveJob = 1 << 3;    ///< the job leaves the switch

/// Falls on either side in turn.
class AlternatingRandom : public RandomSource
{
  public:
    double Uniform() override
    {
        m_last = 0.75 - m_last;
        return m_last;
    }

  private:
    double m_last{0}; ///< last number
};

/// A switch and a PS of one system.
class Pair
{
  public:
    /// @param settings kSettingsBytes bytes
    Pair(const SystemRecord& system, const uint8_t* settings)
        : m_system(system),
          m_fanIn(1 + settings[0] % 32),
          m_withValues((settings[2] & 1) != 0),
          m_recovery((settings[2] & 2) != 0),
          m_firstSeq((settings[2] & 4) != 0 ? UINT32_MAX - 1 : 0),
          m_pipeline(m_system, 1 + settings[1] % 8, m_random),
          m_server(m_system.Record(), Parameters())
    {
        if ((settings[2] & 8) != 0)
        {
            m_pipeline.SetStaleAge(FromMicroseconds(1000));
        }
    }

    /// @param data kPacketBytes bytes
    void Take(const uint8_t* data)
    {
        const uint8_t what = data[0];
        InaPacket packet = PacketOf(data);
        ++m_taken;
        m_now += FromMicroseconds(1 + (what >> 4) * 100);
        if (what & kRestart)
        {
            m_server.Restart();
        }
        if (what & kRemoveJob)
        {
            RemoveJob(packet.job);
        }
        if (what & kTimer)
        {
            m_server.OnTimer(m_now);
        }
        if (what & kStraightToPs)
        {
            ToServer(packet);
        }
        else
        {
            ThroughSwitch(packet);
        }
        Exchange();
    }

  private:
    /// @return the PS's parameters
    ParameterServerParameters Parameters() const
    {
        ParameterServerParameters parameters;
        parameters.job = kJob;
        parameters.aggregation = AggregationPlan(m_fanIn);
        parameters.recovery = m_recovery;
        parameters.firstPosition = m_firstSeq;
        return parameters;
    }

    /// @return the packet that bytes say
    InaPacket PacketOf(const uint8_t* data) const
    {
        InaPacket packet;
        packet.kind = static_cast<PacketKind>((data[1] & 0xf) % kPacketKinds);
        packet.urgent = (data[1] & 0x10) != 0;
        packet.ecn = (data[1] & 0x20) != 0;
        const bool isFar = (data[1] & 0x40) != 0;
        packet.collision = (data[1] & 0x80) != 0;
        packet.worker = data[2] == UINT8_MAX ? kAllWorkers : data[2] % 33;
        packet.job = kJob ^ data[3];
        packet.fanIn = m_fanIn ^ data[4];
        packet.aggregator =
            data[5] == UINT8_MAX ? UINT32_MAX : data[5] % (m_pipeline.Table().Size() + 1);
        packet.priority = data[6];
        packet.seq = m_firstSeq + (uint32_t{ReadBigEndian<uint16_t>(data + 7)} << (isFar ? 16 : 0));
        packet.bitmap = uint32_t{1} << packet.worker % 32 ^ ReadBigEndian<uint32_t>(data + 9);
        packet.group = data[13] & 3; // the job has group 0 only
        SumIdentity identity = IdentityOf(packet);
        switch (packet.kind)
        {
        case PacketKind::Answer:
            identity.bitmap = FullBitmap(m_fanIn);
            packet.sum = SumOf(identity, m_withValues);
            break;
        case PacketKind::Gradient:
        case PacketKind::Partial:
        case PacketKind::Result:
        case PacketKind::Resend:
        case PacketKind::Retransmission:
            packet.sum = SumOf(identity, m_withValues);
            break;
        default:
            break;
        }
        return packet;
    }

    /// A packet goes through the switch, and on to the PS if the switch sends it there.
    void ThroughSwitch(InaPacket& packet)
    {
        const Decision decision = m_pipeline.Process(packet, m_now);
        ++m_processed;
        CheckDecision(decision, packet, m_system.Record(), m_withValues);
        CheckBooks();
        CheckAggregators(m_pipeline.Table(), m_now, m_withValues);
        if (decision.egress == Egress::ToParameterServer)
        {
            ToServer(packet);
        }
    }

    /// A packet arrives at the PS.
    void ToServer(const InaPacket& packet)
    {
        m_server.Receive(packet, m_now);
    }

    /// A job leaves the switch.
    void RemoveJob(uint16_t job)
    {
        m_pipeline.RemoveJob(job, m_now);
        for (uint32_t index = 0; index < m_pipeline.Table().Size(); ++index)
        {
            const Aggregator& aggregator = m_pipeline.Table().At(index);
            Require(aggregator.State() == AggregatorState::Free || aggregator.job != job,
                    "a job that has left holds no aggregator");
        }
        CheckAggregators(m_pipeline.Table(), m_now, m_withValues);
    }

    /// What the PS sends goes to the switch, until there is no more.
    void Exchange()
    {
        InaPacket packet;
        for (uint64_t sent = 0; m_server.Poll(packet); ++sent)
        {
            Require(sent <= 100 * m_taken, "switch and PS stop sending to each other");
            Require(packet.job == kJob && packet.fanIn == m_fanIn,
                    "the PS sends packets of its own job only");
            if (packet.kind == PacketKind::Result)
            {
                Require(packet.bitmap == FullBitmap(m_fanIn), "a result is complete");
                CheckSum(packet, m_withValues);
            }
            if (packet.kind == PacketKind::Result || packet.kind == PacketKind::Reminder)
            {
                ThroughSwitch(packet);
            }
        }
    }

    /// Every packet is counted exactly once.
    void CheckBooks() const
    {
        uint64_t sum = 0;
        for (std::size_t outcome = 0; outcome < kOutcomes; ++outcome)
        {
            sum += m_pipeline.Count(static_cast<Outcome>(outcome));
        }
        Require(m_pipeline.Received() == sum && sum == m_processed, "every packet has an outcome");
        const auto& counts = m_server.GetCounts();
        Require(counts.overlaps + counts.results <= counts.fragments,
                "a fragment is at most one of dropped and the last of its task");
        Require(m_server.OpenEntries() <= counts.fragments, "a fragment opens at most one entry");
    }

    System m_system;            ///< the system
    uint8_t m_fanIn;            ///< workers of the PS's job
    bool m_withValues;          ///< packets carry values
    bool m_recovery;            ///< the PS repairs losses
    uint32_t m_firstSeq;        ///< the PS's first sequence number
    AlternatingRandom m_random; ///< random numbers for the collision rule
    SwitchPipeline m_pipeline;  ///< the switch
    ParameterServer m_server;   ///< the PS
    Picoseconds m_now{0};       ///< the time
    uint64_t m_taken{0};        ///< packets of the input
    uint64_t m_processed{0};    ///< packets that the switch was given
};

} // namespace

/// @return 0, as libFuzzer requires
extern "C" int
LLVMFuzzerTestOneInput(const uint8_t* data, std::size_t size)
{
    if (size < kSettingsBytes)
    {
        return 0;
    }
    for (const SystemRecord& system : Systems())
    {
        Pair pair(system, data);
        for (std::size_t at = kSettingsBytes; at + kPacketBytes <= size; at += kPacketBytes)
        {
            pair.Take(data + at);
        }
    }
    return 0;
}
