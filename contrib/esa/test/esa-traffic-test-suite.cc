// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "esa-test-rack.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/socket.h"
#include "ns3/string.h"
#include "ns3/tcp-socket-factory.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::esa;

namespace
{

constexpr uint16_t kProtocol = 0x88b5; ///< EtherType for local experiments (IEEE 802)

/// @return its device
Ptr<EsaNetDevice>
DeviceOf(const TestRack& rack, uint32_t host)
{
    return rack.LinkOf(host).AtHost();
}

/// @ingroup tests
/// @brief The switch floods what it must, and forwards the rest to one port.
class ForwardingTestCase : public TestCase
{
  public:
    ForwardingTestCase()
        : TestCase("broadcast, flooding and learning")
    {
    }

  private:
    /// Number of hosts
    static constexpr uint32_t kHosts = 5;

    /// Counts the frames that a host's stack receives.
    void OnReceive(Ptr<NetDevice> device,
                   Ptr<const Packet> packet,
                   uint16_t /* protocol */,
                   const Address& from,
                   const Address& /* to */,
                   NetDevice::PacketType /* type */)
    {
        ++m_received[device->GetNode()->GetId()];
        NS_TEST_EXPECT_MSG_EQ(packet->GetSize(), 100, "the packet changed on its way");
        NS_TEST_EXPECT_MSG_EQ(Mac48Address::ConvertFrom(from),
                              Mac48Address::ConvertFrom(m_sender->GetAddress()),
                              "the sender changed on the way");
    }

    /// @brief Sends a frame, and lets it arrive.
    /// @param from the sender
    /// @param to the receiver's address
    void Send(Ptr<EsaNetDevice> from, const Address& to)
    {
        m_received.assign(kHosts, 0);
        m_sender = from;
        from->Send(Create<Packet>(100), to, kProtocol);
        Simulator::Run();
    }

    /// @brief Checks what the hosts' stacks have received.
    /// @param expected frames, by host
    /// @param what description of the frame
    void Expect(const std::vector<uint32_t>& expected, const std::string& what)
    {
        NS_TEST_EXPECT_MSG_EQ((m_received == expected), true, what << " reached the wrong hosts");
    }

    void DoRun() override
    {
        TestRack rack("esa");
        rack.dnn = TestRack::SmallDnn(1);
        rack.Install(kHosts, {{0, 1}}, {2});
        for (uint32_t host = 0; host < kHosts; ++host)
        {
            rack.hosts.Get(host)->RegisterProtocolHandler(
                MakeCallback(&ForwardingTestCase::OnReceive, this),
                kProtocol,
                DeviceOf(rack, host));
        }
        Simulator::Run(); // the training, which is over soon

        Send(DeviceOf(rack, 0), Mac48Address::GetBroadcast());
        Expect({0, 1, 1, 1, 1}, "a broadcast");
        Send(DeviceOf(rack, 4), Mac48Address("01:00:5e:00:00:01"));
        Expect({1, 1, 1, 1, 0}, "a multicast");
        const auto port3 = rack.LinkOf(3).AtSwitch();
        const uint64_t before = port3->GetCounts().framesCarried;
        Send(DeviceOf(rack, 1), DeviceOf(rack, 2)->GetAddress());
        Expect({0, 0, 1, 0, 0}, "a frame to an unknown host");
        NS_TEST_EXPECT_MSG_EQ(port3->GetCounts().framesCarried, before + 1, "it was not flooded");
        Send(DeviceOf(rack, 2), DeviceOf(rack, 0)->GetAddress());
        Expect({1, 0, 0, 0, 0}, "a frame to a known host");
        NS_TEST_EXPECT_MSG_EQ(port3->GetCounts().framesCarried, before + 1, "it was flooded");
    }

    std::vector<uint32_t> m_received; ///< frames, by host
    Ptr<EsaNetDevice> m_sender;       ///< the last sender
};

/// @ingroup tests
/// @brief TCP through the switch while jobs train: both complete.
class TcpTestCase : public TestCase
{
  public:
    explicit TcpTestCase(const std::string& system)
        : TestCase("TCP beside training, " + system),
          m_system(system)
    {
    }

  private:
    static constexpr uint32_t kBytes = 2000000; ///< bytes to send
    static constexpr uint16_t kPort = 9;        ///< TCP port

