// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Reliable flows over links that lose, duplicate and reorder packets, with both kinds of repair.

#include "core/constants.h"

#include "ns3/esa-flow-receiver.h"
#include "ns3/esa-flow-sender.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <map>
#include <random>
#include <utility>
#include <vector>

namespace ns3::esa
{
namespace
{

/// A link that loses, duplicates and delays packets at random.
template <typename Packet>
class LossyLink
{
  public:
    explicit LossyLink(uint32_t seed)
        : m_random(seed)
    {
    }

    void Send(const Packet& packet)
    {
        const auto dice = m_random() % 100;
        const int copies = dice < 10 ? 0 : dice < 20 ? 2 : 1;
        for (int copy = 0; copy < copies; ++copy)
        {
            const auto place =
                m_packets.size() -
                std::min<std::size_t>(m_packets.size(), m_random() % 20 == 0 ? 3 : 0);
            m_packets.insert(m_packets.begin() + static_cast<std::ptrdiff_t>(place), packet);
        }
    }

    std::vector<Packet> Take()
    {
        return std::exchange(m_packets, {});
    }

  private:
    std::mt19937 m_random;         ///< the random numbers
    std::vector<Packet> m_packets; ///< on their way
};

/// A receiver that keeps what comes early, as an endpoint does.
class KeepingReceiver
{
  public:
    KeepingReceiver(const FlowParameters& parameters, uint64_t firstPacket)
        : m_receiver(parameters, firstPacket)
    {
    }

    /// Returns acknowledgements.
    std::vector<FlowSender::Ack> OnData(const FlowSender::OutgoingPacket& packet)
    {
        const auto status = m_receiver.OnData({packet.number, packet.wantsAck, packet.round});
        if (status.isEarly)
        {
            m_kept[packet.number] = packet.position;
        }
        if (status.isNew)
        {
            received.push_back(packet.position);
            for (uint32_t next = packet.number + 1; next != m_receiver.Expected(); ++next)
            {
                received.push_back(m_kept.at(next));
                m_kept.erase(next);
            }
        }
        std::vector<FlowSender::Ack> acks;
        if (status.wantsAck)
        {
            acks.push_back({m_receiver.Expected(), packet.round});
        }
        for (const FlowGap& gap : status.gaps)
        {
            acks.push_back({gap.begin, packet.round, 0, 0, false, gap.packets});
        }
        return acks;
    }

    std::vector<uint64_t> received; ///< positions, in the order in which the owner gets them

  private:
    FlowReceiver m_receiver;             ///< puts packets in order
    std::map<uint32_t, uint64_t> m_kept; ///< early ones: positions by number
};

/// Sends ranges over a bad link until everything is acknowledged.
void
Transfer(FlowRepair repair,
         uint32_t seed,
         uint64_t firstPacket,
         const std::vector<PositionRange>& ranges)
{
    FlowParameters parameters;
    parameters.windowPackets = 8;
    parameters.ackEveryPackets = 4;
    parameters.recovery = true;
    parameters.repair = repair;
    FlowSender sender(parameters, firstPacket);
    KeepingReceiver receiver(parameters, firstPacket);
    LossyLink<FlowSender::OutgoingPacket> there(seed);
    LossyLink<FlowSender::Ack> back(seed + 1000);
    std::vector<uint64_t> positions;
    for (const auto& range : ranges)
    {
        sender.Offer(range);
        for (uint64_t position = range.begin; position < range.end; ++position)
        {
            positions.push_back(position);
        }
    }
    Picoseconds now{0};
    for (int step = 0; step < 100000 && !sender.Idle(); ++step)
    {
        now += 10 * kUs;
        while (sender.MayLeave(now))
        {
            const FlowSender::OutgoingPacket out = sender.Take(now);
            const auto place = static_cast<uint32_t>(out.number - firstPacket);
            EXPECT_EQ(out.position, positions.at(place))
                << "a retransmission has the same fragment";
            there.Send(out);
        }
        for (const auto& packet : there.Take())
        {
            for (const auto& ack : receiver.OnData(packet))
            {
                back.Send(ack);
            }
        }
        for (const auto& ack : back.Take())
        {
            sender.OnAck(ack, now);
        }
        sender.OnTimer(now);
    }
    EXPECT_TRUE(sender.Idle());
    EXPECT_EQ(receiver.received, positions);
}

class LossyFlow : public testing::TestWithParam<FlowRepair>
{
};

TEST_P(LossyFlow, BringsEverythingOnceAndInOrder)
{
    for (uint32_t seed = 0; seed < 50; ++seed)
    {
        SCOPED_TRACE(seed);
        Transfer(GetParam(), seed, 0, {{0, 100}, {500, 501}, {7, 9}, {1000, 1300}});
    }
}

TEST_P(LossyFlow, PacketNumbersMayWrap)
{
    for (uint32_t seed = 0; seed < 10; ++seed)
    {
        SCOPED_TRACE(seed);
        Transfer(GetParam(), seed, 0xffffff80, {{0, 400}});
    }
}

INSTANTIATE_TEST_SUITE_P(Repairs,
                         LossyFlow,
                         testing::Values(FlowRepair::GoBackN, FlowRepair::SelectiveRepeat),
                         [](const auto& info) {
                             return info.param == FlowRepair::GoBackN ? "GoBackN"
                                                                      : "SelectiveRepeat";
                         });

} // namespace
} // namespace ns3::esa
