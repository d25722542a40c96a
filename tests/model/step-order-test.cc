// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// What happens at a node in one time step: frames, in the order of their exact times and ports,
// then timers, then what the application does. When each was planned does not matter.

#include "model/training-rack.h"

#include "ns3/esa-host-app.h"
#include "ns3/esa-link-faults.h"
#include "ns3/esa-net-device.h"
#include "ns3/esa-worker-process.h"
#include "ns3/pointer.h"
#include "ns3/uinteger.h"

#include <gtest/gtest.h>
#include <vector>

namespace ns3::esa::test
{
namespace
{

/// A node with several ports, which notes the ports at which frames arrive.
class Ports : public PacketReceiver, public FrameForwarder
{
  public:
    /// @param delaysNs of the links of its ports
    explicit Ports(const std::vector<int64_t>& delaysNs)
    {
        for (const int64_t delayNs : delaysNs)
        {
            const auto sender = CreateObject<EsaNetDevice>();
            sender->SetAttribute("OverheadBytes", UintegerValue(0));
            const auto port = CreateObject<EsaNetDevice>();
            const auto channel = CreateObject<EsaChannel>();
            channel->SetAttribute("Delay", TimeValue(NanoSeconds(delayNs)));
            CreateObject<Node>()->AddDevice(sender);
            m_node->AddDevice(port);
            channel->Connect(sender, port);
            port->SetFragmentSink(this);
            port->SetForwarder(this);
            m_senders.push_back(sender);
            ports.push_back(port);
        }
    }

    ~Ports() override
    {
        Simulator::Destroy();
    }

    /// @brief Sends a fragment. @param atNs when @param bytes its length: 80 ps each
    void Send(uint32_t port, int64_t atNs, uint16_t bytes)
    {
        Simulator::Schedule(NanoSeconds(atNs), [=] {
            InaPacket fragment;
            fragment.worker = static_cast<uint16_t>(port);
            fragment.frameBytes = bytes;
            m_senders[port]->SendFragment(fragment, SimClock().Now());
        });
    }

    /// @brief Sends an ordinary frame. @param atNs when @param bytes its length
    void SendFrame(uint32_t port, int64_t atNs, uint32_t bytes)
    {
        Simulator::Schedule(NanoSeconds(atNs),
                            [=] { m_senders[port]->SendFrame(Create<Packet>(bytes)); });
    }

    /// @return the ports at which frames arrived, in order, when all was sent
    std::vector<uint32_t> Run()
    {
        Simulator::Run();
        return m_arrived;
    }

    void ReceiveFragment(InaPacket& fragment, Picoseconds /* now */) override
    {
        m_arrived.push_back(fragment.worker);
        times.push_back(Simulator::Now().GetNanoSeconds());
    }

    void ForwardFrame(Ptr<Packet> /* frame */, EsaNetDevice& from) override
    {
        m_arrived.push_back(from.GetIfIndex());
        times.push_back(Simulator::Now().GetNanoSeconds());
    }

    std::vector<Ptr<EsaNetDevice>> ports; ///< of the node
    std::vector<int64_t> times;           ///< when frames arrived, in ns

