// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/esa-byte-order.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-frame-builder.h"
#include "ns3/esa-header.h"
#include "ns3/esa-switchml-wire-format.h"
#include "ns3/esa-wire-format.h"
#include "ns3/ethernet-header.h"
#include "ns3/ipv4-header.h"
#include "ns3/test.h"

#include <cstdint>
#include <sstream>
#include <string>
#include <tuple>
#include <vector>

using namespace ns3;
using namespace ns3::esa;

namespace
{

/// @return a fragment in which every field differs from its default
InaPacket
MakeFragment()
{
    InaPacket f;
    f.sum.digest = 0x0123456789abcdef;
    f.bitmap = 0x80000005;
    f.group = 7;
    f.seq = 0xfedcba98;
    f.aggregator = 18938;
    f.job = 3;
    f.worker = 2;
    f.fanIn = 32;
    f.priority = 200;
    f.kind = PacketKind::Result;
    f.ecn = true;
    f.collision = true;
    f.overflow = true;
    f.frameBytes = kInaFrameBytes;
    return f;
}

/// @ingroup tests
/// @brief A header that is added to a packet can be read back with the same fields.
class HeaderTestCase : public TestCase
{
  public:
    HeaderTestCase()
        : TestCase("headers in packets")
    {
    }

  private:
    void DoRun() override
    {
        const InaPacket sent = MakeFragment();
        auto packet = Create<Packet>(248);
        packet->AddHeader(EsaHeader(sent));
        NS_TEST_ASSERT_MSG_EQ(packet->GetSize(), 272, "wrong length with the header");
        EsaHeader header;
        packet->RemoveHeader(header);
        NS_TEST_ASSERT_MSG_EQ(header.IsValid(), true, "a good header counts as bad");
        NS_TEST_EXPECT_MSG_EQ((EncodeInaHeader(header.GetFragment()) == EncodeInaHeader(sent)),
                              true,
                              "another header was read");
        std::ostringstream text;
        header.Print(text);
        NS_TEST_EXPECT_MSG_NE(text.str().find("seq=4275878552"), std::string::npos, text.str());

        const std::vector<uint8_t> nonsense(kInaHeaderBytes, 0xff);
        Create<Packet>(nonsense.data(), nonsense.size())->PeekHeader(header);
        NS_TEST_EXPECT_MSG_EQ(header.IsValid(), false, "a bad header counts as good");

        InaPacket slot = sent;
        slot.aggregator = 2 * 777 + 1;
        slot.version = true;
        slot.frameBytes = kSwitchMlFrameBytes;
        packet = Create<Packet>(128);
        packet->AddHeader(SwitchMlHeader(slot));
        NS_TEST_ASSERT_MSG_EQ(packet->GetSize(), 146, "wrong length with SwitchML's headers");
        SwitchMlHeader switchMl;
        packet->RemoveHeader(switchMl);
        NS_TEST_EXPECT_MSG_EQ(switchMl.IsValid(), true, "a good header counts as bad");
        NS_TEST_EXPECT_MSG_EQ(
            (EncodeSwitchMlHeader(switchMl.GetFragment()) == EncodeSwitchMlHeader(slot)),
            true,
            "another header of SwitchML was read");
    }
};

/// @ingroup tests
/// @brief Frames have the right lengths, addresses, marks, checksums and payloads.
class FrameTestCase : public TestCase
{
  public:
    FrameTestCase()
        : TestCase("frames as captures show them")
    {
    }

  private:
    /// @brief Builds a frame and takes its Ethernet and IPv4 headers off.
    /// @param ipv4 the IPv4 header
    /// @return the rest
    Ptr<Packet> Build(const InaPacket& fragment, FrameFormat format, Ipv4Header& ipv4)
    {
        const Mac48Address from("00:00:00:00:00:01");
        const Mac48Address to("00:00:00:00:00:02");
        auto frame = BuildPacket(fragment, format, from, to);
        NS_TEST_EXPECT_MSG_EQ(frame->GetSize(), fragment.frameBytes, "wrong length of frame");
        EthernetHeader ethernet(false);
        frame->RemoveHeader(ethernet);
        NS_TEST_EXPECT_MSG_EQ(ethernet.GetSource(), from, "wrong sender on the link");
        NS_TEST_EXPECT_MSG_EQ(ethernet.GetDestination(), to, "wrong receiver on the link");
        NS_TEST_EXPECT_MSG_EQ(ethernet.GetLengthType(), 0x0800, "wrong EtherType");
        ipv4.EnableChecksum();
        frame->RemoveHeader(ipv4);
        NS_TEST_EXPECT_MSG_EQ(ipv4.IsChecksumOk(), true, "wrong IPv4 checksum");
        NS_TEST_EXPECT_MSG_EQ(ipv4.GetPayloadSize(), frame->GetSize(), "wrong IPv4 length");
        return frame;
    }

