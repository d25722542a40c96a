// Copyright (c) 2026 The esa authors
// SPDX-License-Identifier: GPL-2.0-only

// Topologies: racks and spines, fat trees and graphs.

#include "esa-test-rack.h"

#include "ns3/data-rate.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-fabric.h"
#include "ns3/mac48-address.h"

#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Adds hosts to a graph. switchOf: gives the switch of a host
template <typename F>
void
AddHosts(TopologyGraph& graph, uint32_t hosts, F switchOf)
{
    for (uint32_t host = 0; host < hosts; ++host)
    {
        graph.links.push_back({graph.nodes.size(), switchOf(host), {}});
        graph.nodes.push_back({"host" + std::to_string(host), NodeRole::Host});
    }
}

/// Two racks, whose switches one cable connects. The first half of the hosts is in rack 0.
TopologyGraph
MakeTwoSwitches(uint32_t hosts)
{
    TopologyGraph graph;
    graph.nodes = {{"left", NodeRole::Switch}, {"right", NodeRole::Switch}};
    AddHosts(graph, hosts, [hosts](uint32_t host) { return host < hosts / 2 ? 0U : 1U; });
    graph.links.push_back({0, 1, {}});
    return graph;
}

/// A tree of three levels: two racks below each of two switches, and one switch above both. Host h
/// is in rack h modulo 4.
TopologyGraph
MakeThreeLevels(uint32_t hosts)
{
    TopologyGraph graph;
    for (const char* name : {"rack0", "rack1", "rack2", "rack3", "half0", "half1", "top"})
    {
        graph.nodes.push_back({name, NodeRole::Switch});
    }
    graph.links = {{0, 4, {}}, {1, 4, {}}, {2, 5, {}}, {3, 5, {}}, {4, 6, {}}, {5, 6, {}}};
    AddHosts(graph, hosts, [](uint32_t host) { return host % 4; });
    return graph;
}

/// A graph without levels: four racks, each at a switch of a ring, and a cable between two racks.
/// Host h is in rack h modulo 4.
TopologyGraph
MakeRing(uint32_t hosts)
{
    TopologyGraph graph;
    for (std::size_t rack = 0; rack < 4; ++rack)
    {
        graph.nodes.push_back({"rack" + std::to_string(rack), NodeRole::Switch});
        graph.nodes.push_back({"ring" + std::to_string(rack), NodeRole::Switch});
        graph.links.push_back({2 * rack, 2 * rack + 1, {}});
        graph.links.push_back({2 * rack + 1, (2 * rack + 3) % 8, {}});
    }
    graph.links.push_back({0, 4, {}}); // from rack 0 to rack 2, on the other side
    AddHosts(graph, hosts, [](uint32_t host) { return host % 4 * 2; });
    return graph;
}

/// Three racks of the same size, and spines between them.
TopologyGraph
MakeThreeRacks(uint32_t hosts)
{
    return MakeLeafSpine(3, hosts / 3, 3, {}, {});
}

/// A fat tree of 16 hosts.
TopologyGraph
MakeFatTreeOf16(uint32_t /* hosts */)
{
    return MakeFatTree(4, {});
}

/// A topology to test, with jobs on its hosts.
struct Topology
{
    std::string name;                           ///< what it is
    TopologyGraph (*make)(uint32_t);            ///< makes it for a number of hosts
    uint32_t hosts;                             ///< the number
    std::vector<std::vector<uint32_t>> workers; ///< by job, the host of each worker
    std::vector<uint32_t> pses;                 ///< by job, the host of its PS
    bool doAllSum{false};                       ///< whether each switch with hosts sums
};

/// Jobs over four racks: over all racks, and with the PS in a rack of its own.
const std::vector<std::vector<uint32_t>> kWorkersOfFourRacks{{0, 1, 2, 7}, {4, 5, 3}, {0, 4}};

