// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Connections of a host share its link in turns.

#include "core/network/noting-node.h"
#include "node/silent-port-owner.h"

#include "ns3/esa-flow-packet.h"
#include "ns3/esa-host-link.h"
#include "ns3/esa-wire-format.h"

#include <cstdint>
#include <map>
#include <optional>

namespace ns3::esa::test
{
namespace
{

/// An owner of ports that have rules.
class ReadyOwner : public SilentPortOwner
{
    void PreparePort() override
    {
        ADD_FAILURE() << "all ports have rules";
    }
};

/// Notes bytes and times of what arrives, by job.
class SharedEnd : public PacketReceiver
{
  public:
    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        bytes[fragment.job] += fragment.frameBytes;
        order += std::to_string(fragment.job);
        first.try_emplace(fragment.job, now);
        last = now;
    }

    std::map<uint16_t, uint64_t> bytes;    ///< of each job
    std::map<uint16_t, Picoseconds> first; ///< arrival of each job
    std::string order;                     ///< jobs of all packets
    Picoseconds last{0};                   ///< the last arrival
};

/// A connection with packets of one length.
class Backlog : public HostConnection
{
  public:
    Backlog(Port& port, uint16_t job, uint16_t bytes, uint32_t packets)
        : left(packets),
          m_port(port),
          m_job(job),
          m_bytes(bytes)
    {
    }

    std::optional<uint32_t> SendNext(Picoseconds now) override
    {
        if (left == 0)
        {
            return std::nullopt;
        }
        --left;
        InaPacket packet = FlowPacket{m_job, 1, 2}.ToFragment();
        packet.frameBytes = m_bytes;
        m_port.Send(packet, now);
        return m_bytes;
    }

    uint32_t left; ///< packets

  private:
    Port& m_port;
    uint16_t m_job;
    uint16_t m_bytes;
};

/// A host with a link of 1 byte a nanosecond, and the node at its other end.
class SharedLink : public AgendaTest
{
  protected:
    /// @param overheadBytes that the link sends with each frame
    explicit SharedLink(uint32_t overheadBytes = 0)
    {
        Line::Rules rules;
        rules.rate = {8000000000, overheadBytes};
        rules.delay = Step(10);
        port.SetNode(agenda, 0);
        peer.SetNode(far, 0);
        port.SetRules(rules);
        peer.SetRules(rules);
        port.Connect(peer);
        peer.Connect(port);
        peer.SetSink(&end);
        link.Connect(agenda, port, rules.rate);
    }

    ~SharedLink() override
    {
        port.Disconnect();
        peer.Disconnect();
    }

    /// @brief Both nodes work up to a step.
    void Run(int64_t until)
    {
        agenda->Run(until);
        far->Run(until);
    }

    ReadyOwner owner;
    Port port{owner};
    Port peer{owner};
    std::shared_ptr<Agenda> far{std::make_shared<Agenda>(driver, StepClock(1000), 8)};
    SharedEnd end;
    HostLink link;
};

TEST_F(SharedLink, EqualConnectionsTakeTurnsFromTheBeginToTheEnd)
{
    Backlog a(port, 1, 1514, 200);
    Backlog b(port, 2, 1514, 200);
    link.Add(a, 1514);
    link.Add(b, 1514);
    EXPECT_FALSE(link.IsAlone());
    link.Wake(a, Step(0));
    link.Wake(b, Step(0));
    Run(400 * 1514 + 10);
    EXPECT_EQ(end.order.size(), 399U) << "the link is never idle";
    // Before the second one woke, the first one has put the packets into the port that may wait.
    const std::string shared = end.order.substr(HostLink::kWaitingPackets);
    for (std::size_t i = 0; i + 1 < shared.size() - 20; ++i)
    {
        ASSERT_NE(shared[i], shared[i + 1]) << i;
    }
}

/// The same, with the overhead of Ethernet.
class SharedEthernet : public SharedLink
{
  protected:
    SharedEthernet()
        : SharedLink(kEthernetOverheadBytes)
    {
    }
};

TEST_F(SharedEthernet, AShareOfTheLinkHasTheOverheadOfItsFrames)
{
    Backlog shortFrames(port, 1, 180, 100000);
    Backlog longFrames(port, 2, 1514, 100000);
    link.Add(shortFrames, 180);
    link.Add(longFrames, 1514);
    link.Wake(shortFrames, Step(0));
    link.Wake(longFrames, Step(0));
    Run(3000000);
    const double ofShort = static_cast<double>(end.bytes[1]) / 180 * 204;
    const double ofLong = static_cast<double>(end.bytes[2]) / 1514 * 1538;
    EXPECT_NEAR(ofShort + ofLong, 3000000, 3000);
    EXPECT_NEAR(ofShort, ofLong, 0.02 * ofLong);
}

TEST_F(SharedLink, ShortAndLongFramesShareTheBytes)
{
    Backlog shortFrames(port, 1, 306, 100000);
    Backlog longFrames(port, 2, 1514, 100000);
    Backlog longer(port, 3, 1514, 100000);
    for (Backlog* connection : {&shortFrames, &longFrames, &longer})
    {
        link.Add(*connection, connection == &shortFrames ? 306 : 1514);
    }
    for (Backlog* connection : {&shortFrames, &longFrames, &longer})
    {
        link.Wake(*connection, Step(0));
    }
    Run(3000000);
    const double third = static_cast<double>(end.bytes[1] + end.bytes[2] + end.bytes[3]) / 3;
    EXPECT_NEAR(3 * third, 3000000, 3000);
    for (const uint16_t job : {1, 2, 3})
    {
        EXPECT_NEAR(static_cast<double>(end.bytes[job]), third, 0.02 * third) << job;
    }
}

TEST_F(SharedLink, WhoComesLaterWaitsForThePortAndATurn)
{
    Backlog early(port, 1, 1514, 100000);
    Backlog late(port, 2, 1514, 3);
    link.Add(early, 1514);
    link.Add(late, 1514);
    link.Wake(early, Step(0));
    agenda->Plan(Step(1000000), [&] { link.Wake(late, Step(1000000)); });
    Run(2000000);
    const double wait = static_cast<double>(end.first[2].count()) / 1000 - 1000000;
    EXPECT_GE(wait, 1514);
    EXPECT_LE(wait, 1514.0 * (HostLink::kWaitingPackets + 3) + 10);
    EXPECT_EQ(end.bytes[2], 3U * 1514);
}

TEST_F(SharedLink, WhoHasLeftSendsNothing)
{
    Backlog stays(port, 1, 1514, 1000);
    Backlog leaves(port, 2, 1514, 1000);
    link.Add(stays, 1514);
    link.Add(leaves, 1514);
    link.Wake(stays, Step(0));
    link.Wake(leaves, Step(0));
    agenda->Plan(Step(100000), [&] { link.Remove(leaves); });
    Run(1000 * 1514 * 2);
    EXPECT_TRUE(link.IsAlone());
    EXPECT_EQ(end.bytes[1], 1000U * 1514) << "the link goes on with the other one";
    EXPECT_LT(end.bytes[2], 60U * 1514);
    link.Remove(leaves); // once more does nothing
    EXPECT_TRUE(link.IsAlone());
}

} // namespace
} // namespace ns3::esa::test