    /// @brief Checks between whom a frame travels.
    /// @param from IPv4 source
    /// @param to IPv4 destination
    void CheckAddresses(const InaPacket& fragment,
                        FrameFormat format,
                        Ipv4Address from,
                        Ipv4Address to)
    {
        Ipv4Header ipv4;
        Build(fragment, format, ipv4);
        NS_TEST_EXPECT_MSG_EQ(ipv4.GetSource(),
                              from,
                              "source of kind " << static_cast<int>(fragment.kind));
        NS_TEST_EXPECT_MSG_EQ(ipv4.GetDestination(),
                              to,
                              "destination of kind " << static_cast<int>(fragment.kind));
    }

    void DoRun() override
    {
        InaPacket f = MakeFragment();
        Ipv4Header ipv4;
        auto rest = Build(f, FrameFormat::Ina, ipv4);
        NS_TEST_EXPECT_MSG_EQ(+ipv4.GetProtocol(), 253, "wrong protocol of ESA");
        NS_TEST_EXPECT_MSG_EQ(ipv4.GetEcn(),
                              Ipv4Header::ECN_CE,
                              "the mark is not in the IP header");
        NS_TEST_EXPECT_MSG_EQ(rest->GetSize(), 272, "wrong length behind the IP header");
        EsaHeader header;
        rest->RemoveHeader(header);
        NS_TEST_EXPECT_MSG_EQ(header.GetFragment().seq, f.seq, "wrong header in the frame");
        std::vector<uint8_t> payload(rest->GetSize());
        rest->CopyData(payload.data(), payload.size());
        NS_TEST_EXPECT_MSG_EQ(ReadBigEndian<uint64_t>(payload.data()), f.sum.digest, "digest");

        FragmentValues values{};
        values[61] = -2;
        f.sum.values = PayloadRef(values);
        f.ecn = false;
        rest = Build(f, FrameFormat::Ina, ipv4);
        NS_TEST_EXPECT_MSG_EQ(ipv4.GetEcn(), Ipv4Header::ECN_ECT0, "a mark that was not set");
        rest->RemoveHeader(header);
        rest->CopyData(payload.data(), payload.size());
        NS_TEST_EXPECT_MSG_EQ(ReadBigEndian<uint32_t>(&payload[244]), 0xfffffffe, "last value");
        f.sum.values = PayloadRef();

        const Ipv4Address worker("10.0.3.3");
        const Ipv4Address ps("10.0.3.255");
        const Ipv4Address ofSwitch("10.255.0.0");
        for (const auto& [kind, from, to] : {std::tuple(PacketKind::Gradient, worker, ps),
                                             std::tuple(PacketKind::WorkerReminder, worker, ps),
                                             std::tuple(PacketKind::Partial, ofSwitch, ps),
                                             std::tuple(PacketKind::Reminder, ps, ofSwitch),
                                             std::tuple(PacketKind::Result, ps, worker)})
        {
            f.kind = kind;
            CheckAddresses(f, FrameFormat::Ina, from, to);
        }
        f.worker = kAllWorkers;
        CheckAddresses(f, FrameFormat::Ina, ps, Ipv4Address("239.192.0.3"));

        const uint16_t workerNumber = MakeFragment().worker;
        const uint16_t job = MakeFragment().job;
        f = FlowPacket{job, workerNumber, kDedicatedServer}.ToFragment();
        f.frameBytes = MtuFrameBytes();
        CheckAddresses(f, FrameFormat::Mtu, worker, ps);
        f = FlowPacket{job, ServerOf(7), workerNumber, 0, true}.ToFragment();
        f.frameBytes = kAckFrameBytes;
        CheckAddresses(f, FrameFormat::SwitchMl, Ipv4Address("10.0.3.8"), worker);

        f = MakeFragment();
        f.frameBytes = kSwitchMlFrameBytes;
        rest = Build(f, FrameFormat::SwitchMl, ipv4);
        NS_TEST_EXPECT_MSG_EQ(+ipv4.GetProtocol(), 17, "SwitchML runs over UDP");
        NS_TEST_EXPECT_MSG_EQ(rest->GetSize(), 146, "wrong length behind the IP header");
        CheckAddresses(f, FrameFormat::SwitchMl, ofSwitch, worker);
        f.kind = PacketKind::Gradient;
        CheckAddresses(f, FrameFormat::SwitchMl, worker, ofSwitch);
    }
};

/// @ingroup tests
/// @brief The suite: headers and frames.
class EsaFrameTestSuite : public TestSuite
{
  public:
    EsaFrameTestSuite()
        : TestSuite("esa-frame", TestSuite::Type::UNIT)
    {
        AddTestCase(new HeaderTestCase);
        AddTestCase(new FrameTestCase);
    }
};

EsaFrameTestSuite g_esaFrameTestSuite; ///< registers itself

} // namespace
