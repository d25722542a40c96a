// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "core/switch-systems.h"

#include "ns3/arp-l3-protocol.h"
#include "ns3/bulk-send-helper.h"
#include "ns3/esa-frame-sizes.h"
#include "ns3/esa-helper.h"
#include "ns3/esa-training-job.h"
#include "ns3/esa-worker-app.h"
#include "ns3/inet-socket-address.h"
#include "ns3/internet-stack-helper.h"
#include "ns3/ipv4-address-helper.h"
#include "ns3/packet-sink-helper.h"
#include "ns3/packet-sink.h"
#include "ns3/simulator.h"
#include "ns3/string.h"
#include "ns3/uinteger.h"

#include <algorithm>
#include <gtest/gtest.h>

namespace
{

using namespace ns3;

/// A rack where two jobs train while one host sends bytes to another over TCP.
class BulkSendTest : public testing::TestWithParam<std::string>
{
  protected:
    static constexpr uint64_t kBytes = 3000000;  ///< bytes over TCP
    static constexpr uint64_t kFragments = 2000; ///< fragments of a worker's iteration
    static constexpr uint32_t kIterations = 5;   ///< iterations of a worker

    void TearDown() override
    {
        Simulator::Destroy();
    }

    /// @return the applications of two jobs of four workers, on hosts 0 to 9
    ApplicationContainer InstallJobs()
    {
        std::vector<esa::JobSetup> jobs(2);
        for (uint32_t number = 0; number < jobs.size(); ++number)
        {
            const auto compute = esa::FromMicroseconds(20);
            const uint64_t bytes = kFragments / 2 * esa::kInaPayloadBytes;
            jobs[number].dnn = {{compute, compute}, {{2, bytes}, {1, bytes}}, 1.0};
            for (uint32_t worker = 0; worker < 4; ++worker)
            {
                jobs[number].workers.Add(m_hosts.Get(4 * number + worker));
            }
            jobs[number].parameterServer = m_hosts.Get(8 + number);
            jobs[number].iterations = kIterations;
        }
        return m_helper.InstallJobs(jobs, esa::TrainingOptions{});
    }

    /// @return the sink at the parameter server of job 1 for what a worker of job 0 sends
    Ptr<PacketSink> InstallBulkSend(const NetDeviceContainer& hostDevices)
    {
        InternetStackHelper().Install(m_hosts);
        for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
        {
            // ARP waits up to 10 ms before its first request. By then the training might be over.
            m_hosts.Get(host)->GetObject<ArpL3Protocol>()->SetAttribute(
                "RequestJitter",
                StringValue("ns3::ConstantRandomVariable[Constant=0]"));
        }
        const auto interfaces =
            Ipv4AddressHelper("192.168.0.0", "255.255.255.0").Assign(hostDevices);
        const std::string tcp = "ns3::TcpSocketFactory";
        BulkSendHelper sender(tcp, InetSocketAddress(interfaces.GetAddress(9), 9));
        sender.SetAttribute("MaxBytes", UintegerValue(kBytes));
        sender.Install(m_hosts.Get(0));
        PacketSinkHelper sink(tcp, InetSocketAddress(Ipv4Address::GetAny(), 9));
        return DynamicCast<PacketSink>(sink.Install(m_hosts.Get(9)).Get(0));
    }

    esa::EsaHelper m_helper{GetParam()}; ///< builds the rack
    NodeContainer m_hosts{10};           ///< the hosts
};

TEST_P(BulkSendTest, AllBytesArriveAndSumsStayExact)
{
    m_helper.SetSwitchAttribute("MemoryBytes", UintegerValue(100 * 264));
    NodeContainer switchNode(1);
    const auto& fabric = m_helper.InstallRack(switchNode.Get(0), m_hosts);
    const ApplicationContainer apps = InstallJobs();
    const auto sink = InstallBulkSend(fabric.HostDevices());
    Time trainingEnd;
    Time firstByte = Time::Max();
    for (uint32_t i = 0; i < apps.GetN(); ++i)
    {
        apps.Get(i)->TraceConnectWithoutContext(
            "Iteration",
            Callback<void, const esa::IterationRecord&>(
                [&](const esa::IterationRecord&) { trainingEnd = Simulator::Now(); }));
    }
    sink->TraceConnectWithoutContext(
        "Rx",
        Callback<void, Ptr<const Packet>, const Address&>([&](Ptr<const Packet>, const Address&) {
            firstByte = std::min(firstByte, Simulator::Now());
        }));
    Simulator::Stop(Seconds(2));
    Simulator::Run();

    EXPECT_EQ(sink->GetTotalRx(), kBytes);
    EXPECT_LT(firstByte, trainingEnd) << "TCP did not run during the training";
    const uint64_t bytes = kFragments / 2 * esa::kInaPayloadBytes;
    const uint64_t payload = esa::PayloadBytes(esa::FindSystem(GetParam())->onHost.frame);
    const uint64_t results = 2 * ((bytes + payload - 1) / payload) * kIterations;
    for (uint32_t i = 0; i < apps.GetN(); ++i)
    {
        if (const auto worker = DynamicCast<esa::EsaWorkerApp>(apps.Get(i)))
        {
            EXPECT_EQ(worker->GetResults(), results);
            EXPECT_EQ(worker->GetWrongResults(), 0U);
        }
    }
}

INSTANTIATE_TEST_SUITE_P(Systems,
                         BulkSendTest,
                         testing::ValuesIn(esa::test::SwitchSystems()),
                         [](const auto& info) { return info.param; });

} // namespace