  private:
    Ptr<Node> m_node{CreateObject<Node>()};   ///< the node
    std::vector<Ptr<EsaNetDevice>> m_senders; ///< by port: the other end
    std::vector<uint32_t> m_arrived;          ///< ports, in order
};

using Order = std::vector<uint32_t>;

TEST(StepOrder, FramesArriveInTheOrderOfTheirExactTimes)
{
    Ports node({5000, 5000});
    node.Send(0, 0, 310); // 24.80 ns
    node.Send(1, 0, 306); // 24.48 ns, sent later in the same step
    EXPECT_EQ(node.Run(), (Order{1, 0}));
    EXPECT_EQ(node.times, (std::vector<int64_t>{5025, 5025}));
}

TEST(StepOrder, FramesOfOneTimeArriveInTheOrderOfTheirPorts)
{
    Ports node({4000, 5000, 4990});
    node.Send(1, 0, 306);
    node.Send(2, 10, 306);
    node.Send(0, 1000, 306);
    EXPECT_EQ(node.Run(), (Order{0, 1, 2}));
    EXPECT_EQ(node.times, (std::vector<int64_t>{5025, 5025, 5025}));
}

TEST(StepOrder, FramesOfLongLinksAreNoException)
{
    Ports node({1000, 50000, 50000});
    node.Send(1, 0, 310);
    node.Send(0, 49000, 308);
    node.Send(2, 0, 306);
    EXPECT_EQ(node.Run(), (Order{2, 0, 1}));
    EXPECT_EQ(node.times, (std::vector<int64_t>{50025, 50025, 50025}));
}

TEST(StepOrder, OrdinaryFramesAreNoException)
{
    Ports node({5000, 5000, 5000});
    node.Send(0, 0, 310);
    node.SendFrame(2, 0, 308);
    node.Send(1, 0, 306);
    EXPECT_EQ(node.Run(), (Order{1, 2, 0}));
}

TEST(StepOrder, ShortFramesOfTwoLinksAlternate)
{
    // 10 bytes at 100 Gb/s last 0.8 ns: in step 5004 two frames of each link arrive.
    Ports node({5000, 5000});
    for (int frame = 0; frame < 5; ++frame)
    {
        node.Send(1, 0, 10);
        node.Send(0, 0, 10);
    }
    EXPECT_EQ(node.Run(), (Order{0, 1, 0, 1, 0, 1, 0, 1, 0, 1}));
    EXPECT_EQ(node.times,
              (std::vector<int64_t>{5001, 5001, 5002, 5002, 5003, 5003, 5004, 5004, 5004, 5004}));
}

TEST(StepOrder, LateFramesAreNoException)
{
    Ports node({5000, 5000});
    const auto faults = CreateObject<EsaLinkFaults>();
    faults->SetAttribute("ExtraDelay", TimeValue(NanoSeconds(100)));
    node.ports[0]->SetFaults(faults);
    node.Send(0, 0, 306);   // at 5124.48 ns
    node.Send(1, 100, 304); // at 5124.32 ns
    EXPECT_EQ(node.Run(), (Order{1, 0}));
    EXPECT_EQ(node.times, (std::vector<int64_t>{5125, 5125}));
}

TEST(StepOrder, FramesArriveWhenTheirReceiverHasProcessedThem)
{
    Ports node({5000});
    node.ports[0]->SetAttribute("ProcessingDelay", TimeValue(NanoSeconds(700)));
    node.Send(0, 0, 306);
    EXPECT_EQ(node.Run(), Order{0});
    EXPECT_EQ(node.times, std::vector<int64_t>{5725});
}

/// A rack whose switch hears one of two workers only, so that no result comes by itself.
class LoneWorker : public testing::Test, protected ThreeHosts
{
  protected:
    /// @param dnn what the job trains @param check time between the worker's checks of timeouts
    void Install(const Dnn& dnn, const Time& check)
    {
        TrainingOptions options = WithoutJitter();
        options.worker.checkInterval = SimClock().FromTime(check);
        options.worker.rtoMin = FromMicroseconds(1);
        JobSetup job = Job();
        job.dnn = dnn;
        apps = Installed().InstallJobs({job}, options);
        helper.GetFabric()
            .LinkOf(hosts.Get(1))
            .AtSwitch()
            ->SetAttribute("ReceiveErrorModel", PointerValue(EveryFrame()));
        apps.Get(0)->TraceConnectWithoutContext(
            "Send",
            Callback<void, const InaPacket&>([this](const InaPacket& packet) {
                sent.push_back(packet.kind);
                times.push_back(Simulator::Now());
            }));
    }

    ~LoneWorker() override
    {
        Simulator::Destroy();
    }

    static void Run(const Time& until)
    {
        Simulator::Stop(until);
        Simulator::Run();
    }

    ApplicationContainer apps;    ///< the job's
    std::vector<PacketKind> sent; ///< by the worker
    std::vector<Time> times;      ///< when
};

TEST_F(LoneWorker, ATimerRunsOutAfterTheFramesOfItsStep)
{
    const Time check = MicroSeconds(100);
    Install(Dnn{{FromMicroseconds(1)}, {{1, 248}}, 1.0}, check);
    const auto port = helper.GetFabric().LinkOf(hosts.Get(0)).AtSwitch();
    TimeValue delay;
    port->GetChannel()->GetAttribute("Delay", delay);
    // 226 bytes and 24 of overhead last 20 ns.
    Simulator::Schedule(check - delay.Get() - NanoSeconds(20), [port] {
        InaPacket result;
        result.kind = PacketKind::Result;
        result.frameBytes = 226;
        port->SendFragment(result, SimClock().Now());
    });
    Run(MicroSeconds(101));
    const auto* const worker = ProcessIn<WorkerProcess>(apps.Get(0));
    EXPECT_EQ(worker->Results(), 1U);
    EXPECT_EQ(worker->RepairsSent(), 0U) << "the result came just in time";
}

TEST_F(LoneWorker, TheApplicationActsAfterTheTimersOfItsStep)
{
    // The backward part of layer 2 ends after 40 us, that of layer 1 after 100 us.
    const Dnn dnn{{FromMicroseconds(1), FromMicroseconds(1)},
                  {{2, 248}, {1, 248}},
                  1.0,
                  {FromMicroseconds(60), FromMicroseconds(40)}};
    Install(dnn, MicroSeconds(100));
    Run(MicroSeconds(500));
    ASSERT_GE(sent.size(), 3U);
    EXPECT_EQ(times[1], MicroSeconds(100));
    EXPECT_EQ(times[2], MicroSeconds(100));
    EXPECT_EQ(sent[0], PacketKind::Gradient);
    EXPECT_EQ(sent[1], PacketKind::WorkerReminder);
    EXPECT_EQ(sent[2], PacketKind::Gradient);
}

} // namespace
} // namespace ns3::esa::test
