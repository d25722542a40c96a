/*
 * Copyright (c) 2026 The esa authors
 *
 * SPDX-License-Identifier: GPL-2.0-only
 */

// Networks from graphs: fat trees and others.

#include "esa-test-rack.h"

#include "ns3/data-rate.h"
#include "ns3/esa-channel.h"
#include "ns3/esa-graph-fabric.h"
#include "ns3/esa-topology-shapes.h"
#include "ns3/test.h"

#include <cmath>
#include <cstdint>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace ns3::esa
{
namespace
{

/// Makes the network of a graph for some hosts.
std::unique_ptr<EsaFabric>
FatTreeFor(const NodeContainer& hosts)
{
    return std::make_unique<GraphFabric>(MakeFatTree(4, {}), hosts);
}

/**
 * @ingroup tests
 * @brief Two spines between racks, as a graph and as the class LeafSpine: each time is the same.
 */
class GraphEqualsClassTestCase : public TestCase
{
  public:
    /// @param system the system
    explicit GraphEqualsClassTestCase(const std::string& system)
        : TestCase("the same network in two ways, " + system),
          m_system(system)
    {
    }

  private:
    /// @return values of a run
    TestRack::Fingerprint RunOnce(bool isGraph)
    {
        TestRack rack(m_system);
        rack.rackOf = {0, 0, 1, 1, 2, 2};
        if (isGraph)
        {
            rack.makeFabric = [](const NodeContainer& hosts) -> std::unique_ptr<EsaFabric> {
                return std::make_unique<GraphFabric>(MakeLeafSpine(3, 2, 1, {}, {}), hosts);
            };
        }
        rack.Install(6, {{0, 2, 4}, {1, 3}}, {5, 5});
        NS_TEST_EXPECT_MSG_EQ(rack.Run(), true, "the jobs do not end");
        return rack.GetFingerprint();
    }

    void DoRun() override
    {
        const auto ofGraph = RunOnce(true);
        NS_TEST_EXPECT_MSG_EQ((ofGraph == RunOnce(false)), true, "the two networks differ");
        NS_TEST_EXPECT_MSG_GT(ofGraph.size(), 0, "nothing was compared");
    }

    std::string m_system; ///< the system
};

/**
 * @ingroup tests
 * @brief Jobs over the pods of a fat tree: all sums are exact.
 */
class FatTreeTestCase : public TestCase
{
  public:
    /// @param system the system
    explicit FatTreeTestCase(const std::string& system)
        : TestCase("fat tree, " + system),
          m_system(system)
    {
    }

  private:
    void DoRun() override
    {
        TestRack rack(m_system);
        rack.dnn = TestRack::SmallDnn(200);
        rack.makeFabric = FatTreeFor;
        // in a rack, in a pod, over all pods, and with the PS in a pod of its own
        rack.Install(16,
                     {{0, 1}, {4, 5, 6}, {0, 2, 4, 6, 8, 10, 12, 14}, {1, 3, 5}},
                     {2, 7, 15, 13});
        NS_TEST_ASSERT_MSG_EQ(rack.Run(), true, "the jobs do not end");
        NS_TEST_EXPECT_MSG_EQ(rack.record.Results(), rack.ExpectedResults(), "results are missing");
        NS_TEST_EXPECT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
        NS_TEST_EXPECT_MSG_EQ(rack.record.DistinctResults(),
                              rack.record.Results(),
                              "results came twice");
    }

    std::string m_system; ///< the system
};

/**
 * @ingroup tests
 * @brief The tree of a job: from each rack up to a core switch and down to the PS's rack, by ways
 * that do not part once they have met; and jobs are spread over the core switches.
 */
class WaysToHomeTestCase : public TestCase
{
  public:
    WaysToHomeTestCase()
        : TestCase("the tree of a job")
    {
    }

  private:
    void DoRun() override
    {
        TestRack rack("esa");
        rack.makeFabric = FatTreeFor;
        rack.Install(16, {{0, 1}}, {2});
        const EsaFabric& fabric = rack.helper.GetFabric();
        // racks 0, 1 (pod 0), 2 (pod 1) and 7 (pod 3); the PS in rack 6 (pod 3)
        const JobRacks racks({RackId{7}, RackId{0}, RackId{1}, RackId{0}, RackId{2}, RackId{6}},
                             RackId{6});
        std::set<Ptr<Node>> cores;
        for (uint16_t job = 0; job < 64; ++job)
        {
            const std::vector<RackWay> ways = fabric.WaysToHome(racks, job);
            NS_TEST_ASSERT_MSG_EQ(ways.size(), 4, "one way of each other rack");
            const std::vector<uint32_t> from{0, 1, 2, 7};
            for (std::size_t i = 0; i < from.size(); ++i)
            {
                NS_TEST_EXPECT_MSG_EQ(ToNumber(ways[i].from), from[i], "in the order of racks");
                NS_TEST_EXPECT_MSG_EQ(
                    (ways[i].switches == fabric.WayBetween(ways[i].from, RackId{6}, job)),
                    true,
                    "the way of the job's packets");
            }
            NS_TEST_EXPECT_MSG_EQ(ways[3].switches.size(), 1, "in the pod of the PS");
            NS_TEST_EXPECT_MSG_EQ(ways[2].switches.size(), 3, "from another pod");
            NS_TEST_EXPECT_MSG_EQ((ways[0].switches == ways[1].switches),
                                  true,
                                  "racks of a pod meet at once");
            NS_TEST_EXPECT_MSG_EQ(ways[0].switches[1], ways[2].switches[1], "pods meet in a core");
            cores.insert(ways[0].switches[1]);
        }
        NS_TEST_EXPECT_MSG_EQ(cores.size(), 4, "some core switch has no job");
    }
};

/**
 * @ingroup tests
 * @brief A link has the rate, the delay and the queues that the graph says, and those of the
 * attributes where it says nothing.
 */
class LinkTraitsTestCase : public TestCase
{
  public:
    LinkTraitsTestCase()
        : TestCase("what links can carry")
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
        rack.makeFabric = [&graph](const NodeContainer& hosts) -> std::unique_ptr<EsaFabric> {
            return std::make_unique<GraphFabric>(graph, hosts);
        };
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
        NS_TEST_EXPECT_MSG_EQ(rack.Run(), true, "the jobs do not end");
        NS_TEST_EXPECT_MSG_EQ(rack.record.WrongResults(), 0, "sums are wrong");
    }
};

/**
 * @ingroup tests
 * @brief Networks from graphs.
 */
class EsaGraphTestSuite : public TestSuite
{
  public:
    EsaGraphTestSuite()
        : TestSuite("esa-graph", TestSuite::Type::UNIT)
    {
        for (const std::string system : {"esa", "atp", "switchml", "ring"})
        {
            AddTestCase(new GraphEqualsClassTestCase(system));
            AddTestCase(new FatTreeTestCase(system));
        }
        AddTestCase(new WaysToHomeTestCase());
        AddTestCase(new LinkTraitsTestCase());
    }
};

EsaGraphTestSuite g_esaGraphTestSuite; ///< registers itself

} // namespace
} // namespace ns3::esa
