/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Topologies other than leaf-spine: short classes, and a graph.

#include "esa-test-graph.h"
#include "esa-test-rack.h"

#include "ns3/esa-fabric.h"
#include "ns3/mac48-address.h"
#include "ns3/test.h"

#include <cstdint>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Two racks, whose switches one cable connects. The first half of the hosts is in rack 0.
TopologyGraph
MakeTwoSwitches(uint32_t hosts)
{
    TopologyGraph graph;
    graph.nodes = {{"left", NodeRole::Switch}, {"right", NodeRole::Switch}};
    for (uint32_t host = 0; host < hosts; ++host)
    {
        graph.links.push_back({graph.nodes.size(), host < hosts / 2 ? 0U : 1U, {}});
        graph.nodes.push_back({"host" + std::to_string(host), NodeRole::Host});
    }
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
    graph.isTree = true;
    for (uint32_t host = 0; host < hosts; ++host)
    {
        graph.links.push_back({graph.nodes.size(), host % 4, {}});
        graph.nodes.push_back({"host" + std::to_string(host), NodeRole::Host});
    }
    return graph;
}

/// A topology to test.
struct Topology
{
    std::string name;                ///< what it is
    TopologyGraph (*make)(uint32_t); ///< makes it for a number of hosts
};

/// The topologies of this file.
const std::vector<Topology> kTopologies{
    {"two switches", MakeTwoSwitches},
    {"three levels", MakeThreeLevels},
    {"a ring of switches", MakeRing},
};

/**
 * @ingroup tests
 * @brief Jobs over a topology of its own: all sums are exact, and every packet finds its way.
 */
class TopologyTestCase : public TestCase
{
  public:
    TopologyTestCase(const Topology& topology, const std::string& system)
        : TestCase(topology.name + ", " + system),
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
        // over all racks, and with the PS in a rack of its own
        rack.Install(8, {{0, 1, 2, 7}, {4, 5, 3}, {0, 4}}, {1, 6, 7});
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the jobs do not end");
        NS_TEST_EXPECT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_EXPECT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
        NS_TEST_EXPECT_MSG_EQ(rack.record.DistinctResults(),
                              rack.record.Results(),
                              "results came twice");
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
    }

    Topology m_topology;  ///< the topology
    std::string m_system; ///< the system
};

/**
 * @ingroup tests
 * @brief Ordinary frames reach their receivers, and no host twice.
 */
class TopologyFramesTestCase : public TestCase
{
  public:
    explicit TopologyFramesTestCase(const Topology& topology)
        : TestCase(topology.name + ", ordinary frames"),
          m_topology(topology)
    {
    }

  private:
    static constexpr uint32_t kHosts = 8;         ///< hosts
    static constexpr uint16_t kProtocol = 0x88b5; ///< EtherType for experiments (IEEE 802)

    void DoRun() override
    {
        TestRack rack("esa");
        rack.dnn = TestRack::SmallDnn(1);
        rack.makeTopology = m_topology.make;
        rack.Install(kHosts, {{0, 1}}, {2});
        std::vector<uint32_t> received(kHosts, 0);
        for (uint32_t host = 0; host < kHosts; ++host)
        {
            rack.LinkOf(host).AtHost()->SetReceiveCallback(NetDevice::ReceiveCallback(
                [&received, host](Ptr<NetDevice>, Ptr<const Packet>, uint16_t, const Address&) {
                    ++received[host];
                    return true;
                }));
        }
        const auto send = [&](uint32_t from, const Address& to) {
            received.assign(kHosts, 0);
            rack.LinkOf(from).AtHost()->Send(Create<Packet>(100), to, kProtocol);
            Simulator::Run();
        };
        for (uint32_t from = 0; from < kHosts; ++from)
        {
            std::vector<uint32_t> others(kHosts, 1);
            others[from] = 0;
            send(from, Mac48Address::GetBroadcast());
            NS_TEST_EXPECT_MSG_EQ((received == others), true, "a broadcast of host " << from);
            for (uint32_t to = 0; to < kHosts; ++to)
            {
                std::vector<uint32_t> one(kHosts, 0);
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

/**
 * @ingroup tests
 * @brief Topologies of a user's own.
 */
class EsaFabricTestSuite : public TestSuite
{
  public:
    EsaFabricTestSuite()
        : TestSuite("esa-fabric", TestSuite::Type::UNIT)
    {
        for (const Topology& topology : kTopologies)
        {
            for (const std::string system : {"esa", "atp", "switchml", "ring"})
            {
                AddTestCase(new TopologyTestCase(topology, system));
            }
            AddTestCase(new TopologyFramesTestCase(topology));
        }
    }
};

EsaFabricTestSuite g_esaFabricTestSuite; ///< registers itself

} // namespace
} // namespace ns3::esa
