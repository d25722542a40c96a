// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "ns3/data-rate.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-net-device.h"
#include "ns3/node.h"
#include "ns3/packet.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/test.h"
#include "ns3/uinteger.h"

#include <cstdint>
#include <string>
#include <vector>

using namespace ns3;
using namespace ns3::esa;

namespace
{

constexpr uint16_t kFrameBytes = 306;      ///< length of the frames sent
constexpr uint32_t kWireBytes = 306 + 24;  ///< that a link sends for one of them
constexpr Picoseconds kFrameTime{26400};   ///< that long on a 100 Gb/s link
constexpr Picoseconds kLinkDelay{5000000}; ///< delay of the link

/// @return the time rounded up to nanoseconds, the time step of ns-3
Picoseconds
CeilToNs(Picoseconds time)
{
    return (time + Picoseconds(999)) / 1000 * 1000;
}

/// @ingroup tests
/// @brief Two nodes, a link between them, and a record of the fragments that arrive.
class Link : public PacketReceiver
{
  public:
    Link()
        : sender(CreateObject<EsaNetDevice>()),
          receiver(CreateObject<EsaNetDevice>()),
          channel(CreateObject<EsaChannel>())
    {
        channel->SetAttribute("Delay", StringValue("5us"));
        CreateObject<Node>()->AddDevice(sender);
        CreateObject<Node>()->AddDevice(receiver);
        channel->Connect(sender, receiver);
        receiver->SetFragmentSink(this);
    }

    ~Link() override
    {
        Simulator::Destroy();
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds now) override
    {
        arrivals.push_back({fragment, now});
    }

    /// @param count fragments to send at once
    void Send(uint32_t count)
    {
        SendKind(count, PacketKind::Gradient);
    }

    /// @param count packets to send at once @param kind their kind
    void SendKind(uint32_t count, PacketKind kind)
    {
        for (uint32_t i = 0; i < count; ++i)
        {
            InaPacket fragment;
            fragment.kind = kind;
            fragment.seq = m_nextSeq++;
            fragment.frameBytes = kFrameBytes;
            sender->SendFragment(fragment, SimClock().Now());
        }
    }

    /// A fragment that arrived.
    struct Arrival
    {
        InaPacket fragment; ///< what
        Picoseconds time;   ///< when
    };

    Ptr<EsaNetDevice> sender;      ///< one end
    Ptr<EsaNetDevice> receiver;    ///< the other
    Ptr<EsaChannel> channel;       ///< the link
    std::vector<Arrival> arrivals; ///< in order

  private:
    uint32_t m_nextSeq{0}; ///< number of the next fragment
};

/// @ingroup tests
/// @brief One of the cases about the device and its link.
class DeviceTestCase : public TestCase
{
  public:
    /// What a case does.
    using Check = void (DeviceTestCase::*)();

    DeviceTestCase(const std::string& name, Check check)
        : TestCase(name),
          m_check(check)
    {
    }

    /// A frame arrives with the last bit that is sent for it, and the next one follows at once.
    void Timing();
    /// Rate and processing delay take effect; the processing delay does not limit the rate.
    void RateAndProcessing();
    /// A queue of ten frames accepts ten frames, and one more for each frame that has left.
    void QueueLimit();
    /// A fragment is marked if the queue has reached the threshold when it arrives.
    void Ecn();
    /// Results are marked only where all workers of a job see the same marks, or where the
    /// system wants it.
    void EcnOfResults();
    /// A queue that is shorter than the threshold marks from its half on.
    void ShortQueueEcn();
    /// Fragments and ordinary packets share the queue and leave it in order.
    void Mixed();

  private:
    /// @return marks of three frames of a kind, of which two find a queue
    uint64_t MarksOf(PacketKind kind, bool marksResults);

    void DoRun() override
    {
        (this->*m_check)();
    }

