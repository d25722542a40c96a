// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// When a port of a switch asks the other end of its link for a pause, and when the pause ends.

#include "node/silent-port-owner.h"

#include "ns3/esa-agenda.h"
#include "ns3/esa-packet-receiver.h"
#include "ns3/esa-pause-port.h"
#include "ns3/esa-port.h"
#include "ns3/esa-rounds.h"

#include <algorithm>
#include <gtest/gtest.h>
#include <memory>
#include <vector>

namespace ns3::esa::test
{
namespace
{

constexpr uint64_t kSlow = 8'000'000'000;    ///< bit/s: 1000 bytes take 1 us
constexpr uint64_t kFast = 80'000'000'000;   ///< bit/s: 1000 bytes take 0.1 us
constexpr auto kDelay = FromMicroseconds(1); ///< of each link
constexpr uint16_t kBytes = 1000;            ///< of a frame
constexpr uint32_t kPackets = 60;            ///< that are sent

/// An end of a link.
class End : private SilentPortOwner
{
  public:
    /// @param own agenda of the node @param number of the port there @param rate of the link
    End(std::shared_ptr<Agenda> own, uint32_t number, const LineRate& rate)
        : agenda(std::move(own)),
          m_rate(rate)
    {
        port.SetNode(agenda, number);
        PreparePort();
    }

    std::shared_ptr<Agenda> agenda; ///< of the node
    Port port{*this};               ///< the port

  private:
    void PreparePort() override
    {
        Line::Rules rules;
        rules.rate = m_rate;
        rules.delay = kDelay;
        rules.propagation = kDelay;
        port.SetRules(rules);
    }

    LineRate m_rate; ///< of the link
};

/// A sender, a switch that passes each packet on, and receivers whose links are ten times as slow.
class PausePortTest : public testing::Test, private PacketReceiver
{
  protected:
    ~PausePortTest() override
    {
        for (const auto& agenda : m_rounds.Nodes())
        {
            agenda->Close();
        }
    }

    /// @brief Builds the network, sends at time 0, and runs.
    /// @param receivers that get a copy of each packet @param until the time of the end
    /// @param overheadBytes of the bytes of a frame, those that only the links add
    void Run(uint32_t receivers, Picoseconds until, uint32_t overheadBytes = 0)
    {
        const auto atSwitch = AddAgenda();
        End& sender = AddLink(0, atSwitch, {kFast, overheadBytes});
        m_ends.back()->port.SetSink(this);
        for (uint32_t receiver = 1; receiver <= receivers; ++receiver)
        {
            AddLink(receiver, atSwitch, {kSlow, overheadBytes});
            m_copies.push_back(&m_ends.back()->port);
        }
        NodeTimer start;
        start.Bind(sender.agenda, [&sender, overheadBytes] {
            for (uint32_t packet = 0; packet < kPackets; ++packet)
            {
                InaPacket fragment;
                fragment.frameBytes = static_cast<uint16_t>(kBytes - overheadBytes);
                sender.port.Send(fragment, Picoseconds(0));
            }
        });
        start.Set(Picoseconds(0));
        const int64_t end = until / Picoseconds(1000);
        while (m_rounds.Next() < end) // rounds are shorter than lines
        {
            m_rounds.Run(std::min(end, m_rounds.Next() + 500));
        }
    }

    /// @return flow control of the sender
    const PausePort& Sender() const
    {
        return *m_pauses.Ports().front();
    }

  private:
    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        for (Port* const port : m_copies)
        {
            port->Send(fragment, 0, now);
        }
    }

    /// @return the agenda of a new node
    std::shared_ptr<Agenda> AddAgenda()
    {
        m_rounds.Add(std::make_shared<Agenda>(m_rounds,
                                              StepClock(1000),
                                              static_cast<uint32_t>(m_rounds.Nodes().size())));
        return m_rounds.Nodes().back();
    }

    /// @brief Connects a new host with the switch, whose end is the last one then.
    /// @param number of the switch's port @return the host's end
    End& AddLink(uint32_t number, const std::shared_ptr<Agenda>& atSwitch, const LineRate& rate)
    {
        m_ends.push_back(std::make_unique<End>(AddAgenda(), 0, rate));
        End& host = *m_ends.back();
        m_ends.push_back(std::make_unique<End>(atSwitch, number, rate));
        End& other = *m_ends.back();
        host.port.Connect(other.port);
        other.port.Connect(host.port);
        const PauseParameters thresholds{4000, 2000, 0}; // above 4000 bytes, up to 2000
        m_pauses.AddLink({host.port, number + 1}, {other.port, 0}, false, thresholds);
        return host;
    }

    Rounds m_rounds;                          ///< all nodes
    PauseNetwork m_pauses{{}};                ///< flow control
    std::vector<std::unique_ptr<End>> m_ends; ///< of links
    std::vector<Port*> m_copies;              ///< ports of the switch to receivers
};

TEST_F(PausePortTest, APauseLastsUntilFewBytesWait)
{
    // The fifth packet is here at 1.5 us. A pause frame of 6.4 ns takes 1 us, and until then 26
    // packets have left. The switch has 2 of them left at 25.1 us, and its frame takes as long.
    Run(1, FromMicroseconds(26.5));
    EXPECT_EQ(Sender().Pauses(FromMicroseconds(26.5)), 1U);
    EXPECT_NEAR(Sender().PausedTime(FromMicroseconds(26.5)).count(), 23.6e6, 0.02e6);
}

TEST_F(PausePortTest, APauseThatBeginsNowDoesNotCountYet)
{
    // The fifth packet is here at 1.5 us, and the pause frame of 6.4 ns 1 us later: 2.5064 us, in a
    // step of a nanosecond.
    Run(1, FromMicroseconds(2.6));
    EXPECT_EQ(Sender().Pauses(FromMicroseconds(2.507)), 0U);
    EXPECT_EQ(Sender().Pauses(FromMicroseconds(2.508)), 1U);
}

TEST_F(PausePortTest, TheOverheadOfFramesWaitsWithThem)
{
    // The same times, since the links send as many bytes. The pause frames take 2.4 ns more.
    Run(1, FromMicroseconds(26.5), 24);
    EXPECT_EQ(Sender().Pauses(FromMicroseconds(26.5)), 1U);
    EXPECT_NEAR(Sender().PausedTime(FromMicroseconds(26.5)).count(), 23.6e6, 0.02e6);
}

TEST_F(PausePortTest, CopiesOfAPacketWaitAsOne)
{
    Run(2, FromMicroseconds(26.5));
    EXPECT_EQ(Sender().Pauses(FromMicroseconds(26.5)), 1U);
    EXPECT_NEAR(Sender().PausedTime(FromMicroseconds(26.5)).count(), 23.6e6, 0.02e6);
}

} // namespace
} // namespace ns3::esa::test
