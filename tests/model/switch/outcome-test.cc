// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

#include "model/training-rack.h"

#include "ns3/callback.h"
#include "ns3/esa-flow-packet.h"
#include "ns3/esa-network-runner.h"
#include "ns3/esa-topology-shapes.h"
#include "ns3/node.h"
#include "ns3/simulator.h"

#include <gtest/gtest.h>
#include <memory>
#include <string>
#include <vector>

// Outcomes of packets that the pipeline does not process.

namespace
{

using namespace ns3;
using esa::InaPacket;
using esa::Outcome;
using esa::PacketKind;

/// A switch with one job of two workers, and the outcome that it reports for a packet of the test.
class SwitchOutcome : public testing::Test
{
  protected:
    SwitchOutcome()
    {
        m_rack.Installed().InstallJobs({m_rack.Job()}, {});
        for (std::size_t i = 0; i < esa::kOutcomes; ++i)
        {
            const std::string name = OutcomeName(static_cast<Outcome>(i));
            m_rack.helper.GetSwitch()->TraceConnectWithoutContext(
                name,
                Callback<void, const InaPacket&>(
                    [this, name](const InaPacket&) { m_told = name; }));
        }
    }

    ~SwitchOutcome() override
    {
        Simulator::Destroy();
    }

    /// @return a worker's fragment that waits for those of the other workers
    static InaPacket FragmentOf(uint16_t job)
    {
        InaPacket fragment;
        fragment.job = job;
        fragment.bitmap = 1;
        fragment.fanIn = 2;
        fragment.frameBytes = 306;
        return fragment;
    }

    std::string Meet(InaPacket packet)
    {
        const auto& pipeline = m_rack.helper.GetSwitch()->GetPipeline();
        const uint64_t before = pipeline.Received();
        m_rack.helper.GetSwitch()->ReceiveFragment(packet, esa::Picoseconds(0));
        EXPECT_EQ(pipeline.Received(), before + 1);
        return m_told;
    }

    uint32_t Occupied()
    {
        return m_rack.helper.GetSwitch()->GetPipeline().Table().Occupied();
    }

    esa::test::ThreeHosts m_rack; ///< with the switch
    std::string m_told;           ///< the last outcome that the switch reported
};

TEST_F(SwitchOutcome, AFragmentOfAJobOfTheSwitchTakesAnAggregator)
{
    EXPECT_EQ(Meet(FragmentOf(0)), "Allocated");
    EXPECT_EQ(Occupied(), 1U);
}

TEST_F(SwitchOutcome, AFragmentOfAnUnknownJobTakesNone)
{
    EXPECT_EQ(Meet(FragmentOf(1)), "UnknownJob");
    EXPECT_EQ(Meet(FragmentOf(UINT16_MAX)), "UnknownJob");
    EXPECT_EQ(Occupied(), 0U);
}

TEST_F(SwitchOutcome, AFragmentOfAJobThatHasLeftTakesNone)
{
    EXPECT_EQ(Meet(FragmentOf(0)), "Allocated");
    m_rack.helper.GetSwitch()->CloseJob(0);
    EXPECT_EQ(Occupied(), 0U);
    EXPECT_EQ(Meet(FragmentOf(0)), "JobLeft");
    EXPECT_EQ(Occupied(), 0U);
}

TEST_F(SwitchOutcome, NothingIsKeptOfAJobThatHasLeft)
{
    const auto node = m_rack.helper.GetSwitch();
    esa::JobPorts ports;
    ports.groups =
        std::make_shared<const esa::GroupTable>(esa::AggregationPlan(1), esa::SwitchId{});
    ports.trees[0].workers = {&m_rack.helper.GetFabric().Links().front().AtSwitch()->GetPort()};
    const std::weak_ptr<const esa::GroupTable> groups = ports.groups;
    node->AddJob(5, ports);
    ports = {};
    EXPECT_FALSE(groups.expired());
    node->CloseJob(5);
    EXPECT_TRUE(groups.expired());
    EXPECT_EQ(Meet(FragmentOf(5)), "JobLeft");
    EXPECT_EQ(Meet(FragmentOf(0)), "Allocated") << "the other job is still there";
    InaPacket data = FragmentOf(5);
    data.kind = PacketKind::Data;
    EXPECT_EQ(Meet(data), "JobLeft");
}

TEST(SwitchesOfAJob, AllForgetAJobThatHasLeft)
{
    esa::EsaHelper helper("esa");
    const NodeContainer hosts(4);
    const esa::EsaFabric& fabric = helper.InstallFabric(
        std::make_unique<esa::EsaFabric>(esa::MakeLeafSpine(2, 2, 1, {}, {}), hosts));
    const esa::Dnn dnn{{esa::FromMicroseconds(1)}, {{1, 1000}}, 1.0};
    const esa::JobSetup setup{dnn, NodeContainer(hosts.Get(0), hosts.Get(2)), hosts.Get(1), 1};
    std::vector<ApplicationContainer> apps;
    for (const uint16_t job : {0, 1})
    {
        apps.push_back(helper.InstallJob({job, job, 2}, setup, {}));
    }
    const auto haveJob = [&fabric](uint16_t job) {
        std::vector<bool> have; // rack 0, rack 1, spine
        for (const uint32_t number : {0, 1, 2})
        {
            have.push_back(fabric.SwitchAt(esa::SwitchId{number})->HasJob(job));
        }
        return have;
    };
    EXPECT_EQ(haveJob(0), (std::vector<bool>{true, true, true}));
    Simulator::Schedule(Seconds(1), [&] { helper.RemoveJob(0, setup, apps[0]); });
    Simulator::Schedule(Seconds(1.5), [&] {
        EXPECT_EQ(haveJob(0), (std::vector<bool>{false, false, true})) << "packets may come yet";
    });
    Simulator::Schedule(Seconds(3), [&] { helper.RemoveJob(1, setup, apps[1]); });
    Simulator::Run();
    EXPECT_EQ(haveJob(0), (std::vector<bool>{false, false, false}));
    Simulator::Destroy();
}

TEST_F(SwitchOutcome, AFlowGoesToItsReceiverIfThereIsOne)
{
    InaPacket data = FragmentOf(0);
    data.kind = PacketKind::Data;
    for (const uint16_t endpoint : {uint16_t{1}, esa::ServerOf(0)})
    {
        data.worker = endpoint;
        EXPECT_EQ(Meet(data), "Flow") << endpoint;
    }
    for (const uint16_t endpoint : {uint16_t{2}, esa::ExtraServer(0)})
    {
        data.worker = endpoint;
        EXPECT_EQ(Meet(data), "Malformed") << "there is no third worker, nor a server";
    }
}

TEST_F(SwitchOutcome, AggregatorsAreFetchedBeforeTheirPacketsArrive)
{
    const Ptr<Node> node = m_rack.helper.GetSwitch()->GetObject<Node>();
    EXPECT_TRUE(esa::NetworkRunner::Get().AgendaOf(node)->Prefetches());
    EXPECT_FALSE(esa::NetworkRunner::Get().AgendaOf(m_rack.hosts.Get(0))->Prefetches());
}

} // namespace