/// The topologies.
const std::vector<Topology> kTopologies{
    {"two switches", MakeTwoSwitches, 8, kWorkersOfFourRacks, {1, 6, 7}},
    {"three levels", MakeThreeLevels, 8, kWorkersOfFourRacks, {1, 6, 7}},
    {"a ring of switches", MakeRing, 8, kWorkersOfFourRacks, {1, 6, 7}},
    // one job in its PS's rack and another rack, one in two racks without the PS, one in three
    // racks, one in a single rack without the PS
    {"three racks",
     MakeThreeRacks,
     12,
     {{0, 1, 4, 5}, {2, 6, 7}, {3, 8, 9, 4}, {10, 11}},
     {0, 11, 3, 5},
     true},
    // in a rack, in a pod, over all pods, and with the PS in a pod of its own
    {"fat tree",
     MakeFatTreeOf16,
     16,
     {{0, 1}, {4, 5, 6}, {0, 2, 4, 6, 8, 10, 12, 14}, {1, 3, 5}},
     {2, 7, 15, 13}},
};

/// @ingroup tests
/// @brief Jobs over a topology of its own: all sums are exact, and every packet arrives.
class TopologyTestCase : public RackTestCase
{
  public:
    TopologyTestCase(const Topology& topology, const std::string& system)
        : RackTestCase(topology.name + ", " + system),
          m_topology(topology),
          m_system(system)
    {
    }

  private:
    void DoRun() override
    {
        TestRack rack(m_system);
        rack.dnn = TestRack::SmallDnn(300);
        rack.makeTopology = m_topology.make;
        rack.Install(m_topology.hosts, m_topology.workers, m_topology.pses);
        RunJobs(rack);
        uint64_t between = 0;
        for (const EsaLink& link : rack.helper.GetFabric().Links())
        {
            if (link.GetKind() == EsaLink::Kind::Uplink)
            {
                between += link.Lower()->GetCounts().framesCarried +
                           link.Upper()->GetCounts().framesCarried;
            }
        }
        NS_TEST_EXPECT_MSG_GT(between, 0, "nothing went from rack to rack");
        const bool sums = !FindSystem(m_system)->SumsInHosts();
        uint64_t completed = 0;
        for (const auto& node : rack.helper.GetSwitches())
        {
            const auto& pipeline = node->GetPipeline();
            completed += pipeline.Count(Outcome::Completed);
            NS_TEST_EXPECT_MSG_EQ(
                (pipeline.Count(Outcome::Completed) > 0 || !sums || !m_topology.doAllSum),
                true,
                "a switch summed nothing");
            NS_TEST_EXPECT_MSG_EQ(pipeline.Count(Outcome::Malformed), 0, "bitmaps are wrong");
            NS_TEST_EXPECT_MSG_EQ(pipeline.Table().Occupied(), 0, "aggregators are left behind");
        }
        NS_TEST_EXPECT_MSG_EQ((completed > 0), sums, "switches sum what hosts do not");
    }

    Topology m_topology;  ///< the topology
    std::string m_system; ///< the system
};

/// @ingroup tests
/// @brief Ordinary frames reach their receivers, and no host twice.
class TopologyFramesTestCase : public TestCase
{
  public:
    explicit TopologyFramesTestCase(const Topology& topology)
        : TestCase(topology.name + ", ordinary frames"),
          m_topology(topology)
    {
    }

  private:
    static constexpr uint16_t kProtocol = 0x88b5; ///< EtherType for experiments (IEEE 802)