    /// @brief Sends until the socket accepts no more bytes.
    void Fill(Ptr<Socket> socket, uint32_t /* room */)
    {
        while (m_sent < kBytes && socket->GetTxAvailable() > 0)
        {
            const uint32_t size = std::min(kBytes - m_sent, socket->GetTxAvailable());
            std::vector<uint8_t> data(size);
            for (uint32_t i = 0; i < size; ++i)
            {
                data[i] = ByteAt(m_sent + i);
            }
            const int taken = socket->Send(data.data(), size, 0);
            if (taken <= 0)
            {
                return;
            }
            m_sent += taken;
        }
        if (m_sent == kBytes)
        {
            socket->Close();
        }
    }

    /// @brief Receives and compares bytes.
    void Drain(Ptr<Socket> socket)
    {
        while (auto packet = socket->Recv())
        {
            std::vector<uint8_t> data(packet->GetSize());
            packet->CopyData(data.data(), data.size());
            for (const uint8_t byte : data)
            {
                m_wrongBytes += byte != ByteAt(m_received++);
            }
        }
        m_firstReceived = std::min(m_firstReceived, Simulator::Now());
    }

    /// @param position place of a byte in the stream
    /// @return the byte
    static uint8_t ByteAt(uint32_t position)
    {
        return static_cast<uint8_t>(position * 2654435761U >> 24);
    }

    /// @brief Sets up the transfer between two hosts.
    /// @param from the sender
    /// @param to the receiver
    /// @param address the receiver's address
    void Connect(Ptr<Node> from, Ptr<Node> to, Ipv4Address address)
    {
        m_listener = Socket::CreateSocket(to, TcpSocketFactory::GetTypeId());
        m_listener->Bind(InetSocketAddress(Ipv4Address::GetAny(), kPort));
        m_listener->Listen();
        m_listener->SetAcceptCallback(
            MakeNullCallback<bool, Ptr<Socket>, const Address&>(),
            Callback<void, Ptr<Socket>, const Address&>([this](Ptr<Socket> socket, const Address&) {
                socket->SetRecvCallback(MakeCallback(&TcpTestCase::Drain, this));
            }));
        m_client = Socket::CreateSocket(from, TcpSocketFactory::GetTypeId());
        m_client->SetSendCallback(MakeCallback(&TcpTestCase::Fill, this));
        m_client->SetConnectCallback(
            Callback<void, Ptr<Socket>>([this](Ptr<Socket> socket) { Fill(socket, 0); }),
            MakeNullCallback<void, Ptr<Socket>>());
        m_client->Connect(InetSocketAddress(address, kPort));
    }

    void DoRun() override
    {
        TestRack rack(m_system);
        rack.dnn = TestRack::SmallDnn(1000);
        rack.Install(2, 4);
        InternetStackHelper().Install(rack.hosts);
        NetDeviceContainer hostDevices;
        for (uint32_t host = 0; host < rack.hosts.GetN(); ++host)
        {
            hostDevices.Add(DeviceOf(rack, host));
            // ARP waits up to 10 ms before its first request. By then the training would be over.
            rack.hosts.Get(host)->GetObject<ArpL3Protocol>()->SetAttribute(
                "RequestJitter",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        }
        const auto interfaces =
            Ipv4AddressHelper("192.168.0.0", "255.255.255.0").Assign(hostDevices);
        Connect(rack.hosts.Get(0), rack.hosts.Get(5), interfaces.GetAddress(5));
        rack.Run();

        NS_TEST_ASSERT_MSG_EQ(m_received, kBytes, "bytes are missing");
        NS_TEST_ASSERT_MSG_EQ(m_wrongBytes, 0, "bytes changed");
        NS_TEST_ASSERT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_ASSERT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
        NS_TEST_ASSERT_MSG_LT(m_firstReceived.GetSeconds() * 1000,
                              rack.record.SpanMs(),
                              "TCP did not run during the training");
        m_client = nullptr;
        m_listener = nullptr;
    }

    std::string m_system;             ///< the system
    Ptr<Socket> m_client;             ///< sender
    Ptr<Socket> m_listener;           ///< receiver
    uint32_t m_sent{0};               ///< bytes that the socket took
    uint32_t m_received{0};           ///< bytes received
    uint32_t m_wrongBytes{0};         ///< of these, wrong ones
    Time m_firstReceived{Seconds(1)}; ///< when the first byte came
};

/// @ingroup tests
/// @brief The suite: ordinary traffic through the switch.
class EsaTrafficTestSuite : public TestSuite
{
  public:
    EsaTrafficTestSuite()
        : TestSuite("esa-traffic", TestSuite::Type::UNIT)
    {
        AddTestCase(new ForwardingTestCase);
        AddTestCase(new TcpTestCase("esa"));
        AddTestCase(new TcpTestCase("switchml"));
    }
};

EsaTrafficTestSuite g_esaTrafficTestSuite; ///< registers itself

} // namespace
