// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#ifndef ESA_TEST_CORE_SERVER_RECOVERING_SERVER_H
#define ESA_TEST_CORE_SERVER_RECOVERING_SERVER_H

#include "core/constants.h"
#include "core/server/server-rig.h"

namespace ns3::esa
{

constexpr Picoseconds kTimeout = 1000 * kUs; ///< the smallest one
constexpr Picoseconds kHoldoff = 10 * kUs;   ///< between reminders, by default

using Workers = std::vector<uint16_t>; ///< numbers of workers, to compare with

/// A PS that repairs losses, of a job with four workers.
class RecoveringServer : public ServerRig
{
  public:
    explicit RecoveringServer(const ParameterServerParameters& parameters = Defaults())
        : ServerRig("esa", parameters)
    {
    }

    /// @return the parameters, for tests that change one
    static ParameterServerParameters Defaults()
    {
        return Parameters(AggregationPlan(4), 0, true);
    }

    /// A worker asks because larger results have overtaken one; @return what the PS sends
    std::vector<InaPacket> AskOvertaken(uint32_t seq,
                                        uint16_t worker,
                                        Picoseconds now = Picoseconds(0))
    {
        return AskAs(false, seq, worker, now);
    }

    /// A switch answers a reminder with nothing; @return what the PS sends
    std::vector<InaPacket> Miss(uint32_t seq, Picoseconds now = Picoseconds(0))
    {
        return Hit(seq, 0, now);
    }

    /// A switch answers a reminder with the sum of some workers; @return what the PS sends
    std::vector<InaPacket> Hit(uint32_t seq, uint32_t bitmap, Picoseconds now = Picoseconds(0))
    {
        InaPacket packet = SumOf(seq, bitmap);
        packet.urgent = true;
        return ServerRig::Receive(packet, now);
    }

    /// A worker answers a query; @return what the PS sends
    std::vector<InaPacket> Answer(PacketKind kind,
                                  uint32_t seq,
                                  uint16_t worker,
                                  Picoseconds now = Picoseconds(0))
    {
        InaPacket answer = ControlPacketOf(kind, kJob, seq);
        answer.worker = worker;
        answer.aggregator = AggregatorOf(seq);
        answer.bitmap = uint32_t{1} << worker;
        if (kind == PacketKind::Retransmission)
        {
            answer.sum.digest = DigestOf(kJob, seq, worker);
        }
        if (kind == PacketKind::Answer)
        {
            answer.sum.digest = ResultDigest(seq, 4);
        }
        return ServerRig::Receive(answer, now);
    }
};

/// @param packets packets that must all be queries
/// @param sums whether the PS sums what it requests: then they are urgent
/// @return the workers that are queried
inline Workers
AskedOf(const std::vector<InaPacket>& packets, bool sums)
{
    Workers workers;
    for (const auto& packet : packets)
    {
        EXPECT_EQ(packet.kind, PacketKind::Query);
        EXPECT_EQ(packet.urgent, sums);
        workers.push_back(packet.worker);
    }
    return workers;
}

/// @return the one worker that is queried, and all that the PS sends; 99: something else
inline uint16_t
OneAsked(const std::vector<InaPacket>& packets)
{
    const Workers workers = AskedOf(packets, false);
    EXPECT_EQ(workers.size(), 1U);
    return workers.size() == 1 ? workers[0] : uint16_t{99};
}

/// @return the workers but one
inline Workers
AllBut(uint16_t worker)
{
    Workers workers{0, 1, 2, 3};
    workers.erase(workers.begin() + worker);
    return workers;
}

/// @return the workers that a result of a task is forwarded to
inline Workers
ForwardedTo(const std::vector<InaPacket>& packets, uint32_t seq)
{
    Workers workers;
    for (const auto& packet : packets)
    {
        EXPECT_EQ(packet.kind, PacketKind::Forward);
        EXPECT_EQ(packet.seq, seq);
        EXPECT_EQ(packet.bitmap, 0b1111U);
        EXPECT_EQ(packet.sum.digest, ServerRig::ResultDigest(seq, 4));
        workers.push_back(packet.worker);
    }
    return workers;
}

} // namespace ns3::esa

#endif // ESA_TEST_CORE_SERVER_RECOVERING_SERVER_H