    void DoRun() override
    {
        TestRack rack("esa");
        rack.dnn = TestRack::SmallDnn(1);
        rack.makeTopology = m_topology.make;
        const uint32_t hosts = m_topology.hosts;
        rack.Install(hosts, {{0, 1}}, {2});
        std::vector<uint32_t> received(hosts, 0);
        for (uint32_t host = 0; host < hosts; ++host)
        {
            rack.LinkOf(host).AtHost()->SetReceiveCallback(NetDevice::ReceiveCallback(
                [&received, host](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                    ++received[host];
                    return true;
                }));
        }
        const auto send = [&](uint32_t from, const Address& to) {
            received.assign(hosts, 0);
            rack.LinkOf(from).AtHost()->Send(Create<Packet>(100), to, kProtocol);
            Simulator::Run();
        };
        for (uint32_t from = 0; from < hosts; ++from)
        {
            std::vector<uint32_t> others(hosts, 1);
            others[from] = 0;
            send(from, Mac48Address::GetBroadcast());
            NS_TEST_EXPECT_MSG_EQ((received == others), true, "a broadcast of host " << from);
            for (uint32_t to = 0; to < hosts; ++to)
            {
                std::vector<uint32_t> one(hosts, 0);
                one[to] = 1;
                if (to != from)
                {
                    send(from, rack.LinkOf(to).AtHost()->GetAddress());
                    NS_TEST_EXPECT_MSG_EQ((received == one), true, from << " to " << to);
                }
            }
        }
    }

    Topology m_topology; ///< the topology
};

/// @ingroup tests
/// @brief A link has the rate, the delay and the queues of the graph, and those of the
/// attributes where it has none.
class LinkTraitsTestCase : public RackTestCase
{
  public:
    LinkTraitsTestCase()
        : RackTestCase("what links can carry")
    {
    }

  private:
    /// Checks a link.
    void Check(const EsaLink& link, double gbps, double delayUs, uint64_t above, uint64_t below)
    {
        const std::vector<uint64_t> queues{below, above};
        for (std::size_t i = 0; i < queues.size(); ++i)
        {
            DataRateValue rate;
            link.Ends()[i]->GetAttribute("DataRate", rate);
            NS_TEST_EXPECT_MSG_EQ_TOL(rate.Get().GetBitRate() / 1e9, gbps, 1e-9, "rate");
            UintegerValue queue;
            link.Ends()[i]->GetAttribute("QueueBytes", queue);
            NS_TEST_EXPECT_MSG_EQ(queue.Get(), queues[i], "queue");
        }
        TimeValue delay;
        link.Lower()->GetChannel()->GetAttribute("Delay", delay);
        NS_TEST_EXPECT_MSG_EQ(delay.Get(), NanoSeconds(std::llround(delayUs * 1e3)), "delay");
    }

    void DoRun() override
    {
        TopologyGraph graph = MakeLeafSpine(2, 2, 1, {}, {40, 0.5, 30000000});
        graph.links[0].traits = {25, 1.25, 20000000}; // that of host 0
        TestRack rack("esa");
        rack.helper.SetDeviceAttribute("QueueBytes", UintegerValue(50000000));
        rack.makeTopology = [&graph](uint32_t /* hosts */) { return graph; };
        rack.Install(4, {{0, 2}, {1, 3}}, {1, 0});
        Check(rack.LinkOf(0), 25, 1.25, 20000000, 0);
        Check(rack.LinkOf(1), 100, 2.5, 50000000, 0);
        for (const EsaLink& link : rack.helper.GetFabric().Links())
        {
            if (link.GetKind() == EsaLink::Kind::Uplink)
            {
                Check(link, 40, 0.5, 30000000, 30000000);
            }
        }
        RunJobs(rack);
    }
};

/// @ingroup tests
/// @brief Networks of all shapes.
class EsaFabricTestSuite : public TestSuite
{
  public:
    EsaFabricTestSuite()
        : TestSuite("esa-fabric", TestSuite::Type::UNIT)
    {
        for (const Topology& topology : kTopologies)
        {
            for (const std::string system : {"esa", "atp", "switchml", "straw1", "ring"})
            {
                AddTestCase(new TopologyTestCase(topology, system));
            }
            AddTestCase(new TopologyFramesTestCase(topology));
        }
        AddTestCase(new LinkTraitsTestCase());
    }
};

EsaFabricTestSuite g_esaFabricTestSuite; ///< registers itself

} // namespace
} // namespace ns3::esa