    Check m_check; ///< what the case does
};

void
DeviceTestCase::Timing()
{
    constexpr uint32_t frames = 1000;
    const Picoseconds start{7000};
    Link link;
    Simulator::Schedule(NanoSeconds(7), &Link::Send, &link, frames);
    Simulator::Schedule(MicroSeconds(100), &Link::Send, &link, 1);
    Simulator::Run();

    NS_TEST_ASSERT_MSG_EQ(link.arrivals.size(), frames + 1, "frames are missing");
    for (uint32_t i = 0; i < frames; ++i)
    {
        const Picoseconds expected = CeilToNs(start + (i + 1) * kFrameTime + kLinkDelay);
        NS_TEST_ASSERT_MSG_EQ(link.arrivals[i].fragment.seq, i, "frames changed places");
        NS_TEST_ASSERT_MSG_EQ(link.arrivals[i].time.count(),
                              expected.count(),
                              "frame " << i << " of a burst comes at the wrong time");
    }
    NS_TEST_ASSERT_MSG_EQ(link.arrivals[0].time.count(), 5034000, "7 + 26.4 + 5000 ns");
    const Picoseconds last = CeilToNs(Picoseconds(100000000) + kFrameTime + kLinkDelay);
    const Picoseconds arrived = link.arrivals[frames].time;
    NS_TEST_ASSERT_MSG_EQ(arrived.count(), last.count(), "the old burst delays the last frame");
    const DeviceCounts& counts = link.sender->GetCounts();
    NS_TEST_ASSERT_MSG_EQ(counts.framesCarried, frames + 1, "wrong count of frames");
    NS_TEST_ASSERT_MSG_EQ(counts.drops, 0, "an unlimited queue dropped frames");
    NS_TEST_ASSERT_MSG_EQ(counts.bytesQueued, (frames + 1) * kWireBytes, "wrong bytes");
    const uint64_t largest = link.sender->GetLargestQueueBytes();
    NS_TEST_ASSERT_MSG_EQ(largest, frames * kWireBytes, "the burst was in the queue");
}

void
DeviceTestCase::RateAndProcessing()
{
    Link link;
    link.sender->SetAttribute("DataRate", DataRateValue(DataRate("10Gb/s")));
    link.receiver->SetAttribute("ProcessingDelay", StringValue("700ns"));
    link.sender->SetAttribute("ProcessingDelay", StringValue("1s")); // of what comes back
    link.Send(2);
    Simulator::Run();
    NS_TEST_ASSERT_MSG_EQ(link.arrivals.size(), 2, "frames are missing");
    NS_TEST_ASSERT_MSG_EQ(link.arrivals[0].time.count(), 5964000, "264 + 5000 + 700 ns");
    NS_TEST_ASSERT_MSG_EQ(link.arrivals[1].time.count(), 6228000, "528 + 5000 + 700 ns");
}

void
DeviceTestCase::QueueLimit()
{
    Link link;
    link.sender->SetAttribute("QueueBytes", UintegerValue(10 * kWireBytes));
    std::vector<uint32_t> dropped;
    link.sender->TraceConnectWithoutContext(
        "FragmentDrop",
        Callback<void, const InaPacket&>(
            [&dropped](const InaPacket& fragment) { dropped.push_back(fragment.seq); }));
    link.Send(12);
    NS_TEST_ASSERT_MSG_EQ(link.sender->GetQueuedBytes(), 10 * kWireBytes, "wrong length");
    // Three frames take 79.2 ns, so by now there is room for three.
    Simulator::Schedule(NanoSeconds(80), &Link::Send, &link, 4);
    Simulator::Run();
    NS_TEST_ASSERT_MSG_EQ(link.arrivals.size(), 13, "wrong number of frames got through");
    NS_TEST_ASSERT_MSG_EQ(link.sender->GetCounts().drops, 3, "wrong count of drops");
    const std::vector<uint32_t> expected{10, 11, 15};
    NS_TEST_ASSERT_MSG_EQ((dropped == expected), true, "the wrong frames were dropped");
    NS_TEST_ASSERT_MSG_EQ(link.sender->GetQueuedBytes(), 0, "the queue did not empty");
}

void
DeviceTestCase::Ecn()
{
    constexpr uint32_t threshold = 5;
    Link link;
    link.sender->SetAttribute("EcnThresholdBytes", UintegerValue(threshold * kWireBytes));
    uint32_t traced = 0;
    link.sender->TraceConnectWithoutContext(
        "EcnMark",
        Callback<void, const InaPacket&>([&traced](const InaPacket&) { ++traced; }));
    link.Send(9);
    Simulator::Run();
    NS_TEST_ASSERT_MSG_EQ(link.arrivals.size(), 9, "frames are missing");
    for (uint32_t i = 0; i < link.arrivals.size(); ++i)
    {
        NS_TEST_ASSERT_MSG_EQ(link.arrivals[i].fragment.ecn,
                              (i >= threshold),
                              "mark of a frame that found " << i << " frames queued");
    }
    NS_TEST_ASSERT_MSG_EQ(link.sender->GetCounts().ecnMarks, 9 - threshold, "wrong count of marks");
    NS_TEST_ASSERT_MSG_EQ(traced, 9 - threshold, "the trace source missed marks");
}

uint64_t
DeviceTestCase::MarksOf(PacketKind kind, bool marksResults)
{
    Link link;
    link.sender->SetAttribute("EcnThresholdBytes", UintegerValue(1));
    if (marksResults)
    {
        link.sender->MarkResults();
    }
    link.SendKind(3, kind);
    Simulator::Run();
    return link.sender->GetCounts().ecnMarks;
}

void
DeviceTestCase::EcnOfResults()
{
    NS_TEST_EXPECT_MSG_EQ(MarksOf(PacketKind::Gradient, false), 2, "a fragment, in any case");
    NS_TEST_EXPECT_MSG_EQ(MarksOf(PacketKind::Partial, false), 2, "a partial sum, in any case");
    for (const PacketKind kind : {PacketKind::Result, PacketKind::Forward})
    {
        NS_TEST_EXPECT_MSG_EQ(MarksOf(kind, false), 0, "windows would drift apart");
        NS_TEST_EXPECT_MSG_EQ(MarksOf(kind, true), 2, "a system may want it");
    }
}

void
DeviceTestCase::ShortQueueEcn()
{
    constexpr uint32_t places = 8;
    Link link;
    link.sender->SetAttribute("QueueBytes", UintegerValue(places * kWireBytes));
    link.sender->SetAttribute("EcnThresholdBytes", UintegerValue(1000 * kWireBytes));
    link.Send(places);
    Simulator::Run();
    NS_TEST_ASSERT_MSG_EQ(link.sender->GetCounts().ecnMarks, places / 2, "wrong count of marks");
}

void
DeviceTestCase::Mixed()
{
    Link link;
    std::vector<Picoseconds> packets;
    link.receiver->SetReceiveCallback(NetDevice::ReceiveCallback(
        [&packets](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
            packets.push_back(SimClock().Now());
            return true;
        }));
    constexpr uint32_t rounds = 100; // more than the ring has places
    for (uint32_t round = 0; round < rounds; ++round)
    {
        Simulator::Schedule(MicroSeconds(round), [&link] {
            link.Send(1);
            link.sender->Send(Create<Packet>(1236), link.receiver->GetAddress(), 0x0800);
            link.Send(1);
        });
    }
    Simulator::Run();
    NS_TEST_ASSERT_MSG_EQ(link.arrivals.size(), 2 * rounds, "fragments are missing");
    NS_TEST_ASSERT_MSG_EQ(packets.size(), rounds, "packets are missing");
    NS_TEST_ASSERT_MSG_EQ(packets[0].count(), 5129000, "26.4 + 101.92 + 5000 ns");
    NS_TEST_ASSERT_MSG_EQ(link.arrivals[1].time.count(), 5155000, "and 26.4 ns");
}

/// @ingroup tests
/// @brief The suite: the device and its link.
class EsaDeviceTestSuite : public TestSuite
{
  public:
    EsaDeviceTestSuite()
        : TestSuite("esa-device", TestSuite::Type::UNIT)
    {
        AddTestCase(new DeviceTestCase("times of arrival", &DeviceTestCase::Timing));
        AddTestCase(
            new DeviceTestCase("rate and processing delay", &DeviceTestCase::RateAndProcessing));
        AddTestCase(new DeviceTestCase("queue limit", &DeviceTestCase::QueueLimit));
        AddTestCase(new DeviceTestCase("ECN marks of results", &DeviceTestCase::EcnOfResults));
        AddTestCase(new DeviceTestCase("ECN threshold above the length of the queue",
                                       &DeviceTestCase::ShortQueueEcn));
        AddTestCase(new DeviceTestCase("ECN threshold", &DeviceTestCase::Ecn));
        AddTestCase(new DeviceTestCase("packets between fragments", &DeviceTestCase::Mixed));
    }
};

EsaDeviceTestSuite g_esaDeviceTestSuite; ///< registers itself

} // namespace
