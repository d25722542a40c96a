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
#include <memory>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/**
 * @ingroup tests
 * @brief A star of two switches: two racks, whose switches one cable connects.
 */
class TwoSwitches : public EsaFabric
{
  public:
    /// @param hosts the hosts; the first half is in rack 0
    explicit TwoSwitches(const NodeContainer& hosts)
        : m_hosts(hosts)
    {
    }

  private:
    void Build() override
    {
        const NodeContainer switches(2);
        AddRack(switches.Get(0));
        AddRack(switches.Get(1));
        for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
        {
            LinkHost(m_hosts.Get(host), RackId{host < m_hosts.GetN() / 2 ? 0U : 1U});
        }
        m_cable.push_back(LinkSwitches(switches.Get(0), switches.Get(1)));
    }

    Ptr<EsaNetDevice> PortTowards(Ptr<Node> at,
                                  RackId /* rack */,
                                  const JobTree& /* job */) const override
    {
        return RackAt(at) == RackId{0} ? m_cable.front().Lower() : m_cable.front().Upper();
    }

    NodeContainer m_hosts;        ///< the hosts
    std::vector<EsaLink> m_cable; ///< between the switches, once it is made
};

/**
 * @ingroup tests
 * @brief A tree of three levels: two racks below each of two switches, and one switch above both.
 */
class ThreeLevels : public EsaFabric
{
  public:
    static constexpr uint32_t kRacks = 4; ///< two of each half

    /// @param hosts the hosts; host h is in rack h modulo 4
    explicit ThreeLevels(const NodeContainer& hosts)
        : m_hosts(hosts)
    {
    }

  private:
    /// @return the half of the tree that a rack is in
    static uint32_t HalfOf(RackId rack)
    {
        return ToNumber(rack) / 2;
    }

    void Build() override
    {
        const NodeContainer racks(kRacks);
        for (uint32_t rack = 0; rack < kRacks; ++rack)
        {
            AddRack(racks.Get(rack));
        }
        for (uint32_t host = 0; host < m_hosts.GetN(); ++host)
        {
            LinkHost(m_hosts.Get(host), RackId{host % kRacks});
        }
        for (uint32_t spine = 0; spine < m_spines.GetN(); ++spine)
        {
            AddSpine(m_spines.Get(spine));
        }
        for (uint32_t rack = 0; rack < kRacks; ++rack)
        {
            const Ptr<Node> above = m_spines.Get(HalfOf(RackId{rack}));
            m_racks.push_back(LinkSwitches(racks.Get(rack), above));
        }
        m_halves.push_back(LinkSwitches(m_spines.Get(0), m_spines.Get(2)));
        m_halves.push_back(LinkSwitches(m_spines.Get(1), m_spines.Get(2)));
    }

    Ptr<EsaNetDevice> PortTowards(Ptr<Node> at,
                                  RackId rack,
                                  const JobTree& /* job */) const override
    {
        if (const auto from = RackAt(at))
        {
            return m_racks[ToNumber(*from)].Lower();
        }
        const uint32_t half = HalfOf(rack);
        if (at == m_spines.Get(2))
        {
            return m_halves[half].Upper();
        }
        const bool goesDown = at == m_spines.Get(half);
        return goesDown ? m_racks[ToNumber(rack)].Upper() : m_halves[1 - half].Lower();
    }

    NodeContainer m_hosts;         ///< the hosts
    NodeContainer m_spines{3};     ///< one of each half, and the top
    std::vector<EsaLink> m_racks;  ///< each rack's link up
    std::vector<EsaLink> m_halves; ///< each half's link to the top
};

/// Makes one of the topologies.
using FabricMaker = std::unique_ptr<EsaFabric> (*)(const NodeContainer& hosts);

/// A topology to test.
struct Topology
{
    std::string name; ///< what it is
    FabricMaker make; ///< makes it
};

/// The topologies of this file.
const std::vector<Topology> kTopologies{
    {"two switches",
     [](const NodeContainer& hosts) -> std::unique_ptr<EsaFabric> {
         return std::make_unique<TwoSwitches>(hosts);
     }},
    {"three levels",
     [](const NodeContainer& hosts) -> std::unique_ptr<EsaFabric> {
         return std::make_unique<ThreeLevels>(hosts);
     }},
    {"a ring of switches", MakeRing},
};

/**
 * @ingroup tests
 * @brief Jobs over a topology of its own: all sums are exact, and every packet finds its way.
 */
class TopologyTestCase : public TestCase
{
  public:
    /**
     * @param topology the topology
     * @param system the system
     */
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
        rack.makeFabric = m_topology.make;
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
    /// @param topology the topology
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
        rack.makeFabric = m_topology.make;
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
