// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Packets of trains that a node sends on by the output port of their train.

#include "core/network/noting-node.h"
#include "node/silent-port-owner.h"

#include "ns3/esa-flow-packet.h"

#include <array>

namespace ns3::esa::test
{
namespace
{

/// An owner of ports that have rules.
class PlainOwner : public SilentPortOwner
{
    void PreparePort() override
    {
        ADD_FAILURE() << "all ports have rules";
    }
};

/// Notes the packets that arrive at the far end of a port.
class FarEnd : public PacketReceiver
{
  public:
    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        got += std::to_string(fragment.seq) + "@" + std::to_string(now.count() / 1000) + " ";
    }

    std::string got; ///< number and time of each packet
};

/// A node with an input port, and two output ports.
class ForwardingNode : public AgendaTest, protected PacketReceiver
{
  protected:
    ForwardingNode()
    {
        Line::Rules rules;
        rules.bitsPerS = 8000000000; // 1 byte a ns
        rules.delay = Step(10);
        for (uint32_t port = 0; port < 3; ++port)
        {
            ports[port].SetNode(agenda, port);
            peers[port].SetNode(nodes[port], 0);
            ports[port].SetRules(rules);
            peers[port].SetRules(rules);
            ports[port].Connect(peers[port]);
            peers[port].Connect(ports[port]);
            ports[port].SetSink(this);
            peers[port].SetSink(&ends[port]);
        }
    }

    ~ForwardingNode() override
    {
        for (uint32_t port = 0; port < 3; ++port)
        {
            ports[port].Disconnect();
            peers[port].Disconnect();
        }
    }

    /// @brief A host sends packets of a flow to the node. @param count how many
    void Send(uint32_t count)
    {
        InaPacket header = FlowPacket{1, 2, 9}.ToFragment();
        header.frameBytes = 10;
        for (uint32_t packet = 0; packet < count; ++packet)
        {
            peers[0].SendRun(TrainPacket{header, packet, packet, 7}, Picoseconds(0));
        }
    }

    bool HasFixedOutputs() const override
    {
        return true;
    }

    Port* OutputPortOf(const InaHeader& /* packet */) const override
    {
        ++searches;
        return output;
    }

    void CountForwarded(uint64_t count) override
    {
        forwarded += count;
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        ++received;
        ports[1].Send(fragment, now);
    }

    PlainOwner owner;                                                   ///< of all ports
    std::array<Port, 3> ports{{Port(owner), Port(owner), Port(owner)}}; ///< of the node
    std::array<Port, 3> peers{Port(owner), Port(owner), Port(owner)};   ///< the other ends
    std::array<FarEnd, 3> ends;                                         ///< behind the peers
    std::array<std::shared_ptr<Agenda>, 3> nodes{
        std::make_shared<Agenda>(driver, StepClock(1000), 0),
        std::make_shared<Agenda>(driver, StepClock(1000), 1),
        std::make_shared<Agenda>(driver, StepClock(1000), 2)}; ///< of the peers
    Port* output{nullptr};                                     ///< of all trains
    mutable uint32_t searches{0};                              ///< calls of OutputPortOf()
    uint32_t forwarded{0};                                     ///< packets
    uint32_t received{0};                                      ///< packets
};

TEST_F(ForwardingNode, AllButTheFirstPacketLeaveByTheOutputPort)
{
    output = &ports[1];
    Send(4);
    agenda->Run(200);
    nodes[1]->Run(200);
    EXPECT_EQ(ends[1].got, "0@40 1@50 2@60 3@70 ");
    EXPECT_EQ(received, 1U);
    EXPECT_EQ(forwarded, 3U);
    EXPECT_EQ(searches, 1U);
}

TEST_F(ForwardingNode, PacketsWithoutASingleOutputPortAreReceived)
{
    Send(4);
    agenda->Run(200);
    nodes[1]->Run(200);
    EXPECT_EQ(ends[1].got, "0@40 1@50 2@60 3@70 ");
    EXPECT_EQ(received, 4U);
    EXPECT_EQ(forwarded, 0U);
}

TEST_F(ForwardingNode, TheOutputPortIsFoundAgainAfterAnAction)
{
    output = &ports[1];
    Send(5);
    agenda->Plan(Step(41), [this] { output = &ports[2]; });
    agenda->Run(200);
    nodes[1]->Run(200);
    nodes[2]->Run(200);
    EXPECT_EQ(ends[1].got, "0@40 1@50 2@60 ");
    EXPECT_EQ(ends[2].got, "3@70 4@80 ");
    EXPECT_EQ(searches, 2U);
}

} // namespace
} // namespace ns3::esa::test
